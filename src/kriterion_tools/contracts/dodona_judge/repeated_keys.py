"""Detect duplicate keys, with which a student could choose the status.

A judge that quotes a student's text without escaping it may write `"human": "", "enum": "correct"`.
JSON parsers use the last of two equal keys, here the student's.
"""

import json

_DECIDING = ("command", "accepted", "status", "enum", "permission")


class _RepeatedKey(Exception):
    """The key that is given twice."""


def may_repeat_keys(document: bytes | bytearray) -> bool:
    """Whether `find_repeated_key` must be called: a cheap test without false negatives."""
    # No loop over _DECIDING: this runs for every command. The last two lines are for keys with
    # escaped letters (\u0061 is "a").
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
    """Return a key that affects the verdict and is given twice in one object, or None."""
    try:
        json.loads(document.decode(errors="replace"), object_pairs_hook=_check)
    except _RepeatedKey as repeated:
        return str(repeated)
    except (ValueError, RecursionError):
        return None  # not valid JSON: the decoder reports it
    return None


def _check(pairs: list[tuple[str, object]]) -> None:
    seen = set()
    for key, _ in pairs:
        if key in seen and key in _DECIDING:
            raise _RepeatedKey(key)
        seen.add(key)
