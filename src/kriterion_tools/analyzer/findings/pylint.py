"""pylint: slow, but able to infer values.

None of our own rules uses it. It runs when a teacher's rule asks for it and a `pylint` is
installed. Its messages are identified by their symbolic names. Source of its output: pylint 2.16
and 4.0.
"""

import json
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from kriterion_tools.analyzer.findings.linting import (
    Linter,
    LinterReport,
    LintFinding,
    make_file_name,
)

_UNKNOWN = re.compile(r" got '([^']*)'")


def _build_command(path: str, codes: Collection[str]) -> tuple[str, ...]:
    # Ignore configuration files. With only unknown names enabled, pylint exits without output;
    # enabling syntax-error prevents that.
    options = ("--rcfile=/dev/null", "--persistent=n", "--output-format=json")
    wanted = ("--disable=all", f"--enable={','.join(sorted({*codes, 'syntax-error'}))}")
    return ("pylint", *options, *wanted, "--from-stdin", make_file_name(path, ".py"))


def _prepare(text: str) -> str:
    """Disable the student's `# pylint: disable=…` comments."""
    return text.replace("pylint:", "pylint;")


def _read(written: bytes, lines: Sequence[str]) -> LinterReport:
    findings, unknown = [], set()
    for message in json.loads(written):
        if message["symbol"] == "unknown-option-value":
            unknown.update(_UNKNOWN.findall(message["message"]))
        else:
            findings.append(_convert_message(message, lines))
    return LinterReport(findings=findings, unknown=unknown)


def _convert_message(message: Mapping[str, Any], lines: Sequence[str]) -> LintFinding:
    """Convert a message. Without an end position, it spans the whole line."""
    row = max(1, min(message["line"], len(lines))) - 1
    last = max(row, min(message["endLine"] or 1, len(lines)) - 1)
    end = message["endColumn"]
    return LintFinding(
        code=message["symbol"],
        message=message["message"],
        start=(row, _count_characters(lines[row], message["column"])),
        end=(last, len(lines[last]) if end is None else _count_characters(lines[last], end)),
    )


def _count_characters(line: str, column: int) -> int:
    """Convert a column of Python's own parser, which counts bytes, to characters."""
    return len(line.encode("utf-8", "replace")[:column].decode("utf-8", "ignore"))


PYLINT = Linter(name="pylint", seconds=6.0, command=_build_command, read=_read, prepare=_prepare)
