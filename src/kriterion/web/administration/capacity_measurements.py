"""What the site's own submissions say about the workers that it needs."""

import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

import msgspec
from django.db.models import F, Max, QuerySet

from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion.capacity.queue_simulation import find_percentile
from kriterion.capacity.resource_use import ResourceUse
from kriterion.capacity.service_times import ServiceTimes, from_sample
from kriterion.capacity.slot_pauses import find_pause
from kriterion.web.submissions.models import Assessment, Priority, Submission, SubmissionState
from kriterion.web.submissions.queue.wait_estimate import measure_seconds
from kriterion.web.submissions.queue.workers import select_ready_workers

FEWEST_DURATIONS = 20
FEWEST_ARRIVALS = 200  # fewer say nothing about the shape of a rush
_MAX_DURATIONS = 5_000
_MAX_ARRIVALS = 100_000
_MAX_RECORDS = 200  # which must be unpacked
_SHORTEST_SECONDS = 0.001  # a clock that was set back by less than a run


@dataclass(frozen=True, kw_only=True, slots=True)
class SiteMeasurements:
    """What was measured; None or empty where too few submissions say anything."""

    service: ServiceTimes | None
    seconds_before_deadline: tuple[float, ...]
    submissions_per_student: float | None
    use: ResourceUse | None
    slots_per_worker: int | None
    pause_seconds: float | None


@dataclass(frozen=True, kw_only=True, slots=True)
class DurationsBySubject:
    """Durations of the newest assessments, by image and by the id of the exercise.

    Subjects with too few of them are left out. `most_per_minute` is how many submissions started in
    the busiest minute.
    """

    images: dict[str, ServiceTimes]
    activities: dict[int, ServiceTimes]
    most_per_minute: int


def measure_site(*, window: timedelta, image: str = "") -> SiteMeasurements:
    """Measure the newest submissions, of one image if it is named."""
    before, per_student = _measure_arrivals(window)
    return SiteMeasurements(
        service=_measure_service_times(image),
        seconds_before_deadline=before,
        submissions_per_student=per_student,
        use=_measure_use(image),
        slots_per_worker=select_ready_workers().aggregate(most=Max("concurrency"))["most"],
        pause_seconds=_measure_pause(),
    )


def measure_durations() -> DurationsBySubject:
    """Measure the newest assessments by image and by exercise."""
    images: dict[str, list[float]] = {}
    activities: dict[int, list[float]] = {}
    minutes: Counter[datetime] = Counter()
    rows = _select_newest().values_list("image", "activity", "started_at", "finished_at")
    for image, activity, began, ended in rows[:_MAX_DURATIONS]:
        seconds = measure_seconds(began, ended)
        if began is None or seconds is None:
            continue
        minutes[began.replace(second=0, microsecond=0)] += 1
        images.setdefault(image, []).append(max(seconds, _SHORTEST_SECONDS))
        activities.setdefault(activity, []).append(max(seconds, _SHORTEST_SECONDS))
    return DurationsBySubject(
        images={
            image: from_sample(seconds, f"measured: the last {len(seconds)} in image {image}")
            for image, seconds in sorted(images.items())
            if image and len(seconds) >= FEWEST_DURATIONS
        },
        activities={
            activity: from_sample(seconds, f"measured: the last {len(seconds)} of the exercise")
            for activity, seconds in activities.items()
            if len(seconds) >= FEWEST_DURATIONS
        },
        most_per_minute=max(minutes.values(), default=0),
    )


def _select_newest() -> QuerySet[Submission]:
    """Select the assessed submissions, newest first."""
    rows = Submission.unlimited.filter(state=SubmissionState.FINISHED, finished_at__isnull=False)
    return rows.order_by("-finished_at")


def _measure_pause() -> float | None:
    """Return how long a slot stands still between two submissions; None if that is not known.

    Submissions that ran more than once are left out: they may have waited for a retry. So are
    background ones, which do not get every slot.
    """
    rows = _select_newest().filter(attempt=1, priority=Priority.INTERACTIVE)
    times = rows.values_list("created_at", "started_at", "finished_at")[:_MAX_DURATIONS]
    return find_pause(
        (created.timestamp(), began.timestamp(), ended.timestamp())
        for created, began, ended in times
        if began is not None and ended is not None
    )


def _measure_service_times(image: str) -> ServiceTimes | None:
    rows = _select_newest()
    if image:
        rows = rows.filter(image=image)
    pairs = rows.values_list("started_at", "finished_at")[:_MAX_DURATIONS]
    durations = [measure_seconds(began, ended) for began, ended in pairs]
    seconds = [max(value, _SHORTEST_SECONDS) for value in durations if value is not None]
    if len(seconds) < FEWEST_DURATIONS:
        return None
    of_image = f" in image {image}" if image else ""
    return from_sample(seconds, f"measured: the last {len(seconds)} assessments{of_image}")


def _measure_arrivals(window: timedelta) -> tuple[tuple[float, ...], float | None]:
    """Return how long before their deadlines submissions arrived, and how many each student made
    for a deadline.
    """
    rows = (
        Submission.unlimited.filter(
            due_at__isnull=False, created_at__lte=F("due_at"), created_at__gt=F("due_at") - window
        )
        .order_by("-created_at")
        .values_list("created_at", "due_at", "user_id", "series_id")[:_MAX_ARRIVALS]
    )
    seconds, students = [], set()
    for created_at, due_at, user, series in rows:
        assert due_at is not None  # by the filter
        seconds.append((due_at - created_at).total_seconds())
        students.add((user, series, due_at))
    if len(seconds) < FEWEST_ARRIVALS:
        return (), None
    return tuple(seconds), len(seconds) / len(students)


def _measure_use(image: str) -> ResourceUse | None:
    """Return the 95th percentile of the memory of runs, and their mean share of a processor."""
    assessments = Assessment.objects.order_by("-submission_id")
    if image:
        assessments = assessments.filter(submission__image=image)
    peaks, cpu, wall = [], 0.0, 0.0
    for assessment in assessments[:_MAX_RECORDS]:
        try:
            record = assessment.record
        except (zlib.error, msgspec.MsgspecError):
            continue
        for peak, cpu_seconds, wall_seconds in _list_runs(record):
            if peak is not None:
                peaks.append(peak)
            if cpu_seconds is not None and wall_seconds is not None:
                cpu, wall = cpu + cpu_seconds, wall + wall_seconds
    if len(peaks) < FEWEST_DURATIONS or not wall:
        return None
    return ResourceUse(
        run_bytes=int(find_percentile(sorted(peaks), 95)),
        processor_share=cpu / wall,
        source=f"measured: {len(peaks)} runs; the 95th percentile of their memory",
    )


def _list_runs(
    record: AssessmentRecord,
) -> Iterator[tuple[int | None, float | None, float | None]]:
    for tool in (record.judge, record.analyzer, record.representer):
        if tool is not None:
            yield tool.peak_memory_bytes, tool.cpu_seconds, tool.wall_seconds
