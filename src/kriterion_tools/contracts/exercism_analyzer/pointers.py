"""Pointers: map the name of a comment to its file in a comment library, and back.

Source: exercism/website 16bb79f: every "." of a pointer becomes a "/", followed by ".md"; dashes
and upper case stay. That a pointer must not leave the library is our rule.
"""

import re
import unicodedata

MAXIMUM_POINTER = 500  # characters

_SUFFIX = ".md"
_SLASH = re.compile(r"[/\\]")


def find_comment_path(pointer: str) -> str:
    """Return the path of the comment's file in the library. Raises ValueError with the reason."""
    if len(pointer) > MAXIMUM_POINTER:
        raise ValueError(f"has more than {MAXIMUM_POINTER} characters")
    names = pointer.split(".")
    if not all(names):
        raise ValueError("has an empty part before, between or after its dots")
    if _SLASH.search(pointer):
        raise ValueError("has a slash; its parts must be joined by dots")
    if any(unicodedata.category(character) in ("Cc", "Cs") for character in pointer):
        raise ValueError("has control characters")
    return "/".join(names) + _SUFFIX


def make_pointer(path: str) -> str | None:
    """Return the pointer to a file of the library, or None if no pointer can name it."""
    if not path.endswith(_SUFFIX):
        return None
    pointer = path.removesuffix(_SUFFIX).replace("/", ".")
    try:
        return pointer if find_comment_path(pointer) == path else None
    except ValueError:
        return None
