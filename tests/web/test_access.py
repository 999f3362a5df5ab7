"""Who may see what, as tables over `course_access.py` and `submission_access.py`."""

from contextlib import AbstractContextManager, nullcontext

import pytest
from django.utils import timezone

from kriterion.web.accounts.models import User
from kriterion.web.accounts.site_access import may_administer
from kriterion.web.catalog.models import Activity
from kriterion.web.courses import course_access as access
from kriterion.web.courses.course_scope import limit_to_course
from kriterion.web.courses.exam_scope import ExamScope, RunningExam, limit_by_exams
from kriterion.web.repositories.models import Repository, Sharing
from kriterion.web.submissions.models import Submission
from kriterion.web.submissions.submission_access import (
    find_permission,
    may_change,
    select_visible_submissions,
)
from kriterion_tools.contracts.dodona_judge.output_records import Permission
from tests.web.conftest import World

EVERYBODY = ("ada", "ben", "cleo", "tina", "root")


def get_person(world: World, name: str) -> User:
    user = getattr(world, name)
    assert isinstance(user, User)
    return user


def may_open(user: User, activity: Activity) -> bool:
    return access.select_visible_activities(user).filter(pk=activity.pk).exists()


@pytest.mark.parametrize(
    ("what", "who"),
    [
        ("course", {"ada", "ben", "cleo", "tina", "root"}),
        ("secret_course", {"root"}),
    ],
)
def test_a_course_is_visible_to_members_and_if_listed(
    world: World, what: str, who: set[str]
) -> None:
    course = getattr(world, what)
    assert who == {
        name
        for name in EVERYBODY
        if access.select_visible_courses(get_person(world, name)).filter(pk=course.pk).exists()
    }


@pytest.mark.parametrize(
    ("what", "who"),
    [
        ("exercise", {"ada", "ben", "cleo", "tina", "root"}),
        ("hidden_exercise", {"tina", "root"}),
    ],
)
def test_an_exercise_of_a_hidden_series_is_visible_to_teachers_only(
    world: World, what: str, who: set[str]
) -> None:
    activity = getattr(world, what)
    assert who == {name for name in EVERYBODY if may_open(get_person(world, name), activity)}


def test_a_public_exercise_is_visible_to_everyone(world: World) -> None:
    world.hidden_exercise.is_public = True
    world.hidden_exercise.save()
    assert all(may_open(get_person(world, name), world.hidden_exercise) for name in EVERYBODY)


@pytest.mark.parametrize(
    ("is_public", "is_listed", "sharing", "scope"),
    [
        *((True, is_listed, sharing, "none") for is_listed in (True, False) for sharing in Sharing),
        (False, True, Sharing.PUBLIC, "none"),
        *((True, True, Sharing.PUBLIC, scope) for scope in ("course", "exam", "hidden")),
    ],
)
def test_a_single_activity_is_found_exactly_if_it_is_one_of_the_visible_ones(
    world: World, is_public: bool, is_listed: bool, sharing: Sharing, scope: str
) -> None:
    Repository.objects.update(sharing=sharing)
    Activity.objects.update(is_public=is_public, is_listed=is_listed)
    series = list(world.course.series.values_list("pk", flat=True))
    for name in EVERYBODY:
        user = get_person(world, name)
        running = RunningExam(
            course=world.course.pk,
            series=series[0],
            name="",
            address="",
            entered_at=timezone.now(),
            is_open=True,
        )
        limits: dict[str, AbstractContextManager[None]] = {
            "none": nullcontext(),
            "course": limit_to_course(world.secret_course.pk),
            "exam": limit_by_exams(ExamScope(user=user.pk, running=running)),
            "hidden": limit_by_exams(ExamScope(user=user.pk, hidden=frozenset(series))),
        }
        with limits[scope]:
            visible = set(access.select_visible_activities(user).values_list("pk", flat=True))
            for pk in (*Activity.objects.values_list("pk", flat=True), 0, 10**30):
                activity = access.find_visible_activity(user, pk)
                assert (activity is not None) == (pk in visible), (name, pk)


def test_a_submission_is_visible_to_its_student_and_teachers_of_its_course(world: World) -> None:
    assert {"ada", "tina", "root"} == {
        name
        for name in EVERYBODY
        if select_visible_submissions(get_person(world, name))
        .filter(pk=world.submission.pk)
        .exists()
    }


def test_only_its_student_can_change_a_submission(world: World) -> None:
    assert {"ada", "root"} == {
        name for name in EVERYBODY if may_change(get_person(world, name), world.submission)
    }


@pytest.mark.parametrize(
    ("who", "permission"),
    [("ada", Permission.STUDENT), ("tina", Permission.STAFF), ("root", Permission.ZEUS)],
)
def test_feedback_follows_the_settings_of_the_course(
    world: World, who: str, permission: Permission
) -> None:
    assert find_permission(get_person(world, who), world.submission) == permission


def test_a_teacher_has_student_rights_outside_the_course(world: World) -> None:
    own = Submission.objects.create(user=world.tina, activity=world.exercise, number=1)
    assert find_permission(world.tina, own) == Permission.STUDENT


def test_a_student_of_a_course_cannot_teach_it(world: World) -> None:
    assert {"tina", "root"} == {
        name for name in EVERYBODY if access.may_teach(get_person(world, name), world.course)
    }


def test_nobody_joins_twice_or_joins_a_closed_course(world: World) -> None:
    assert access.may_join(world.cleo, world.course)
    assert not access.may_join(world.ada, world.course)
    assert not access.may_join(world.cleo, world.secret_course)
    world.course.registration = "closed"
    assert not access.may_join(world.cleo, world.course)


def test_a_deactivated_administrator_has_no_rights(world: World) -> None:
    world.root.is_active = False
    assert not may_administer(world.root)
