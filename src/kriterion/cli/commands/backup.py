"""`kriterion backup`: write a whole site to one file."""

from pathlib import Path

import click

from kriterion.cli.arguments import options
from kriterion.cli.server.data_directory import (
    is_in_use,
    refuse_unfinished_restore,
    usual_directory,
)
from kriterion.cli.server.django_start import reach_database, start_django
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
    help="Make it fit any supported database.",
)
def backup(archive: Path, data: Path | None, portable: bool) -> None:
    """Back up a site to FILE: its database and its files. The site may keep running.

    FILE contains the key that signs sessions and all of the students' submissions: keep it safe.
    """
    directory = data or usual_directory()
    if not is_in_use(directory):
        raise OperatorError(
            f"{directory}: does not contain a site's data", fix="name its directory with --data DIR"
        )
    if archive.exists():
        raise click.BadParameter(f"{archive}: is there already", param_hint="FILE")
    if archive.resolve().is_relative_to(directory.resolve()):
        raise click.BadParameter(
            f"{archive}: is in the directory that is backed up", param_hint="FILE"
        )
    refuse_unfinished_restore(directory)
    start_django(directory)
    reach_database()
    from kriterion.web.backups.backup import write_backup  # models need the settings

    for stray in write_backup(archive, directory, portable=portable):
        click.echo(
            f"warning: {stray} is left out: the database of this site is elsewhere", err=True
        )
    click.echo(f"{archive}: {archive.stat().st_size:,} bytes", err=True)
