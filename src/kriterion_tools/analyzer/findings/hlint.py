"""HLint: Haskell. Its hints are identified by their titles. Source of its output: HLint 3.3."""

import json
from collections.abc import Collection, Sequence

from kriterion_tools.analyzer.findings.linting import Linter, LinterReport, LintFinding


def _build_command(path: str, codes: Collection[str]) -> tuple[str, ...]:
    only = (f"--only={code}" for code in sorted(codes))
    return ("hlint", "--json", "--no-exit-code", *only, "-")


def _read(written: bytes, lines: Sequence[str]) -> LinterReport:
    return LinterReport(
        findings=[
            LintFinding(
                code=hint["hint"],
                message=hint["from"],
                start=(hint["startLine"] - 1, hint["startColumn"] - 1),
                end=(hint["endLine"] - 1, hint["endColumn"] - 1),
            )
            for hint in json.loads(written)
        ]
    )


HLINT = Linter(name="hlint", seconds=5.0, command=_build_command, read=_read)
