"""What an analyzer writes is an analysis, or a violation with its place."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion_tools.contracts.exercism_analyzer.analysis import (
    Analysis,
    Comment,
    CommentPlace,
    CommentType,
)
from kriterion_tools.contracts.exercism_analyzer.analysis_reader import (
    MAXIMUM_COMMENTS,
    MAXIMUM_SUMMARY,
    AnalysisReading,
    read_analysis,
    read_output,
)
from kriterion_tools.contracts.exercism_analyzer.analyzer_files import (
    ANALYSIS,
    TAGS,
)
from kriterion_tools.errors import ContractViolation
from kriterion_tools.tool_documents import MAXIMUM_CHARACTERS, MAXIMUM_VIOLATIONS


def read(document: Any) -> tuple[Analysis, list[str]]:
    """The analysis in a document, and what is said of it."""
    content = document if isinstance(document, bytes) else json.dumps(document).encode()
    analysis, violations = read_analysis(content)
    return analysis, [str(violation).removeprefix(f"{ANALYSIS} ") for violation in violations]


def read_comments(*written: Any) -> tuple[tuple[Comment, ...], list[str]]:
    analysis, messages = read({"comments": written})
    return analysis.comments, messages


# The first is the contract's own example.
GOOD: list[tuple[str, Any, Comment]] = [
    (
        "all of it",
        {"comment": "ruby.general.said", "params": {"foo": "1", "bar": "2"}, "type": "essential"},
        Comment(
            pointer="ruby.general.said",
            params={"foo": "1", "bar": "2"},
            type=CommentType.ESSENTIAL,
        ),
    ),
    ("a pointer alone", "ruby.general.said", Comment(pointer="ruby.general.said")),
    ("an object with a pointer", {"comment": "a"}, Comment(pointer="a")),
    ("nulls", {"comment": "a", "params": None, "type": None}, Comment(pointer="a")),
    ("unknown keys", {"comment": "a", "status": "approve"}, Comment(pointer="a")),
    (
        "parameters that are no texts",
        {"comment": "a", "params": {"n": 12, "x": 1.5, "none": None, "yes": True}},
        Comment(pointer="a", params={"n": "12", "x": "1.5", "none": "", "yes": "true"}),
    ),
    (
        "places",
        {"comment": "a", "places": [{"row": 2, "column": 4, "rows": 1, "columns": 3}, {"row": 0}]},
        Comment(
            pointer="a",
            places=(CommentPlace(row=2, column=4, rows=1, columns=3), CommentPlace(row=0)),
        ),
    ),
    (
        "a place in a file",
        {"comment": "a", "places": [{"row": 0, "file": "b.py"}]},
        Comment(pointer="a", places=(CommentPlace(row=0, file="b.py"),)),
    ),
    (
        "a line that only a parameter tells",
        {"comment": "a", "params": {"lineno": 3}},
        Comment(pointer="a", params={"lineno": "3"}, places=(CommentPlace(row=2),)),
    ),
    (
        "a line that is none",
        {"comment": "a", "params": {"line": "0"}},
        Comment(pointer="a", params={"line": "0"}),
    ),
]


@pytest.mark.parametrize(
    ("value", "comment"), [case[1:] for case in GOOD], ids=[case[0] for case in GOOD]
)
def test_a_comment_is_read(value: Any, comment: Comment) -> None:
    assert read_comments(value) == ((comment,), [])


LOST: list[tuple[Any, str]] = [
    (1, "comments[0]: must be a string or an object, not 1"),
    (None, "comments[0]: must be a string or an object, not null"),
    (["a"], "comments[0]: must be a string or an object, not a list"),
    (10**400, "comments[0]: must be a string or an object, not 1" + "0" * 27 + "..." + "0" * 29),
    ({}, "comments[0].comment: is missing"),
    ({"comment": None}, "comments[0].comment: must be a pointer, not null"),
    ({"comment": {}}, "comments[0].comment: must be a pointer, not an object"),
    (
        "",
        "comments[0]: '' is not a valid pointer:"
        " it has an empty part before, between or after its dots",
    ),
    (
        "../../passwd",
        "comments[0]: '../../passwd' is not a valid pointer:"
        " it has an empty part before, between or after its dots",
    ),
    (
        {"comment": "/etc/passwd"},
        "comments[0].comment: '/etc/passwd' is not a valid pointer:"
        " it has a slash; its parts must be joined by dots",
    ),
    ("a\0b", "comments[0]: 'a\\x00b' is not a valid pointer: it has control characters"),
]


@pytest.mark.parametrize(("value", "message"), LOST)
def test_a_comment_without_a_valid_pointer_is_dropped_alone(value: Any, message: str) -> None:
    comments, violations = read_comments(value, "good")
    assert comments == (Comment(pointer="good"),)
    assert violations == [message]


TOLD: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    (
        {"type": "this-is-very-bad"},
        {"type": CommentType.INFORMATIVE},
        "type: 'this-is-very-bad' is not a type of comment and is read as informative",
    ),
    ({"type": 3}, {}, "type: 3 is not a type of comment and is read as informative"),
    ({"params": ["x"]}, {}, "params: must be an object, not a list"),
    ({"params": "x"}, {}, "params: must be an object, not 'x'"),
    (
        {"params": {"x": {"y": [1]}}},
        {"params": {"x": '{"y":[1]}'}},
        "params.x: must be a string, not an object",
    ),
    (
        {"params": {"x": "y" * 40_000}},
        {"params": {"x": "y" * 32_768}},
        "params.x: is longer than 32,768 characters and is truncated",
    ),
    (
        {"params": {"x" * 101: ""}},
        {},
        f"params: the name '{'x' * 27}...{'x' * 28}' is longer than 100 characters",
    ),
    ({"places": {"row": 1}}, {}, "places: must be a list, not an object"),
    ({"places": [3]}, {}, "places[0]: must be an object, not 3"),
    (
        {"places": [{}]},
        {},
        "places[0].row: must be a whole number from 0 to 2,147,483,647, not null",
    ),
    (
        {"places": [{"row": 1, "column": -1}]},
        {"places": (CommentPlace(row=1),)},
        "places[0].column: must be a whole number from 0 to 2,147,483,647, not -1",
    ),
    (
        {"places": [{"row": 1, "file": 2}]},
        {"places": (CommentPlace(row=1),)},
        "places[0].file: must be a string, not 2",
    ),
    (
        {"places": [{"row": 1}] * 101},
        {"places": (CommentPlace(row=1),) * 100},
        "places: has 101 places, of which only 100 are read",
    ),
]


@pytest.mark.parametrize(("content", "read_as", "message"), TOLD)
def test_an_invalid_field_of_a_comment_keeps_the_rest(
    content: dict[str, Any], read_as: dict[str, Any], message: str
) -> None:
    comments, violations = read_comments({"comment": "a", **content})
    assert comments == (Comment(pointer="a", **read_as),)
    assert violations == [f"comments[0].{message}"]


# Source: exercism/website 16bb79f, what its tests pin.
@pytest.mark.parametrize(
    ("document", "pointers", "messages"),
    [
        ({"comments": []}, [], []),
        ({"comments": None}, [], ["comments: is missing"]),
        ({"comments": ["foobar"]}, ["foobar"], []),
        ({}, [], ["comments: is missing"]),
        ({"comments": "foobar"}, [], ["comments: must be a list, not 'foobar'"]),
        ({"comments": {"comment": "a"}}, [], ["comments: must be a list, not an object"]),
        ({"status": "approve", "comments": ["a"]}, ["a"], []),
    ],
)
def test_an_invalid_document_is_read_as_far_as_possible(
    document: Any, pointers: list[str], messages: list[str]
) -> None:
    analysis, violations = read(document)
    assert [comment.pointer for comment in analysis.comments] == pointers
    assert violations == messages


@pytest.mark.parametrize(
    ("value", "summary", "messages"),
    [
        ("Nearly there", "Nearly there", []),
        ("", None, []),
        (" \n", None, []),
        (None, None, []),
        (7, None, ["summary: must be a string, not 7"]),
        (
            "a" * (MAXIMUM_SUMMARY + 1),
            "a" * MAXIMUM_SUMMARY,
            ["summary: is longer than 2,000 characters and is truncated"],
        ),
    ],
)
def test_a_blank_summary_is_dropped(value: Any, summary: str | None, messages: list[str]) -> None:
    analysis, violations = read({"summary": value, "comments": []})
    assert analysis.summary == summary
    assert violations == messages


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b" \n", "is empty"),
        (b"{", "is not valid JSON: Input data was truncated"),
        (b"[]", "must be an object"),
        (b"null", "must be an object"),
        (
            b'{"comments": [NaN]}',
            "is not valid JSON: JSON is malformed: invalid character (byte 14)",
        ),
        (b'{"comments": ' + b"[" * 100_000, "is nested too deeply"),
        (b'"' + b"a" * MAXIMUM_CHARACTERS, "is longer than 512,000 characters"),
        (b" " * (4 * MAXIMUM_CHARACTERS + 1), "is longer than 512,000 characters"),
    ],
    ids=range(9),
)
def test_an_invalid_analysis_is_a_violation(content: bytes, message: str) -> None:
    with pytest.raises(ContractViolation) as caught:
        read_analysis(content)
    assert str(caught.value) == f"{ANALYSIS}: {message}"


@pytest.mark.parametrize(
    ("content", "summary", "message"),
    [
        (
            b'{"summary": "a\xffb", "comments": []}',
            "a\ufffdb",
            "byte 14: 0xff is not valid UTF-8, read as U+FFFD",
        ),
        (
            b'{"summary": "a\\ud800b \\\\ud800 \\ud83d\\ude00 \\udc00", "comments": []}',
            "a\ufffdb \\ud800 \N{GRINNING FACE} \ufffd",
            "character 14: \\ud800 is half a surrogate pair, read as U+FFFD",
        ),
        (
            b'\xef\xbb\xbf{"summary": "a", "comments": []}',
            "a",
            "byte 0: a byte order mark, which JSON does not allow",
        ),
    ],
)
def test_invalid_utf8_spoils_nothing_else(content: bytes, summary: str, message: str) -> None:
    analysis, violations = read(content)
    assert analysis.summary == summary
    assert violations == [message]


@pytest.mark.parametrize(
    "number", [b"1e999", b"9" * 5_000, b'{"comment": "a", "params": {"x": -1e999}}']
)
def test_an_out_of_range_number_costs_only_its_container(number: bytes) -> None:
    content = b'{"summary": %b, "comments": [%b, "good"]}' % (number, number)
    analysis, messages = read(content)
    assert analysis == Analysis(comments=(Comment(pointer="good"),))
    assert messages[0] == "summary: contains a number that is too large"
    assert messages[1] == "comments[0]: contains a number that is too large"


def test_the_most_severe_of_too_many_comments_are_kept() -> None:
    urgent = {"comment": "b", "type": "essential"}
    comments, messages = read_comments(*["a"] * 90_000, urgent)
    assert [comment.pointer for comment in comments] == ["a"] * MAXIMUM_COMMENTS + ["b"]
    assert messages == [
        "comments: 89,900 comments of type informative are ignored: the limit is 100"
    ]


def test_the_first_of_too_many_violations_are_reported() -> None:
    _, messages = read_comments(*[1] * 90_000)
    assert (
        messages[-1]
        == f"{ANALYSIS}: {90_000 - MAXIMUM_VIOLATIONS:,} more violations are not listed"
    )
    assert len(messages) == MAXIMUM_VIOLATIONS + 1


def test_the_output_directory_is_read_as_a_whole() -> None:
    files = {ANALYSIS: b'{"comments": ["a"]}', TAGS: b'{"tags": ["construct:if"]}'}
    assert read_output(files) == AnalysisReading(
        analysis=Analysis(comments=(Comment(pointer="a"),)), tags=("construct:if",)
    )


def test_tags_are_optional_and_an_analysis_is_required() -> None:
    assert read_output({ANALYSIS: b'{"comments": []}'}) == AnalysisReading(analysis=Analysis())
    reading = read_output({TAGS: b'{"tags": ["construct:if"]}'})
    assert (reading.analysis, reading.tags) == (None, ("construct:if",))
    assert [str(violation) for violation in reading.violations] == ["analysis.json: is missing"]


def test_unreadable_tags_keep_the_analysis() -> None:
    reading = read_output({ANALYSIS: b'{"comments": ["a"]}', TAGS: b"nonsense"})
    assert reading.analysis == Analysis(comments=(Comment(pointer="a"),))
    assert [violation.document for violation in reading.violations] == [TAGS]


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inside: (
        st.lists(inside, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                [
                    "summary",
                    "comments",
                    "comment",
                    "params",
                    "type",
                    "places",
                    "row",
                    "file",
                    "tags",
                ]
            )
            | st.text(max_size=3),
            inside,
            max_size=4,
        )
    ),
    max_leaves=20,
)


@given(_JSON.map(lambda value: json.dumps(value).encode("utf-8", "replace")) | st.binary())
def test_any_bytes_are_an_analysis_or_a_violation(content: bytes) -> None:
    reading = read_output({ANALYSIS: content, TAGS: content})
    assert reading.analysis is not None or reading.violations
    for comment in reading.analysis.comments if reading.analysis else ():
        assert all(isinstance(value, str) for value in comment.params.values())
