"""The dry run: what it proposes, what it leaves alone, and what interrupts it."""

import threading
from datetime import timedelta

import pytest
from django.utils import timezone

from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion.errors import MachineError, OperatorError
from kriterion.web.accounts.models import User
from kriterion.web.courses.models import Course
from kriterion.web.rejudging.models import (
    ChangeLevel,
    Proposal,
    ProposalState,
    RejudgingChoice,
    RejudgingState,
)
from kriterion.web.rejudging.reaper import ProposalReaper
from kriterion.web.rejudging.rejudging_work import ProposalTask
from kriterion.web.rejudging.services.control import (
    discard,
    pause,
    resume,
    retry_failed,
    start_rejudging,
)
from kriterion.web.rejudging.services.dry_run import requeue_proposal
from kriterion.web.submissions.models import Assessment, Submission, SubmissionState
from kriterion.web.submissions.queue.attempt_conclusion import BACK_OFF, MAX_LOSSES
from kriterion.web.submissions.queue.inability import NOTHING
from kriterion.web.submissions.queue.worker_name import name_this_worker
from kriterion.web.submissions.queue.workers import announce
from kriterion.web.submissions.worker.background_work import BackgroundTask
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.web.rehearsal import Watch
from tests.web.rejudging.rejudging_trial import (
    NEW,
    OLD,
    TrialWorker,
    assess_by_text,
    finish_dry_run,
    make_assessed,
)

pytestmark = pytest.mark.django_db

CORRECT, WRONG = Status.CORRECT, Status.WRONG
ALL = RejudgingChoice.ALL


def list_rows() -> list[tuple[object, ...]]:
    return list(Submission.objects.order_by("pk").values_list())


def test_a_dry_run_proposes_and_touches_no_submission(
    course: Course, tina: User, anna: User, bram: User
) -> None:
    changed = make_assessed(course, anna, was=WRONG, becomes=CORRECT)
    make_assessed(course, bram, was=WRONG, becomes=WRONG)
    before = list_rows(), list(Assessment.objects.order_by("pk").values())
    rejudging = finish_dry_run(start_rejudging(course, ALL, by=tina))
    assert (list_rows(), list(Assessment.objects.order_by("pk").values())) == before
    assert rejudging.state == RejudgingState.READY
    found = {proposal.submission_id: proposal for proposal in rejudging.proposals.all()}
    assert {proposal.state for proposal in found.values()} == {ProposalState.PROPOSED}
    assert sorted(proposal.level for proposal in found.values()) == [0, ChangeLevel.OUTCOME]
    proposal = found[changed.pk]
    assert proposal.changes == ["status", "accepted", "feedback"]
    assert (proposal.before["status"], proposal.after["status"]) == ("wrong", "correct")
    assert (proposal.before["accepted"], proposal.after["accepted"]) == (False, True)
    assert proposal.versions == NEW


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        (RejudgingChoice.LATEST, ["anna 3", "bram 1"]),
        (RejudgingChoice.BEST, ["anna 2", "bram 1"]),
        (RejudgingChoice.ALL, ["anna 1", "anna 2", "anna 3", "bram 1"]),
        (RejudgingChoice.FAILED, ["anna 3"]),
    ],
)
def test_the_choice_selects_submissions(
    course: Course,
    tina: User,
    anna: User,
    bram: User,
    choice: RejudgingChoice,
    expected: list[str],
) -> None:
    make_assessed(course, anna, was=CORRECT, becomes=CORRECT)
    make_assessed(course, anna, was=CORRECT, becomes=CORRECT, number=2)
    make_assessed(course, anna, was=Status.INTERNAL_ERROR, becomes=CORRECT, number=3)
    make_assessed(course, bram, was=WRONG, becomes=CORRECT)
    for number, state in enumerate(("queued", "running", "blocked", "cancelled"), 4):
        other = make_assessed(course, anna, was=WRONG, becomes=WRONG, number=number)
        Submission.objects.filter(pk=other.pk).update(state=state)
    rejudging = finish_dry_run(start_rejudging(course, choice, by=tina))
    chosen = rejudging.proposals.order_by("submission__user", "submission_id").select_related(
        "submission__user"
    )
    names = [
        f"{proposal.submission.user.username} {proposal.submission.number}" for proposal in chosen
    ]
    assert names == expected


def test_more_points_are_better_than_a_later_submission(
    course: Course, tina: User, anna: User
) -> None:
    best = make_assessed(course, anna, was=WRONG, becomes=WRONG)
    make_assessed(course, anna, was=WRONG, becomes=WRONG, number=2)
    make_assessed(course, anna, was=WRONG, becomes=WRONG, number=3)
    for number, earned in ((1, 7), (2, 3)):
        Submission.objects.filter(number=number).update(earned=earned, possible=10)
    rejudging = finish_dry_run(start_rejudging(course, RejudgingChoice.BEST, by=tina))
    assert [proposal.submission_id for proposal in rejudging.proposals.all()] == [best.pk]


