"""Applying proposals: exactly what was listed, once, whatever happens meanwhile."""

from collections.abc import Callable
from unittest.mock import patch

import pytest

from kriterion.web.accounts.models import User
from kriterion.web.courses.models import Course
from kriterion.web.rejudging.models import (
    ChangeLevel,
    Proposal,
    ProposalState,
    Rejudging,
    RejudgingChoice,
    RejudgingState,
)
from kriterion.web.rejudging.rejudging_work import RejudgingWork
from kriterion.web.rejudging.services import steps
from kriterion.web.rejudging.services.control import (
    apply_all,
    apply_outcomes,
    apply_selection,
    discard,
    pause,
    resume,
    start_rejudging,
)
from kriterion.web.submissions.models import (
    Assessment,
    PastAssessment,
    Submission,
    SubmissionState,
)
from kriterion.web.submissions.queue import notifications
from kriterion.web.submissions.services.submit import count_attempts, requeue_submission
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.web.rejudging.rejudging_trial import (
    NEW,
    OLD,
    Killed,
    TrialWorker,
    finish_dry_run,
    kill_at_statement,
    make_assessed,
)

pytestmark = pytest.mark.django_db

CORRECT, WRONG = Status.CORRECT, Status.WRONG
ALL = RejudgingChoice.ALL
STATUSES = (CORRECT, WRONG, Status.RUNTIME_ERROR, Status.TIME_LIMIT_EXCEEDED)
OUTCOME = ("state", "status", "accepted", "earned", "possible")


