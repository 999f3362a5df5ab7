from dataclasses import replace

import pytest

from kriterion.assessment.classes import (
    Comment,
    CommentType,
    RepresentationClass,
    comment_for,
    commented,
    enter,
    inherit,
    is_frequent,
    key_of,
    must_be_read,
    newest,
    sources_to_represent_again,
    to_represent_again,
    worth_a_comment,
)
from kriterion_tools.contracts.exercism_representer.representation import Representation

COMMENT = Comment(
    markdown="Rename `PLACEHOLDER_1`.", type=CommentType.ACTIONABLE, author="Ada Lovelace"
)


def _class(
    text: str,
    *,
    exercise: str = "two-fer",
    version: int = 1,
    exercise_version: int = 1,
    source: str = "first",
    comment: Comment | None = None,
) -> RepresentationClass:
    representation = Representation(text=text, version=version)
    return RepresentationClass(
        key=key_of(exercise, representation, exercise_version),
        source=source,
        representation=representation,
        comment=comment,
    )


def _enter(
    submission: str, text: str, *known: RepresentationClass, **versions: int
) -> RepresentationClass:
    version, exercise_version = versions.get("version", 1), versions.get("exercise_version", 1)
    representation = Representation(text=text, version=version)
    key = key_of("two-fer", representation, exercise_version)
    return enter({one.key: one for one in known}, key, submission, representation)


def test_equal_representations_are_one_class_and_its_source_stays() -> None:
    first = _enter("first", "a")
    assert _enter("second", "a", first) is first
    assert first.source == "first"
    assert _enter("second", "b", first).key != first.key


@pytest.mark.parametrize(
    "other",
    [
        _class("a", exercise="leap"),
        _class("a", version=2),
        _class("a", exercise_version=2),
        _class("b"),
    ],
)
def test_another_exercise_version_or_text_is_another_class(other: RepresentationClass) -> None:
    assert other.key != _class("a").key


def test_a_comment_moves_with_the_source_when_both_versions_are_the_same() -> None:
    old = _class("a", comment=COMMENT)
    assert _enter("first", "b", old).comment == COMMENT


@pytest.mark.parametrize("changed", [{"version": 2}, {"exercise_version": 2}])
def test_a_comment_becomes_a_draft_when_a_version_changes(changed: dict[str, int]) -> None:
    new = _enter("first", "b", _class("a", comment=COMMENT), **changed)
    assert (new.comment, new.draft) == (None, COMMENT)
    same_text = _enter("first", "a", _class("a", comment=COMMENT), **changed)
    assert (same_text.comment, same_text.draft) == (None, COMMENT)


def test_nothing_moves_with_anybody_but_the_source() -> None:
    new = _enter("second", "b", _class("a", comment=COMMENT))
    assert (new.comment, new.draft) == (None, None)


def test_nothing_moves_from_another_exercise() -> None:
    other = _class("a", exercise="leap", comment=COMMENT)
    assert _enter("first", "b", other).comment is None


def test_what_a_class_has_is_never_replaced() -> None:
    mine = replace(COMMENT, markdown="mine")
    old = _class("a", comment=COMMENT)
    assert inherit(_class("b", comment=mine), old).comment == mine
    waiting = replace(_class("b", version=2), draft=mine)
    assert inherit(waiting, old).draft == mine
    assert _enter("first", "b", old, _class("b", comment=mine)).comment == mine


@pytest.mark.parametrize(
    "incomplete", [replace(COMMENT, markdown=" "), replace(COMMENT, author="")]
)
def test_an_incomplete_comment_is_neither_shown_nor_moved(incomplete: Comment) -> None:
    old = _class("a", comment=incomplete)
    assert comment_for(old, old.representation) is None
    assert _enter("first", "b", old).comment is None


def test_the_newest_class_has_the_newest_versions() -> None:
    classes = [_class("a", version=2), _class("b", version=1, exercise_version=9), _class("c")]
    assert newest(classes) is classes[0]
    assert newest([]) is None


def test_the_comment_comes_from_the_newest_class_of_the_source() -> None:
    older = _class("a", comment=replace(COMMENT, markdown="old"))
    newer = _class("b", version=2, comment=replace(COMMENT, markdown="new"))
    draft = _enter("first", "c", newer, older, version=3).draft
    assert draft is not None
    assert draft.markdown == "new"


def test_the_first_author_stays_and_the_last_editor_is_named() -> None:
    drafted = replace(_class("a"), draft=COMMENT)
    first = commented(drafted, COMMENT)
    assert (first.comment, first.draft) == (COMMENT, None)
    second = commented(first, replace(COMMENT, author="Grace", markdown="Better."))
    assert second.comment == replace(COMMENT, editor="Grace", markdown="Better.")
    third = commented(second, replace(COMMENT, markdown="Best."))
    assert third.comment == replace(COMMENT, editor="Grace", markdown="Best.")


def test_each_student_reads_the_own_names() -> None:
    known = _class("f(PLACEHOLDER_1)", comment=COMMENT)
    mine = replace(known.representation, mapping={"PLACEHOLDER_1": "naam"})
    assert comment_for(known, mine) == "Rename `naam`."


@pytest.mark.parametrize(
    ("kind", "age_days", "told"),
    [
        (CommentType.ESSENTIAL, 1000, True),
        (CommentType.ACTIONABLE, 14, True),
        (CommentType.ACTIONABLE, 14.1, False),
        (CommentType.NON_ACTIONABLE, 0, False),
        (CommentType.CELEBRATORY, 0, False),
    ],
)
def test_who_must_read_a_comment(kind: CommentType, age_days: float, told: bool) -> None:
    assert must_be_read(replace(COMMENT, type=kind), age_days) is told


def test_when_the_source_moves_those_of_its_revision_are_represented_again() -> None:
    old, new = _class("a"), _class("b")
    revisions = {"first": "r1", "second": "r1", "third": "r2"}
    assert to_represent_again(old, new, revisions) == ("second",)
    assert to_represent_again(old, old, revisions) == ()
    assert to_represent_again(old, _class("b", source="second"), revisions) == ()


def test_the_largest_class_of_the_newest_version_is_worth_a_comment_first() -> None:
    small, large, alone = (_class(text, version=2) for text in "abc")
    old = _class("d", version=1)
    sizes = {small.key: 2, large.key: 9, alone.key: 1, old.key: 50}
    assert worth_a_comment([small, large, alone, old], sizes) == [large, small]
    assert worth_a_comment([], {}) == []
    assert [is_frequent(size) for size in (4, 5)] == [False, True]


def test_a_new_representer_begins_with_those_who_brought_comments() -> None:
    with_comment = _class("a", comment=COMMENT)
    without = _class("b", source="second")
    already = _class("c", source="third", version=2, comment=COMMENT)
    assert sources_to_represent_again([with_comment, without, already], 2) == ("first",)
