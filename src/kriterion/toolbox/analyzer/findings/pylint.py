"""pylint, a linter that is slow, and finds what needs to know what values there can be.

None of our own rules asks for it: it is run where a teacher's does, and a `pylint` can be found.
Its messages are called by their names. Source of its output: pylint 2.16 and 4.0.
"""

import json
import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from kriterion.toolbox.analyzer.findings.linting import Finding, Linter, Reported

_UNKNOWN = re.compile(r" got '([^']*)'")


def _command(path: str, codes: Collection[str]) -> tuple[str, ...]:
    # Of what is configured where it runs, nothing counts. It ends without a word when it is left
    # with nothing to look for, as with names that it does not know: hence the error of syntax.
    options = ("--rcfile=/dev/null", "--persistent=n", "--output-format=json")
    wanted = ("--disable=all", f"--enable={','.join(sorted({*codes, 'syntax-error'}))}")
    # pylint finds nothing in a file without this suffix. A leading dash would make the name an
    # option, and `--init-hook` executes Python.
    return ("pylint", *options, *wanted, "--from-stdin", f"{Path(path).stem.lstrip('-')}.py")


def _shown(text: str) -> str:
    """Of what the student switched off with `# pylint: disable=…`, nothing counts, either."""
    return text.replace("pylint:", "pylint;")


def _read(written: bytes, lines: Sequence[str]) -> Reported:
    findings, unknown = [], set()
    for message in json.loads(written):
        if message["symbol"] == "unknown-option-value":
            unknown.update(_UNKNOWN.findall(message["message"]))
        else:
            findings.append(_finding(message, lines))
    return Reported(findings=findings, unknown=unknown)


def _finding(message: Mapping[str, Any], lines: Sequence[str]) -> Finding:
    """Where it says no end, all the line is meant."""
    row = max(1, min(message["line"], len(lines))) - 1
    last = max(row, min(message["endLine"] or 1, len(lines)) - 1)
    end = message["endColumn"]
    return Finding(
        code=message["symbol"],
        message=message["message"],
        start=(row, _characters(lines[row], message["column"])),
        end=(last, len(lines[last]) if end is None else _characters(lines[last], end)),
    )


def _characters(line: str, column: int) -> int:
    """A column of Python's own parser, which counts bytes, in characters."""
    return len(line.encode("utf-8", "replace")[:column].decode("utf-8", "ignore"))


PYLINT = Linter(name="pylint", seconds=6.0, command=_command, read=_read, shown=_shown)
