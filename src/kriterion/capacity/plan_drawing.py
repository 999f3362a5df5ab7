"""Draw a capacity plan as SVG: when submissions arrive, and how long they wait."""

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from kriterion.capacity.capacity_plan import CapacityPlan

_WIDTH, _HEIGHT = 760, 560
_LEFT, _RIGHT = 70, 740
_UPPER = (70, 240)  # top and bottom of the plot of arrivals
_LOWER = (320, 490)  # of the plot of waits
_COLOURS = {"p50": "#4477aa", "p95": "#ee6677", "p99": "#aa3377"}  # distinct for most eyes
_STYLE = (
    "text{font:13px sans-serif;fill:#222}.title{font-weight:bold}"
    ".axis{stroke:#222}.grid{stroke:#ccc}"
)
_HOURS_SHOWN = 6  # at most, before the deadline
_GAP = 4  # between a bar and its number
_PADDING = 1.15  # above the highest value


def draw_plan(plan: CapacityPlan) -> str:
    """Return an SVG document."""
    target = f"{plan.target_percent:g}% wait at most {plan.target_seconds:g} s"
    title = f"{plan.demand.students} students: {plan.recommended} workers ({target})"
    body = "\n".join((*_draw_arrivals(plan), *_draw_waits(plan)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}"'
        f' role="img" aria-labelledby="title">\n<title id="title">{escape(title)}</title>\n'
        f"<style>{_STYLE}</style>\n"
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fff"/>\n'
        f"{_write(_LEFT, 24, title, anchor='start', kind='title')}\n{body}\n</svg>\n"
    )


def _draw_arrivals(plan: CapacityPlan) -> Iterator[str]:
    demand, (top, bottom) = plan.demand, _UPPER
    profile = demand.profile
    rates = [demand.number * share / profile.bin_seconds * 60 for share in profile.shares]
    rates = rates[-max(int(_HOURS_SHOWN * 3600 / profile.bin_seconds), 1) :]
    slots = plan.recommended * plan.slots_per_worker
    capacity = slots / (demand.service.mean + demand.pause_seconds) * 60
    highest = max(*rates, min(capacity, 2 * max(rates))) * _PADDING
    yield from _draw_axis(_UPPER, highest, "arrivals a minute")
    width = (_RIGHT - _LEFT) / len(rates)
    points = [f"{_LEFT},{bottom}"]
    for index, rate in enumerate(rates):
        y = bottom - rate / highest * (bottom - top)
        points += [
            f"{_LEFT + index * width:.1f},{y:.1f}",
            f"{_LEFT + (index + 1) * width:.1f},{y:.1f}",
        ]
    points.append(f"{_RIGHT},{bottom}")
    yield f'<polygon points="{" ".join(points)}" fill="#4477aa" fill-opacity="0.5"/>'
    if capacity <= highest:
        y = bottom - capacity / highest * (bottom - top)
        yield f'<path d="M{_LEFT} {y:.1f}H{_RIGHT}" stroke="#228833" stroke-dasharray="6 4"/>'
        yield _write(_LEFT + 6, y - 5, f"capacity of {plan.recommended} workers", anchor="start")
    hours = len(rates) * profile.bin_seconds / 3600
    yield _write(_LEFT, bottom + 18, f"{hours:g} h before", anchor="start")
    yield _write(_RIGHT, bottom + 18, "deadline", anchor="end")


def _draw_waits(plan: CapacityPlan) -> Iterator[str]:
    top, bottom = _LOWER
    rows = plan.forecasts
    # Far too few workers would flatten what is of interest.
    maximum = max(
        max(row.p99 for row in rows if row.workers >= plan.recommended), plan.target_seconds
    )
    highest = 2 * maximum * _PADDING
    yield from _draw_axis(_LOWER, highest, "seconds of waiting in the last hour")
    place = (_RIGHT - _LEFT) / len(rows)
    bar = place / 5
    for index, row in enumerate(rows):
        middle = _LEFT + (index + 0.5) * place
        for number, (name, colour) in enumerate(_COLOURS.items()):
            value: float = getattr(row, name)
            height = min(value / highest, 1.0) * (bottom - top)
            x = middle + (number - 1.5) * bar
            yield (
                f'<rect x="{x:.1f}" y="{bottom - height:.1f}" width="{bar:.1f}"'
                f' height="{height:.1f}" fill="{colour}"><title>{row.workers} workers, {name}:'
                f" {value:.1f} s</title></rect>"
            )
            label = f"{value:.0f}" if value >= 10 else f"{value:.1f}"
            y = bottom - height - _GAP
            yield _write(x + bar / 2, max(y, top - _GAP), label)
        kind = "title" if row.workers == plan.recommended else ""
        noun = "worker" if row.workers == 1 else "workers"
        yield _write(middle, bottom + 18, f"{row.workers} {noun}", kind=kind)
    y = bottom - plan.target_seconds / highest * (bottom - top)
    yield f'<path d="M{_LEFT} {y:.1f}H{_RIGHT}" stroke="#228833" stroke-dasharray="6 4"/>'
    yield from _draw_legend([*_COLOURS.items(), ("target", "#228833")])


def _draw_axis(place: tuple[int, int], highest: float, title: str) -> Iterator[str]:
    top, bottom = place
    yield _write(_LEFT, top - 22, title, anchor="start")
    for step in range(5):
        value = highest * step / 4
        y = bottom - (bottom - top) * step / 4
        kind = "grid" if step else "axis"
        yield f'<path class="{kind}" d="M{_LEFT} {y:.1f}H{_RIGHT}"/>'
        yield _write(_LEFT - 8, y + 4, f"{value:.3g}", anchor="end")


def _draw_legend(entries: Sequence[tuple[str, str]]) -> Iterator[str]:
    for index, (name, colour) in enumerate(entries):
        x, y = _LEFT + index * 110, _HEIGHT - 28
        yield f'<rect x="{x}" y="{y - 10}" width="12" height="12" fill="{colour}"/>'
        yield _write(x + 18, y, name, anchor="start")


def _write(x: float, y: float, text: str, *, anchor: str = "middle", kind: str = "") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{named}>{escape(text)}</text>'
