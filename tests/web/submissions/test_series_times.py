"""A series' times bind its students, and teachers who grant time never make anybody worse off."""

from datetime import datetime, timedelta
from threading import Event, Thread

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from kriterion.refusals import Refusal
from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.course_access import select_visible_activities, select_visible_series
from kriterion.web.courses.deadlines import build_due_expression, find_due_date
from kriterion.web.courses.models import Course, Listing, Series
from kriterion.web.courses.series_terms import ExtraTime, SeriesStanding, SeriesTerms, find_standing
from kriterion.web.submissions.models import Submission, SubmissionState
from kriterion.web.submissions.services import submit
from kriterion.web.submissions.services.series_times import grant_extra_time, save_series
from kriterion.web.submissions.services.submit import find_limits, submit_files
from tests.web.conftest import World, client_for, make_world

HOUR = timedelta(hours=1)


def change(series: Series, **times: datetime | int | None) -> None:
    for name, value in times.items():
        setattr(series, name, value)
    save_series(series)


def submit_solution(user: User, activity: Activity, series: Series) -> Submission | Refusal:
    return submit_files(
        user, activity, {"a.py": "1"}, language="en", course=series.course, series=series
    )


def submit_accepted(user: User, activity: Activity, series: Series) -> Submission:
    submission = submit_solution(user, activity, series)
    assert isinstance(submission, Submission), submission
    return submission


def test_lateness_is_stored_with_a_submission(world: World) -> None:
    now = timezone.now()
    change(world.series, deadline=now + HOUR, late_penalty=20)
    in_time = submit_accepted(world.ben, world.exercise, world.series)
    assert (in_time.late_penalty, in_time.late_by) == (0, timedelta())
    change(world.series, deadline=now - HOUR)
    late = submit_accepted(world.ben, world.exercise, world.series)
    assert (late.due_at, late.late_penalty) == (now - HOUR, 20)
    assert late.late_by >= HOUR


def test_a_closed_series_refuses_students_and_admits_teachers(world: World) -> None:
    now = timezone.now()
    change(world.series, deadline=now - HOUR, closes_at=now - HOUR)
    refusal = submit_solution(world.ben, world.exercise, world.series)
    assert isinstance(refusal, Refusal)
    assert refusal.kind.code == "submission.series-closed"
    assert submit_accepted(world.tina, world.exercise, world.series).late_penalty == 0
    grant_extra_time(world.series, world.ben, ExtraTime(minutes=120))
    assert submit_accepted(world.ben, world.exercise, world.series).late_penalty == 0
    assert isinstance(submit_solution(world.ada, world.exercise, world.series), Refusal)


def test_the_terms_are_read_afresh(world: World) -> None:
    stale = Series.objects.get(pk=world.series.pk)
    change(world.series, closes_at=timezone.now() - HOUR)
    assert isinstance(submit_solution(world.ben, world.exercise, stale), Refusal)


@pytest.mark.parametrize(
    ("values", "counts"),
    [
        ({"state": SubmissionState.QUEUED}, True),
        ({"state": SubmissionState.RUNNING}, True),
        ({"state": SubmissionState.BLOCKED}, True),
        ({"state": SubmissionState.FINISHED, "status": "wrong"}, True),
        ({"state": SubmissionState.FINISHED, "status": "internal error"}, False),
        ({"state": SubmissionState.FAILED}, False),
        ({"state": SubmissionState.CANCELLED}, False),
        ({"state": SubmissionState.CANCELLED, "started_at": timezone.now()}, True),
    ],
)
def test_failures_of_the_machine_use_up_no_attempt(
    world: World, values: dict[str, object], *, counts: bool
) -> None:
    change(world.series, attempt_limit=1)
    first = submit_accepted(world.ben, world.exercise, world.series)
    Submission.objects.filter(pk=first.pk).update(**values)
    limits = find_limits(world.ben, world.exercise, world.series)
    assert limits is not None
    assert limits.attempts_left == (0 if counts else 1)
    assert limits.refuses == counts
    second = submit_solution(world.ben, world.exercise, world.series)
    assert isinstance(second, Refusal) == counts
    if isinstance(second, Refusal):
        assert second.reason == "all 1 attempts at this exercise are used"


@pytest.mark.parametrize("requested", ["none", "of another course"])
def test_nobody_gets_around_a_limit_of_attempts_by_submitting_elsewhere(
    world: World, requested: str
) -> None:
    change(world.series, attempt_limit=1)
    course = Course.objects.create(slug="open", name="Open")
    open_series = Series.objects.create(course=course, name="Open")
    second = Series.objects.create(course=world.course, name="Second", attempt_limit=1)
    for series in (open_series, second):
        Listing.objects.create(series=series, activity=world.exercise)
    form = {"name": "a.py", "text": "1"}
    if requested != "none":
        form["series"] = str(open_series.pk)
    client, address = client_for(world.ben), reverse("submit", args=[world.exercise.pk])
    assert [client.post(address, form).status_code for _ in range(2)] == [302, 422]


def test_attempts_count_for_each_student_exercise_and_series(world: World) -> None:
    change(world.series, attempt_limit=1)
    submit_accepted(world.ben, world.exercise, world.series)
    assert isinstance(
        submit_solution(world.ada, world.exercise, world.series), Refusal
    )  # she has one
    submit_accepted(world.ben, world.hidden_exercise, world.series)
    other = Series.objects.create(course=world.course, name="Other")
    submit_accepted(world.ben, world.exercise, other)


