"""Print remedies on a terminal."""

import textwrap


def format_remedy(fix: str, indent: int) -> str:
    """Return the remedy, indented, after `fix:`; later lines are aligned with the first."""
    mark = "fix: "
    text = mark + fix.replace("\n", "\n" + " " * len(mark))
    return textwrap.indent(text, " " * indent)
