"""People and workers who act on the same submissions at the same moment."""

import threading
from collections.abc import Callable

import pytest
from django.db import connection

from kriterion.web.accounts.models import User
from kriterion.web.courses.models import Course
from kriterion.web.rejudging.models import (
    Proposal,
    ProposalState,
    Rejudging,
    RejudgingChoice,
    RejudgingState,
)
from kriterion.web.rejudging.services import steps
from kriterion.web.rejudging.services.control import (
    apply_all,
    apply_selection,
    discard,
    start_rejudging,
)
from kriterion.web.submissions.models import Assessment, PastAssessment, Submission, SubmissionState
from kriterion.web.submissions.queue.attempt_conclusion import finish
from kriterion.web.submissions.queue.claim import claim_next
from kriterion.web.submissions.services.cancel import cancel
from kriterion.web.submissions.services.submit import requeue_submission
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.web.queue_fixtures import HandIn
from tests.web.rehearsal import make_assessment
from tests.web.rejudging.rejudging_trial import TrialWorker, finish_dry_run, make_assessed

pytestmark = pytest.mark.django_db(transaction=True)

ALL = RejudgingChoice.ALL
NUMBER = 24


def act_together(*actions: Callable[[], object]) -> None:
    """Begin all actions at once, each in a thread, and wait for their ends."""
    barrier = threading.Barrier(len(actions))
    errors: list[BaseException] = []

    def run(action: Callable[[], object]) -> None:
        try:
            barrier.wait()
            action()
        except BaseException as error:
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(action,)) for action in actions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []


def check_consistency() -> None:
    """Each submission has the assessment of its attempt, and each replaced one is kept once."""
    for assessment in Assessment.objects.select_related("submission"):
        submission = assessment.submission
        if submission.state == SubmissionState.FINISHED:
            assert assessment.attempt == submission.attempt
            record = assessment.record
            assert record.judge is not None
            assert record.judge.status.value == submission.status
    applied = Proposal.objects.filter(state=ProposalState.APPLIED).exclude(level=0)
    assert PastAssessment.objects.count() == applied.count()


@pytest.fixture
def failed_rows(course: Course, tina: User) -> list[Submission]:
    """Submissions that the machine failed to assess, which administrators can requeue."""
    first = [
        make_assessed(course, tina, was=Status.WRONG, becomes=Status.CORRECT, number=number)
        for number in range(1, NUMBER + 1)
    ]
    Assessment.objects.all().delete()
    Submission.objects.update(state=SubmissionState.FAILED)
    return [Submission.objects.get(pk=created.pk) for created in first]


def test_requeued_and_cancelled_submissions_are_applied_or_outdated_never_both(
    course: Course, tina: User, failed_rows: list[Submission], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(steps, "APPLIED_AT_ONCE", 1)
    rejudging = finish_dry_run(start_rejudging(course, ALL, by=tina))
    apply_all(rejudging, by=tina)
    requeued: list[int] = []

    def requeue_all() -> None:
        for failed in reversed(failed_rows):
            if requeue_submission(failed):
                requeued.append(failed.pk)
                if failed.pk % 2:
                    cancel(failed, tina)

    act_together(TrialWorker().run_all, requeue_all, TrialWorker().run_all)
    applied = Proposal.objects.filter(state=ProposalState.APPLIED)
    assert {*applied.values_list("submission", flat=True)}.isdisjoint(requeued)
    assert applied.count() + len(requeued) == NUMBER
    states = set(Submission.objects.filter(pk__in=requeued).values_list("state", flat=True))
    assert states <= {SubmissionState.QUEUED, SubmissionState.CANCELLED}
    check_consistency()


def test_submissions_that_are_requeued_and_assessed_during_the_dry_run_keep_that_assessment(
    course: Course, tina: User, failed_rows: list[Submission]
) -> None:
    rejudging = start_rejudging(course, ALL, by=tina)

    def requeue_and_assess() -> None:
        for failed in failed_rows[::2]:
            assert requeue_submission(failed)
            claimed = claim_next("another")
            assert claimed is not None
            assert finish(claimed, make_assessment(claimed, Status.RUNTIME_ERROR), seconds=1.0)

    act_together(TrialWorker().run_all, requeue_and_assess, TrialWorker().run_all)
    finish_dry_run(rejudging)
    listed = {
        proposal.submission_id: (proposal.before["status"], proposal.base_attempt)
        for proposal in Proposal.objects.filter(state=ProposalState.PROPOSED)
    }
    outcome = dict(Submission.objects.values_list("pk", "status"))
    apply_all(rejudging, by=tina)
    finish_dry_run(rejudging)
    for proposal in Proposal.objects.select_related("submission"):
        if proposal.state == ProposalState.APPLIED:
            assert proposal.submission.status == proposal.after["status"]
            assert listed[proposal.submission_id][0] == outcome[proposal.submission_id]
        else:
            assert proposal.submission.status == outcome[proposal.submission_id]
    check_consistency()


def test_two_teachers_who_apply_at_once_apply_once(course: Course, tina: User, anna: User) -> None:
    for number in range(1, NUMBER + 1):
        make_assessed(course, anna, was=Status.WRONG, becomes=Status.CORRECT, number=number)
    rejudging = finish_dry_run(start_rejudging(course, ALL, by=tina))
    some = list(rejudging.proposals.values_list("pk", flat=True)[:5])
    numbers: list[int] = []
    act_together(
        lambda: numbers.append(apply_all(rejudging, by=tina)),
        lambda: numbers.append(apply_selection(rejudging, some, by=anna)),
    )
    assert sorted(numbers) in ([0, 5], [0, NUMBER])
    act_together(TrialWorker().run_all, TrialWorker().run_all)
    assert Submission.objects.filter(attempt=2).count() == max(numbers)
    assert Submission.objects.filter(attempt__gt=2).count() == 0
    check_consistency()


def test_starting_at_once_starts_one(course: Course, tina: User, anna: User) -> None:
    act_together(*[lambda: start_rejudging(course, ALL, by=tina)] * 4)
    assert Rejudging.objects.count() == 1


def test_discarding_while_it_is_applied_leaves_whole_submissions(
    course: Course, tina: User, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(steps, "APPLIED_AT_ONCE", 2)
    for number in range(1, NUMBER + 1):
        make_assessed(course, anna, was=Status.WRONG, becomes=Status.CORRECT, number=number)
    rejudging = finish_dry_run(start_rejudging(course, ALL, by=tina))
    apply_all(rejudging, by=tina)
    act_together(TrialWorker().run_all, lambda: discard(rejudging), TrialWorker().run_all)
    finish_dry_run(rejudging)
    assert rejudging.state in {RejudgingState.DISCARDED, RejudgingState.APPLIED}
    assert Submission.objects.filter(attempt=2).count() == PastAssessment.objects.count()
    check_consistency()


def test_a_student_submits_while_results_are_applied(
    course: Course, tina: User, anna: User, submit: HandIn
) -> None:
    for number in range(1, NUMBER + 1):
        make_assessed(course, anna, was=Status.WRONG, becomes=Status.CORRECT, number=number)
    rejudging = finish_dry_run(start_rejudging(course, ALL, by=tina))
    apply_all(rejudging, by=tina)
    submissions: list[Submission] = []
    act_together(
        TrialWorker().run_all, lambda: submissions.extend(submit(anna, str(at)) for at in range(5))
    )
    assert [submission.number for submission in submissions] == list(range(NUMBER + 1, NUMBER + 6))
    assert Submission.objects.filter(attempt=2).count() == NUMBER
    check_consistency()