def test_students_see_a_series_within_its_window(world: World) -> None:
    now = timezone.now()
    series = world.series

    def seen_by(user: User) -> bool:
        listed = select_visible_activities(user).filter(pk=world.exercise.pk).exists()
        assert select_visible_series(user).filter(pk=series.pk).exists() == listed
        return listed

    world.exercise.is_public = False
    world.exercise.save()
    for times, is_seen in (
        ({"opens_at": now + HOUR}, False),
        ({"opens_at": now - HOUR}, True),
        ({"hides_at": now + HOUR}, True),
        ({"deadline": now - 2 * HOUR, "hides_at": now - HOUR}, False),
    ):
        change(series, **times)
        assert seen_by(world.ben) == is_seen
        assert seen_by(world.tina)
    grant_extra_time(series, world.ben, ExtraTime(minutes=90))
    assert seen_by(world.ben)
    assert not seen_by(world.ada)


def test_an_earlier_opening_is_one_students(world: World) -> None:
    now = timezone.now()
    world.exercise.is_public = False
    world.exercise.save()

    def seen_by(user: User) -> bool:
        is_listed = select_visible_activities(user).filter(pk=world.exercise.pk).exists()
        assert select_visible_series(user).filter(pk=world.series.pk).exists() == is_listed
        return is_listed

    change(world.series, opens_at=now + 4 * HOUR)
    grant_extra_time(world.series, world.ben, ExtraTime(early_opening=now + HOUR))
    assert not seen_by(world.ben)
    grant_extra_time(world.series, world.ben, ExtraTime(early_opening=now - HOUR))
    assert (seen_by(world.ben), seen_by(world.ada)) == (True, False)
    submit_accepted(world.ben, world.exercise, world.series)
    assert isinstance(submit_solution(world.ada, world.exercise, world.series), Refusal)
    change(world.series, hides_at=now - HOUR / 2, opens_at=now - HOUR / 2)
    assert not seen_by(world.ben), "it still ends with the series"
    change(world.series, hides_at=None, opens_at=now + HOUR)
    assert seen_by(world.ben)
    world.series.extensions.all().delete()
    assert not seen_by(world.ben)


def test_extra_time_follows_the_series(world: World) -> None:
    now = timezone.now()
    change(world.series, opens_at=now - 2 * HOUR, deadline=now + 2 * HOUR)
    grant_extra_time(world.series, world.ben, ExtraTime(percent=25))
    assert find_due_date(world.ben, world.series) == now + 3 * HOUR
    change(world.series, deadline=now + 6 * HOUR)
    assert find_due_date(world.ben, world.series) == now + 8 * HOUR
    assert find_due_date(world.ada, world.series) == now + 6 * HOUR
    for user, due in ((world.ben, now + 8 * HOUR), (world.ada, now + 6 * HOUR)):
        [found] = Series.objects.filter(pk=world.series.pk).annotate(due=build_due_expression(user))
        assert found.due == due


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_own", [True, False])
def test_a_deadline_that_moves_while_somebody_submits(
    monkeypatch: pytest.MonkeyPatch, *, is_own: bool
) -> None:
    """Nobody is late by a deadline that was extended before their submission was stored."""
    world, now = make_world(), timezone.now()
    change(world.series, deadline=now - HOUR, late_penalty=20)
    has_read, may_store, is_extended = Event(), Event(), Event()

    def store_later(terms: SeriesTerms, moment: datetime) -> SeriesStanding:
        has_read.set()
        assert may_store.wait(60)
        return find_standing(terms, moment)

    monkeypatch.setattr(submit, "find_standing", store_later)

    def submit_and_close() -> None:
        submit_accepted(world.ben, world.exercise, world.series)
        connection.close()

    def extend_and_close() -> None:
        if is_own:
            grant_extra_time(world.series, world.ben, ExtraTime(minutes=120))
        else:
            change(Series.objects.get(pk=world.series.pk), deadline=now + HOUR)
        is_extended.set()
        connection.close()

    threads = [Thread(target=submit_and_close), Thread(target=extend_and_close)]
    threads[0].start()
    assert has_read.wait(60)
    threads[1].start()
    is_extended.wait(0.5)  # it waits for the submission, or it would have finished by now
    may_store.set()
    for thread in threads:
        thread.join(60)
    submission = Submission.objects.get(user=world.ben)
    assert (submission.due_at, submission.late_penalty) == (now + HOUR, 0)


def test_granting_time_relieves_what_was_late(world: World) -> None:
    now = timezone.now()
    change(world.series, deadline=now - HOUR, late_penalty=20)
    late = {
        user: submit_accepted(user, world.exercise, world.series) for user in (world.ada, world.ben)
    }
    grant_extra_time(world.series, world.ben, ExtraTime(minutes=120))
    late[world.ben].refresh_from_db()
    assert (late[world.ben].late_penalty, late[world.ben].late_by) == (0, timedelta())
    late[world.ada].refresh_from_db()
    assert late[world.ada].late_penalty == 20
    change(world.series, late_penalty=10)
    late[world.ada].refresh_from_db()
    assert late[world.ada].late_penalty == 10
    change(world.series, deadline=now + HOUR)
    late[world.ada].refresh_from_db()
    assert (late[world.ada].late_penalty, late[world.ada].late_by) == (0, timedelta())


def test_stricter_terms_change_no_earlier_submission(world: World) -> None:
    now = timezone.now()
    change(world.series, deadline=now + HOUR)
    submission = submit_accepted(world.ben, world.exercise, world.series)
    change(world.series, deadline=now - HOUR, late_penalty=50)
    submission.refresh_from_db()
    assert (submission.due_at, submission.late_penalty) == (now + HOUR, 0)
    change(world.series, deadline=None)
    submission.refresh_from_db()
    assert submission.due_at is None
