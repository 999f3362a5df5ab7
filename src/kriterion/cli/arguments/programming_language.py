"""The option of commands that read solutions by which the language of the code is told."""

import click

from kriterion_tools.languages import SUFFIXES, canonical_name


def _known(_context: click.Context, _option: click.Parameter, named: str | None) -> str | None:
    if named and canonical_name(named) not in SUFFIXES:
        raise click.BadParameter(f"{named}: is none of {', '.join(SUFFIXES)}")
    return named


programming_language = click.option(
    "--programming-language",
    metavar="L",
    callback=_known,
    help="The language of the code. Default: told by the files' names.",
)
