"""Reads tables that programs write as comma-separated values."""

import csv
import io
from dataclasses import dataclass

# A table with more columns is shown as text. Source: dodona-edu/dodona e7be6f0d2, CsvDiffer.
MAXIMUM_COLUMNS = 20
# A limit, because cells take far more memory than the text.
MAXIMUM_CHARACTERS = 512 * 1024


@dataclass(frozen=True, slots=True)
class CsvTable:
    """The names of the columns, and the rows; each row has a cell for every column."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def read_table(text: str) -> CsvTable | None:
    """Return the table in a text, or None if it is not a table or is too large to show as one.

    The first line contains the names of the columns. Missing cells are empty. A blank text is a
    table without columns.
    """
    text = text.lstrip()
    if len(text) > MAXIMUM_CHARACTERS:
        return None
    try:
        lines = [tuple(line) for line in csv.reader(io.StringIO(text, newline=""), strict=True)]
    except csv.Error:
        return None
    width = max(map(len, lines), default=0)
    if width > MAXIMUM_COLUMNS:
        return None
    padded = tuple(line + ("",) * (width - len(line)) for line in lines)
    return CsvTable(padded[0], padded[1:]) if padded else CsvTable((), ())
