"""Read the rows of a CSV file that any program wrote."""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from kriterion.web.base.spreadsheet_text import unescape_formulas

_MAX_LINE: Final = 10_000  # characters
_MAX_SHOWN: Final = 50  # characters of a line that cannot be read


@dataclass(frozen=True, kw_only=True, slots=True)
class SheetRow:
    """A row without the spaces around its cells. `cells` is None if the line is not valid CSV."""

    line: int
    cells: list[str] | None
    beginning: str  # of the line


def read_rows(data: bytes) -> Iterator[SheetRow]:
    """Yield the rows that are not blank.

    Any encoding and delimiter that spreadsheets write is accepted. A row is one line: an open
    quotation mark spoils its own line only.
    """
    text = _decode(data)
    delimiter = _guess_delimiter(text)
    lines = text.replace("\0", "\N{REPLACEMENT CHARACTER}").splitlines()
    for line, written in enumerate(lines, start=1):
        if written.strip(f' {delimiter}\t"'):
            cells = _split_line(written, delimiter)
            yield SheetRow(line=line, cells=cells, beginning=written[:_MAX_SHOWN])


def _split_line(written: str, delimiter: str) -> list[str] | None:
    if len(written) > _MAX_LINE:
        return None
    try:
        (cells,) = csv.reader(io.StringIO(written), delimiter=delimiter, strict=True)
    except (csv.Error, ValueError):
        return None
    return [unescape_formulas(cell.strip()) for cell in cells]


def _decode(data: bytes) -> str:
    """Decode UTF-8 or UTF-16 with or without a mark, else Windows' Western encoding."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _guess_delimiter(text: str) -> str:
    first = next((line for line in text.splitlines()[:100] if line.strip()), "")
    return max(",;\t", key=first.count)
