"""Metrics of the queue, the workers and recent submissions, read from the database on demand."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db.models import Avg, Count, F, Min, Q, Sum
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from kriterion.web.submissions.models import Priority, Submission, SubmissionState
from kriterion.web.submissions.queue.wait_estimate import LONGEST
from kriterion.web.submissions.queue.workers import select_live_workers, select_ready_workers

# Durations cover what ended within this time: summing all would be slow.
_RECENT = timedelta(minutes=5)
_MAX_COURSES = 20  # that wait; the others are counted together
_OTHERS = "(others)"
_NO_COURSE = "(none)"
_UNKNOWN_IMAGE = "(unknown)"


class QueueMetrics(Collector):
    """The queue by image and course, the workers and recent submissions."""

    def collect(self) -> Iterator[Metric]:
        now = timezone.now()
        yield from _list_queue_metrics(now)
        yield _list_course_lengths()
        blocked = Submission.objects.filter(state=SubmissionState.BLOCKED).count()
        yield _make_gauge(
            "kriterion_blocked", "Submissions that wait for an administrator.", blocked
        )
        yield from _list_worker_metrics()
        running = Submission.objects.filter(state=SubmissionState.RUNNING).count()
        yield _make_gauge("kriterion_running", "Submissions that are being assessed.", running)
        yield from _list_recent_metrics(now - _RECENT)


def _list_queue_metrics(now: datetime) -> Iterator[Metric]:
    """Yield lengths and longest waits, of all submissions and by image and lane."""
    lengths = GaugeMetricFamily(
        "kriterion_queue_image_length",
        "Submissions that wait, by image and by whether a user waits for them.",
        labels=("image", "lane"),
    )
    waits = GaugeMetricFamily(
        "kriterion_queue_image_oldest_seconds",
        "How long the one of those that waits longest has waited.",
        labels=("image", "lane"),
    )
    total, longest = 0, 0.0
    queued = Submission.objects.filter(state=SubmissionState.QUEUED).order_by()
    grouped = queued.values("image", "priority").annotate(
        length=Count("pk"), oldest=Min("created_at")
    )
    for image, priority, length, oldest in grouped.values_list(
        "image", "priority", "length", "oldest"
    ):
        lane = "interactive" if priority == Priority.INTERACTIVE else "background"
        wait = max((now - oldest).total_seconds(), 0.0)
        lengths.add_metric((image or _UNKNOWN_IMAGE, lane), length)
        waits.add_metric((image or _UNKNOWN_IMAGE, lane), wait)
        total, longest = total + length, max(longest, wait)
    yield _make_gauge("kriterion_queue_length", "Submissions that wait.", total)
    yield _make_gauge(
        "kriterion_queue_oldest_seconds",
        "How long the one that waits longest has waited.",
        longest,
    )
    yield lengths
    yield waits


def _list_course_lengths() -> Metric:
    """Return the lengths by course, of the _MAX_COURSES with the most waiting submissions."""
    metric = GaugeMetricFamily(
        "kriterion_queue_course_length",
        "Submissions that wait, by course; courses with few are counted together.",
        labels=("course",),
    )
    queued = Submission.objects.filter(state=SubmissionState.QUEUED).order_by()
    grouped = queued.values("course__slug").annotate(length=Count("pk")).order_by("-length")
    rows = list(grouped.values_list("course__slug", "length"))
    for slug, length in rows[:_MAX_COURSES]:
        metric.add_metric((slug or _NO_COURSE,), length)
    others = sum(length for _, length in rows[_MAX_COURSES:])
    if others:
        metric.add_metric((_OTHERS,), others)
    return metric


def _list_worker_metrics() -> Iterator[Metric]:
    ready = select_ready_workers().aggregate(number=Count("pk"), slots=Sum("concurrency"))
    yield _make_gauge("kriterion_workers", "Workers that take submissions.", ready["number"])
    yield _make_gauge(
        "kriterion_worker_slots", "Submissions that they assess at a time.", ready["slots"] or 0
    )
    faulty = select_live_workers().exclude(fault="").count()
    yield _make_gauge(
        "kriterion_workers_with_a_fault", "Live workers that can assess nothing.", faulty
    )
    partial = sum(map(bool, select_live_workers().values_list("unable", flat=True)))
    yield _make_gauge(
        "kriterion_workers_lacking_something",
        "Workers that cannot assess some submissions.",
        partial,
    )


def _list_recent_metrics(since: datetime) -> Iterator[Metric]:
    ended = GaugeMetricFamily(
        "kriterion_recent_submissions",
        "Submissions that ended in the last five minutes, by state and status.",
        labels=("state", "status"),
    )
    seconds = GaugeMetricFamily(
        "kriterion_recent_seconds",
        "Mean time from start to end of those.",
        labels=("state", "status"),
    )
    rows = (
        Submission.objects.filter(finished_at__gte=since)
        .order_by()
        .values_list("state", "status")
        .annotate(
            number=Count("pk"),
            # Without those during which the clock was set.
            mean=Avg(
                F("finished_at") - F("started_at"),
                filter=Q(
                    finished_at__gte=F("started_at"),
                    finished_at__lte=F("started_at") + LONGEST,
                ),
            ),
        )
    )
    for state, status, number, mean in rows:
        ended.add_metric((state, status), number)
        if mean is not None:
            seconds.add_metric((state, status), mean.total_seconds())
    yield ended
    yield seconds


def _make_gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(name, text, value=value)
