"""The terminal that feedback appears on."""

import os
import sys

from rich.console import Console


def open_terminal() -> Console:
    """Standard output as a rich console: plain when NO_COLOR is set, and never failing on a letter.

    Source: no-color.org; rich itself would still write bold and dim.
    """
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
    plain = bool(os.environ.get("NO_COLOR"))
    return Console(highlight=False, color_system=None if plain else "auto")
