"""A JSON object written by a teacher: what is read, what is warned of, what is refused."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kriterion.exercises.dodona.merged_configuration import MAXIMUM_BYTES
from kriterion.exercises.json_object import MAXIMUM_DEPTH, read_object
from kriterion.exercises.problem import Problems
from kriterion_tools.diagnostic import Diagnostic, Severity


def _read(content: bytes) -> tuple[dict[str, Any] | None, tuple[Diagnostic, ...]]:
    problems = Problems()
    return read_object(content, "config.json", problems), tuple(problems)


def _nest(depth: int) -> bytes:
    return b'{"a":' * depth + b"1" + b"}" * depth


@pytest.mark.parametrize(
    ("content", "value"),
    [
        pytest.param(
            b'{"a": [1, 2.5, true, null, "x"]}', {"a": [1, 2.5, True, None, "x"]}, id="all"
        ),
        pytest.param(b'\r\n{\r\n"a":\r\n1}\r\n', {"a": 1}, id="CRLF"),
        pytest.param('{"é": "€ 😀"}'.encode(), {"é": "€ 😀"}, id="UTF-8"),
        pytest.param(rb'{"a": "\ud83d\ude00"}', {"a": "😀"}, id="both halves of a surrogate pair"),
        pytest.param(rb'{"a": "\\ud800"}', {"a": r"\ud800"}, id="an escaped backslash"),
        pytest.param(b'{"a": "// b /* c */"}', {"a": "// b /* c */"}, id="no comment"),
        pytest.param(b'{"a": 18446744073709551615}', {"a": 2**64 - 1}, id="the largest integer"),
    ],
)
def test_valid_json_is_read_without_a_message(content: bytes, value: object) -> None:
    assert _read(content) == (value, ())


@pytest.mark.parametrize(
    ("content", "value", "what", "where"),
    [
        (b'\xef\xbb\xbf{"a": 1}', {"a": 1}, "starts with a byte order mark", ""),
        (b'{\n"a": "\xe9"}', {"a": "�"}, "byte 0xe9 is not valid UTF-8", "line 2"),
        (b'{"a": "\xed\xa0\x80"}', {"a": "���"}, "byte 0xed is not valid UTF-8", "line 1"),
        (rb'{"a": "\ud800"}', {"a": "�"}, "contains half of a surrogate pair", ""),
        (rb'{"a": "\ude00\ud83d"}', {"a": "��"}, "contains half of a surrogate pair", ""),
        (rb'{"\ud800": 1}', {"�": 1}, "contains half of a surrogate pair", ""),
        (b'{"a": 1, "a": 2}', {"a": 2}, "key 'a' occurs twice; the last value counts", ""),
        (
            b'{"b": {"\\u0007": 1, "\\u0007": 2}}',
            {"b": {"\a": 2}},
            "key '\\x07' occurs twice",
            "",
        ),
        (b'// c\n{"a": /* "b" */ 1}', {"a": 1}, "contains comments, which JSON does not allow", ""),
    ],
)
def test_tolerable_json_is_read_with_a_warning(
    content: bytes, value: object, what: str, where: str
) -> None:
    read, problems = _read(content)
    assert read == value
    assert [problem.severity for problem in problems] == [Severity.WARNING]
    assert problems[0].what.startswith(what)
    assert problems[0].where == where


@pytest.mark.parametrize(
    ("content", "what", "where"),
    [
        (b"", "is empty", ""),
        (b" \r\n\t", "is empty", ""),
        (b"\xef\xbb\xbf", "is empty", ""),
        (b"[]", "must contain an object, not a list", ""),
        (b"null", "must contain an object, not null", ""),
        (b'"a"', "must contain an object, not 'a'", ""),
        (b'{"a": 1', "is not valid JSON: expecting ',' delimiter", "line 1, column 8"),
        (b'{"a": 1,\n}', "is not valid JSON: ", "line 2, column 1"),
        (b'{"a": 1}\n{"b": 2}', "is not valid JSON: extra data", "line 2, column 1"),
        (b"// only\n", "is not valid JSON: expecting value", "line 2, column 1"),
        (b'/* c */\n{"a": b}', "is not valid JSON: expecting value", "line 2, column 7"),
        (b'{"a": "x\ty"}', "is not valid JSON: invalid control character at", "line 1, column 9"),
        (b'{"a": "\0"}', "is not valid UTF-8", ""),
        ('{"a": 1}'.encode("utf-16"), "is not valid UTF-8", ""),
        ('{"a": 1}'.encode("utf-16-be"), "is not valid UTF-8", ""),
        (b'{"a": NaN}', "NaN is not a number in JSON", ""),
        (b'{"a": -Infinity}', "-Infinity is not a number in JSON", ""),
        (b'{"a": 1e999}', "number 1e999 is too large", ""),
        (b'{"a": 18446744073709551616}', "number 18446744073709551616 does not fit", ""),
        (b'{"a": ' + b"9" * 100_000 + b"}", "number 99", ""),
        (_nest(MAXIMUM_DEPTH + 1), "is nested more than 100 levels deep", ""),
        (_nest(100_000), "is nested more than 100 levels deep", ""),
        (b'{"a":' + b"[" * 200_000, "is nested more than 100 levels deep", ""),
    ],
)
def test_a_document_that_is_not_an_object_is_refused_with_its_place(
    content: bytes, what: str, where: str
) -> None:
    value, problems = _read(content)
    assert value is None
    assert [problem for problem in problems if problem.severity is Severity.ERROR] == [problems[-1]]
    assert problems[-1].what.startswith(what)
    assert problems[-1].where == where
    assert len(problems[-1].what) < 150


def test_a_hundred_levels_are_accepted() -> None:
    value, problems = _read(_nest(MAXIMUM_DEPTH))
    assert value is not None
    assert problems == ()


def test_a_trailing_comma_is_named() -> None:
    assert _read(b'{"a": [1, 2,]}')[1][0].fix == "remove the comma before it"


def test_repeated_keys_give_one_warning() -> None:
    pairs = b", ".join(b'"k%d": 1, "k%d": 2' % (number, number) for number in range(5000))
    _, problems = _read(b"{" + pairs + b"}")
    assert [problem.what for problem in problems] == [
        "key 'k0' and 4,999 others occur twice; the last value counts"
    ]


def test_comments_do_not_shift_the_place_of_a_fault() -> None:
    assert _read(b'{ /* one\ntwo */ "a" 1}')[1][-1].where == "line 2, column 12"


@pytest.mark.parametrize(
    "piece", [b'{"', b"/*", b'"\\', b"//", b"\\u", b'{"a":1,', b'"\\"', b"1", b"[", b"/*\n"]
)
def test_a_long_unterminated_file_is_refused_at_once(piece: bytes) -> None:
    # Were any of it quadratic, this would take minutes.
    content = piece * (MAXIMUM_BYTES // len(piece))
    for start in (b"", b'{"a":', b'"', b"/*"):
        value, problems = _read(start + content)
        assert value is None
        assert len(problems) >= 1


@settings(deadline=None)
@given(st.binary() | st.text().map(str.encode))
def test_any_bytes_are_an_object_or_a_problem(content: bytes) -> None:
    value, problems = _read(content)
    assert (value is None) == any(problem.severity is Severity.ERROR for problem in problems)
    for problem in problems:
        assert str(problem).isprintable()
        assert len(str(problem)) < 300
