"""Run the linters that the rules of a solution need."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from kriterion_tools.analyzer.findings.clippy import CLIPPY
from kriterion_tools.analyzer.findings.eslint import ESLINT
from kriterion_tools.analyzer.findings.hlint import HLINT
from kriterion_tools.analyzer.findings.linting import Linter, LinterRun
from kriterion_tools.analyzer.findings.pylint import PYLINT
from kriterion_tools.analyzer.findings.rubocop import RUBOCOP
from kriterion_tools.analyzer.findings.ruff import RUFF
from kriterion_tools.analyzer.findings.shellcheck import SHELLCHECK
from kriterion_tools.analyzer.source import Match
from kriterion_tools.linter_catalog import find_linter


class Linters:
    """Linters that run on the files of a solution (path → text) and report the given codes.

    `seconds` overrides each linter's own limit.
    """

    def __init__(
        self,
        texts: Mapping[str, str],
        codes: Collection[str],
        language: str,
        *,
        seconds: float | None = None,
    ) -> None:
        codes_by_name: dict[str, list[str]] = defaultdict(list)
        for code in codes:
            known = find_linter(language, code)
            if known is not None:
                codes_by_name[known.name].append(code)
        linters = {linter.name: linter for linter in _list_linters()}
        self._runs = [
            LinterRun(linters[name], texts, enabled, seconds=seconds)
            for name, enabled in codes_by_name.items()
        ]

    def matches(self) -> Mapping[str, Sequence[Match] | str]:
        """Wait for a limited time, and return the matches by code, or why there are none."""
        return {code: matches for run in self._runs for code, matches in run.matches().items()}

    def stop(self) -> None:
        """End all linters, whose findings are not needed."""
        for run in self._runs:
            run.stop()


def _list_linters() -> tuple[Linter, ...]:
    return (CLIPPY, ESLINT, HLINT, PYLINT, RUBOCOP, RUFF, SHELLCHECK)
