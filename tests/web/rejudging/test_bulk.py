"""Re-judgings of many submissions: bounded steps, counts, progress, and parts of assessments."""

import threading
from collections import Counter
from datetime import timedelta
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from kriterion.assessment.assessment_record import (
    AssessmentRecord,
    RepresenterRecord,
    RepresenterStatus,
)
from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Course
from kriterion.web.rejudging.models import (
    Proposal,
    ProposalState,
    Rejudging,
    RejudgingChoice,
    RejudgingState,
    RejudgingTools,
)
from kriterion.web.rejudging.rejudging_work import RejudgingWork
from kriterion.web.rejudging.services import proposal_counts, selection, steps
from kriterion.web.rejudging.services.control import (
    apply_all,
    apply_outcomes,
    discard,
    pause,
    resume,
    retry_failed,
    start_rejudging,
)
from kriterion.web.rejudging.services.dry_run import claim_proposal
from kriterion.web.rejudging.services.proposal_counts import (
    count_decided,
    find_progress,
    measure,
    read_database_time,
)
from kriterion.web.submissions.models import Assessment, PastAssessment, Submission, SubmissionState
from kriterion.web.submissions.queue.inability import NOTHING, Exclusion
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.web.rejudging.rejudging_trial import (
    NEW,
    OLD,
    Killed,
    TrialWorker,
    assess_by_text,
    find_new_versions,
    finish_dry_run,
    kill_at_statement,
    make_assessed,
)

pytestmark = pytest.mark.django_db

CORRECT, WRONG, ALL = Status.CORRECT, Status.WRONG, RejudgingChoice.ALL
NUMBER = 7


