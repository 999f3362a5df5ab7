"""ESLint: knows where each name of JavaScript is defined, used and assigned.

Source of its options and output: ESLint 9 and 10.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from kriterion_tools.analyzer.findings.linting import (
    Linter,
    LinterReport,
    LintFinding,
    make_file_name,
)
from kriterion_tools.linter_catalog import find_program

# The analysis limits its address space, of which Node reserves more than it uses. Node's own limit,
# in MB, is on its heap.
_LIMITED = (
    *("sh", "-c"),
    'ulimit -S -v unlimited; NODE_OPTIONS=--max-old-space-size=512 exec "$@"',
    "sh",
)

_OPTIONS = {
    "no-unused-vars": '[1, {"args": "none", "caughtErrors": "none"}]',  # parameters may be given
    "prefer-const": '[1, {"destructuring": "all"}]',
}


def _build_command(path: str, codes: Collection[str]) -> tuple[str, ...]:
    # Ignore configuration files and the student's `eslint-disable` comments.
    options = ("--no-config-lookup", "--no-inline-config", "--format=json", "--stdin")
    rules = (f"--rule={code}: {_OPTIONS.get(code, 1)}" for code in sorted(codes))
    program = find_program("eslint") or "eslint"
    name = make_file_name(path, ".js")
    return (*_LIMITED, program, *options, *rules, f"--stdin-filename={name}")


def _read(written: bytes, lines: Sequence[str]) -> LinterReport:
    (report,) = json.loads(written)
    # ESLint also ends a line at U+2028, so it may count more lines than the file has for us.
    messages = [
        message
        for message in report["messages"]
        if message["ruleId"] and message["line"] <= len(lines)
    ]
    return LinterReport(
        findings=[_convert_message(one) for one in messages if not _may_be_used(one, lines)]
    )


def _may_be_used(message: Mapping[str, Any], lines: Sequence[str]) -> bool:
    """Whether a judge may use what this message calls unused: names at the top of a file."""
    if message["ruleId"] != "no-unused-vars":
        return False
    line = lines[message["line"] - 1]
    return not (line[:1].isspace() or line.startswith("import "))


def _convert_message(message: Mapping[str, Any]) -> LintFinding:
    row, column = message["line"] - 1, message["column"] - 1
    return LintFinding(
        code=message["ruleId"],
        message=message["message"],
        start=(row, column),
        end=(message.get("endLine", row + 1) - 1, message.get("endColumn", column + 2) - 1),
    )


ESLINT = Linter(name="eslint", seconds=5.0, command=_build_command, read=_read, starts_fast=False)
