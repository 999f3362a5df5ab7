"""Text in cells of CSV files, which spreadsheets may take for a formula."""

from typing import Final

# Spreadsheets take a cell that begins with one of these for a formula.
_FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "\n")


def disarm(text: str) -> str:
    """Keep a spreadsheet from taking a text for a formula."""
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def rearm(text: str) -> str:
    """Return a text as it was before `disarm`."""
    return text[1:] if text.startswith("'") and text[1:].startswith(_FORMULA_STARTS) else text
