"""Start the linters that the rules of a solution need."""

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from kriterion_tools.analyzer.findings.linting import Linter, Linting
from kriterion_tools.analyzer.findings.pylint import PYLINT
from kriterion_tools.analyzer.findings.ruff import RUFF
from kriterion_tools.analyzer.source import Match

_RUFFS = re.compile(r"[A-Z]+\d+")


class Linters:
    """Linters at work on the files of a solution (path → text), looking for given codes.

    `seconds` overrides each linter's own limit.
    """

    def __init__(
        self, texts: Mapping[str, str], codes: Collection[str], *, seconds: float | None = None
    ) -> None:
        asked: dict[Linter, list[str]] = defaultdict(list)
        for code in codes:
            asked[RUFF if _RUFFS.fullmatch(code) else PYLINT].append(code)
        self._working = [
            Linting(linter, texts, wanted, seconds=seconds) for linter, wanted in asked.items()
        ]

    def matches(self) -> Mapping[str, Sequence[Match] | str]:
        """Return the matches by code, or the reason why there are none. Waits within bounds."""
        return {code: found for one in self._working for code, found in one.matches().items()}
