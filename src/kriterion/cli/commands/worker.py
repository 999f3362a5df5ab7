"""`kriterion worker`: assess the submissions of a site that another process serves."""

import os
import signal
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kriterion.cli.arguments import options
from kriterion.cli.server.data_directory import (
    find_default_directory,
    is_in_use,
    refuse_unfinished_restore,
)
from kriterion.cli.server.django_start import require_database, start_django
from kriterion.errors import OperatorError
from kriterion.host.descriptors import REMEDY, set_up_allotment
from kriterion.host.settings.locations import use_settings_file
from kriterion.host.settings.site_environment import is_database_named

if TYPE_CHECKING:
    from kriterion.web.submissions.worker.submission_worker import SubmissionWorker

_LOOK_SECONDS = 1.0  # between checks for remaining work

EXAMPLES = """\b
Examples:
  DATABASE_URL=postgres://kriterion@db.example.edu/kriterion kriterion worker
  kriterion worker --concurrency 8 --data /srv/kriterion
  kriterion worker --once    # as a job of a cluster
"""


@click.command(epilog=EXAMPLES)
@options.data
@click.option(
    "--concurrency",
    metavar="N",
    type=click.IntRange(1, 256),
    help="How many submissions to assess at once. Default: the number of processors.",
)
@click.option(
    "--grace",
    metavar="SECONDS",
    type=click.FloatRange(0, 86_400),
    default=30.0,
    show_default=True,
    help="How long running assessments may take to end after SIGTERM; then they are requeued."
    " A second SIGTERM requeues them at once.",
)
@click.option(
    "--once", is_flag=True, help="End when nothing is left that this worker could assess."
)
@click.option(
    "--site-channel",
    metavar="DESCRIPTOR",
    type=click.IntRange(3),
    hidden=True,
    help="The channel to the process of the site, which started this one.",
)
@options.config
def worker(
    data: Path | None,
    concurrency: int | None,
    grace: float,
    once: bool,
    site_channel: int | None,
    config: Path | None,
) -> None:
    """Assess the submissions of a site until a signal stops the worker.

    Any number of machines can work for one PostgreSQL database (DATABASE_URL), each with the
    exercises and the tools at the same paths. An SQLite database is for one machine.
    """
    if config is not None:
        use_settings_file(config)
    directory = data or find_default_directory()
    if not is_database_named() and not is_in_use(directory):
        raise OperatorError(
            f"{directory}: does not hold a site's data",
            fix="start kriterion serve first, name its directory with --data DIR,"
            " or set DATABASE_URL",
        )
    refuse_unfinished_restore(directory)
    allotment = set_up_allotment(runs=concurrency or os.cpu_count() or 1, serves=False)
    if allotment.is_low:
        click.echo(f"kriterion: {allotment.description}\n{REMEDY}", err=True)
    start_django(directory)
    require_database()
    # Models need Django's settings.
    from kriterion.web.submissions.worker.site_link import link_to_site, lower_priority
    from kriterion.web.submissions.worker.start import create_worker, run_worker

    stop_requested, hurry = threading.Event(), threading.Event()

    def request_stop(*_: object) -> None:
        (hurry if stop_requested.is_set() else stop_requested).set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, request_stop)
    if site_channel is not None:
        # Ctrl+C reaches both processes; the site's then stops this one when its requests are over.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        lower_priority()
    assessor = create_worker(allotment.runs)
    if site_channel is None:
        click.echo(f"kriterion: working as {assessor.name}; Ctrl+C stops it", err=True)
    with run_worker(assessor):
        if site_channel is not None:
            link_to_site(site_channel, fault=assessor.fault, request_stop=stop_requested.set)
        if once:
            _wait_until_done(assessor, stop_requested)
        else:
            stop_requested.wait()
        if site_channel is None:  # a site stops its own workers at once
            assessor.drain(grace, hurry)


def _wait_until_done(assessor: "SubmissionWorker", stop_requested: threading.Event) -> None:
    """Wait until nothing is left, or a stop is requested. Raises OperatorError if nothing works."""
    while not stop_requested.is_set():
        if assessor.fault:
            what, _, fix = assessor.fault.partition("\n")
            raise OperatorError(f"nothing can be assessed: {what}", fix=fix)
        if assessor.is_done():
            return
        stop_requested.wait(_LOOK_SECONDS)
