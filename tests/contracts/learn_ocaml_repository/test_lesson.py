"""Lessons, and the list of them."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion_tools.contracts.learn_ocaml_repository.lesson import (
    Lesson,
    LessonCode,
    LessonEntry,
    LessonHtml,
    LessonStep,
    encode_lesson,
    encode_lessons,
    read_lesson,
    read_lessons,
)

LIST = b"""{ "learnocaml_version": "1",
  "lessons": [ [ "lists", "Lists" ],
               [ "sorting/merge", "Merge sort" ] ] }
"""
ENTRIES = (LessonEntry("lists", "Lists"), LessonEntry("sorting/merge", "Merge sort"))

LESSON = b"""{ "learnocaml_version": "1",
  "title": "Lists",
  "steps": [ { "title": "Cons",
               "contents": [ {"html": "<p>Look:</p>"}, {"code": "1 :: [];;"} ] },
             { "title": "The end", "contents": [] } ] }
"""


def _read_lesson(**changes: Any) -> tuple[Lesson, list[tuple[str, str]]]:
    values = json.loads(LESSON) | changes
    document = {key: value for key, value in values.items() if value is not None}
    lesson, faults = read_lesson("lists", json.dumps(document).encode())
    assert lesson is not None
    assert all(fault.upstream for fault in faults)
    return lesson, [(fault.path, fault.what) for fault in faults]


def test_lessons_keep_their_order() -> None:
    assert read_lessons(LIST) == (ENTRIES, [])


def test_a_lesson_has_steps_of_html_and_code() -> None:
    lesson, faults = read_lesson("lists", LESSON)
    assert faults == []
    assert lesson == Lesson(
        "lists",
        "Lists",
        (
            LessonStep("Cons", (LessonHtml("<p>Look:</p>"), LessonCode("1 :: [];;"))),
            LessonStep("The end"),
        ),
    )


def test_an_entry_without_a_lesson_is_reported_with_its_place() -> None:
    entries, (fault,) = read_lessons(LIST, {"lists"}.__contains__)
    assert entries == ENTRIES[:1]
    assert (fault.what, fault.line, fault.column) == ("there is no 'sorting/merge'", 3, 16)
    assert not fault.upstream


@pytest.mark.parametrize(
    ("lessons", "entries", "what"),
    [
        ([["a", "A"], ["a", "B"]], (LessonEntry("a", "A"),), "'a' is listed twice"),
        ([["a"]], (LessonEntry("a", "a"),), "must be an id and a title"),
        (["a"], (), "must be a list, not 'a'"),
        ({}, (), "must be a list, not an object"),
        (
            [["../a", "A"]],
            (),
            "'../a' has a part that begins with a dot: it is not the path of a file",
        ),
    ],
)
def test_odd_values_in_the_list_are_skipped_and_reported(
    lessons: object, entries: tuple[LessonEntry, ...], what: str
) -> None:
    document = {"learnocaml_version": "2", "lessons": lessons}
    read, faults = read_lessons(json.dumps(document).encode())
    assert read == entries
    assert faults[0].what == what


@pytest.mark.parametrize(
    ("changes", "faults"),
    [
        ({"title": None}, [("", "has no 'title'")]),
        ({"steps": None}, [("", "has no 'steps'")]),
        ({"steps": ["a"]}, [("steps[0]", "must be an object, not 'a'")]),
        ({"steps": [{"title": "a"}]}, [("steps[0]", "has no 'contents'")]),
        (
            {"steps": [{"title": "a", "contents": [{"text": "b"}]}]},
            [
                ("steps[0].contents[0]", "must have either 'html' or 'code'"),
                ("steps[0].contents[0].text", "is not a known key"),
            ],
        ),
    ],
)
def test_odd_values_in_a_lesson_are_skipped_and_reported(
    changes: dict[str, Any], faults: list[tuple[str, str]]
) -> None:
    assert _read_lesson(**changes)[1] == faults


def test_a_step_with_html_and_code_shows_both() -> None:
    both = {"html": "<p>a</p>", "code": "1"}
    lesson, faults = _read_lesson(steps=[{"title": "a", "contents": [both]}])
    assert lesson.steps[0].contents == (LessonHtml("<p>a</p>"), LessonCode("1"))
    assert [what for _, what in faults] == ["must have either 'html' or 'code'"]


CONTENTS = st.builds(LessonHtml, st.text()) | st.builds(LessonCode, st.text())
STEPS = st.builds(LessonStep, st.text(), st.lists(CONTENTS).map(tuple))


@given(st.builds(Lesson, st.just("x"), st.text(), st.lists(STEPS).map(tuple)))
def test_an_encoded_lesson_round_trips(lesson: Lesson) -> None:
    assert read_lesson("x", json.dumps(encode_lesson(lesson)).encode()) == (lesson, [])


@given(
    st.lists(st.builds(LessonEntry, st.sampled_from("abc"), st.text()), unique_by=lambda e: e.id)
)
def test_an_encoded_list_round_trips(entries: list[LessonEntry]) -> None:
    content = json.dumps(encode_lessons(entries)).encode()
    assert read_lessons(content) == (tuple(entries), [])


@given(st.binary())
def test_any_bytes_are_lessons_or_faults(content: bytes) -> None:
    for read, faults in (read_lessons(content), read_lesson("x", content)):
        assert read is not None or any(fault.fatal for fault in faults)
