"""`kriterion restore`: a site's data made of a backup."""

from pathlib import Path

import click

from kriterion.cli import options
from kriterion.cli.data_directory import is_in_use, make, usual_directory
from kriterion.cli.django_start import reach_database, start_django
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
def restore(archive: Path, data: Path | None) -> None:
    """Fill an empty data directory, and an empty database, with what the backup FILE holds."""
    directory = data or usual_directory()
    if is_in_use(directory):
        raise OperatorError(
            f"{directory}: holds a site's data already", fix="name another with --data DIR"
        )
    make(directory)
    start_django(directory)
    reach_database()
    from kriterion.work.restoring import restore as fill  # models can be imported only now

    manifest = fill(archive, directory)
    click.echo(f"{directory}: as of {manifest.made_at}, by Kriterion {manifest.version}", err=True)
