"""Write documents to disk."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any


def write_document(file: Path, value: Any) -> None:
    """Write a value as JSON, creating its directory."""
    content = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")
    try:
        file.write_bytes(content)
    except FileNotFoundError:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


def find_clashing_names(names: Iterable[str]) -> frozenset[str]:
    """Return the names that need a directory where another name is a file."""
    known = frozenset(names)
    return frozenset(name for name in known if not known.isdisjoint(_list_parent_names(name)))


def _list_parent_names(name: str) -> Iterator[str]:
    while (end := name.rfind("/")) >= 0:
        name = name[:end]
        yield name
