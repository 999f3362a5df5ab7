"""`kriterion capacity`: how many workers a site needs before a deadline."""

import json
import math
import os
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kriterion.capacity.arrival_profile import (
    DEFAULT_RUSH_SECONDS,
    DEFAULT_WINDOW_SECONDS,
    HOUR,
    ArrivalProfile,
    fit_profile,
    make_rush,
)
from kriterion.capacity.capacity_plan import (
    DEFAULT_PAUSE_SECONDS,
    DEFAULT_SUBMISSIONS,
    Demand,
    choose_pause,
    make_plan,
)
from kriterion.capacity.plan_document import make_plan_document
from kriterion.capacity.plan_drawing import draw_plan
from kriterion.capacity.resource_use import ResourceUse
from kriterion.capacity.service_times import ServiceTimes, from_mean, read_service_times
from kriterion.cli.arguments import options
from kriterion.cli.server.data_directory import (
    find_default_directory,
    is_in_use,
    refuse_unfinished_restore,
)
from kriterion.cli.server.django_start import require_database, start_django
from kriterion.cli.terminal.capacity_lines import list_plan_lines
from kriterion.errors import OperatorError
from kriterion.host.settings.locations import use_settings_file
from kriterion.host.settings.site_environment import is_database_named

if TYPE_CHECKING:
    from kriterion.web.administration.capacity_measurements import SiteMeasurements

EXAMPLES = """\b
Examples:
  kriterion capacity --students 300
  kriterion capacity --students 300 --seconds 2.5 --slots 4     # without a site
  kriterion capacity --students 1000 --service durations.csv --format json
  kriterion capacity --students 300 --plot plan.svg
"""


