"""Options that several commands share, so that they are spelled and explained alike."""

from pathlib import Path

import click

config = click.option(
    "--config",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The settings. Default: kriterion.toml here, then in the user's configuration directory.",
)

data = click.option(
    "--data",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="The site's data directory. Default: KRITERION_DATA, or the settings' `data`.",
)

repository = click.option(
    "--repository",
    metavar="DIR",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="The repository that EXERCISE belongs to. Default: found by walking up.",
)

comments = click.option(
    "--comments",
    metavar="DIR",
    multiple=True,
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="A comment library: the texts of the analyzer's comments; may be given several times.",
)

language = click.option(
    "--language",
    type=click.Choice(["en", "nl"]),
    default="en",
    show_default=True,
    help="The natural language of the feedback.",
)

unsafe = click.option(
    "--unsafe",
    is_flag=True,
    help="Run plain processes that may do whatever this user may: for code that you trust.",
)

output_format = click.option(
    "--format",
    "output_format",
    type=click.Choice(["terminal", "json", "html"]),
    default="terminal",
    show_default=True,
    help="How the feedback is shown.",
)

everything = click.option(
    "--all",
    "everything",
    is_flag=True,
    help="On the terminal, also show what is in accepted contexts, such as messages.",
)

role = click.option(
    "--role",
    type=click.Choice(["student", "staff", "zeus"]),
    default="zeus",
    show_default=True,
    help="Whose view: a student's, the staff's, or everything.",
)
