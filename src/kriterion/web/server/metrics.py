"""Metrics for Prometheus: requests as they happen, the queue on demand."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from time import perf_counter
from typing import Any

from django.db.models import Avg, Count, F, Min, Q
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from kriterion.web.submissions.models import Submission, SubmissionState
from kriterion.web.submissions.queue.wait_estimate import LONGEST
from kriterion.web.submissions.queue.workers import select_ready_workers

REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)

_REQUESTS = Counter(
    "kriterion_requests", "Answers, by route and status.", ("route", "status"), registry=REGISTRY
)
_SECONDS = Histogram(
    "kriterion_request_seconds",
    "Time until an answer's head was ready, by route.",
    ("route",),
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 10),
    registry=REGISTRY,
)

# Durations cover what ended within this time: summing all would be slow.
_RECENT = timedelta(minutes=5)


def counting(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Count and time every response by the name of its route, never by its address."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        since = perf_counter()
        response = get_response(request)
        _count(request, response, perf_counter() - since)
        return response

    return answer


def _count(request: HttpRequest, response: HttpResponseBase, seconds: float) -> None:
    match = request.resolver_match
    route = (match.view_name or match.route) if match else "none"
    _REQUESTS.labels(route, response.status_code).inc()
    _SECONDS.labels(route).observe(seconds)


class Work(Collector):
    """The queue, the workers and recent submissions, read from the database."""

    def collect(self) -> Iterator[Metric]:
        now = timezone.now()
        waiting = Submission.objects.filter(state=SubmissionState.QUEUED).aggregate(
            length=Count("pk"), oldest=Min("created_at")
        )
        oldest = waiting["oldest"]
        yield _make_gauge("kriterion_queue_length", "Submissions that wait.", waiting["length"])
        yield _make_gauge(
            "kriterion_queue_oldest_seconds",
            "How long the one that waits longest has waited.",
            max((now - oldest).total_seconds(), 0) if oldest else 0,
        )
        blocked = Submission.objects.filter(state=SubmissionState.BLOCKED).count()
        yield _make_gauge(
            "kriterion_blocked", "Submissions that wait for an administrator.", blocked
        )
        yield _make_gauge(
            "kriterion_workers", "Workers that take submissions.", select_ready_workers().count()
        )
        running = Submission.objects.filter(state=SubmissionState.RUNNING).count()
        yield _make_gauge("kriterion_running", "Submissions that are being assessed.", running)
        yield from self._list_recent_metrics(now - _RECENT)

    def _list_recent_metrics(self, since: Any) -> Iterator[Metric]:
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


REGISTRY.register(Work())
