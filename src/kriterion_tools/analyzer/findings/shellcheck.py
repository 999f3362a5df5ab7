"""shellcheck: Bash. Source of its options and output: shellcheck 0.9."""

import json
from collections.abc import Collection, Sequence

from kriterion_tools.analyzer.findings.linting import Linter, LinterReport, LintFinding


def _build_command(path: str, codes: Collection[str]) -> tuple[str, ...]:
    options = ("--norc", "--shell=bash", "--severity=style", "--format=json1")
    return ("shellcheck", *options, f"--include={','.join(sorted(codes))}", "-")


def _prepare(text: str) -> str:
    """Disable the student's `# shellcheck disable=…` comments."""
    return text.replace("shellcheck", "SHELLCHECK")


def _read(written: bytes, lines: Sequence[str]) -> LinterReport:
    return LinterReport(
        findings=[
            LintFinding(
                code=f"SC{comment['code']}",
                message=comment["message"],
                start=(comment["line"] - 1, comment["column"] - 1),
                end=(comment["endLine"] - 1, comment["endColumn"] - 1),
            )
            for comment in json.loads(written)["comments"]
        ]
    )


SHELLCHECK = Linter(
    name="shellcheck", seconds=3.0, command=_build_command, read=_read, prepare=_prepare
)
