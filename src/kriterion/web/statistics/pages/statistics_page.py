"""The statistics of a course: each plot is a table that the browser draws."""

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.utils.dates import WEEKDAYS
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext, ngettext
from django.views.decorators.http import require_safe

from kriterion.translators import load_translator
from kriterion.web.base.plots import Plot, PlotColumn, PlotRow, make_cell
from kriterion.web.courses.models import Course
from kriterion.web.courses.rights import CourseRight
from kriterion.web.gradebook.pages.matrix import find_series
from kriterion.web.gradebook.services.student_results import list_columns
from kriterion.web.statistics.services.course_statistics import (
    MANY_ATTEMPTS,
    CourseStatistics,
    read_statistics,
)
from kriterion.web.statistics.services.periods import (
    choose_step,
    count_until,
    find_period,
    list_periods,
)
from kriterion.web.teaching.course_page import course_page, for_course, read_scope
from kriterion_tools.contracts.dodona_judge import host_phrases
from kriterion_tools.contracts.dodona_judge.statuses import Status

MAX_LINES = 10  # more exercises than these cannot be told apart in one plot


@require_safe
@for_course(CourseRight.MENTOR)
def statistics(request: HttpRequest, course: Course) -> HttpResponse:
    """Show the statistics of a course or one of its series, for everybody or a group."""
    scope = read_scope(request, course)
    series = find_series(request, scope)
    counts = read_statistics(scope, series)
    language = get_language() or "en"
    names: dict[int, str] = {}  # by exercise, in the order of the course
    for column in list_columns(scope, series):
        names.setdefault(column.activity.pk, column.activity.name(language))
    plots = [
        _plot_attempts(counts),
        _plot_exercises(counts, names),
        _plot_solved(counts, names),
        _plot_statuses(counts, language),
        _plot_hours(counts),
    ]
    context = {
        "all_series": scope.series,
        "scope": scope,
        "one_series": series,
        "submissions": counts.submissions,
        "exercises": [
            (pk, name, counts.exercises[pk].tried)
            for pk, name in names.items()
            if pk in counts.exercises
        ],
        "plots": [plot for plot in plots if plot.rows] if counts.submissions else [],
    }
    template = "statistics/statistics.html"
    return course_page(request, template, "statistics:course", course, context)


def _plot_attempts(counts: CourseStatistics) -> Plot:
    rows = [
        PlotRow(str(number), [make_cell(counts.attempts[number])])
        for number in range(1, MANY_ATTEMPTS)
    ]
    many = gettext("%(n)s or more") % {"n": MANY_ATTEMPTS}
    rows.append(PlotRow(many, [make_cell(counts.attempts[MANY_ATTEMPTS])]))
    rows.append(PlotRow(gettext("not solved"), [make_cell(counts.unsolved)]))
    return Plot(
        "bars",
        gettext("Attempts until an exercise is solved"),
        gettext("Each student counts once for each exercise that they tried."),
        gettext("Attempts"),
        [PlotColumn(gettext("Students and exercises"))],
        rows,
    )


def _plot_exercises(counts: CourseStatistics, names: dict[int, str]) -> Plot:
    rows = []
    for pk, name in names.items():
        exercise = counts.exercises.get(pk)
        if exercise is None or exercise.attempts is None:
            continue
        numbers = (exercise.tried, exercise.solved, *exercise.attempts)
        rows.append(PlotRow(name, [make_cell(number) for number in numbers]))
    columns = (
        *(gettext("Tried"), gettext("Solved"), gettext("Fewest attempts")),
        *(gettext("Lower quartile"), gettext("Median"), gettext("Upper quartile")),
        gettext("Most attempts"),
    )
    return Plot(
        "spread",
        gettext("Attempts by exercise"),
        gettext("The bar holds the middle half of the students; the mark is the median."),
        gettext("Exercise"),
        [PlotColumn(name) for name in columns],
        rows,
    )


def _plot_solved(counts: CourseStatistics, names: dict[int, str]) -> Plot:
    solved = {pk: counts.exercises[pk] for pk in names if pk in counts.exercises}
    days = [day for exercise in solved.values() for day in exercise.solved_on]
    step = choose_step(days)
    periods = list_periods(days, step)
    drawn = list(solved)[:MAX_LINES]
    totals = [count_until(solved[pk].solved_on, periods, step) for pk in drawn]
    text = gettext("How many students have solved each exercise.")
    left_out = len(solved) - len(drawn)
    if left_out > 0:
        more = ngettext(
            "%(n)s more exercise is left out: choose a series.",
            "%(n)s more exercises are left out: choose a series.",
            left_out,
        )
        text = f"{text} {more % {'n': left_out}}"
    return Plot(
        "lines",
        gettext("Solved over time"),
        text,
        _name_step(step),
        [PlotColumn(names[pk]) for pk in drawn],
        [
            PlotRow(_name_day(period), [make_cell(line[number]) for line in totals])
            for number, period in enumerate(periods)
        ],
    )


def _plot_statuses(counts: CourseStatistics, language: str) -> Plot:
    step = choose_step(counts.statuses)
    periods = list_periods(counts.statuses, step)
    used = {status for day in counts.statuses.values() for status in day}
    statuses = [status for status in Status if status in used]
    table = {period: dict.fromkeys(statuses, 0) for period in periods}
    for day, by_status in counts.statuses.items():
        for status, count in by_status.items():
            table[find_period(day, step)][status] += count
    translator = load_translator(language)
    return Plot(
        "stacked",
        gettext("Submissions by status"),
        gettext("Every submission that was assessed."),
        _name_step(step),
        [
            PlotColumn(
                translator.translate(host_phrases.name_status(status)),
                _choose_colour(status),
            )
            for status in statuses
        ],
        [
            PlotRow(_name_day(period), [make_cell(row[status]) for status in statuses])
            for period, row in table.items()
        ],
    )


def _choose_colour(status: Status) -> str:
    match status:  # mypy rejects a status without a colour
        case Status.CORRECT:
            return "good"
        case Status.WRONG:
            return "bad"
        case Status.COMPILATION_ERROR:
            return "violet"
        case Status.RUNTIME_ERROR:
            return "warn"
        case Status.TIME_LIMIT_EXCEEDED:
            return "teal"
        case (
            Status.OUTPUT_LIMIT_EXCEEDED
            | Status.MEMORY_LIMIT_EXCEEDED
            | Status.INTERNAL_ERROR
            | Status.QUEUED
            | Status.RUNNING
            | Status.UNKNOWN
        ):
            return "muted"


def _plot_hours(counts: CourseStatistics) -> Plot:
    return Plot(
        "hours",
        gettext("When students submit"),
        gettext("Submissions by weekday and hour, by the clock of this site."),
        gettext("Weekday"),
        [PlotColumn(f"{hour}") for hour in range(24)],
        [
            PlotRow(
                str(WEEKDAYS[weekday - 1]),
                [make_cell(counts.working_hours[weekday, hour]) for hour in range(24)],
            )
            for weekday in range(1, 8)
        ],
    )


def _name_step(step: int) -> str:
    return gettext("Day") if step == 1 else gettext("Week from")


def _name_day(day: date) -> str:
    return date_format(day, "j M Y")
