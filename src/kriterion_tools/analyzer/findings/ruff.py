"""ruff: fast. Our own rules for it are in rules/python/lint.yaml."""

import json
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from kriterion_tools.analyzer.findings.linting import Linter, LinterReport, LintFinding

_LONGEST_LINE = (
    100  # a little beyond what formatters allow, so that only what is hard to read counts
)


def _build_command(path: str, codes: Collection[str]) -> tuple[str, ...]:
    # Ignore configuration files and the student's `noqa` comments.
    options = ("--isolated", "--no-cache", "--ignore-noqa", "--target-version", "py313")
    layout = ("--line-length", str(_LONGEST_LINE))
    wanted = ("--select", ",".join(sorted(codes)), "--output-format", "json")
    # `--option=value` keeps a name with a leading dash from being read as an option.
    return ("ruff", "check", *options, *layout, *wanted, f"--stdin-filename={Path(path).name}", "-")


def _read(written: bytes, lines: Sequence[str]) -> LinterReport:
    return LinterReport(
        findings=[_convert_diagnostic(diagnostic) for diagnostic in json.loads(written)]
    )


def _convert_diagnostic(diagnostic: Mapping[str, Any]) -> LintFinding:
    start, end = diagnostic["location"], diagnostic["end_location"]
    return LintFinding(
        code=diagnostic["code"],
        message=diagnostic["message"],
        start=(start["row"] - 1, start["column"] - 1),
        end=(end["row"] - 1, end["column"] - 1),
    )


RUFF = Linter(name="ruff", seconds=2.0, command=_build_command, read=_read)
