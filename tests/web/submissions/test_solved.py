"""Essential comments block softly: until a version without them, until they are read, or lifted."""

from itertools import product

import pytest

from kriterion.assessment.soft_block import NextStep
from kriterion.web.submissions.models import (
    ClassComment,
    Clearance,
    ClearanceReason,
    Submission,
    SubmissionState,
)
from kriterion.web.submissions.services.solved import (
    clear,
    filter_solved,
    find_standing,
    is_solved_by,
)
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.web.conftest import World, make_world

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    return make_world()


def _create_finished(world: World, number: int = 2, **fields: object) -> Submission:
    data = {"accepted": True, "status": Status.CORRECT, "state": SubmissionState.FINISHED}
    data |= {"user": world.ada, "activity": world.exercise, "number": number}
    return Submission.objects.create(**{**data, **fields})


def _create_in_class(world: World, number: int = 2, **fields: object) -> Submission:
    alike = {"digest": "d", "representer_version": 1, "exercise_version": 1}
    return _create_finished(world, number, **{**alike, **fields})


def _add_class_comment(world: World, type_: str, **fields: object) -> ClassComment:
    key = {"digest": "d", "representer_version": 1, "exercise_version": 1, **fields}
    return ClassComment.objects.create(
        activity=world.exercise, markdown="Mind it.", type=type_, author=world.tina, **key
    )


def _is_solved(submission: Submission) -> bool:
    return filter_solved(Submission.objects.filter(pk=submission.pk)).exists()


def test_the_database_query_agrees_with_the_rule(world: World) -> None:
    number = 1
    types = (None, "essential", "actionable", "non_actionable", "celebratory")
    for type_ in types:
        ClassComment.objects.all().delete()
        messages = None if type_ is None else _add_class_comment(world, type_)
        for accepted, essential, cleared, said_cleared, is_alike in product(
            (False, True), repeat=5
        ):
            number += 1
            make = _create_in_class if is_alike else _create_finished
            found = make(world, number, accepted=accepted, essential=essential, suggestions=1)
            if cleared:
                Clearance.objects.create(submission=found, reason=ClearanceReason.READ)
            if said_cleared and messages is not None:
                Clearance.objects.create(
                    submission=found, class_comment=messages, reason=ClearanceReason.READ
                )
            assert _is_solved(found) == find_standing(found).step.is_solved


def test_reading_an_essential_comment_unblocks_the_student(world: World) -> None:
    submission = _create_finished(world, essential=True)
    assert find_standing(submission).step is NextStep.ADDRESS
    assert not is_solved_by(world.ada.pk, world.exercise.pk)
    assert clear(submission, world.ada, ClearanceReason.READ)
    assert find_standing(submission).step is NextStep.GO_ON
    assert is_solved_by(world.ada.pk, world.exercise.pk)
    assert not clear(submission, world.ada, ClearanceReason.READ)
    (kept,) = find_standing(submission).clearances
    assert (kept.reason, kept.by, kept.by_name) == ("read", world.ada, "ada")


def test_an_accepted_version_without_the_comment_is_enough(world: World) -> None:
    _create_finished(world, 2, essential=True)
    assert not is_solved_by(world.ada.pk, world.exercise.pk)
    _create_finished(world, 3, essential=False, accepted=False)
    assert not is_solved_by(world.ada.pk, world.exercise.pk)
    _create_finished(world, 4)
    assert is_solved_by(world.ada.pk, world.exercise.pk)


def test_an_essential_class_comment_blocks_each_member_until_read(
    world: World,
) -> None:
    hers = _create_in_class(world, 2)
    his = _create_in_class(world, 2, user=world.ben)
    other = _create_in_class(world, 3, digest="e")
    _add_class_comment(world, "essential", draft=True)
    assert all(map(_is_solved, (hers, his, other)))
    comment = _add_class_comment(world, "essential")
    assert list(map(_is_solved, (hers, his, other))) == [False, False, True]
    assert find_standing(hers).teachers == (comment,)
    clear(hers, world.ada, ClearanceReason.READ)
    assert list(map(_is_solved, (hers, his, other))) == [True, False, True]
    comment.markdown = "Mind it well."  # who has read it is not asked again for a slip of the pen
    comment.save()
    assert _is_solved(hers)


def test_a_new_essential_comment_blocks_again(world: World) -> None:
    submission = _create_in_class(world, essential=True)
    clear(submission, world.ada, ClearanceReason.READ)
    assert _is_solved(submission)
    _add_class_comment(world, "essential")
    assert not _is_solved(submission)


def test_suggestions_of_teachers_and_tools_are_counted_together(world: World) -> None:
    submission = _create_in_class(world, suggestions=2)
    _add_class_comment(world, "actionable")
    standing = find_standing(submission)
    assert (standing.step, standing.suggestions) == (NextStep.CONSIDER, 3)
    assert _is_solved(submission)


def test_a_submission_that_is_not_accepted_cannot_be_cleared(world: World) -> None:
    submission = _create_finished(world, accepted=False, essential=True)
    assert not clear(submission, world.tina, ClearanceReason.LIFTED)
    assert not Clearance.objects.exists()
