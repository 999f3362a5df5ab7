"""Run the linters that the rules of a solution need."""

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from kriterion_tools.analyzer.findings.linting import Linter, LinterRun
from kriterion_tools.analyzer.findings.pylint import PYLINT
from kriterion_tools.analyzer.findings.ruff import RUFF
from kriterion_tools.analyzer.source import Match

_RUFF_CODE = re.compile(r"[A-Z]+\d+")


class Linters:
    """Linters that run on the files of a solution (path → text) and report the given codes.

    `seconds` overrides each linter's own limit.
    """

    def __init__(
        self, texts: Mapping[str, str], codes: Collection[str], *, seconds: float | None = None
    ) -> None:
        codes_by_linter: dict[Linter, list[str]] = defaultdict(list)
        for code in codes:
            codes_by_linter[RUFF if _RUFF_CODE.fullmatch(code) else PYLINT].append(code)
        self._runs = [
            LinterRun(linter, texts, enabled, seconds=seconds)
            for linter, enabled in codes_by_linter.items()
        ]

    def matches(self) -> Mapping[str, Sequence[Match] | str]:
        """Wait for a limited time, and return the matches by code, or why there are none."""
        return {code: matches for run in self._runs for code, matches in run.matches().items()}
