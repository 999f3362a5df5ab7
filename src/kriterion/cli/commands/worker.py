"""`kriterion worker`: assess the submissions of a site that another process serves."""

import os
import signal
import threading
from pathlib import Path

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

EXAMPLES = """\b
Examples:
  DATABASE_URL=postgres://kriterion@db.example.edu/kriterion kriterion worker
  kriterion worker --concurrency 8 --data /srv/kriterion
"""


@click.command(epilog=EXAMPLES)
@options.data
@click.option(
    "--concurrency",
    metavar="N",
    type=click.IntRange(1, 256),
    help="How many submissions to assess at once. Default: the number of processors.",
)
@options.config
def worker(data: Path | None, concurrency: int | None, config: Path | None) -> None:
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
    from kriterion.web.submissions.worker.start import create_engine, run_engine

    stop_requested = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop_requested.set())
    engine = create_engine(allotment.runs)
    click.echo(f"kriterion: working as {engine.name}; Ctrl+C stops it", err=True)
    with run_engine(engine):
        stop_requested.wait()
