"""Parse a teacher's JSON object: any bytes give an object, or problems with their places.

Lenient where Dodona is (comments, invalid UTF-8), with warnings; strict otherwise. Source:
dodona-edu/dodona e7be6f0d2, Repository#read_config_file, and Ruby's JSON.parse of json 2.9.1 (at
most 100 levels, no NaN, comments: see ruby/json pull request 1001).
"""

import json
import math
import re
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from kriterion.exercises.problem import Problems
from kriterion.exercises.repository_files import decode_text
from kriterion_tools.contracts.learn_ocaml_repository.json_places import (
    find_line_and_column,
    locate,
)
from kriterion_tools.diagnostic import describe_value

MAXIMUM_DEPTH = 100

_BOM = b"\xef\xbb\xbf"
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
# Each string matches to its end or the text's, so searching is linear for any text.
_STRING_OR_COMMENT = re.compile(
    r'(?P<string>"(?:[^"\\]|\\.?)*+(?:"|\Z))|//[^\n]*|/\*.*?(?:\*/|\Z)', re.DOTALL
)
_ESCAPE = re.compile(
    r"\\(?:[^u]|u(?:[dD][89abAB]..\\u[dD][c-fC-F]..|(?P<lone>[dD][89a-fA-F][0-9a-fA-F]{2})))"
)


def locate_key(content: bytes, path: Sequence[str]) -> tuple[int, int] | None:
    """Return the line and column of the key at a path; None if they cannot be found.

    Both count from 1. If the path goes deeper than the document, its last existing key is located.
    """
    text = content.decode("utf-8-sig", errors="replace")
    bare = _STRING_OR_COMMENT.sub(_replace_comment_by_blanks, text)
    try:
        places = locate(bare, [tuple(path[:length]) for length in range(1, len(path) + 1)])
    except (ValueError, IndexError, RecursionError):
        return None
    found = max((key for key in places if key), key=len, default=None)
    return None if found is None else find_line_and_column(bare, places[found].key)


class _Fault(Exception):
    def __init__(self, what: str, *, code: str, where: str = "", fix: str = "") -> None:
        self.what, self.code, self.where, self.fix = what, code, where, fix


def read_object(content: bytes, file: str, problems: Problems) -> dict[str, Any] | None:
    """Parse the object in the bytes of `file`; None if there is none, with problems saying why."""
    file_problems = Problems()
    value = read_value(content, file, file_problems)
    problems.add(file_problems)
    if isinstance(value, dict):
        return value
    if not file_problems.has_refusal:
        problems.refuse(
            file,
            f"must contain an object, not {describe_value(value)}",
            fix="write {…}",
            code="json.not-an-object",
        )
    return None


def read_value(content: bytes, file: str, problems: Problems) -> Any:
    """Parse the value in the bytes of `file`; None if there is none, with problems saying why."""
    try:
        value = _parse(_decode_text(content, file, problems), file, problems)
        if _measure_depth(value) > MAXIMUM_DEPTH:
            raise _make_depth_fault()
    except _Fault as fault:
        problems.refuse(file, fault.what, where=fault.where, fix=fault.fix, code=fault.code)
        return None
    return value


def _decode_text(content: bytes, file: str, problems: Problems) -> str:
    if content.startswith(_UTF16_MARKS) or b"\0" in content:
        raise _Fault("is not valid UTF-8", fix="save the file as UTF-8", code="json.not-utf8")
    if content.startswith(_BOM):
        problems.warn(
            file,
            "starts with a byte order mark",
            fix="save the file as UTF-8 without BOM",
            code="json.byte-order-mark",
        )
    text = decode_text(content, file, problems)
    if not text.strip():
        raise _Fault("is empty", fix="write at least {}", code="json.empty")
    repaired = _ESCAPE.sub(_replace_lone_surrogate, text)
    if repaired != text:
        problems.warn(
            file,
            "contains half of a surrogate pair",
            fix=r"write both halves, \uD8… \uDC…",
            code="json.half-surrogate",
        )
    return repaired


def _parse(text: str, file: str, problems: Problems) -> Any:
    try:
        return _decode(text, file, problems)
    except json.JSONDecodeError as error:
        bare = _STRING_OR_COMMENT.sub(_replace_comment_by_blanks, text)
        if bare == text:
            raise _make_syntax_fault(error) from error
    except RecursionError as error:
        raise _make_depth_fault() from error
    problems.warn(
        file,
        "contains comments, which JSON does not allow",
        fix="remove them",
        code="json.comments",
    )
    return _parse(bare, file, problems)


def _decode(text: str, file: str, problems: Problems) -> Any:
    twice: list[str] = []

    def collect(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        collected = dict(pairs)
        if len(collected) < len(pairs):
            twice.extend(_find_repeated(key for key, _ in pairs))
        return collected

    value = json.loads(
        text,
        object_pairs_hook=collect,
        parse_int=_parse_integer,
        parse_float=_parse_real,
        parse_constant=_refuse_constant,
    )
    if twice:
        key, others = describe_value(twice[0]), len(twice) - 1
        what = (
            f"key {key} and {others:,} others occur twice; the last value counts"
            if others
            else f"key {key} occurs twice; the last value counts"
        )
        problems.warn(file, what, code="json.duplicate-key")
    return value


def _find_repeated(keys: Iterable[str]) -> list[str]:
    seen: set[str] = set()
    repeated = []
    for key in keys:
        if key in seen:
            repeated.append(key)
        seen.add(key)
    return repeated


# Refuse numbers that other programs could not read, so that the author gets a message.


def _parse_integer(digits: str) -> int:
    # The first test also avoids Python's own limit of 4,300 digits.
    if len(digits) > 20 or not -(2**63) <= (number := int(digits)) < 2**64:
        raise _Fault(
            f"number {_shorten(digits)} does not fit into 64 bits", code="json.number-too-large"
        )
    return number


def _parse_real(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise _Fault(f"number {_shorten(digits)} is too large", code="json.number-too-large")
    return number


def _refuse_constant(name: str) -> NoReturn:
    raise _Fault(f"{name} is not a number in JSON", code="json.invalid-number")


def _shorten(digits: str) -> str:
    return describe_value(digits).strip("'")


def _replace_lone_surrogate(escape: re.Match[str]) -> str:
    return r"\ufffd" if escape["lone"] else escape[0]


def _replace_comment_by_blanks(match: re.Match[str]) -> str:
    """Keep a string; replace a comment by blanks, so that later lines and columns stay."""
    return match["string"] or re.sub(r"[^\n]", " ", match[0])


def _make_syntax_fault(error: json.JSONDecodeError) -> _Fault:
    rest = error.doc[error.pos :].lstrip()[:1]
    comma = rest in ("}", "]") and error.doc[: error.pos].rstrip().endswith(",")
    reason = error.msg[0].lower() + error.msg[1:]
    return _Fault(
        f"is not valid JSON: {reason}",
        where=f"line {error.lineno}, column {error.colno}",
        fix="remove the comma before it" if comma else "",
        code="json.syntax",
    )


def _make_depth_fault() -> _Fault:
    return _Fault(
        f"is nested more than {MAXIMUM_DEPTH} levels deep",
        fix="reduce the nesting",
        code="json.too-deep",
    )


def _measure_depth(value: Any) -> int:
    depth, level = 0, [value]
    while level := [item for item in level if isinstance(item, dict | list)]:
        depth += 1
        level = [
            child for item in level for child in (item.values() if isinstance(item, dict) else item)
        ]
    return depth
