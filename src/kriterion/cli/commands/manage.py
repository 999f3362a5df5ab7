"""`kriterion manage`: run Django's own commands on a site."""

from pathlib import Path

import click

from kriterion.cli.arguments import options
from kriterion.cli.server.data_directory import find_default_directory, refuse_unfinished_restore
from kriterion.cli.server.django_start import make_unreachable_error, start_django

EXAMPLES = """\b
Examples:
  kriterion manage check --deploy
  kriterion manage --data /srv/kriterion migrate
  kriterion manage changepassword administrator
  kriterion manage help
"""


@click.command(
    epilog=EXAMPLES,
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
)
@options.data
@click.argument("words", metavar="COMMAND...", nargs=-1, required=True, type=click.UNPROCESSED)
def manage(data: Path | None, words: tuple[str, ...]) -> None:
    """Run one of Django's management commands on the site; `help` lists them."""
    directory = data or find_default_directory()
    refuse_unfinished_restore(directory)
    start_django(directory)
    from django.core.management import execute_from_command_line  # needs Django's settings
    from django.db import OperationalError

    from kriterion.web.database.postgresql.patience import tolerate_silence

    try:
        with tolerate_silence():
            execute_from_command_line(["kriterion manage", *words])
    except OperationalError as error:
        raise make_unreachable_error(error) from error
