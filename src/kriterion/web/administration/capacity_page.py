"""How many workers a deadline needs, from what this site has measured."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from django import forms
from django.db.models import Count
from django.http import HttpRequest, HttpResponse, QueryDict
from django.template.defaultfilters import filesizeformat
from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from kriterion.capacity.arrival_profile import (
    DEFAULT_RUSH_SECONDS,
    DEFAULT_WINDOW_SECONDS,
    HOUR,
    ArrivalProfile,
    fit_profile,
    make_rush,
)
from kriterion.capacity.capacity_plan import (
    DEFAULT_SUBMISSIONS,
    CapacityPlan,
    Demand,
    choose_pause,
    make_plan,
)
from kriterion.capacity.queue_simulation import find_percentile
from kriterion.capacity.resource_use import ResourceUse
from kriterion.web.accounts.site_access import administrators_only
from kriterion.web.administration.capacity_form import CapacityForm, make_initial
from kriterion.web.administration.capacity_measurements import (
    DurationsBySubject,
    SiteMeasurements,
    measure_durations,
    measure_site,
)
from kriterion.web.administration.shared_page_parts import page
from kriterion.web.base.plots import Plot, PlotColumn, PlotRow, make_cell
from kriterion.web.courses.models import MemberRole, Membership
from kriterion.web.submissions.queue.workers import count_slots

_ARRIVALS = 20_000  # simulated for each number of workers: a page is to answer within a second
_STUDENTS = 100  # of a site without courses
_HOURS_SHOWN = 12
_MOMENT = 0.05  # seconds


@dataclass(frozen=True, kw_only=True, slots=True)
class Basis:
    """A value on which the answer rests, and whether it was `measured`, `given` or `assumed`."""

    name: str
    value: str
    source: str


@require_safe
@administrators_only
def show_capacity(request: HttpRequest) -> HttpResponse:
    """Answer for the form's values, or for those that fit this site best."""
    hours = _read_hours(request.GET)
    measured, durations = measure_site(window=timedelta(hours=hours)), measure_durations()
    initial = make_initial(
        students=_find_largest_course() or _STUDENTS,
        submissions=measured.submissions_per_student or DEFAULT_SUBMISSIONS,
        slots=measured.slots_per_worker or os.cpu_count() or 1,
    )
    form = CapacityForm(
        request.GET or (_as_query(initial) if measured.service else None),
        initial=initial,
        overall=measured.service,
        durations=durations,
    )
    plan = _make_plan(form, measured) if form.is_valid() else None
    context = {
        "form": form,
        "images": [
            (name, len(times.seconds), times.mean, find_percentile(times.seconds, 95))
            for name, times in durations.images.items()
        ],
        "answer": [] if plan is None else list(_describe_answer(plan)),
        "bases": [] if plan is None else list(_list_bases(plan, form, measured, durations)),
        "plots": [] if plan is None else [_plot_waits(plan), _plot_arrivals(plan)],
    }
    return page(request, "capacity", "capacity", context)


def _as_query(values: dict[str, object]) -> QueryDict:
    query = QueryDict(mutable=True)
    query.update({name: f"{value}" for name, value in values.items()})
    return query


def _read_hours(query: QueryDict) -> float:
    """Return the window to measure, before the form is made; the default unless it is valid."""
    field = CapacityForm.base_fields["window"]
    try:
        hours: float = field.clean(query.get("window"))
    except forms.ValidationError:
        return DEFAULT_WINDOW_SECONDS / HOUR
    return hours


def _find_largest_course() -> int:
    """Return how many students the largest course has."""
    students = Membership.objects.filter(role=MemberRole.STUDENT).order_by()
    sizes = students.values("course").annotate(size=Count("pk")).order_by("-size")
    return sizes.values_list("size", flat=True).first() or 0


def _make_plan(form: CapacityForm, measured: SiteMeasurements) -> CapacityPlan | None:
    values = form.cleaned_data
    demand = Demand(
        students=values["students"],
        submissions=values["submissions"],
        profile=_choose_profile(values["window"] * HOUR, values["rush"], measured),
        service=form.choose_service(),
        pause_seconds=choose_pause(None, measured.pause_seconds),
    )
    try:
        return make_plan(
            demand,
            slots_per_worker=values["slots"],
            target_seconds=values["target"],
            arrivals=_ARRIVALS,
        )
    except ValueError:
        form.add_error(
            None,
            gettext(
                "No number of workers is enough: let students wait longer, or expect fewer "
                "submissions."
            ),
        )
        return None


def _choose_profile(
    window_seconds: float, rush_hours: float | None, measured: SiteMeasurements
) -> ArrivalProfile:
    if rush_hours is None and measured.seconds_before_deadline:
        return fit_profile(measured.seconds_before_deadline, window_seconds)
    rush_seconds = DEFAULT_RUSH_SECONDS if rush_hours is None else rush_hours * HOUR
    return make_rush(window_seconds, rush_seconds)


