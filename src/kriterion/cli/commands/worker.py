"""`kriterion worker`: assess the submissions of a site that another process serves."""

import os
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
) -> int:
    """Assess the submissions of a site until a signal stops the worker.

    Any number of machines can work for one PostgreSQL database (DATABASE_URL), each with the
    exercises and the tools at the same paths. An SQLite database is for one machine.

    While the database is of an older version, the worker waits until a site has migrated it. When a
    newer version has migrated it, the worker lets its runs end and exits with status 75.
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
    from kriterion.cli.server.running_worker import work  # models need Django's settings

    return work(slots=allotment.runs, grace=grace, once=once, site_channel=site_channel)
