"""The terminal that shows feedback."""

import os
import sys

from rich.console import Console


def open_terminal() -> Console:
    """Open standard output as a rich console: plain if NO_COLOR is set, tolerant of any encoding.

    Source: no-color.org; rich itself would still write bold and dim.
    """
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
    plain = bool(os.environ.get("NO_COLOR"))
    return Console(highlight=False, color_system=None if plain else "auto")
