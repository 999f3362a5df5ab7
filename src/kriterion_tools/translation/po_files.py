"""Read catalogues from translators (.po) and compile them for gettext (.mo).

`python -m kriterion_tools.translation.po_files DIRECTORY...` compiles the catalogues of locale
directories, so that neither running nor building needs the tools of GNU gettext.
Source: GNU gettext manual, "The Format of PO Files" and "The Format of GNU MO Files".
"""

import re
import struct
import sys
from ast import literal_eval
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

_LINE = re.compile(
    r'(?:(msgctxt|msgid|msgid_plural|msgstr)(?:\[(\d+)\])?\s+)?("(?:[^"\\]|\\.)*")\s*'
)


@dataclass(kw_only=True, slots=True)
class Entry:
    """A message and its translation; `plurals` are its forms by number, from 0.

    `line` is where it begins in the file.
    """

    context: str | None = None
    text: str = ""
    plural: str | None = None
    plurals: dict[int, str] = field(default_factory=dict)
    fuzzy: bool = False
    line: int = field(default=0, compare=False)

    @property
    def is_translated(self) -> bool:
        return bool(self.plurals) and all(self.plurals.values())


def read_po(document: str) -> list[Entry]:
    """Return the entries in order, header included. Raises ValueError, with the line."""
    entries = [entry for entry in _read_entries(document) if entry.plurals]
    seen: set[str] = set()
    for entry in entries:
        key = _make_catalog_key(entry)
        if key in seen:
            what = f"{entry.text!r} is translated a second time; keep one translation"
            raise ValueError(f"line {entry.line}: {what}")
        seen.add(key)
    return entries


def render_mo(entries: list[Entry]) -> bytes:
    """Compile a catalogue, without untranslated and fuzzy entries."""
    texts = sorted(
        (
            _make_catalog_key(entry).encode(),
            "\0".join(entry.plurals[n] for n in sorted(entry.plurals)).encode(),
        )
        for entry in entries
        if entry.is_translated and (not entry.fuzzy or not entry.text)
    )
    number = len(texts)
    head = 28
    at = head + 16 * number
    tables: list[bytes] = []
    for column in (0, 1):
        for pair in texts:
            tables.append(struct.pack("<II", len(pair[column]), at))
            at += len(pair[column]) + 1
    # Magic number, revision 0, number of texts, the two tables, and no hash table.
    start = struct.pack("<7I", 0x950412DE, 0, number, head, head + 8 * number, 0, at)
    bodies = [pair[column] + b"\0" for column in (0, 1) for pair in texts]
    return start + b"".join(tables) + b"".join(bodies)


def compile_catalogs(locale: Path) -> list[Path]:
    """Compile each catalogue that is missing or older than its source; return those compiled."""
    compiled = []
    for source in sorted(locale.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        target.write_bytes(render_mo(read_po(source.read_text(encoding="utf-8"))))
        compiled.append(target)
    return compiled


def _make_catalog_key(entry: Entry) -> str:
    key = entry.text if entry.plural is None else f"{entry.text}\0{entry.plural}"
    return key if entry.context is None else f"{entry.context}\4{key}"


def _read_entries(document: str) -> Iterator[Entry]:
    entry, last = Entry(), ""
    for number, line in enumerate(document.splitlines(), start=1):
        stripped = line.strip()
        if not stripped or stripped.startswith("#"):
            if last.startswith("msgstr"):  # a comment or a blank line begins the next entry
                yield entry
                entry, last = Entry(), ""
            if stripped.startswith("#,") and "fuzzy" in stripped:
                entry.fuzzy = True
            continue
        match = _LINE.fullmatch(stripped)
        if match is None:
            raise ValueError(f"line {number}: {stripped!r} is not valid in a .po file")
        keyword, index, quoted = match.groups()
        if keyword == "msgstr" and not last:
            raise ValueError(f"line {number}: {stripped!r} needs a msgid before it")
        if keyword in {"msgid", "msgctxt"} and last.startswith("msgstr"):
            yield entry
            entry = Entry()
        if keyword:
            entry.line = entry.line or number
            last = f"{keyword} {index or 0}"
        elif not last:
            raise ValueError(f"line {number}: {stripped!r} needs a keyword such as msgid before it")
        _add_text(entry, last, literal_eval(quoted))
    yield entry


def _add_text(entry: Entry, last: str, text: str) -> None:
    keyword, _, index = last.partition(" ")
    match keyword:
        case "msgctxt":
            entry.context = (entry.context or "") + text
        case "msgid":
            entry.text += text
        case "msgid_plural":
            entry.plural = (entry.plural or "") + text
        case _:
            entry.plurals[int(index)] = entry.plurals.get(int(index), "") + text


if __name__ == "__main__":
    for directory in sys.argv[1:]:
        compile_catalogs(Path(directory))
