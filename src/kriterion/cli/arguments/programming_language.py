"""The option that names the programming language of solutions."""

import click

from kriterion_tools.languages import SUFFIXES, canonical_name


def _known(_context: click.Context, _option: click.Parameter, named: str | None) -> str | None:
    if named and canonical_name(named) not in SUFFIXES:
        raise click.BadParameter(f"{named!r} is not one of {', '.join(SUFFIXES)}")
    return named


programming_language = click.option(
    "--programming-language",
    metavar="L",
    callback=_known,
    help="The programming language. Default: judged by the file names.",
)
