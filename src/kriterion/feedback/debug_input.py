"""What is needed to debug a context: its statements and its input.

Dodona opens a debugger with it. Here it can be copied into any.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from kriterion_tools.contracts.dodona_judge.output_records import Context


class DebugInput(NamedTuple):
    """Statements and input; both are "" if there is nothing to debug with."""

    statements: str
    stdin: str


def find_debug_input(context: Context) -> DebugInput:
    """The context's own data, else that of the first testcase that has some.

    Source: dodona-edu/dodona e7be6f0d2: its schema and renderer have it on contexts, its
    documentation on testcases.
    """
    sources = (context.data, *(testcase.data for testcase in context.groups))
    inputs = (
        DebugInput(_read_text(data, "statements"), _read_text(data, "stdin"))
        for data in sources
        if data
    )
    return next(filter(any, inputs), DebugInput("", ""))


def _read_text(data: Mapping[str, Any], key: str) -> str:
    value = data.get(key)
    return value if isinstance(value, str) else ""
