"""Text in cells of CSV files, which spreadsheets may take for a formula.

Where the decimal sign is a comma, spreadsheets separate cells by semicolons, and LibreOffice
proposes semicolons and tabs besides commas. Then a cell can begin in the middle of ours.
"""

import re
from typing import Final

# Spreadsheets take a cell that begins with one of these for a formula; some, in full width, too.
_FORMULA: Final = "=+\\-@＝＋－＠"
# Where a cell can begin, for any separators of cells and lines.
_BEGIN: Final = r'(\A|[;|\t\r\n])([ \xa0"]*)'
_UNESCAPED: Final = re.compile(rf"\A(?=[\t\r\n])|{_BEGIN}(?=[{_FORMULA}])")
_ESCAPED: Final = re.compile(rf"\A'(?=[\t\r\n])|{_BEGIN}'(?=[{_FORMULA}])")


def escape_formulas(text: str) -> str:
    """Keep a spreadsheet from taking a text, or a part of it, for a formula."""
    return _UNESCAPED.sub(r"\1\2'", text)


def unescape_formulas(text: str) -> str:
    """Return a text as it was before `escape_formulas`."""
    return _ESCAPED.sub(r"\1\2", text)
