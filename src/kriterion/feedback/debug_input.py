"""What is needed to debug a context: its statements and its input.

Dodona opens a debugger with it. Here it can be copied into any.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from kriterion_tools.contracts.dodona_judge.output_records import Context


class Debug(NamedTuple):
    """Statements and input; both are "" if there is nothing to debug with."""

    statements: str
    stdin: str


def debug_of(context: Context) -> Debug:
    """The context's own data, else that of the first testcase that has some.

    Source: dodona-edu/dodona e7be6f0d2: its schema and renderer have it on contexts, its
    documentation on testcases.
    """
    given = (context.data, *(testcase.data for testcase in context.groups))
    found = (Debug(_text(data, "statements"), _text(data, "stdin")) for data in given if data)
    return next(filter(any, found), Debug("", ""))


def _text(data: Mapping[str, Any], key: str) -> str:
    value = data.get(key)
    return value if isinstance(value, str) else ""
