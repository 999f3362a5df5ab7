"""A capacity plan as lines for the terminal."""

from collections.abc import Iterator

from kriterion.capacity.capacity_plan import CapacityPlan
from kriterion.capacity.resource_use import MIB, ResourceUse

_BAR_WIDTH = 30
_HOURS_SHOWN = 12


def list_plan_lines(plan: CapacityPlan, use: ResourceUse) -> Iterator[str]:
    """Yield the recommendation, its assumptions, and a table with bars."""
    demand, slots = plan.demand, plan.slots_per_worker
    target = f"{plan.target_percent:g}% wait at most {plan.target_seconds:g} s"
    workers = "1 worker" if plan.recommended == 1 else f"{plan.recommended} workers"
    yield f"{workers} of {slots} slots for {demand.students} students ({target})"
    yield ""
    memory = use.worker_bytes(slots) / MIB / 1024
    processors = use.worker_processors(slots)
    yield f"  each worker   {memory:.1f} GiB of memory, {processors:.1f} processors"
    yield f"                {use.source}"
    yield f"  submissions   {demand.number}, at the peak {demand.peak_per_second * 60:.1f} a minute"
    yield f"  arrivals      {demand.profile.source}"
    yield f"  durations     mean {demand.service.mean:.2f} s; {demand.service.source}"
    yield f"                and {demand.pause_seconds:g} s between two in a slot"
    yield ""
    yield from _list_arrivals(plan)
    yield ""
    yield "  waits of what is submitted in the last hour, in seconds"
    yield "  workers slots     p50     p95     p99  load   p95 compared with the target"
    for row in plan.forecasts:
        mark = "→" if row.workers == plan.recommended else " "
        share = row.p95 / plan.target_seconds / 2 if plan.target_seconds else 0.0
        yield (
            f"{mark} {row.workers:7} {row.slots:5} {row.p50:7.1f} {row.p95:7.1f} {row.p99:7.1f}"
            f" {row.peak_load:4.0%}   {_make_bar(share)}"
        ).rstrip()
    yield f"{' ' * 51}target{' ' * (_BAR_WIDTH // 2 - 7)}↑"


def _list_arrivals(plan: CapacityPlan) -> Iterator[str]:
    """Yield a bar for each of the last hours before the deadline."""
    profile, number = plan.demand.profile, plan.demand.number
    hours = min(_HOURS_SHOWN, max(int(profile.window_seconds // 3600), 1))
    counts = []
    for hour in range(hours, 0, -1):
        sums = 0.0
        for index, share in enumerate(profile.shares):
            left = profile.window_seconds - (index + 0.5) * profile.bin_seconds
            sums += share if (hour - 1) * 3600 <= left < hour * 3600 else 0.0
        counts.append((hour, sums * number))
    maximum = max(count for _, count in counts) or 1.0
    yield "  hours before the deadline, and submissions"
    for hour, count in counts:
        yield f"  {hour:7} {count:7.0f}  {_make_bar(count / maximum)}".rstrip()


def _make_bar(share: float) -> str:
    width = share * _BAR_WIDTH
    if width > _BAR_WIDTH:
        return "█" * _BAR_WIDTH + "▶"
    return "█" * int(width) + ("▌" if width - int(width) >= 0.5 else "")
