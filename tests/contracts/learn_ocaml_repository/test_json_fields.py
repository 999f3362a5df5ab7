"""JSON files of a repository: any bytes are a value or a fault with its place."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion_tools.contracts.learn_ocaml_repository.decoding import MAXIMUM_DEPTH
from kriterion_tools.contracts.learn_ocaml_repository.json_fields import (
    LARGEST_INTEGER,
    MAXIMUM_FAULTS,
    SMALLEST_INTEGER,
    JsonDocument,
    JsonPart,
    read_document,
)
from kriterion_tools.contracts.learn_ocaml_repository.repository_fault import Fault

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(),
    lambda below: st.lists(below, max_size=4) | st.dictionaries(st.text(), below, max_size=4),
    max_leaves=20,
)


def _read_root(content: bytes) -> tuple[JsonDocument, JsonPart]:
    document = JsonDocument(content)
    assert document.root is not None
    return document, document.root


@given(JSON)
def test_valid_json_gives_its_value(value: object) -> None:
    for ascii_only in (True, False):
        assert read_document(json.dumps(value, ensure_ascii=ascii_only).encode()) == (value, [])


@given(st.binary())
def test_any_bytes_are_a_value_or_one_fatal_fault(content: bytes) -> None:
    value, faults = read_document(content)
    fatal = [fault for fault in faults if fault.fatal]
    assert len(fatal) <= 1
    assert not fatal or value is None


@pytest.mark.parametrize(
    ("content", "line", "column", "what"),
    [
        (b"", 1, 1, "is empty"),
        (b" \n", 1, 1, "is empty"),
        (
            b'{"a":\n 1,,}',
            2,
            4,
            "is not valid JSON: expecting property name enclosed in double quotes",
        ),
        (b"{,}", 1, 2, "is not valid JSON: expecting property name enclosed in double quotes"),
        (b"[ ,]", 1, 3, "is not valid JSON: expecting value"),
        (b"[1,\n 2", 2, 3, "is not valid JSON: expecting ',' delimiter"),
        (b'["a\nb"]', 1, 4, "is not valid JSON: invalid control character at"),
        (b"[1, NaN]", 1, 5, "NaN is not a number"),
        (b'["NaN", -Infinity]', 1, 9, "-Infinity is not a number"),
        (b"[\n" + b"7" * 5000 + b"]", 2, 1, "the number has more than 4,300 digits"),
        (b"[" * 101 + b"]" * 101, 1, 101, "is nested more than 100 levels deep"),
        (b"{]", 1, 2, "is not valid JSON: expecting property name enclosed in double quotes"),
        ('["é", x]'.encode(), 1, 7, "is not valid JSON: expecting value"),
    ],
)
def test_invalid_json_is_refused_with_its_place(
    content: bytes, line: int, column: int, what: str
) -> None:
    value, faults = read_document(content)
    assert value is None
    assert [(fault.line, fault.column, fault.what) for fault in faults] == [(line, column, what)]
    assert all(fault.fatal and fault.upstream for fault in faults)


def test_unclosed_and_superfluous_parts_are_named() -> None:
    _, (open_brace,) = read_document(b'[\n  {"a": "{]"')
    assert open_brace.fix == "close the { of line 2, column 3"
    _, (comma,) = read_document(b"[1, ]")
    assert comma.fix == "remove the comma"


@pytest.mark.parametrize(
    ("content", "value", "line", "column", "upstream"),
    [
        (b"\xef\xbb\xbf[1]", [1], 1, 1, True),
        (b'[\n "\xff"]', ["\ufffd"], 2, 3, True),
        (b'\xef\xbb\xbf["\xff"]', ["\ufffd"], 1, 3, True),
        (b'[\n "a\\ud800"]', ["a\ufffd"], 2, 4, True),
        (b"[1] m", [1], 1, 5, False),
        (b"[1]\n[2]", [1], 2, 1, False),
        (b'{\n  "a": [",]", 1, ],\n}', {"a": [",]", 1]}, 2, 16, True),
        (b'{"a": 1, /* last */ }', {"a": 1}, 1, 8, True),
        (b'[1, // one\n "//", /* two\n */ 2]', [1, "//", 2], 1, 5, True),
    ],
)
def test_tolerable_json_is_read(
    content: bytes, value: object, line: int, column: int, upstream: bool
) -> None:
    document, faults = read_document(content)
    assert document == value
    assert (line, column, upstream) in [
        (fault.line, fault.column, fault.upstream) for fault in faults
    ]
    assert not any(fault.fatal for fault in faults)


@pytest.mark.parametrize(
    ("content", "value", "line", "column"),
    [
        (b'{"kind": "a" | "b" |\n "c", "n": 1}', {"kind": "a", "n": 1}, 1, 13),
        (b'{"stars": [1 .. 5],\n "n": [0..n]}', {"stars": None, "n": None}, 1, 11),
        (b'["a", ..., "b", "..", ...]', ["a", "b", ".."], 1, 7),
        (b'[{"a": ["x" ; .. ; "y"]}; .. ]', [{"a": ["x", "y"]}], 1, 13),
        (b'[..., "a" | "b"] // one of them', ["a"], 1, 2),
    ],
)
def test_grammar_notation_is_ignored(content: bytes, value: object, line: int, column: int) -> None:
    document, faults = read_document(content)
    assert document == value
    (fault,) = (fault for fault in faults if "notation of a grammar" in fault.what)
    assert (fault.line, fault.column) == (line, column)
    assert fault.upstream
    assert not any(fault.fatal for fault in faults)


def test_grammar_notation_does_not_hide_other_faults() -> None:
    value, (fault,) = read_document(b'["a" | "b", c]')
    assert value is None
    assert fault.fatal


def test_a_surrogate_pair_is_one_character() -> None:
    assert read_document(rb'["\ud83d\udc2b"]') == (["🐫"], [])


def test_nesting_up_to_the_limit_is_read() -> None:
    value, faults = read_document(b"[" * MAXIMUM_DEPTH + b"]" * MAXIMUM_DEPTH)
    assert value is not None
    assert faults == []


def test_the_last_of_a_repeated_key_counts() -> None:
    document, root = _read_root(b'{"a": 1,\n "b": 2, "a": 3, "a": 4}')
    assert root.is_object("a", "b")
    assert list(root.value.items()) == [("b", 2), ("a", 4)]
    (fault,) = document.faults()
    assert (fault.path, fault.line, fault.column, fault.upstream) == ("a", 2, 18, True)


def test_a_repeated_key_is_fine_where_any_key_is_allowed() -> None:
    document, root = _read_root(b'{"a": 1, "a": 2}')
    assert list(root.members()) == ["a"]
    assert [fault.upstream for fault in document.faults()] == [False]


def test_an_unknown_key_is_reported_with_the_likely_one() -> None:
    document, root = _read_root(b'{"shortDescription": 1, "Title": 2, "zebra": 3}')
    root.is_object("short_description", "title")
    assert [(fault.path, fault.column, fault.fix) for fault in document.faults()] == [
        ("shortDescription", 2, "did you mean 'short_description'?"),
        ("Title", 25, "did you mean 'title'?"),
        ("zebra", 37, "remove it"),
    ]


@pytest.mark.parametrize(
    ("read", "good", "bad"),
    [
        (JsonPart.text, [("a", "a"), ("", "")], [1, None, [], {}, True]),
        (JsonPart.number, [(1, 1.0), (2.5, 2.5), (-3, -3.0)], ["1", None, True, 10**400, []]),
        (
            JsonPart.integer,
            [(1, 1), (4.0, 4), (LARGEST_INTEGER, LARGEST_INTEGER)],
            ["1", 1.5, LARGEST_INTEGER + 1, SMALLEST_INTEGER - 1, 10**400, False],
        ),
        (JsonPart.boolean, [(True, True), (False, False)], [0, 1, "true", None]),
    ],
)
def test_a_value_of_the_wrong_kind_is_reported(
    read: object, good: list[tuple[object, object]], bad: list[object]
) -> None:
    assert callable(read)
    for written, value in good:
        document, root = _read_root(json.dumps([written]).encode())
        assert read(root.at(0)) == value
        assert document.faults() == []
    for written in bad:
        document, root = _read_root(json.dumps([written]).encode())
        assert read(root.at(0)) is None
        (fault,) = document.faults()
        assert (fault.path, fault.line, fault.column, fault.upstream) == ("[0]", 1, 2, True)


def test_an_exponent_of_any_size_is_reported() -> None:
    document, root = _read_root(b"[1e999]")
    assert root.at(0).number() is None
    assert [fault.what for fault in document.faults()] == ["is too large a number"]


def test_a_list_of_texts_drops_other_values() -> None:
    document, root = _read_root(b'["a", 1, "b", null]')
    assert root.texts() == ("a", "b")
    assert [fault.path for fault in document.faults()] == ["[1]", "[3]"]


def test_a_missing_key_is_reported_at_the_start_of_its_object() -> None:
    document, root = _read_root(b'\n {"groups": {"a b": [{}]}}')
    item = root.at("groups").at("a b").at(0)
    assert item.field("title", JsonPart.text, "none", needed=True) == "none"
    assert item.field("other", JsonPart.text, None) is None
    (fault,) = document.faults()
    assert fault == Fault(
        what="has no 'title'",
        code="learn-ocaml.json.missing-key",
        path="groups.'a b'[0]",
        line=2,
        column=22,
        upstream=True,
    )


def test_a_document_of_the_wrong_kind_is_fatal() -> None:
    document, root = _read_root(b" [1]")
    assert not root.is_object("a")
    (fault,) = document.faults()
    assert fault.fatal
    assert (fault.what, fault.column) == ("must be an object, not a list", 2)


@pytest.mark.long(reason="reads a huge file")
def test_too_many_faults_are_counted() -> None:
    content = json.dumps([*range(200_000)], separators=(",\n", ":")).encode()
    document, root = _read_root(content)
    assert root.texts() == ()
    faults = document.faults()
    assert len(faults) == MAXIMUM_FAULTS + 1
    assert faults[MAXIMUM_FAULTS - 1].line == MAXIMUM_FAULTS
    assert {fault.code for fault in faults[:-1]} == {"learn-ocaml.json.wrong-type"}
    assert faults[-1].what == "has 199,900 more faults"
    assert faults[-1].code == "learn-ocaml.json.more-faults"


@given(JSON, st.data())
def test_every_place_points_at_its_value(value: object, data: st.DataObject) -> None:
    text = json.dumps(value, indent=data.draw(st.sampled_from([None, 1])), ensure_ascii=True)
    document, part = _read_root(text.encode())
    while isinstance(part.value, list | dict) and part.value and data.draw(st.booleans()):
        steps = part.value if isinstance(part.value, dict) else range(len(part.value))
        part = part.at(data.draw(st.sampled_from([*steps])))
    part.complain("here", code="learn-ocaml.here")
    (fault,) = document.faults()
    line = text.split("\n")[fault.line - 1 :]
    rest = "\n".join([line[0][fault.column - 1 :], *line[1:]])
    assert json.JSONDecoder().raw_decode(rest)[0] == part.value
