"""`kriterion export`: write Kriterion's analyzer or representer as a separate tool."""

from pathlib import Path

import click

from kriterion.cli.exit_status import FINE
from kriterion.tools.distribution import RUN, SHIPPED_TOOLS, write_distribution

EXAMPLES = """\b
Examples:
  kriterion export analyzer python-analyzer/
  kriterion export representer representer/ --with-libraries
  representer/bin/run.sh two-fer solution/ output/
  docker build -t exercism/python-analyzer python-analyzer/
"""


@click.command(epilog=EXAMPLES)
@click.argument("tool", type=click.Choice(list(SHIPPED_TOOLS)))
@click.argument("directory", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--with-libraries",
    is_flag=True,
    help="Include the libraries that it needs, as installed here. They only work on machines"
    " with this kind of processor and this version of Python.",
)
def export(tool: str, directory: Path, with_libraries: bool) -> int:
    """Write Kriterion's analyzer or representer to DIRECTORY as a separate tool.

    An Exercism track, or any other host that speaks Exercism's interface, runs it as
    DIRECTORY/bin/run.sh SLUG INPUT/ OUTPUT/, either with a python3 that has the libraries of
    DIRECTORY/requirements.txt or as the image that DIRECTORY/Dockerfile builds.
    """
    write_distribution(SHIPPED_TOOLS[tool], directory, libraries=with_libraries)
    click.echo(str(directory / RUN))
    return FINE
