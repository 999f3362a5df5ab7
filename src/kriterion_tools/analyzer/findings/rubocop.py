"""RuboCop: Ruby. Source of its options and output: RuboCop 1.39."""

import json
from collections.abc import Collection, Sequence

from kriterion_tools.analyzer.findings.linting import (
    Linter,
    LinterReport,
    LintFinding,
    make_file_name,
)


def _build_command(path: str, codes: Collection[str]) -> tuple[str, ...]:
    # Ignore configuration files and the student's `rubocop:disable` comments.
    options = ("--config=/dev/null", "--ignore-disable-comments", "--cache=false", "--format=json")
    name = make_file_name(path, ".rb")
    return ("rubocop", *options, f"--only={','.join(sorted(codes))}", "--stdin", name)


def _read(written: bytes, lines: Sequence[str]) -> LinterReport:
    (file,) = json.loads(written)["files"]
    findings = []
    for offense in file["offenses"]:
        place = offense["location"]
        findings.append(
            LintFinding(
                code=offense["cop_name"],
                message=offense["message"],
                start=(place["start_line"] - 1, place["start_column"] - 1),
                end=(place["last_line"] - 1, place["last_column"]),
            )
        )
    return LinterReport(findings=findings)


RUBOCOP = Linter(name="rubocop", seconds=6.0, command=_build_command, read=_read)
