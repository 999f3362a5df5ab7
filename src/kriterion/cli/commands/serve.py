"""`kriterion serve`: the site and its workers, in two processes on one machine."""

import os
from pathlib import Path

import click

from kriterion.cli.arguments import options
from kriterion.cli.server.data_directory import find_default_directory, prepare_directory
from kriterion.cli.server.django_start import require_database, start_django
from kriterion.cli.server.listening import open_listener
from kriterion.errors import OperatorError
from kriterion.host.descriptors import REMEDY, set_up_allotment
from kriterion.host.settings.locations import use_settings_file
from kriterion.host.settings.site_environment import is_database_named

EXAMPLES = """\b
Examples:
  kriterion serve --demo
  kriterion serve --data /srv/kriterion --port 8000
  KRITERION_ADDRESS=https://kriterion.example.edu kriterion serve
"""


@click.command(epilog=EXAMPLES)
@options.data
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65_535),
    default=8000,
    show_default=True,
    help="The port to listen on; 0 for any free port.",
)
@click.option(
    "--workers",
    metavar="N",
    type=click.IntRange(0, 256),
    help="How many submissions to assess at once; 0 if workers run elsewhere."
    " Default: the number of processors.",
)
@click.option("--demo", is_flag=True, help="Load the demo and print how to log in to it.")
@options.config
def serve(
    data: Path | None, host: str, port: int, workers: int | None, demo: bool, config: Path | None
) -> None:
    """Serve the site and assess its submissions, in a process of its own.

    On the first start, create the data directory and an administrator, and print the
    administrator's password once. A demo has a data directory of its own, with public passwords.
    """
    if config is not None:
        use_settings_file(config)
    if demo and is_database_named():
        raise OperatorError(
            "DATABASE_URL is set: the demo always uses a database of its own",
            fix="unset DATABASE_URL, or leave out --demo",
        )
    directory = data or find_default_directory(demo=demo)
    prepare_directory(directory, demo=demo)
    if workers is None:
        workers = os.cpu_count() or 1
    allotment = set_up_allotment(runs=0, tries_sandbox=bool(workers))
    if allotment.is_low:
        click.echo(f"kriterion: {allotment.description}\n{REMEDY}", err=True)
    listener = open_listener(host, port)
    start_django(directory, address=f"http://{host}:{listener.getsockname()[1]}")
    # These modules need Django's settings.
    from kriterion.web.base.static_files import require_assets

    require_assets()
    require_database()
    from kriterion.cli.server.serving import serve_site

    serve_site(listener, workers=workers, config=config, demo=demo)
