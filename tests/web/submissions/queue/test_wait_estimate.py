"""Estimates of the waiting time are honest."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from kriterion.assessment.assessment_record import AssessmentRecord, SubmissionRecord
from kriterion.web.accounts.models import User
from kriterion.web.courses.exam_scope import ExamScope, RunningExam, limit_by_exams
from kriterion.web.submissions.models import Priority, Submission, SubmissionState, Worker
from kriterion.web.submissions.queue import wait_estimate as wait_estimate
from kriterion.web.submissions.queue.attempt_conclusion import end_cancelled, finish
from kriterion.web.submissions.queue.claim import claim_next
from kriterion.web.submissions.queue.order.user_turns import choose_next_turn
from kriterion.web.submissions.queue.wait_estimate import (
    CachedWaitingLine,
    Pace,
    QueuePlace,
    WaitEstimate,
    WaitingLine,
    estimate_wait,
    load_pace,
    measure_pace,
    measure_seconds,
    read_waiting_line,
)
from tests.web.queue_fixtures import HandIn


@pytest.fixture(autouse=True)
def forget_cached_estimates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wait_estimate, "_CACHE_SECONDS", -1.0)


def set_duration(submission: Submission, seconds: float) -> None:
    """Mark it as assessed in that time."""
    now = timezone.now()
    Submission.objects.filter(pk=submission.pk).update(
        state=SubmissionState.FINISHED, started_at=now - timedelta(seconds=seconds), finished_at=now
    )


def add_worker(slots: int) -> None:
    """Add a live worker."""
    now = timezone.now()
    Worker.objects.create(name="w", host="h", pid=1, concurrency=slots, started_at=now, seen_at=now)


def test_no_estimate_without_workers_or_history(submit: HandIn, anna: User) -> None:
    given = submit(anna)
    assert estimate_wait(given) == WaitEstimate(ahead=0, expected_seconds=None, is_served=False)
    add_worker(2)
    assert estimate_wait(given) == WaitEstimate(ahead=0, expected_seconds=None)
    for _ in range(2):
        set_duration(submit(anna), 4)
    assert estimate_wait(given).expected_seconds is None  # two tell nothing
    set_duration(submit(anna), 4)
    assert estimate_wait(given).expected_seconds == 0  # a slot is free


def test_a_waiting_student_sees_the_position_and_the_expected_time(
    submit: HandIn, anna: User, bram: User
) -> None:
    add_worker(2)
    for _ in range(4):
        set_duration(submit(anna), 3)
    first, second, third = submit(anna), submit(anna), submit(anna)
    for _ in range(2):
        assert claim_next("w")
    assert estimate_wait(third).ahead == 0
    fourth, other = submit(anna), submit(bram)
    assert [estimate_wait(submission).ahead for submission in (third, fourth, other)] == [1, 2, 0]
    # Two run, so one of them ends in half of what one takes; then those ahead, two at once.
    estimates = [
        estimate_wait(submission).expected_seconds for submission in (other, third, fourth)
    ]
    assert estimates == pytest.approx([1.5, 3.0, 4.5])
    line = read_waiting_line()
    for submission in (third, fourth, other):
        assert line.find_wait(submission.pk) == estimate_wait(submission)
    for claimed in (first, second):
        assert line.find_wait(claimed.pk) is None


def test_during_an_exam_others_are_ahead_as_well(submit: HandIn, anna: User, bram: User) -> None:
    """Although a request of the exam's student finds only their own submissions."""
    add_worker(2)
    for _ in range(4):
        set_duration(submit(bram), 3)
    for _ in range(4):
        submit(bram)
    for _ in range(2):
        assert claim_next("w")
    submit(anna)
    own = submit(anna)
    assert estimate_wait(own).ahead == 2

    def look() -> tuple[object, ...]:
        turn = choose_next_turn(bram.pk, Priority(own.priority), own.course_id)
        return estimate_wait(own), turn, read_waiting_line().find_wait(own.pk)

    before = look()
    running = RunningExam(
        course=1, series=1, name="E", address="/", entered_at=timezone.now(), is_open=True
    )
    with limit_by_exams(ExamScope(user=anna.pk, running=running)):
        assert not Submission.objects.exists()
        assert look() == before


def test_a_worker_not_seen_for_long_does_not_count(submit: HandIn, anna: User) -> None:
    add_worker(2)
    assert measure_pace().slots == 2
    Worker.objects.update(seen_at=timezone.now() - timedelta(minutes=5))
    assert measure_pace().slots == 0


def test_durations_are_kept_per_activity() -> None:
    pace = Pace(mean_seconds=2.0, by_activity={1: 10.0}, slots=4)
    assert pace.wait_behind({}) == WaitEstimate(ahead=0, expected_seconds=0.5)
    assert pace.wait_behind({1: 4, 2: 2}) == WaitEstimate(ahead=6, expected_seconds=11.5)