def test_another_version_is_one_that_is_not_installed(
    course: Course, tina: User, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "kriterion.web.rejudging.services.selection.find_installed_versions", lambda *_: NEW
    )
    old = make_assessed(course, anna, was=WRONG, becomes=WRONG, versions=OLD)
    make_assessed(course, anna, was=WRONG, becomes=WRONG, number=2, versions=NEW)
    unknown = make_assessed(course, anna, was=WRONG, becomes=WRONG, number=3, versions={})
    rejudging = finish_dry_run(start_rejudging(course, RejudgingChoice.OTHER_VERSION, by=tina))
    assert {proposal.submission_id for proposal in rejudging.proposals.all()} == {
        old.pk,
        unknown.pk,
    }


def test_only_the_submissions_of_the_scope_at_the_start_are_selected(
    course: Course, tina: User, anna: User
) -> None:
    inside = make_assessed(course, anna, was=WRONG, becomes=WRONG)
    elsewhere = make_assessed(course, anna, was=WRONG, becomes=WRONG, number=2)
    Submission.objects.filter(pk=elsewhere.pk).update(series=None)
    other = make_assessed(course, anna, was=WRONG, becomes=WRONG, number=3)
    Submission.objects.filter(pk=other.pk).update(course=None)
    rejudging = start_rejudging(course, ALL, by=tina, series=course.series.get())
    make_assessed(course, anna, was=WRONG, becomes=WRONG, number=4)
    finish_dry_run(rejudging)
    assert [proposal.submission_id for proposal in rejudging.proposals.all()] == [inside.pk]


