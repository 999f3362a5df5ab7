"""`kriterion backup`: write a whole site to one file."""

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

EXAMPLES = """\b
Examples:
  kriterion backup /var/backups/kriterion-$(date +%F).tar.gz
  kriterion backup --data /srv/kriterion --portable before-postgresql.tar.gz
"""


@click.command(epilog=EXAMPLES)
@click.argument("archive", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False))
@options.data
@click.option(
    "--portable",
    is_flag=True,
    help="Make a backup that can be restored into any supported database.",
)
def backup(archive: Path, data: Path | None, portable: bool) -> None:
    """Back up a site to FILE: its database and its files. The site may keep running.

    FILE contains the key that signs sessions, and all submissions of students: keep it safe.
    """
    directory = data or find_default_directory()
    if not is_in_use(directory):
        raise OperatorError(
            f"{directory}: does not hold a site's data",
            fix="name its data directory with --data DIR",
        )
    if archive.exists():
        raise click.BadParameter(f"{archive}: already exists", param_hint="FILE")
    if archive.resolve().is_relative_to(directory.resolve()):
        raise click.BadParameter(
            f"{archive}: must not be in the data directory, which is backed up", param_hint="FILE"
        )
    refuse_unfinished_restore(directory)
    start_django(directory)
    require_database()
    from kriterion.web.backups.backup import write_backup  # models need Django's settings

    for unused_database in write_backup(archive, directory, portable=portable):
        click.echo(
            f"warning: {unused_database} is left out: this site uses another database", err=True
        )
    click.echo(f"{archive}: {archive.stat().st_size:,} bytes", err=True)
