"""Make text storable in every database, whatever a file or a tool contains."""

from typing import Any

_NUL = "\0"  # which PostgreSQL rejects


def storable(text: str) -> str:
    """Replace NUL and lone surrogates."""
    whole = text.replace(_NUL, "\N{REPLACEMENT CHARACTER}")
    return whole.encode("utf-8", "replace").decode()


def storable_document(document: Any) -> Any:
    """Do so for all texts in a document of lists and objects."""
    match document:
        case str():
            return storable(document)
        case dict():
            return {storable(key): storable_document(value) for key, value in document.items()}
        case list() | tuple():
            return [storable_document(each) for each in document]
    return document
