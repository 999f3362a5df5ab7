"""The option that names the programming language of solutions."""

import click

from kriterion_tools.languages import SUFFIXES, find_canonical_name


def _require_known_language(
    _context: click.Context, _option: click.Parameter, name: str | None
) -> str | None:
    if name and find_canonical_name(name) not in SUFFIXES:
        raise click.BadParameter(f"{name!r} must be one of {', '.join(SUFFIXES)}")
    return name


programming_language = click.option(
    "--programming-language",
    metavar="L",
    callback=_require_known_language,
    help="The programming language. Default: by the file names.",
)