@pytest.fixture
def tiny_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps of one to three rows, and no counting of all rows."""
    monkeypatch.setattr(selection, "BATCH", 2)
    monkeypatch.setattr(proposal_counts, "FEW", 0)
    monkeypatch.setattr(proposal_counts, "COUNTED_AT_ONCE", 3)
    monkeypatch.setattr(steps, "APPLIED_AT_ONCE", 2)
    monkeypatch.setattr(steps, "DELETED_AT_ONCE", 2)
    monkeypatch.setattr(steps, "RETRIED_AT_ONCE", 2)


def make_some(course: Course, user: User) -> list[Submission]:
    """Submissions of which every second one changes."""
    return [
        make_assessed(
            course, user, was=WRONG, becomes=(CORRECT, WRONG)[number % 2], number=number + 1
        )
        for number in range(NUMBER)
    ]


def count_rows() -> Counter[str]:
    rows = Proposal.objects.values_list("state", "level")
    return Counter(f"{state}.{level}" for state, level in rows)


@pytest.mark.usefixtures("tiny_steps")
def test_counts_of_a_bulk_job_are_those_of_its_rows(course: Course, tina: User, anna: User) -> None:
    make_some(course, anna)
    rejudging = start_rejudging(course, ALL, by=tina)
    worker = TrialWorker()
    while worker.run_next():
        rejudging.refresh_from_db()
        if rejudging.state == RejudgingState.RUNNING:
            open_ones = Proposal.objects.filter(state__in=("waiting", "running")).count()
            assert sum(count_decided(rejudging).values()) == rejudging.total - open_ones
    rejudging.refresh_from_db()
    assert rejudging.state == RejudgingState.READY
    assert (rejudging.total, Counter(rejudging.counts)) == (NUMBER, count_rows())
    assert apply_outcomes(rejudging, by=tina) == 4
    finish_dry_run(rejudging)
    assert (rejudging.state, rejudging.applied) == (RejudgingState.READY, 4)
    assert Counter(rejudging.counts) == count_rows()
    assert apply_all(rejudging, by=tina) == 3
    finish_dry_run(rejudging)
    assert rejudging.state == RejudgingState.APPLIED
    assert Counter(rejudging.counts) == count_rows() == {"applied.2": 4, "applied.0": 3}


@pytest.mark.usefixtures("tiny_steps")
@pytest.mark.long(reason="re-judges once for each statement")
def test_a_bulk_job_survives_a_kill_at_any_statement(
    course: Course, tina: User, anna: User
) -> None:
    made = make_some(course, anna)
    for statement in range(1, 400, 7):
        Rejudging.objects.all().delete()
        PastAssessment.objects.all().delete()
        rejudging = start_rejudging(course, ALL, by=tina)
        with kill_at_statement(statement) as was_killed:
            try:
                TrialWorker(name="first").run_all()
            except Killed:
                assert was_killed()
        with patch(
            "kriterion.web.submissions.queue.lease_reaper.is_gone", lambda name: name == "first"
        ):
            RejudgingWork()._reaper.reap()
        finish_dry_run(rejudging)
        assert rejudging.state == RejudgingState.READY
        proposed = Proposal.objects.filter(state=ProposalState.PROPOSED)
        assert sorted(proposed.values_list("submission", flat=True)) == [each.pk for each in made]
        assert (rejudging.total, Counter(rejudging.counts)) == (NUMBER, count_rows())
        if not was_killed():
            return
    raise AssertionError("the dry run did not end")


@pytest.mark.usefixtures("tiny_steps")
def test_a_choice_that_finds_little_is_searched_in_bounded_steps(
    course: Course, tina: User, anna: User
) -> None:
    made = make_some(course, anna)
    Submission.objects.filter(pk=made[-1].pk).update(status=Status.INTERNAL_ERROR.value)
    rejudging = start_rejudging(course, RejudgingChoice.FAILED, by=tina)
    considered = []
    while rejudging.state == RejudgingState.SELECTING:
        selection.select_batch(rejudging.pk)
        rejudging.refresh_from_db()
        considered.append(rejudging.selected_up_to)
    assert considered == [made[1].pk, made[3].pk, made[5].pk, made[6].pk]
    assert list(rejudging.proposals.values_list("submission", flat=True)) == [made[6].pk]


def test_steps_of_two_jobs_take_turns(course: Course, tina: User, anna: User) -> None:
    make_some(course, anna)
    first = start_rejudging(course, ALL, by=tina)
    second = start_rejudging(course, RejudgingChoice.LATEST, by=tina)
    found = steps.find_step()
    assert found is not None
    assert found[0] == first.pk
    found = steps.find_step(first.pk)
    assert found is not None
    assert found[0] == second.pk


@pytest.mark.usefixtures("tiny_steps")
def test_a_process_takes_one_step_of_a_job_at_a_time(
    course: Course, tina: User, anna: User
) -> None:
    """A second one would wait for the row of the job, and occupy a slot meanwhile."""
    make_some(course, anna)
    first = start_rejudging(course, ALL, by=tina)
    second = start_rejudging(course, RejudgingChoice.LATEST, by=tina)
    worker = TrialWorker()
    tasks = [worker.work.take("w", suspects=True, exclude=NOTHING) for _ in range(3)]
    assert [task and task.label for task in tasks] == [
        f"of re-judging {first.pk}",
        f"of re-judging {second.pk}",
        None,
    ]
    assert not worker.work.has_work(suspects=True, exclude=NOTHING)
    assert tasks[0] is not None
    tasks[0].run(assess_by_text, find_new_versions, worker)
    task = worker.work.take("w", suspects=True, exclude=NOTHING)
    assert task is not None
    assert task.label == f"of re-judging {first.pk}"


def test_a_step_that_was_taken_but_never_run_is_taken_again(
    course: Course, tina: User, anna: User
) -> None:
    make_some(course, anna)
    start_rejudging(course, ALL, by=tina)
    worker = TrialWorker()
    assert worker.work.take("w", suspects=True, exclude=NOTHING) is not None
    assert worker.work.take("w", suspects=True, exclude=NOTHING) is None
    worker.work.do_duties("w", worker.inabilities, [])
    assert worker.work.take("w", suspects=True, exclude=NOTHING) is not None


def test_a_long_application_does_not_hold_up_a_dry_run(
    course: Course, tina: User, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_some(course, anna)
    applied = finish_dry_run(start_rejudging(course, ALL, by=tina))
    monkeypatch.setattr(steps, "APPLIED_AT_ONCE", 1)
    apply_all(applied, by=tina)
    start_rejudging(course, RejudgingChoice.LATEST, by=tina)
    worker = TrialWorker()
    while not Proposal.objects.exclude(rejudging=applied).filter(state="proposed").exists():
        assert worker.run_next()
    applied.refresh_from_db()
    assert applied.state == RejudgingState.APPLYING


def test_the_rate_says_how_long_the_rest_takes(course: Course, tina: User) -> None:
    rejudging = Rejudging.objects.create(
        course=course, choice=ALL, state=RejudgingState.RUNNING, author=tina, total=1_000
    )
    rejudging.measured_at = read_database_time(rejudging) - timedelta(seconds=10)
    measure(rejudging, 100)
    assert rejudging.rate is not None
    assert 0 < rejudging.rate <= 10
    progress = find_progress(rejudging, Counter({"proposed.0": 100}))
    assert (progress.done, progress.total) == (100, 1_000)
    assert progress.left is not None
    assert progress.left >= timedelta(seconds=90)
    rejudging.save()
    assert pause(rejudging)
    rejudging.refresh_from_db()
    assert find_progress(rejudging).left is None
    assert resume(rejudging)
    rejudging.refresh_from_db()
    assert rejudging.measured_at is None


@pytest.mark.usefixtures("tiny_steps")
def test_failed_ones_are_queued_again_in_bounded_steps(
    course: Course, tina: User, anna: User
) -> None:
    make_some(course, anna)
    rejudging = finish_dry_run(start_rejudging(course, ALL, by=tina))
    Proposal.objects.filter(level=0).update(state=ProposalState.FAILED)
    Rejudging.objects.update(counts={"proposed.2": 4, "failed.0": 3})
    assert retry_failed(rejudging) == 3
    steps.advance_dry_run(rejudging.pk)
    assert Proposal.objects.filter(state=ProposalState.WAITING).count() == 2
    finish_dry_run(rejudging)
    assert rejudging.state == RejudgingState.READY
    assert Counter(rejudging.counts) == count_rows() == {"proposed.2": 4, "proposed.0": 3}


@pytest.mark.usefixtures("tiny_steps")
def test_a_cancelled_job_leaves_what_was_applied(course: Course, tina: User, anna: User) -> None:
    make_some(course, anna)
    rejudging = finish_dry_run(start_rejudging(course, ALL, by=tina))
    apply_all(rejudging, by=tina)
    assert TrialWorker().run_next()
    assert discard(rejudging)
    finish_dry_run(rejudging)
    assert rejudging.state == RejudgingState.DISCARDED
    assert Counter(rejudging.counts) == count_rows() == {"applied.2": 2}
    assert rejudging.total == 2


def test_a_worker_claims_what_it_can_assess_of_many(
    course: Course, tina: User, anna: User, exercise: Activity
) -> None:
    make_some(course, anna)
    other = Activity.objects.create(repository=exercise.repository, path="other")
    last = Submission.objects.order_by("pk").last()
    assert last is not None
    Submission.objects.filter(pk=last.pk).update(activity=other)
    rejudging = start_rejudging(course, ALL, by=tina)
    while rejudging.state == RejudgingState.SELECTING:
        selection.select_batch(rejudging.pk)
        rejudging.refresh_from_db()
    exclude = Exclusion(activities=frozenset({exercise.pk}))
    claimed = claim_proposal("worker", rejudging.pk, suspects=True, exclude=exclude)
    assert claimed is not None
    assert claimed.submission_id == last.pk
    assert claim_proposal("worker", rejudging.pk, suspects=True, exclude=exclude) is None
    assert claim_proposal("worker", rejudging.pk, suspects=True, exclude=NOTHING) is not None


# --- Parts of assessments


def represent(record: AssessmentRecord, version: int) -> AssessmentRecord:
    made = RepresenterRecord(
        status=RepresenterStatus.GENERATED, digest="d", version=version, exercise_version=1
    )
    return replace(record, representer=made)


def make_represented(course: Course, user: User) -> Submission:
    """A submission that version 1 of the representer represented; judging it again fails it."""
    submission = make_assessed(course, user, was=CORRECT, becomes=WRONG)
    versions = {**OLD, "representer": "representer 1"}
    document = Assessment.packed(represent(Assessment.objects.get().record, 1))
    Assessment.objects.update(document=document, versions=versions)
    Submission.objects.update(digest="d", representer_version=1, exercise_version=1)
    return submission


def run_representer(rejudging: Rejudging) -> list[bool]:
    asked = []

    def analyze(
        submission: Submission,
        record: AssessmentRecord,
        *,
        represents_only: bool,
        stopped: threading.Event,
    ) -> AssessmentRecord:
        asked.append(represents_only)
        return represent(record, 2)

    worker = TrialWorker(find_versions=lambda submission: {**NEW, "representer": "representer 2"})
    worker.work = RejudgingWork(analyze=analyze)
    worker.run_all()
    rejudging.refresh_from_db()
    return asked


def test_only_the_representer_runs_again_after_its_new_version(
    course: Course, tina: User, anna: User
) -> None:
    submission = make_represented(course, anna)
    rejudging = start_rejudging(course, ALL, by=tina, tools=RejudgingTools.REPRESENTER)
    assert run_representer(rejudging) == [True]
    proposal = rejudging.proposals.get()
    assert (proposal.before["class"], proposal.after["class"]) == ("d_1_1", "d_2_1")
    assert proposal.changes == ["feedback"]
    apply_all(rejudging, by=tina)
    finish_dry_run(rejudging)
    submission.refresh_from_db()
    assert (submission.status, submission.accepted) == (CORRECT.value, True)
    assert (submission.digest, submission.representer_version) == ("d", 2)
    assert submission.assessment.versions == {**OLD, "representer": "representer 2"}
    assert submission.assessment.record.judge is not None


def test_what_another_version_represented_is_found(course: Course, tina: User, anna: User) -> None:
    make_represented(course, anna)
    with patch.object(
        selection, "find_installed_versions", lambda *of: {**NEW, "representer": "representer 1"}
    ):
        same = start_rejudging(
            course, RejudgingChoice.OTHER_VERSION, by=tina, tools=RejudgingTools.REPRESENTER
        )
        assert run_representer(same) == []
    with patch.object(
        selection, "find_installed_versions", lambda *of: {**OLD, "representer": "representer 2"}
    ):
        other = start_rejudging(
            course, RejudgingChoice.OTHER_VERSION, by=tina, tools=RejudgingTools.REPRESENTER
        )
        assert run_representer(other) == [True]


def test_rejected_and_unassessed_submissions_are_not_represented(
    course: Course, tina: User, anna: User
) -> None:
    make_assessed(course, anna, was=WRONG, becomes=WRONG)
    failed = make_assessed(course, anna, was=CORRECT, becomes=WRONG, number=2)
    Submission.objects.filter(pk=failed.pk).update(state=SubmissionState.FAILED)
    rejudging = start_rejudging(course, ALL, by=tina, tools=RejudgingTools.REPRESENTER)
    assert run_representer(rejudging) == []
    assert (rejudging.state, rejudging.total) == (RejudgingState.READY, 0)


def test_a_part_of_an_assessment_that_was_replaced_meanwhile_is_outdated(
    course: Course, tina: User, anna: User
) -> None:
    submission = make_represented(course, anna)
    rejudging = start_rejudging(course, ALL, by=tina, tools=RejudgingTools.REPRESENTER)

    def analyze(
        submission: Submission,
        record: AssessmentRecord,
        *,
        represents_only: bool,
        stopped: threading.Event,
    ) -> AssessmentRecord:
        Submission.objects.update(attempt=2)
        Assessment.objects.update(attempt=2)
        return represent(record, 2)

    worker = TrialWorker()
    worker.work = RejudgingWork(analyze=analyze)
    worker.run_all()
    assert rejudging.proposals.get().state == ProposalState.OUTDATED
    submission.refresh_from_db()
    assert submission.representer_version == 1
