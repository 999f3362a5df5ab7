"""Make any text of a file or a tool storable in every database."""

from typing import Any

_NUL = "\0"  # which PostgreSQL rejects


def make_storable(text: str) -> str:
    """Replace NUL and lone surrogates."""
    cleaned = text.replace(_NUL, "\N{REPLACEMENT CHARACTER}")
    return cleaned.encode("utf-8", "replace").decode()


def make_json_storable(document: Any) -> Any:
    """Make all texts in a JSON document storable."""
    match document:
        case str():
            return make_storable(document)
        case dict():
            return {
                make_storable(key): make_json_storable(value) for key, value in document.items()
            }
        case list() | tuple():
            return [make_json_storable(item) for item in document]
    return document