class _FiniteRange(click.FloatRange):
    """A range of numbers, without the infinities and NaN that `float` reads."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a finite number.", param, ctx)
        return number


_positive = _FiniteRange(0, min_open=True)


@click.command(epilog=EXAMPLES)
@options.data
@click.option(
    "--students",
    metavar="N",
    type=click.IntRange(1, 1_000_000),
    required=True,
    help="How many students have the deadline.",
)
@click.option(
    "--submissions",
    metavar="N",
    type=_positive,
    help="How often each submits in the window. Default: as measured, else"
    f" {DEFAULT_SUBMISSIONS:g}.",
)
@click.option(
    "--window",
    "window_hours",
    metavar="HOURS",
    type=_positive,
    default=DEFAULT_WINDOW_SECONDS / HOUR,
    show_default=True,
    help="The time before the deadline in which they submit.",
)
@click.option(
    "--rush",
    "rush_hours",
    metavar="HOURS",
    type=_positive,
    help="The time before the deadline at which submissions arrive half as fast as at the end."
    f" Default: the arrivals as measured, else {DEFAULT_RUSH_SECONDS / HOUR:g}.",
)
@click.option(
    "--seconds",
    "mean_seconds",
    metavar="SECONDS",
    type=_positive,
    help="The mean duration of an assessment. With it, nothing is read from a site.",
)
@click.option(
    "--seconds-p95",
    "p95_seconds",
    metavar="SECONDS",
    type=_positive,
    help="The 95th percentile of the durations. Default: twice the mean.",
)
@click.option(
    "--service",
    "service_file",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Durations in seconds instead: a JSON list, CSV with a column `seconds`, or one per line.",
)
@click.option(
    "--pause",
    "pause_seconds",
    metavar="SECONDS",
    type=_FiniteRange(0),
    help="What a slot needs between two assessments, to render feedback and to claim. Default: as"
    f" measured, else {DEFAULT_PAUSE_SECONDS:g}.",
)
@click.option("--image", metavar="NAME", help="Only count the site's submissions in this image.")
@click.option(
    "--slots",
    metavar="N",
    type=click.IntRange(1, 256),
    help="How many submissions a worker assesses at once. Default: as the site's workers, else"
    " the number of processors.",
)
@click.option(
    "--target",
    "target_seconds",
    metavar="SECONDS",
    type=_FiniteRange(0),
    default=30.0,
    show_default=True,
    help="How long submissions of the last hour may wait.",
)
@click.option(
    "--percentile",
    "target_percent",
    metavar="P",
    type=_FiniteRange(1, 100),
    default=95.0,
    show_default=True,
    help="How many percent of them the target is for.",
)
@click.option(
    "--seed",
    metavar="N",
    type=int,
    default=1,
    show_default=True,
    help="The seed of the simulation; the same seed gives the same answer.",
)
@click.option(
    "--plot",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also draw arrivals and waits into this file, as SVG.",
)
@click.option(
    "--format",
    "output_format",
    type=click.Choice(["terminal", "json"]),
    default="terminal",
    show_default=True,
    help="The output format.",
)
@options.config
def capacity(
    data: Path | None,
    students: int,
    submissions: float | None,
    window_hours: float,
    rush_hours: float | None,
    mean_seconds: float | None,
    p95_seconds: float | None,
    service_file: Path | None,
    pause_seconds: float | None,
    image: str | None,
    slots: int | None,
    target_seconds: float,
    target_percent: float,
    seed: int,
    plot: Path | None,
    output_format: str,
    config: Path | None,
) -> None:
    """Say how many workers are needed so that students do not wait long before a deadline.

    The hours before the deadline are simulated with what the site has measured: durations, times of
    submission before deadlines, memory. With --seconds or --service, no site is needed.
    """
    measured: SiteMeasurements | None = None
    service = _read_service(mean_seconds, p95_seconds, service_file)
    if service is None:
        measured = _measure(data, config, window_hours, image)
        service = measured.service
        if service is None:
            raise OperatorError(
                "the site has assessed too few submissions to measure how long they take",
                fix="give the durations: --seconds SECONDS, or --service FILE",
            )
    demand = Demand(
        students=students,
        submissions=submissions
        or (measured and measured.submissions_per_student)
        or DEFAULT_SUBMISSIONS,
        profile=_choose_profile(measured, window_hours, rush_hours),
        service=service,
        pause_seconds=choose_pause(
            pause_seconds, None if measured is None else measured.pause_seconds
        ),
    )
    try:
        plan = make_plan(
            demand,
            slots_per_worker=slots
            or (measured and measured.slots_per_worker)
            or os.cpu_count()
            or 1,
            target_seconds=target_seconds,
            target_percent=target_percent,
            seed=seed,
        )
    except ValueError as error:
        raise OperatorError(
            str(error), fix="give a longer --target, or fewer --submissions or --students"
        ) from error
    use = (measured and measured.use) or ResourceUse()
    if plot is not None:
        _write_plot(plot, draw_plan(plan))
    if output_format == "json":
        click.echo(json.dumps(make_plan_document(plan, use), indent=2))
    else:
        click.echo("\n".join(list_plan_lines(plan, use)))


def _read_service(
    mean_seconds: float | None, p95_seconds: float | None, file: Path | None
) -> ServiceTimes | None:
    """Return the durations that the options give; None if they are to be measured."""
    if file is not None and mean_seconds is not None:
        raise click.UsageError("--seconds and --service exclude each other")
    if p95_seconds is not None and mean_seconds is None:
        raise click.UsageError("--seconds-p95 needs --seconds")
    try:
        if mean_seconds is not None:
            return from_mean(mean_seconds, p95_seconds)
        if file is not None:
            return read_service_times(file.read_text(encoding="utf-8"), file.name)
    except (ValueError, OSError) as error:  # such as text that is not UTF-8
        where = f"{file}: " if file is not None else ""
        raise click.UsageError(f"{where}{error}") from error
    return None


def _measure(
    data: Path | None, config: Path | None, window_hours: float, image: str | None
) -> "SiteMeasurements":
    if config is not None:
        use_settings_file(config)
    directory = data or find_default_directory()
    if not is_database_named() and not is_in_use(directory):
        raise OperatorError(
            f"{directory}: does not hold a site's data",
            fix="name its directory with --data DIR, or give the durations: --seconds SECONDS",
        )
    refuse_unfinished_restore(directory)
    start_django(directory)
    require_database()
    from kriterion.web.administration.capacity_measurements import measure_site  # needs settings

    return measure_site(window=timedelta(hours=window_hours), image=image or "")


def _choose_profile(
    measured: "SiteMeasurements | None", window_hours: float, rush_hours: float | None
) -> ArrivalProfile:
    window_seconds = window_hours * HOUR
    if rush_hours is None and measured is not None and measured.seconds_before_deadline:
        return fit_profile(measured.seconds_before_deadline, window_seconds)
    rush_seconds = DEFAULT_RUSH_SECONDS if rush_hours is None else rush_hours * HOUR
    return make_rush(window_seconds, rush_seconds)


def _write_plot(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise OperatorError(
            f"{file}: cannot be written: {error.strerror}", fix="name another file with --plot"
        ) from error