def test_selection_goes_on_batch_by_batch(
    course: Course, tina: User, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kriterion.web.rejudging.services.selection.BATCH", 2)
    for number in range(1, 6):
        make_assessed(course, anna, was=WRONG, becomes=WRONG, number=number)
    rejudging = finish_dry_run(start_rejudging(course, ALL, by=tina))
    assert rejudging.proposals.filter(state=ProposalState.PROPOSED).count() == 5


def test_starting_twice_starts_one(course: Course, tina: User, anna: User) -> None:
    make_assessed(course, anna, was=WRONG, becomes=WRONG)
    first = start_rejudging(course, ALL, by=tina)
    assert start_rejudging(course, ALL, by=tina) == first
    assert start_rejudging(course, RejudgingChoice.BEST, by=tina) != first
    finish_dry_run(first)
    assert start_rejudging(course, ALL, by=tina) != first


def test_a_failure_of_the_machine_is_retried_and_proposes_nothing(
    course: Course, tina: User, anna: User
) -> None:
    make_assessed(course, anna, was=WRONG, becomes=CORRECT)
    rejudging = start_rejudging(course, ALL, by=tina)

    def fail(submission: Submission, *, watch: Watch, stopped: threading.Event) -> AssessmentRecord:
        raise MachineError("the disk is gone")

    worker = TrialWorker(fail)
    worker.run_all()
    failures = 1
    while Proposal.objects.get().state == ProposalState.WAITING:
        assert Proposal.objects.get().failures == failures
        Proposal.objects.update(not_before=timezone.now() - timedelta(seconds=1))
        worker.run_all()
        failures += 1
    assert failures == len(BACK_OFF) + 1
    proposal = Proposal.objects.get()
    assert (proposal.state, proposal.level, proposal.changes) == (ProposalState.FAILED, 0, [])
    rejudging.refresh_from_db()
    assert rejudging.state == RejudgingState.READY
    assert retry_failed(rejudging) == 1
    finish_dry_run(rejudging)
    assert Proposal.objects.get().changes == ["status", "accepted", "feedback"]


def test_what_no_worker_can_assess_ends_the_dry_run_without_a_verdict(
    course: Course, tina: User, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_assessed(course, anna, was=WRONG, becomes=CORRECT)
    rejudging = start_rejudging(course, ALL, by=tina)

    def fail(submission: Submission, *, watch: Watch, stopped: threading.Event) -> AssessmentRecord:
        raise OperatorError("the image is gone", fix="make it again")

    worker = TrialWorker(fail)
    worker.run_all()
    assert Proposal.objects.get().state == ProposalState.WAITING
    assert Proposal.objects.get().failures == 0
    announce(worker.name, 1, "", worker.inabilities.to_json())
    worker.work.do_duties(worker.name, worker.inabilities, ())
    worker.run_all()
    assert Proposal.objects.get().state == ProposalState.FAILED
    assert "the image is gone" in Proposal.objects.get().failure
    rejudging.refresh_from_db()
    assert rejudging.state == RejudgingState.READY


def test_a_paused_dry_run_begins_nothing_until_it_is_resumed(
    course: Course, tina: User, anna: User
) -> None:
    for number in (1, 2, 3):
        make_assessed(course, anna, was=WRONG, becomes=WRONG, number=number)
    rejudging = start_rejudging(course, ALL, by=tina)
    worker = TrialWorker()
    assert worker.run_next()
    assert worker.run_next()
    assert pause(rejudging)
    assert not worker.run_next()
    assert rejudging.proposals.filter(state=ProposalState.PROPOSED).count() == 1
    assert resume(rejudging)
    worker.run_all()
    assert rejudging.proposals.filter(state=ProposalState.PROPOSED).count() == 3


@pytest.mark.parametrize("interrupt", [pause, discard])
def test_a_run_stops_when_its_rejudging_is_paused_or_discarded(
    course: Course, tina: User, anna: User, interrupt: object
) -> None:
    make_assessed(course, anna, was=WRONG, becomes=CORRECT)
    rejudging = start_rejudging(course, ALL, by=tina)

    def assess(
        submission: Submission, *, watch: Watch, stopped: threading.Event
    ) -> AssessmentRecord:
        interrupt(rejudging)  # type: ignore[operator]
        worker.work.do_duties(worker.name, worker.inabilities, tasks)
        assert stopped.is_set()
        raise MachineError("the run was cancelled")

    worker, tasks = TrialWorker(), list[BackgroundTask]()
    assert worker.run_next()
    task = worker.work.take(worker.name, suspects=True, exclude=worker.inabilities.make_exclusion())
    assert task is not None
    tasks.append(task)
    task.run(assess, lambda submission: NEW, worker)
    proposal = Proposal.objects.get()
    assert (proposal.state, proposal.failures) == (ProposalState.WAITING, 0)


def test_discarding_removes_the_proposals(
    course: Course, tina: User, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kriterion.web.rejudging.services.steps.DELETED_AT_ONCE", 2)
    for number in range(1, 6):
        make_assessed(course, anna, was=WRONG, becomes=CORRECT, number=number)
    rejudging = finish_dry_run(start_rejudging(course, ALL, by=tina))
    before = list_rows()
    assert discard(rejudging)
    assert not discard(rejudging)
    finish_dry_run(rejudging)
    assert rejudging.state == RejudgingState.DISCARDED
    assert not Proposal.objects.exists()
    assert list_rows() == before


def test_a_submission_that_is_requeued_before_its_run_is_not_run(
    course: Course, tina: User, anna: User
) -> None:
    make_assessed(course, anna, was=WRONG, becomes=CORRECT)
    rejudging = start_rejudging(course, ALL, by=tina)
    worker = TrialWorker()
    assert worker.run_next()
    Submission.objects.update(state=SubmissionState.QUEUED)
    worker.run_all()
    assert Proposal.objects.get().state == ProposalState.OUTDATED
    rejudging.refresh_from_db()
    assert rejudging.state == RejudgingState.READY


@pytest.mark.parametrize("event", ["requeued", "deleted"])
def test_a_submission_that_changes_during_its_run_is_not_proposed(
    course: Course, tina: User, anna: User, event: str
) -> None:
    make_assessed(course, anna, was=WRONG, becomes=CORRECT)
    rejudging = start_rejudging(course, ALL, by=tina)

    def assess(
        submission: Submission, *, watch: Watch, stopped: threading.Event
    ) -> AssessmentRecord:
        if event == "deleted":
            Submission.objects.all().delete()
        else:
            Submission.objects.update(state=SubmissionState.QUEUED)
        return assess_by_text(submission, watch=watch, stopped=stopped)

    finish_dry_run(rejudging, assess)
    assert rejudging.state == RejudgingState.READY
    states = list(Proposal.objects.values_list("state", "document"))
    assert states == ([] if event == "deleted" else [(ProposalState.OUTDATED, b"")])


def test_a_proposal_that_kills_processes_fails_and_runs_alone(
    course: Course, tina: User, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in (1, 2):
        make_assessed(course, anna, was=WRONG, becomes=CORRECT, number=number)
    start_rejudging(course, ALL, by=tina)
    worker = TrialWorker()
    assert worker.run_next()
    monkeypatch.setattr("kriterion.web.submissions.queue.lease_reaper.is_gone", lambda name: True)
    for losses in range(1, MAX_LOSSES + 1):
        task = worker.work.take(worker.name, suspects=True, exclude=NOTHING)
        assert task is not None
        assert task.is_suspect == (losses > 1)
        ProposalReaper(lambda: 0.0).reap()
        deadly = Proposal.objects.earliest("pk")
        assert deadly.losses == losses
        innocent = worker.work.take(worker.name, suspects=False, exclude=NOTHING)
        assert isinstance(innocent, ProposalTask)
        assert innocent.proposal.pk != deadly.pk
        requeue_proposal(innocent.proposal)
    assert deadly.state == ProposalState.FAILED


def test_a_proposal_that_silences_workers_fails_and_runs_alone(
    course: Course, tina: User, anna: User
) -> None:
    """The death of a worker on another machine shows only by its expired lease."""
    make_assessed(course, anna, was=WRONG, becomes=CORRECT)
    start_rejudging(course, ALL, by=tina)
    worker = TrialWorker()
    assert worker.run_next()
    for silences in range(1, MAX_LOSSES + 1):
        task = worker.work.take(f"elsewhere/boot/{silences}-1", suspects=True, exclude=NOTHING)
        assert task is not None
        assert task.is_suspect == (silences > 2)
        reap_overdue()
        assert Proposal.objects.get().silences == silences
    row = Proposal.objects.get()
    assert row.state == ProposalState.FAILED
    assert row.failure.startswith("3 workers died")


def test_a_worker_that_was_only_silent_takes_its_silence_back(
    course: Course, tina: User, anna: User
) -> None:
    make_assessed(course, anna, was=WRONG, becomes=CORRECT)
    start_rejudging(course, ALL, by=tina)
    worker = TrialWorker()
    assert worker.run_next()
    for name in ("first", "second"):
        assert worker.work.take(f"elsewhere/boot/{name}", suspects=True, exclude=NOTHING)
        reap_overdue()
    reaper = ProposalReaper(lambda: 0.0)
    reaper.clear_silences("elsewhere/boot/second")
    reaper.clear_silences("elsewhere/boot/second")
    reaper.clear_silences("elsewhere/boot/another")
    assert Proposal.objects.get().silences == 1
    task = worker.work.take(worker.name, suspects=False, exclude=NOTHING)
    assert task is not None
    task.run(assess_by_text, lambda submission: NEW, worker)
    row = Proposal.objects.get()
    assert (row.state, row.silences) == (ProposalState.PROPOSED, 0)


def test_a_process_takes_its_silences_back_when_it_was_suspended(
    course: Course, tina: User, anna: User
) -> None:
    make_assessed(course, anna, was=WRONG, becomes=CORRECT)
    start_rejudging(course, ALL, by=tina)
    assert TrialWorker().run_next()
    Proposal.objects.update(silences=1, silent_worker=name_this_worker())
    moments = [0.0]
    reaper = ProposalReaper(lambda: moments[-1])
    silences = []
    for moment in (0.0, 3.0, 30.0):
        moments.append(moment)
        reaper.reap_if_due()
        silences.append(Proposal.objects.get().silences)
    assert silences == [1, 1, 0]


def test_an_overdue_attempt_of_this_process_is_no_loss(
    course: Course, tina: User, anna: User
) -> None:
    make_assessed(course, anna, was=WRONG, becomes=CORRECT)
    start_rejudging(course, ALL, by=tina)
    worker = TrialWorker()
    assert worker.run_next()
    assert worker.work.take(name_this_worker(), suspects=True, exclude=NOTHING)
    reap_overdue()
    row = Proposal.objects.get()
    assert (row.state, row.silences, row.losses) == (ProposalState.WAITING, 0, 0)


def reap_overdue() -> None:
    """Let the leases of all attempts expire, and reap them."""
    Proposal.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    moments = iter([0.0, 31.0])
    assert ProposalReaper(lambda: next(moments)).reap() == 1


def test_a_silent_worker_loses_its_claim_and_its_late_result_counts_only_once(
    course: Course, tina: User, anna: User
) -> None:
    make_assessed(course, anna, was=WRONG, becomes=CORRECT)
    start_rejudging(course, ALL, by=tina)
    worker = TrialWorker()
    assert worker.run_next()
    silent = worker.work.take("elsewhere/boot/1-1", suspects=True, exclude=NOTHING)
    assert isinstance(silent, ProposalTask)
    Proposal.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    moments = iter([0.0, 31.0])
    assert ProposalReaper(lambda: next(moments)).reap() == 1
    second = worker.work.take(worker.name, suspects=True, exclude=NOTHING)
    assert isinstance(second, ProposalTask)
    silent.run(assess_by_text, lambda submission: OLD, worker)
    assert Proposal.objects.get().state == ProposalState.RUNNING
    second.run(assess_by_text, lambda submission: NEW, worker)
    silent.run(assess_by_text, lambda submission: OLD, worker)
    assert (Proposal.objects.get().state, Proposal.objects.get().versions) == ("proposed", NEW)