def test_a_changed_clock_spoils_no_duration(submit: HandIn, anna: User) -> None:
    add_worker(1)
    for seconds in (4, 4, 4, -3600, 90 * 86_400):
        set_duration(submit(anna), seconds)
    assert measure_pace().mean_seconds == pytest.approx(4)


def test_an_assessment_ends_its_duration_after_its_start(submit: HandIn, anna: User) -> None:
    """Whatever the clock says: it was set back by a year, or ahead."""
    record = AssessmentRecord(
        submission=SubmissionRecord(exercise="e", file_name="a.py", source="", language="en")
    )
    for days in (-365, 365):
        submit(anna)
        taken = claim_next("w")
        assert taken is not None
        taken.started_at = timezone.now() + timedelta(days=days)
        Submission.objects.filter(pk=taken.pk).update(started_at=taken.started_at)
        assert finish(taken, record, seconds=2.5)
        taken.refresh_from_db()
        assert measure_seconds(taken.started_at, taken.finished_at) == pytest.approx(2.5)


def test_nothing_ends_before_it_started(submit: HandIn, anna: User) -> None:
    submit(anna)
    taken = claim_next("w")
    assert taken is not None
    taken.started_at = timezone.now() + timedelta(days=1)
    Submission.objects.filter(pk=taken.pk).update(started_at=taken.started_at)
    assert end_cancelled(taken)
    taken.refresh_from_db()
    assert taken.finished_at == taken.started_at


@pytest.mark.django_db
def test_a_worker_seen_in_the_future_does_not_count() -> None:
    """It was seen before the clock was set back, and may have died since."""
    add_worker(2)
    Worker.objects.update(seen_at=timezone.now() + timedelta(hours=1))
    assert measure_pace().slots == 0


def make_place(submission: Submission) -> QueuePlace:
    return QueuePlace(submission.pk, submission.priority, submission.course_id, submission.turn)


def test_the_positions_of_all_followers_cost_one_query(
    submit: HandIn, anna: User, bram: User
) -> None:
    load_pace()
    places = [make_place(submit(user)) for user in (anna, bram) for _ in range(8)]
    line = CachedWaitingLine(lambda: 0.0)
    expected = {place.pk: estimate_wait(place) for place in places}
    with CaptureQueriesContext(connection) as queries:
        assert line.find_waits(places) == expected
    assert len([query for query in queries if "submissions_submission" in query["sql"]]) <= 3
    with CaptureQueriesContext(connection) as queries:
        assert line.find_waits(places[3:]).keys() == {place.pk for place in places[3:]}
    assert len(queries) == 0


def test_a_backlog_in_the_background_is_not_read_for_others(
    submit: HandIn, anna: User, bram: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = [make_place(submit(bram, priority=Priority.BACKGROUND)) for _ in range(3)]
    live = make_place(submit(anna))
    read = []

    def note(priority: int) -> WaitingLine:
        read.append(priority)
        return read_waiting_line(priority)

    monkeypatch.setattr(wait_estimate, "read_waiting_line", note)
    line = CachedWaitingLine(lambda: 0.0)
    assert line.find_waits([live])[live.pk].ahead == 0
    assert set(read) == {Priority.INTERACTIVE}
    assert [line.find_waits([place])[place.pk].ahead for place in later] == [1, 2, 3]
    assert read_waiting_line(Priority.INTERACTIVE).find_wait(later[0].pk) is None


def test_a_wait_that_was_estimated_by_itself_is_not_estimated_again_at_once(
    submit: HandIn, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a million submissions, an estimate takes as long as counting them."""
    monkeypatch.setattr(wait_estimate, "_MAX_ESTIMATES", 1)
    places = [make_place(submit(anna)) for _ in range(2)]
    line = CachedWaitingLine(lambda: 0.0)
    load_pace()
    assert line.find_waits(places)[places[1].pk].ahead == 1
    with CaptureQueriesContext(connection) as queries:
        assert line.find_waits(places)[places[1].pk].ahead == 1
    assert len(queries) == 0


def test_a_submission_that_is_newer_than_the_cached_line_has_its_position(
    submit: HandIn, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wait_estimate, "_SHARE", 1e-9)  # the line is not read a second time
    line = CachedWaitingLine()
    first = make_place(submit(anna))
    assert line.find_waits([first])[first.pk].ahead == 0
    second = make_place(submit(anna))
    assert line.find_waits([first, second])[second.pk].ahead == 1


def test_a_line_that_takes_long_to_read_is_read_less_often(
    submit: HandIn, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its share of a processor stays the same."""
    readings = []
    now = [0.0]

    def read(priority: int) -> WaitingLine:
        readings.append(now[0])
        now[0] += 0.1  # of processor time
        return read_waiting_line(priority)

    monkeypatch.setattr(wait_estimate, "read_waiting_line", read)
    place = make_place(submit(anna))
    line = CachedWaitingLine(lambda: now[0], lambda: now[0])
    for _ in range(200):
        assert place.pk in line.find_waits([place])
        now[0] += 0.1
    assert 3 <= len(readings) <= 5  # in 20 seconds
