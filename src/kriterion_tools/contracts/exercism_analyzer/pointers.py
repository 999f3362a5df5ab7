"""Pointers: from the name of a comment to its file in a comment library, and back.

Source: exercism/website 16bb79f: every "." of a pointer becomes a "/", with ".md" behind it;
nothing else is changed, neither dashes nor upper case. That a pointer may not leave the library is
ours.
"""

import re
import unicodedata

MAXIMUM_POINTER = 500  # characters

_SUFFIX = ".md"
_NO_NAME = re.compile(r"[/\\]")


def path_of(pointer: str) -> str:
    """The path of the comment's file in the library, with "/". Raises ValueError, saying why."""
    if len(pointer) > MAXIMUM_POINTER:
        raise ValueError(f"has more than {MAXIMUM_POINTER} characters")
    names = pointer.split(".")
    if not all(names):
        raise ValueError("has nothing before, behind or between its dots")
    if _NO_NAME.search(pointer):
        raise ValueError("has a slash: its parts are joined by dots")
    if any(unicodedata.category(character) in ("Cc", "Cs") for character in pointer):
        raise ValueError("has control characters")
    return "/".join(names) + _SUFFIX


def pointer_to(path: str) -> str | None:
    """The pointer that leads to a file of the library; None when no pointer does."""
    if not path.endswith(_SUFFIX):
        return None
    pointer = path.removesuffix(_SUFFIX).replace("/", ".")
    try:
        return pointer if path_of(pointer) == path else None
    except ValueError:
        return None
