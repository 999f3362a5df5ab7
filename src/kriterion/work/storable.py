"""Text as every database takes it, whatever a file or a tool has in it."""

from typing import Any

_NUL = "\0"  # which PostgreSQL does not know


def storable(text: str) -> str:
    """The text, in which a NUL and half a surrogate pair are replaced."""
    whole = text.replace(_NUL, "\N{REPLACEMENT CHARACTER}")
    return whole.encode("utf-8", "replace").decode()


def storable_document(document: Any) -> Any:
    """The same of all texts in a document of lists and objects."""
    match document:
        case str():
            return storable(document)
        case dict():
            return {storable(key): storable_document(value) for key, value in document.items()}
        case list() | tuple():
            return [storable_document(each) for each in document]
    return document
