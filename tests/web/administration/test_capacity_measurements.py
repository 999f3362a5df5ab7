"""A site measures from its own submissions what a forecast needs."""

import json
from datetime import timedelta

import pytest
from click.testing import CliRunner
from django.utils import timezone
from pytest import MonkeyPatch

from kriterion.assessment.assessment_record import AssessmentRecord, JudgeRecord, SubmissionRecord
from kriterion.capacity.resource_use import MIB
from kriterion.cli.commands import capacity as command
from kriterion.web.accounts.models import User
from kriterion.web.administration import capacity_measurements
from kriterion.web.administration.capacity_measurements import measure_durations, measure_site
from kriterion.web.catalog.models import Activity
from kriterion.web.submissions.models import Assessment, Submission, SubmissionState, Worker
from kriterion_tools.contracts.dodona_judge.output_records import FullOutput
from kriterion_tools.contracts.dodona_judge.statuses import Status

DAY = timedelta(days=1)
DUE_AT = timezone.now() - timedelta(hours=5)


def submit_late(user: User, exercise: Activity, number: int, image: str = "python") -> None:
    """Store a submission that took two seconds, ten minutes before its deadline."""
    due_at = DUE_AT
    began = due_at - timedelta(minutes=10)
    row = Submission.objects.create(
        user=user,
        activity=exercise,
        number=number,
        image=image,
        due_at=due_at,
        state=SubmissionState.FINISHED,
        started_at=began,
        finished_at=began + timedelta(seconds=2),
    )
    Submission.objects.filter(pk=row.pk).update(created_at=began)
    judge = JudgeRecord(
        status=Status.CORRECT,
        accepted=True,
        summary=None,
        feedback=FullOutput(accepted=True, status=Status.CORRECT),
        wall_seconds=2.0,
        cpu_seconds=1.0,
        peak_memory_bytes=100 * MIB,
    )
    submitted = SubmissionRecord(exercise="e", file_name="a.py", source="", language="en")
    record = AssessmentRecord(submission=submitted, judge=judge)
    Assessment.objects.create(submission=row, attempt=1, document=Assessment.packed(record))


@pytest.fixture
def few(monkeypatch: MonkeyPatch) -> None:
    monkeypatch.setattr(capacity_measurements, "FEWEST_DURATIONS", 4)
    monkeypatch.setattr(capacity_measurements, "FEWEST_ARRIVALS", 4)


@pytest.mark.usefixtures("few")
def test_durations_arrivals_and_memory_come_from_submissions(
    anna: User, bram: User, exercise: Activity
) -> None:
    for number in range(1, 4):
        submit_late(anna, exercise, number)
    submit_late(bram, exercise, 1)
    Worker.objects.create(
        name="w", host="h", pid=1, concurrency=6, started_at=timezone.now(), seen_at=timezone.now()
    )
    measured = measure_site(window=DAY)
    assert measured.service is not None
    assert measured.service.seconds == (2.0,) * 4
    assert measured.seconds_before_deadline == pytest.approx([600.0] * 4)
    assert measured.submissions_per_student == 2.0
    assert measured.use is not None
    assert (measured.use.run_bytes, measured.use.processor_share) == (100 * MIB, 0.5)
    assert measured.slots_per_worker == 6


@pytest.mark.usefixtures("few")
def test_an_image_is_measured_by_itself(anna: User, exercise: Activity) -> None:
    for number in range(1, 5):
        submit_late(anna, exercise, number, image="ocaml")
    assert measure_site(window=DAY, image="ocaml").service is not None
    other = measure_site(window=DAY, image="python")
    assert (other.service, other.use) == (None, None)


@pytest.mark.usefixtures("few")
def test_the_pause_of_a_slot_is_measured_while_something_waits(
    anna: User, exercise: Activity
) -> None:
    for number in range(1, 30):
        submit_late(anna, exercise, number)
    for place, row in enumerate(Submission.objects.order_by("pk")):
        began = row.created_at + timedelta(seconds=2.5 * place)
        Submission.objects.filter(pk=row.pk).update(
            attempt=1, started_at=began, finished_at=began + timedelta(seconds=2)
        )
    assert measure_site(window=DAY).pause_seconds == pytest.approx(0.5)
    Submission.objects.update(attempt=2)  # they may have waited for a retry
    assert measure_site(window=DAY).pause_seconds is None


@pytest.mark.usefixtures("few")
def test_durations_are_measured_by_image_and_exercise(anna: User, exercise: Activity) -> None:
    for number in range(1, 5):
        submit_late(anna, exercise, number)
    for number in range(5, 8):
        submit_late(anna, exercise, number, image="seldom")
    durations = measure_durations()
    assert {name: times.mean for name, times in durations.images.items()} == {"python": 2.0}
    assert len(durations.activities[exercise.pk].seconds) == 7
    assert durations.most_per_minute == 7


def test_too_few_submissions_measure_nothing(anna: User, exercise: Activity) -> None:
    submit_late(anna, exercise, 1)
    measured = measure_site(window=DAY)
    assert measured.service is None
    assert measured.seconds_before_deadline == ()
    assert measured.use is None


@pytest.mark.usefixtures("few")
def test_the_command_answers_from_what_the_site_measured(
    anna: User, exercise: Activity, monkeypatch: MonkeyPatch
) -> None:
    for number in range(1, 6):
        submit_late(anna, exercise, number)
    measured = measure_site(window=DAY)
    monkeypatch.setattr(command, "_measure", lambda *_: measured)
    words = ("--students", "50", "--slots", "1", "--format", "json")
    result = CliRunner().invoke(command.capacity, words, catch_exceptions=False)
    document = json.loads(result.output)
    assert document["service"]["mean_seconds"] == 2.0
    assert document["arrivals"]["source"] == "measured: 5 submissions before deadlines"
    assert document["worker"]["processors"] == 0.5
