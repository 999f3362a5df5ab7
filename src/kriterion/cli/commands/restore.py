"""`kriterion restore`: restore a site from a backup."""

from pathlib import Path

import click

from kriterion.cli.arguments import options
from kriterion.cli.server.data_directory import (
    create_or_roll_back,
    find_default_directory,
    is_in_use,
    is_unfinished_restore,
)
from kriterion.cli.server.django_start import require_database_server, start_django
from kriterion.errors import OperatorError

EXAMPLES = """\b
Examples:
  kriterion restore /var/backups/kriterion-2026-09-01.tar.gz --data /srv/kriterion
  DATABASE_URL=postgres://kriterion@localhost/kriterion kriterion restore before-postgresql.tar.gz
"""


@click.command(epilog=EXAMPLES)
@click.argument(
    "archive", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False, exists=True)
)
@options.data
@click.option(
    "--unverified",
    is_flag=True,
    help="Restore a backup even if it is too old to contain digests.",
)
def restore(archive: Path, data: Path | None, unverified: bool) -> None:
    """Restore the backup FILE into an empty data directory and an empty database.

    All of FILE is verified before anything is written. If a restore fails, the directory and the
    database are left as they were.
    """
    directory = data or find_default_directory()
    if is_in_use(directory) and not is_unfinished_restore(directory):
        raise OperatorError(
            f"{directory}: already holds a site's data",
            fix="name an empty directory with --data DIR",
        )
    start_django(directory)
    require_database_server()
    # Models need Django's settings.
    from kriterion.web.backups.restore import restore as fill
    from kriterion.web.backups.restore import verify_backup

    verify_backup(archive, unverified=unverified)
    with create_or_roll_back(directory):
        about = fill(archive, directory, unverified=unverified)
    click.echo(f"{directory}: as of {about.made_at}, by Kriterion {about.version}", err=True)
    if about.format is None:
        click.echo(
            "the backup has no digests, so it may be incomplete: check the restored site", err=True
        )