def make_many(course: Course, users: int) -> None:
    """Submissions with every change from one status to another."""
    for number in range(users):
        user = User.objects.create(username=f"student{number}")
        was, becomes = STATUSES[number % 4], STATUSES[number // 4 % 4]
        make_assessed(course, user, was=was, becomes=becomes)


def list_outcomes() -> dict[int, tuple[object, ...]]:
    return {row[0]: row[1:] for row in Submission.objects.values_list("pk", *OUTCOME)}


@pytest.mark.long(reason="re-judges generated courses")
def test_what_is_applied_is_what_the_dry_run_listed(course: Course, tina: User) -> None:
    make_many(course, 160)  # each change ten times
    before = list_outcomes()
    rejudging = finish_dry_run(start_rejudging(course, ALL, by=tina))
    listed = {
        proposal.submission_id: tuple(proposal.after[name] for name in OUTCOME)
        for proposal in rejudging.proposals.filter(level=ChangeLevel.OUTCOME)
    }
    assert len(listed) == 120
    assert list_outcomes() == before
    assert apply_all(rejudging, by=tina) == 160
    assert apply_all(rejudging, by=tina) == 0
    finish_dry_run(rejudging)
    assert rejudging.state == RejudgingState.APPLIED
    assert list_outcomes() == before | listed
    for assessment in Assessment.objects.select_related("submission"):
        record = assessment.record
        assert record.judge is not None
        assert record.judge.status.value == assessment.submission.status
        assert assessment.versions == NEW
        assert assessment.attempt == assessment.submission.attempt
    assert set(PastAssessment.objects.values_list("submission", flat=True)) == set(listed)
    again = finish_dry_run(start_rejudging(course, ALL, by=tina))
    assert not again.proposals.exclude(level=ChangeLevel.NONE).exists()


def test_the_old_assessment_stays_in_the_history(course: Course, tina: User, anna: User) -> None:
    submission = make_assessed(course, anna, was=WRONG, becomes=CORRECT)
    old = Assessment.objects.get()
    rejudging = finish_dry_run(start_rejudging(course, ALL, by=tina))
    apply_all(rejudging, by=tina)
    finish_dry_run(rejudging)
    past = submission.past_assessments.get()
    assert (past.attempt, past.state, past.status) == (1, "finished", "wrong")
    assert (past.versions, past.replaced_by) == (OLD, "tina")
    assert (bytes(past.document), past.made_at) == (bytes(old.document), old.made_at)
    submission.refresh_from_db()
    assert (submission.attempt, submission.status) == (2, "correct")


@pytest.mark.parametrize("choose", [apply_outcomes, apply_selection])
def test_what_is_not_chosen_stays_for_another_choice(
    course: Course, tina: User, choose: Callable[..., int]
) -> None:
    make_many(course, 16)
    rejudging = finish_dry_run(start_rejudging(course, ALL, by=tina))
    if choose is apply_selection:
        wanted = list(rejudging.proposals.values_list("pk", flat=True)[:3])
        assert apply_selection(rejudging, [*wanted, 10**6], by=tina) == 3
    else:
        assert apply_outcomes(rejudging, by=tina) == 12
    finish_dry_run(rejudging)
    assert rejudging.state == RejudgingState.READY
    rest = rejudging.proposals.filter(state=ProposalState.PROPOSED).count()
    assert rest == (13 if choose is apply_selection else 4)
    assert apply_all(rejudging, by=tina) == rest
    finish_dry_run(rejudging)
    assert rejudging.state == RejudgingState.APPLIED


def test_proposals_of_another_rejudging_cannot_be_selected(course: Course, tina: User) -> None:
    make_many(course, 4)
    one = finish_dry_run(start_rejudging(course, ALL, by=tina))
    other = finish_dry_run(start_rejudging(course, RejudgingChoice.BEST, by=tina))
    foreign = list(other.proposals.values_list("pk", flat=True))
    assert apply_selection(one, foreign, by=tina) == 0


def _requeue(submission: Submission) -> None:
    Submission.objects.filter(pk=submission.pk).update(state=SubmissionState.QUEUED)


def _assess_again(submission: Submission) -> None:
    Submission.objects.filter(pk=submission.pk).update(attempt=submission.attempt + 1)


@pytest.mark.parametrize("change", [_requeue, _assess_again])
def test_a_submission_that_changed_since_is_outdated(
    course: Course, tina: User, anna: User, bram: User, change: Callable[[Submission], None]
) -> None:
    changed = make_assessed(course, anna, was=WRONG, becomes=CORRECT)
    other = make_assessed(course, bram, was=WRONG, becomes=CORRECT)
    rejudging = finish_dry_run(start_rejudging(course, ALL, by=tina))
    change(changed)
    before = Submission.objects.filter(pk=changed.pk).values().get()
    apply_all(rejudging, by=tina)
    finish_dry_run(rejudging)
    assert Submission.objects.filter(pk=changed.pk).values().get() == before
    assert rejudging.proposals.get(submission=changed).state == ProposalState.OUTDATED
    assert rejudging.proposals.get(submission=other).state == ProposalState.APPLIED


def test_a_deleted_submission_leaves_the_list(
    course: Course, tina: User, anna: User, bram: User
) -> None:
    make_assessed(course, anna, was=WRONG, becomes=CORRECT)
    make_assessed(course, bram, was=WRONG, becomes=CORRECT)
    rejudging = finish_dry_run(start_rejudging(course, ALL, by=tina))
    anna.delete()
    assert apply_all(rejudging, by=tina) == 1
    finish_dry_run(rejudging)
    assert Submission.objects.get().status == "correct"


def test_of_two_rejudgings_the_second_to_be_applied_is_outdated(
    course: Course, tina: User, anna: User
) -> None:
    make_assessed(course, anna, was=WRONG, becomes=CORRECT)
    one = finish_dry_run(start_rejudging(course, ALL, by=tina))
    two = finish_dry_run(start_rejudging(course, RejudgingChoice.BEST, by=tina))
    for rejudging in (one, two):
        apply_all(rejudging, by=tina)
        finish_dry_run(rejudging)
    assert one.proposals.get().state == ProposalState.APPLIED
    assert two.proposals.get().state == ProposalState.OUTDATED
    assert PastAssessment.objects.count() == 1


def test_applying_can_be_paused_and_discarded_between_batches(
    course: Course, tina: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(steps, "APPLIED_AT_ONCE", 2)
    make_many(course, 16)
    rejudging = finish_dry_run(start_rejudging(course, ALL, by=tina))
    apply_outcomes(rejudging, by=tina)
    worker = TrialWorker()
    worker.run_next()
    assert pause(rejudging)
    assert not worker.run_next()
    assert PastAssessment.objects.count() == 2
    assert resume(rejudging)
    worker.run_next()
    assert PastAssessment.objects.count() == 4
    assert discard(rejudging)
    worker.run_all()
    assert PastAssessment.objects.count() == 4
    assert set(rejudging.proposals.values_list("state", flat=True)) == {ProposalState.APPLIED}


def test_a_machine_failure_that_is_rejudged_uses_up_no_attempt(
    course: Course, tina: User, anna: User
) -> None:
    series = course.series.get()
    submission = make_assessed(course, anna, was=WRONG, becomes=CORRECT)
    Assessment.objects.all().delete()
    Submission.objects.update(state=SubmissionState.FAILED, failures=4, failure="no disk")
    assert count_attempts(anna, submission.activity, series) == 0
    rejudging = finish_dry_run(start_rejudging(course, RejudgingChoice.FAILED, by=tina))
    assert rejudging.proposals.get().before["state"] == "failed"
    apply_all(rejudging, by=tina)
    finish_dry_run(rejudging)
    submission.refresh_from_db()
    assert (submission.state, submission.status) == ("finished", "correct")
    assert (submission.failures, submission.failure) == (0, "")
    assert count_attempts(anna, submission.activity, series) == 0
    assert submission.past_assessments.get().made_at is None


def test_a_failed_submission_that_was_requeued_is_outdated(
    course: Course, tina: User, anna: User
) -> None:
    submission = make_assessed(course, anna, was=WRONG, becomes=CORRECT)
    Submission.objects.update(state=SubmissionState.FAILED)
    rejudging = finish_dry_run(start_rejudging(course, RejudgingChoice.FAILED, by=tina))
    submission.refresh_from_db()
    assert requeue_submission(submission)
    apply_all(rejudging, by=tina)
    finish_dry_run(rejudging)
    submission.refresh_from_db()
    assert (submission.state, submission.attempt) == (SubmissionState.QUEUED, 1)
    assert rejudging.proposals.get().state == ProposalState.OUTDATED


@pytest.mark.django_db(transaction=True)
def test_live_pages_learn_of_applied_assessments(course: Course, tina: User, anna: User) -> None:
    submission = make_assessed(course, anna, was=WRONG, becomes=CORRECT)
    received: list[int] = []
    rejudging = start_rejudging(course, ALL, by=tina)
    notifications.subscribe(received.append)
    try:
        finish_dry_run(rejudging)
        assert received == []
        apply_all(rejudging, by=tina)
        finish_dry_run(rejudging)
        assert received == [submission.pk]
    finally:
        notifications.unsubscribe(received.append)


@pytest.mark.long(reason="a fault trial: a kill at each statement")
@pytest.mark.django_db(transaction=True)
def test_a_kill_at_any_statement_changes_nothing_in_the_end(
    course: Course, tina: User, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each statement of a whole re-judging is the last one of a process, in turn."""
    monkeypatch.setattr(steps, "APPLIED_AT_ONCE", 2)
    monkeypatch.setattr("kriterion.web.rejudging.services.selection.BATCH", 2)
    for number, becomes in enumerate((CORRECT, WRONG, Status.RUNTIME_ERROR), 1):
        make_assessed(course, anna, was=WRONG, becomes=becomes, number=number)
    initial = list(Submission.objects.values())
    assessments = list(Assessment.objects.values())
    statement, was_killed = 0, True
    while was_killed:
        statement += 1
        was_killed = _rejudge_with_kill(course, tina, statement)
        assert [row[1:3] for row in sorted(_list_final())] == [
            ("correct", 2),
            ("wrong", 1),
            ("runtime error", 2),
        ], statement
        assert PastAssessment.objects.count() == 2
        # Start again from the same rows.
        Rejudging.objects.all().delete()
        PastAssessment.objects.all().delete()
        for row in initial:
            Submission.objects.filter(pk=row["id"]).update(**row)
        for assessment in assessments:
            Assessment.objects.filter(pk=assessment["submission_id"]).update(**assessment)
    assert statement > 50


def _list_final() -> list[tuple[int, str, int, int]]:
    fields = ("pk", "status", "attempt", "assessment__attempt")
    rows = list(Submission.objects.values_list(*fields))
    assert all(row[2] == row[3] for row in rows)
    return rows


def _rejudge_with_kill(course: Course, tina: User, statement: int) -> bool:
    """Re-judge and apply everything; kill the worker once; return whether it was."""
    rejudging = start_rejudging(course, ALL, by=tina)
    with kill_at_statement(statement) as was_killed:
        try:
            TrialWorker(name="first").run_all()
            apply_all(rejudging, by=tina)
            TrialWorker(name="first").run_all()
        except Killed:
            assert was_killed()
    _reap_as_if_dead("first")
    finish_dry_run(rejudging)
    if rejudging.state == RejudgingState.READY:
        apply_all(rejudging, by=tina)
        finish_dry_run(rejudging)
    assert rejudging.state == RejudgingState.APPLIED
    assert not Proposal.objects.exclude(state=ProposalState.APPLIED).exists()
    return was_killed()


def _reap_as_if_dead(name: str) -> None:
    with patch(
        "kriterion.web.submissions.queue.lease_reaper.is_gone", lambda worker: worker == name
    ):
        RejudgingWork()._reaper.reap()
