"""Metrics for Prometheus: requests as they happen, the queue on demand (`queue_metrics`)."""

from collections.abc import Callable
from time import perf_counter

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.process_collector import ProcessCollector

from kriterion.web.server.queue_metrics import QueueMetrics

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


def count_responses(
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


REGISTRY.register(QueueMetrics())
