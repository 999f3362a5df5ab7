"""Options that several commands share, spelled and explained in one place."""

from pathlib import Path

import click

from kriterion.translators import ENGLISH, LANGUAGES

config = click.option(
    "--config",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The settings file. Default: kriterion.toml here, then in the user's configuration"
    " directory.",
)

data = click.option(
    "--data",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="The site's data directory. Default: KRITERION_DATA, then `data` in the settings.",
)

repository = click.option(
    "--repository",
    metavar="DIR",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="The repository of EXERCISE. Default: the nearest one above it.",
)

comments = click.option(
    "--comments",
    metavar="DIR",
    multiple=True,
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="A comment library with the texts of the analyzer's comments. Can be repeated.",
)

language = click.option(
    "--language",
    type=click.Choice(list(LANGUAGES)),
    default=ENGLISH,
    show_default=True,
    help="The natural language of the feedback.",
)

unsafe = click.option(
    "--unsafe",
    is_flag=True,
    help="Run without a sandbox, with all rights of this user. Only for code that you trust.",
)

output_format = click.option(
    "--format",
    "output_format",
    type=click.Choice(["terminal", "json", "html"]),
    default="terminal",
    show_default=True,
    help="The output format.",
)

streamed_format = click.option(
    "--format",
    "output_format",
    type=click.Choice(["terminal", "json", "ndjson", "html"]),
    default="terminal",
    show_default=True,
    help="The output format. ndjson: each of the judge's commands on a line, as soon as it is"
    " known, then the object of json.",
)

everything = click.option(
    "--all",
    "everything",
    is_flag=True,
    help="On the terminal, also show the contents of accepted contexts, such as messages.",
)

role = click.option(
    "--role",
    type=click.Choice(["student", "staff", "zeus"]),
    default="zeus",
    show_default=True,
    help="Whose view to show; zeus sees everything.",
)
