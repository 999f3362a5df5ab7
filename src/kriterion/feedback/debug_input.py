"""The statements and standard input with which a context can be debugged.

Dodona opens a debugger with them; we show them for copying.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from kriterion_tools.contracts.dodona_judge.output_records import Context


class DebugInput(NamedTuple):
    """Statements and standard input; "" if the judge did not send them."""

    statements: str
    stdin: str


def find_debug_input(context: Context) -> DebugInput:
    """Return the debug input in the context's data, else that of the first testcase with any.

    Source: dodona-edu/dodona e7be6f0d2: the schema and the renderer expect it in contexts, the
    documentation in testcases.
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