def _describe_answer(plan: CapacityPlan) -> Iterator[str]:
    """Yield sentences: how many workers, how long students wait, and what there is now."""
    students = plan.demand.students
    enough = ngettext(
        "%(workers)d worker is enough for %(students)s students.",
        "%(workers)d workers are enough for %(students)s students.",
        plan.recommended,
    )
    yield enough % {"workers": plan.recommended, "students": number_format(students)}
    [row] = [each for each in plan.forecasts if each.workers == plan.recommended]
    waits = gettext(
        "Of the submissions in the last hour before the deadline, half start within %(p50)s,"
        " and 95%% within %(p95)s."
    )
    yield waits % {"p50": _format_wait(row.p50), "p95": _format_wait(row.p95)}
    slots = count_slots()
    if slots >= row.slots:
        text = gettext("The workers that run now are enough: %(now)s slots; %(needed)s are needed.")
    else:
        text = gettext(
            "The workers that run now are too few: %(now)s slots; %(needed)s are needed."
        )
    yield text % {"now": number_format(slots), "needed": number_format(row.slots)}
    yield gettext("Add a spare worker in case a machine fails.")


def _format_seconds(seconds: float) -> str:
    """Return for example "0.4 s" or "12 s"."""
    digits = 0 if seconds >= 10 else 1
    # Rounded before, because the format cuts digits off.
    return gettext("%(seconds)s s") % {"seconds": number_format(round(seconds, digits), digits)}


def _format_wait(seconds: float) -> str:
    return gettext("a moment") if seconds < _MOMENT else _format_seconds(seconds)


def _list_bases(
    plan: CapacityPlan,
    form: CapacityForm,
    measured: SiteMeasurements,
    durations: DurationsBySubject,
) -> Iterator[Basis]:
    demand, use = plan.demand, measured.use or ResourceUse()
    words = {
        "measured": gettext("measured"),
        "given": gettext("given"),
        "assumed": gettext("assumed"),
    }

    def basis(name: str, value: str, source: str) -> Basis:
        return Basis(name=name, value=value, source=words[source])

    is_given = form.cleaned_data["seconds"] is not None
    yield basis(
        gettext("Mean duration of an assessment"),
        _format_seconds(demand.service.mean),
        "given" if is_given else "measured",
    )
    yield basis(
        gettext("Pause of a slot between two assessments"),
        gettext("%(seconds)s s") % {"seconds": number_format(round(demand.pause_seconds, 2), 2)},
        "assumed" if measured.pause_seconds is None else "measured",
    )
    is_measured = form.cleaned_data["rush"] is None and bool(measured.seconds_before_deadline)
    yield basis(
        gettext("Submissions at the peak"),
        gettext("%(count)s a minute")
        % {"count": number_format(round(demand.peak_per_second * 60, 1), 1)},
        "measured" if is_measured else "assumed" if form.cleaned_data["rush"] is None else "given",
    )
    if durations.most_per_minute:
        yield basis(
            gettext("Submissions that started in the busiest minute so far"),
            number_format(durations.most_per_minute),
            "measured",
        )
    source = "assumed" if measured.use is None else "measured"
    slots = plan.slots_per_worker
    yield basis(gettext("Memory of a worker"), filesizeformat(use.worker_bytes(slots)), source)
    processors = number_format(round(use.worker_processors(slots), 1), 1)
    yield basis(gettext("Processors of a worker"), processors, source)


def _plot_waits(plan: CapacityPlan) -> Plot:
    columns = (
        PlotColumn(gettext("Half wait at most (s)"), "good"),
        PlotColumn(gettext("95% wait at most (s)"), "accent"),
        PlotColumn(gettext("99% wait at most (s)"), "violet"),
    )
    rows = [
        PlotRow(
            ngettext("%(n)d worker", "%(n)d workers", row.workers) % {"n": row.workers},
            [make_cell(round(value, 2), 1) for value in (row.p50, row.p95, row.p99)],
        )
        for row in plan.forecasts
    ]
    [best] = [row for row in plan.forecasts if row.workers == plan.recommended]
    has_fewer = plan.forecasts[0].workers < plan.recommended
    return Plot(
        "grouped",
        gettext("Waits by the number of workers"),
        gettext("How long submissions of the last hour wait. Bars that reach the top are cut off."),
        gettext("Workers"),
        list(columns),
        rows,
        # Far too few workers would flatten the rest.
        highest=round(max(1.5 * plan.target_seconds, 1.2 * best.p99, 1.0)) if has_fewer else None,
    )


def _plot_arrivals(plan: CapacityPlan) -> Plot:
    profile, number = plan.demand.profile, plan.demand.number
    window = profile.window_seconds
    parts = min(_HOURS_SHOWN, max(int(window // HOUR), 1))
    length = min(HOUR, window)
    counts = [0.0] * parts
    for index, share in enumerate(profile.shares):
        place = int((window - (index + 0.5) * profile.bin_seconds) // length)
        if place < parts:
            counts[place] += share * number
    rows = [
        PlotRow(
            gettext("%(hours)s h") % {"hours": number_format(f"{(place + 1) * length / HOUR:g}")},
            [make_cell(round(counts[place]))],
        )
        for place in reversed(range(parts))
    ]
    return Plot(
        "bars",
        gettext("When they submit"),
        gettext("Submissions by the hours that are left until the deadline."),
        gettext("Hours left"),
        [PlotColumn(gettext("Submissions"))],
        rows,
    )
