"""Sweeps remove what is older than the settings say, in bounded steps, and nothing else."""

import io
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from kriterion.web.accounts.models import User
from kriterion.web.audit.models import AuditEntry
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Course
from kriterion.web.experiments.models import Experiment, ExperimentState
from kriterion.web.notifications.models import Notification, OutgoingMail
from kriterion.web.rejudging.models import Rejudging, RejudgingState
from kriterion.web.retention.models import RetentionKind, RetentionSweep
from kriterion.web.retention.services import archived_submissions, sweeps
from kriterion.web.retention.services.sweeps import count_expired, list_due_kinds, sweep_next
from kriterion.web.retention.sweep_work import SweepWork
from kriterion.web.submissions.models import (
    Assessment,
    FeedbackBatch,
    PastAssessment,
    RenderedFeedback,
    Submission,
    SubmissionState,
)
from kriterion.web.submissions.queue.inability import NOTHING
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.web.rejudging.rejudging_trial import (
    Killed,
    TrialWorker,
    kill_at_statement,
    make_assessed,
    make_course,
)

pytestmark = pytest.mark.django_db

DAYS = {kind.value: 30 for kind in RetentionKind}
NUMBER = 5
OLD, NEW = timedelta(days=31), timedelta(days=29)


@pytest.fixture
def course(exercise: object) -> Course:
    return make_course(exercise)  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def small_windows(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.DATA = tmp_path  # content that other tests stored is not swept
    settings.RETENTION_DAYS = DAYS
    monkeypatch.setattr(sweeps, "WINDOW", 2)
    monkeypatch.setattr(archived_submissions, "REMOVED_AT_ONCE", 2)


def ago(age: timedelta) -> datetime:
    return timezone.now() - age


def make_rows(course: Course, user: User) -> None:
    """For each kind, as many old things as new ones; each belongs to a finished submission."""
    for number in range(2 * NUMBER):
        age = OLD if number % 2 else NEW
        submission = make_assessed(
            course, user, was=Status.CORRECT, becomes=Status.CORRECT, number=number + 1
        )
        Submission.objects.filter(pk=submission.pk).update(finished_at=ago(age), earned=7)
        RenderedFeedback.objects.create(submission=submission, key="k", document=b"x")
        FeedbackBatch.objects.create(
            submission=submission, attempt=1, first=1, last=1, document=b"x"
        )
        past = PastAssessment.objects.create(
            submission=submission, attempt=1, replaced_by="t", state="finished", document=b"x"
        )
        PastAssessment.objects.filter(pk=past.pk).update(replaced_at=ago(age))
        rejudging = Rejudging.objects.create(
            course=course, choice="all", state=RejudgingState.APPLIED
        )
        Rejudging.objects.filter(pk=rejudging.pk).update(created_at=ago(age))
        rejudging.proposals.create(submission=submission, state="applied")
    for number in range(2 * NUMBER):
        age = OLD if number < NUMBER else NEW
        entry = AuditEntry.objects.create(actor_name="t", action="a")
        AuditEntry.objects.filter(pk=entry.pk).update(at=ago(age))
        notification = Notification.objects.create(user=user, kind="answer", address="/")
        Notification.objects.filter(pk=notification.pk).update(created_at=ago(age))
        tried = Experiment.objects.create(
            user=user, activity=Activity.objects.all()[0], state=ExperimentState.FINISHED
        )
        Experiment.objects.filter(pk=tried.pk).update(created_at=ago(age))


def count_all() -> dict[str, int]:
    return {
        "past-assessments": PastAssessment.objects.exclude(document=b"").count(),
        "re-judgings": sum(each.proposals.count() for each in Rejudging.objects.all()),
        "live-feedback": FeedbackBatch.objects.count(),
        "renderings": RenderedFeedback.objects.count(),
        "audit-log": AuditEntry.objects.count(),
        "notifications": Notification.objects.count(),
        "experiments": Experiment.objects.count(),
    }


def list_kept() -> list[tuple[object, ...]]:
    """Code, verdict and points of all submissions, and what is known of past ones."""
    rows = Submission.objects.order_by("pk").values_list("pk", "files", "status", "earned")
    past = PastAssessment.objects.order_by("pk").values_list("pk", "status", "earned")
    return [*rows, *past, *Assessment.objects.order_by("pk").values_list("pk", "document")]


def sweep(kind: RetentionKind) -> None:
    while sweep_next(kind):
        pass


def sweep_all() -> None:
    for kind in list_due_kinds():
        sweep(kind)


def test_what_is_older_than_the_settings_say_is_removed_and_nothing_else(
    course: Course, anna: User
) -> None:
    make_rows(course, anna)
    kept = list_kept()
    expected = dict.fromkeys(count_all(), 2 * NUMBER)
    assert count_all() == expected
    counted = {kind.value: count_expired(kind) for kind in RetentionKind}
    assert counted == {**dict.fromkeys(expected, NUMBER), "content": 0}
    assert count_all() == expected
    sweep_all()
    assert count_all() == dict.fromkeys(expected, NUMBER)
    assert list_kept() == kept
    removed = dict(RetentionSweep.objects.values_list("kind", "removed"))
    assert removed == counted
    assert list_due_kinds() == []


def test_nothing_is_removed_without_a_setting(course: Course, anna: User, settings: Any) -> None:
    settings.RETENTION_DAYS = {}
    make_rows(course, anna)
    before = count_all()
    assert list_due_kinds() == []
    sweep_all()
    assert not sweep_next(RetentionKind.AUDIT_LOG)
    assert count_all() == before


@pytest.mark.long(reason="kills at every statement")
def test_a_sweep_survives_a_kill_at_any_statement(course: Course, anna: User) -> None:
    make_rows(course, anna)
    kept, renderings = list_kept(), list(RenderedFeedback.objects.all())
    for statement in range(1, 200):
        RetentionSweep.objects.all().delete()
        RenderedFeedback.objects.bulk_create(renderings, ignore_conflicts=True)
        with kill_at_statement(statement) as was_killed:
            try:
                sweep(RetentionKind.RENDERINGS)
            except Killed:
                assert was_killed()
        sweep(RetentionKind.RENDERINGS)
        assert RenderedFeedback.objects.count() == NUMBER
        assert RetentionSweep.objects.get().removed == NUMBER
        assert list_kept() == kept
        if not was_killed():
            return
    raise AssertionError("the sweep did not end")


def test_workers_sweep_once_a_day(course: Course, anna: User) -> None:
    make_rows(course, anna)
    moment = [0.0]
    work, worker = SweepWork(lambda: moment[0]), TrialWorker()
    while (task := work.take("worker", suspects=True, exclude=NOTHING)) is not None:
        task.run(worker._assess, worker._find_versions, worker)
    assert count_all() == dict.fromkeys(count_all(), NUMBER)
    AuditEntry.objects.update(at=ago(OLD))
    moment[0] += 3600
    assert not work.has_work(suspects=True, exclude=NOTHING)
    RetentionSweep.objects.update(ended_at=ago(timedelta(hours=25)))
    moment[0] += 3600
    assert work.has_work(suspects=True, exclude=NOTHING)


def test_a_notification_whose_mail_waits_is_kept(anna: User) -> None:
    notification = Notification.objects.create(user=anna, kind="answer", address="/")
    Notification.objects.update(created_at=ago(OLD))
    mail = OutgoingMail.objects.create(notification=notification)
    assert count_expired(RetentionKind.NOTIFICATIONS) == 0
    OutgoingMail.objects.filter(pk=mail.pk).update(sent_at=timezone.now())
    assert count_expired(RetentionKind.NOTIFICATIONS) == 1


def test_live_feedback_of_a_submission_that_runs_is_kept(course: Course, anna: User) -> None:
    make_rows(course, anna)
    Submission.objects.update(state=SubmissionState.RUNNING)
    assert count_expired(RetentionKind.LIVE_FEEDBACK) == 0


def prune(*words: str) -> str:
    output = io.StringIO()
    call_command("prune", *words, stdout=output)
    return output.getvalue()


def test_prune_says_what_it_would_remove_and_removes_it(course: Course, anna: User) -> None:
    make_rows(course, anna)
    before = count_all()
    assert f"audit-log\tkept for 30 days\t{NUMBER} would be removed" in prune("--dry-run")
    assert count_all() == before
    assert f"audit-log\tkept for 30 days\t{NUMBER} removed" in prune()
    assert "audit-log\tkept for 30 days\t0 removed" in prune()
    assert count_all() == dict.fromkeys(before, NUMBER)


def test_submissions_are_removed_only_from_an_archived_course_and_on_request(
    course: Course, anna: User, exercise: object
) -> None:
    make_rows(course, anna)
    with pytest.raises(CommandError, match="not archived"):
        prune("--submissions-of", course.slug)
    with pytest.raises(CommandError, match="no such course"):
        prune("--submissions-of", "nowhere")
    Course.objects.update(archived=True)
    prune()
    assert Submission.objects.count() == 2 * NUMBER
    running = Submission.objects.order_by("pk").first()
    assert running is not None
    Submission.objects.filter(pk=running.pk).update(state=SubmissionState.RUNNING)
    assert f"{2 * NUMBER - 1} submissions would be removed" in prune(
        "--dry-run", "--submissions-of", course.slug
    )
    assert Submission.objects.count() == 2 * NUMBER
    prune("--submissions-of", course.slug)
    assert [each.pk for each in Submission.objects.all()] == [running.pk]
    assert AuditEntry.objects.filter(action="course.remove-submissions").exists()
