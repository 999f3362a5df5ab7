"""How the remedy for a trouble is told on a terminal."""

import textwrap


def worded(fix: str, indent: int) -> str:
    """The remedy, indented by so many columns, each of its lines below the first one's words."""
    mark = "fix: "
    told = mark + fix.replace("\n", "\n" + " " * len(mark))
    return textwrap.indent(told, " " * indent)
