"""A capacity plan as JSON."""

from typing import Any

from kriterion.capacity.capacity_plan import CapacityPlan, WaitForecast
from kriterion.capacity.resource_use import ResourceUse

_DIGITS = 3


def make_plan_document(plan: CapacityPlan, use: ResourceUse) -> dict[str, Any]:
    """Return the plan as values of JSON; durations are in seconds."""
    demand = plan.demand
    return {
        "students": demand.students,
        "submissions_per_student": demand.submissions,
        "submissions": demand.number,
        "arrivals": {
            "source": demand.profile.source,
            "window_seconds": demand.profile.window_seconds,
            "peak_per_second": round(demand.peak_per_second, _DIGITS),
        },
        "service": {
            "source": demand.service.source,
            "mean_seconds": round(demand.service.mean, _DIGITS),
            "pause_seconds": demand.pause_seconds,
        },
        "target": {"percentile": plan.target_percent, "seconds": plan.target_seconds},
        "seed": plan.seed,
        "recommended_workers": plan.recommended,
        "worker": {
            "slots": plan.slots_per_worker,
            "memory_bytes": use.worker_bytes(plan.slots_per_worker),
            "processors": round(use.worker_processors(plan.slots_per_worker), _DIGITS),
            "source": use.source,
        },
        "forecasts": [_make_row(forecast) for forecast in plan.forecasts],
    }


def _make_row(forecast: WaitForecast) -> dict[str, Any]:
    return {
        "workers": forecast.workers,
        "slots": forecast.slots,
        "wait_seconds": {
            "p50": round(forecast.p50, _DIGITS),
            "p95": round(forecast.p95, _DIGITS),
            "p99": round(forecast.p99, _DIGITS),
            "max": round(forecast.longest, _DIGITS),
        },
        "cleared_seconds_after_deadline": round(forecast.cleared_seconds, _DIGITS),
        "peak_load": round(forecast.peak_load, _DIGITS),
    }
