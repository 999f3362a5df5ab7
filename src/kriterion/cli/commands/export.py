"""`kriterion export`: one of our tools as a directory of its own."""

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
    help="Put the libraries that it needs in as well, as they are installed here: for machines with"
    " this kind of processor and this version of Python.",
)
def export(tool: str, directory: Path, with_libraries: bool) -> int:
    """Write our TOOL into DIRECTORY as a tool that needs nothing else of Kriterion.

    An Exercism track, or any host that knows Exercism's interface, runs it as DIRECTORY/bin/run.sh
    SLUG INPUT/ OUTPUT/ with a python3 that has the libraries of DIRECTORY/requirements.txt, or as
    the image that DIRECTORY/Dockerfile makes.
    """
    write_distribution(SHIPPED_TOOLS[tool], directory, libraries=with_libraries)
    click.echo(str(directory / RUN))
    return FINE
