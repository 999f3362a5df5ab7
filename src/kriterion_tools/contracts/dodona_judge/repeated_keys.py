"""Keys given twice that would let a judge's quotation decide a verdict.

A judge that quotes a student without escaping may write `"human": "", "enum": "correct"`. JSON's
readers let the last of two equal keys count, so the student would choose the status.
"""

import json

_DECIDING = ("command", "accepted", "status", "enum", "permission")


class _Repeated(Exception):
    """The key that is given twice."""


def may_repeat_keys(document: bytes | bytearray) -> bool:
    """Tell cheaply whether a look at the keys is needed."""
    # Spelled out, since this runs for every command. A key may be spelled with escapes; nobody
    # escapes the small letters of ASCII for another reason.
    return (
        document.count(b'"command"') > 1
        or document.count(b'"accepted"') > 1
        or document.count(b'"status"') > 1
        or document.count(b'"enum"') > 1
        or document.count(b'"permission"') > 1
        or b"\\u006" in document
        or b"\\u007" in document
    )


def find_repeated_key(document: bytes | bytearray) -> str | None:
    """Return a key that decides about the verdict and is given twice in one object."""
    try:
        json.loads(document.decode(errors="replace"), object_pairs_hook=_check)
    except _Repeated as repeated:
        return str(repeated)
    except (ValueError, RecursionError):
        return None  # no object by JSON's grammar: its reader says so
    return None


def _check(pairs: list[tuple[str, object]]) -> None:
    seen = set()
    for key, _ in pairs:
        if key in seen and key in _DECIDING:
            raise _Repeated(key)
        seen.add(key)
