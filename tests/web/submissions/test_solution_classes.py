"""Which submissions are of one class, and whom a comment on it reaches."""

import pytest

from kriterion.web.submissions.models import ClassComment, Submission
from kriterion.web.submissions.services.solution_classes import (
    class_key,
    comments_on,
    comments_on_outer_submission,
)
from tests.web.conftest import World, make_world

pytestmark = pytest.mark.django_db

KEY = {"digest": "d", "representer_version": 1, "exercise_version": 1}


@pytest.fixture
def world() -> World:
    return make_world()


def _submission(world: World, **fields: object) -> Submission:
    given = {"user": world.ada, "activity": world.exercise, "number": 2, **KEY, **fields}
    return Submission.objects.create(**given)


def _comment(world: World, **fields: object) -> ClassComment:
    given = {"activity": world.exercise, "markdown": "Mind it.", "type": "actionable", **KEY}
    return ClassComment.objects.create(author=world.tina, **{**given, **fields})


def _found_by_query(submission: Submission) -> list[ClassComment]:
    """The comments that the query of many submissions sees for one."""
    comments = comments_on_outer_submission().values("pk")
    found = Submission.objects.filter(pk=submission.pk).annotate(comment=comments[:1])
    return list(ClassComment.objects.filter(pk__in=found.values("comment")))


def test_a_comment_reaches_everybody_in_the_class_unless_it_is_a_draft(world: World) -> None:
    first, second = _submission(world), _submission(world, user=world.ben, number=1)
    comment = _comment(world)
    _comment(world, draft=True)
    assert class_key(first) == class_key(second)
    for submission in (first, second):
        assert comments_on(submission) == _found_by_query(submission) == [comment]


@pytest.mark.parametrize(
    "other", [{"digest": "e"}, {"representer_version": 2}, {"exercise_version": 2}]
)
def test_another_exercise_version_or_text_is_another_class(
    world: World, other: dict[str, object]
) -> None:
    _comment(world)
    submission = _submission(world, **other)
    assert comments_on(submission) == _found_by_query(submission) == []


@pytest.mark.parametrize(
    "missing", [{"digest": ""}, {"representer_version": None}, {"exercise_version": None}]
)
def test_a_submission_without_a_representation_is_in_no_class(
    world: World, missing: dict[str, object]
) -> None:
    submission = _submission(world, **missing)
    assert class_key(submission) is None
    assert comments_on(submission) == []
