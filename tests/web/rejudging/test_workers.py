"""Re-judging by the threads of a real worker, beside submissions that somebody waits for."""

import threading

import pytest

from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion.errors import MachineError
from kriterion.web.accounts.models import User
from kriterion.web.courses.models import Course
from kriterion.web.rejudging.models import Proposal, RejudgingChoice, RejudgingState
from kriterion.web.rejudging.services.control import apply_all, start_rejudging
from kriterion.web.submissions.models import Assessment, PastAssessment, Submission, SubmissionState
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.web.queue_fixtures import HandIn, Start
from tests.web.rehearsal import Watch, assess_at_once, wait_until
from tests.web.rejudging.rejudging_trial import assess_by_text, make_assessed

pytestmark = pytest.mark.django_db(transaction=True)

ALL = RejudgingChoice.ALL


@pytest.mark.parametrize("concurrency", [1, 3])
def test_workers_run_and_apply_a_rejudging(
    start: Start, course: Course, tina: User, concurrency: int
) -> None:
    for number in range(1, 13):
        becomes = Status.CORRECT if number % 2 else Status.WRONG
        make_assessed(course, tina, was=Status.WRONG, becomes=becomes, number=number)
    start(assess_by_text, concurrency)
    rejudging = start_rejudging(course, ALL, by=tina)

    def is_in(state: RejudgingState) -> bool:
        rejudging.refresh_from_db()
        return rejudging.state == state

    wait_until(lambda: is_in(RejudgingState.READY))
    assert not Submission.objects.filter(accepted=True).exists()
    assert apply_all(rejudging, by=tina) == 12
    wait_until(lambda: is_in(RejudgingState.APPLIED))
    assert Submission.objects.filter(accepted=True, attempt=2).count() == 6
    assert PastAssessment.objects.count() == 6


@pytest.mark.parametrize("concurrency", [1, 2])
def test_an_interactive_submission_does_not_wait_for_a_rejudging(
    start: Start, course: Course, tina: User, anna: User, submit: HandIn, concurrency: int
) -> None:
    for number in range(1, 4):
        make_assessed(course, tina, was=Status.WRONG, becomes=Status.CORRECT, number=number)
    began = threading.Event()

    def assess(
        submission: Submission, *, watch: Watch, stopped: threading.Event
    ) -> AssessmentRecord:
        if submission.user_id == anna.pk:
            return assess_at_once(submission, watch=watch, stopped=stopped)
        began.set()
        stopped.wait()  # a run that takes as long as it may
        raise MachineError("the run was cancelled")

    start(assess, concurrency)
    start_rejudging(course, ALL, by=tina)
    assert began.wait(60)
    values = [submit(anna, str(number)) for number in range(3)]
    wait_until(
        lambda: (
            Submission.objects.filter(
                pk__in=[submission.pk for submission in values], state=SubmissionState.FINISHED
            ).count()
            == 3
        )
    )
    assert not Proposal.objects.exclude(failures=0).exists()


def test_an_assessment_records_the_versions_that_made_it(
    start: Start, anna: User, submit: HandIn
) -> None:
    engine = start(assess_at_once)
    engine._find_versions = lambda submission: {"judge": "python 3"}
    submitted = submit(anna, "")
    wait_until(lambda: Assessment.objects.filter(submission=submitted).exists())
    assert Assessment.objects.get().versions == {"judge": "python 3"}
