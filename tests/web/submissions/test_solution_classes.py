"""Which submissions are of one class, and whom a comment on it reaches."""

import pytest

from kriterion.web.submissions.models import ClassComment, Submission
from kriterion.web.submissions.services.solution_classes import (
    find_class_key,
    list_class_comments,
    select_outer_comments,
)
from tests.web.conftest import World, make_world

pytestmark = pytest.mark.django_db

KEY = {"digest": "d", "representer_version": 1, "exercise_version": 1}


@pytest.fixture
def world() -> World:
    return make_world()


def _make_submission(world: World, **fields: object) -> Submission:
    data = {"user": world.ada, "activity": world.exercise, "number": 2, **KEY, **fields}
    return Submission.objects.create(**data)


def _make_comment(world: World, **fields: object) -> ClassComment:
    data = {"activity": world.exercise, "markdown": "Mind it.", "type": "actionable", **KEY}
    return ClassComment.objects.create(author=world.tina, **{**data, **fields})


def _find_by_query(submission: Submission) -> list[ClassComment]:
    """The comments that the query of many submissions sees for one."""
    comments = select_outer_comments().values("pk")
    found = Submission.objects.filter(pk=submission.pk).annotate(comment=comments[:1])
    return list(ClassComment.objects.filter(pk__in=found.values("comment")))


def test_a_comment_reaches_everybody_in_the_class_unless_it_is_a_draft(world: World) -> None:
    first, second = _make_submission(world), _make_submission(world, user=world.ben, number=1)
    comment = _make_comment(world)
    _make_comment(world, draft=True)
    assert find_class_key(first) == find_class_key(second)
    for submission in (first, second):
        assert list_class_comments(submission) == _find_by_query(submission) == [comment]


@pytest.mark.parametrize(
    "other", [{"digest": "e"}, {"representer_version": 2}, {"exercise_version": 2}]
)
def test_another_exercise_version_or_text_is_another_class(
    world: World, other: dict[str, object]
) -> None:
    _make_comment(world)
    submission = _make_submission(world, **other)
    assert list_class_comments(submission) == _find_by_query(submission) == []


@pytest.mark.parametrize(
    "missing", [{"digest": ""}, {"representer_version": None}, {"exercise_version": None}]
)
def test_a_submission_without_a_representation_is_in_no_class(
    world: World, missing: dict[str, object]
) -> None:
    submission = _make_submission(world, **missing)
    assert find_class_key(submission) is None
    assert list_class_comments(submission) == []
