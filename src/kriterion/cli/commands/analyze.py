"""`kriterion analyze`: the analyzer that Kriterion ships, behind Exercism's contract."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from kriterion.cli.arguments import options
from kriterion.cli.arguments.programming_language import (
    programming_language as of_programming_language,
)
from kriterion.cli.exit_status import FINE
from kriterion.cli.terminal.document_output import writing_to
from kriterion.exercises.comment_library import find_library, load_comments
from kriterion_tools.analyzer.analyzer_program import analyse_directory
from kriterion_tools.analyzer.engine.analysing import Analysed
from kriterion_tools.analyzer.guard import write_guarded
from kriterion_tools.contracts.exercism_analyzer.analysis import Comment
from kriterion_tools.contracts.exercism_analyzer.analysis_reader import AnalysisReading, read_output
from kriterion_tools.contracts.exercism_analyzer.analyzer_files import DEBUG
from kriterion_tools.contracts.exercism_analyzer.templates import fill_in

_LEFT_OUT = "left out: "  # of a rule that cannot be used; who wrote it wants to know

EXAMPLES = """\b
Examples:
  kriterion analyze two-fer solution/ output/
  kriterion analyze two-fer solution.py
  kriterion analyze two-fer solution/ --rules my-rules/ --verbose
  kriterion analyze two-fer solution/ output/ --earlier earlier.json
  kriterion analyze two-fer solution.py --comments my-course/analyzer-comments --language nl
"""


@click.command(epilog=EXAMPLES)
@click.argument("slug")
@click.argument("given", metavar="INPUT/", type=click.Path(path_type=Path, exists=True))
@click.argument("output", metavar="[OUTPUT/]", required=False, type=click.Path(path_type=Path))
@click.option(
    "--rules",
    metavar="DIR",
    multiple=True,
    type=click.Path(path_type=Path, exists=True),
    help="A directory with rules of one's own, or a file with some; may be given several times.",
)
@click.option(
    "--earlier",
    metavar="FILE",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help='The comments on an earlier submission of this student: {"comments": ["POINTER"]}.',
)
@of_programming_language
@options.comments
@options.language
@click.option("--verbose", is_flag=True, help="Without OUTPUT/: also tell which rules hold.")
def analyze(
    slug: str,
    given: Path,
    output: Path | None,
    rules: tuple[Path, ...],
    earlier: Path | None,
    programming_language: str | None,
    comments: tuple[Path, ...],
    language: str,
    verbose: bool,
) -> int:
    """Analyze a solution of the exercise SLUG, in the directory INPUT/: leave analysis.json and
    tags.json in OUTPUT/, or without that, list the comments and the tags.

    With --comments the texts are listed, too, in --language. The exit status is 0, also for code
    that is broken: the summary says so.
    """

    def work() -> Analysed:
        return analyse_directory(slug, given, programming_language, rules=rules, earlier=earlier)

    if output is not None:
        with writing_to(output):
            write_guarded(work, output)
        return FINE
    # rich takes a tenth of a second that the contract has no use for
    from kriterion.markup.message_text import safe

    with TemporaryDirectory() as place:
        write_guarded(work, Path(place))
        files = {file.name: file.read_bytes() for file in Path(place).iterdir()}
    reading = read_output(files)
    texts = _load_texts(reading, comments, language)
    for line in _told(reading, texts):
        click.echo(safe(line))
    for line in files[DEBUG].decode().splitlines():
        if verbose or _LEFT_OUT in line:
            click.echo(safe(line), err=not verbose)
    return FINE


def _load_texts(
    found: AnalysisReading, directories: tuple[Path, ...], language: str
) -> Mapping[str, str] | None:
    """The texts of the comments by pointer; None when no library was named."""
    if not directories or found.analysis is None:
        return None
    libraries = [find_library(directory) for directory in directories]
    pointers = (comment.pointer for comment in found.analysis.comments)
    texts, problems = load_comments(libraries, pointers, language)
    for problem in problems:
        click.echo(f"{problem.severity}: {problem}", err=True)
    return texts


def _told(found: AnalysisReading, texts: Mapping[str, str] | None) -> Iterator[str]:
    if found.analysis is not None:
        if found.analysis.summary:
            yield found.analysis.summary
        for comment in found.analysis.comments:
            yield from _lines(comment)
            if texts is not None and comment.pointer in texts:
                filled = fill_in(texts[comment.pointer], comment.params).text
                yield from (f"  | {line}".rstrip() for line in filled.splitlines())
    if found.tags:
        yield f"tags: {', '.join(found.tags)}"


def _lines(comment: Comment) -> Iterator[str]:
    params = ", ".join(f"{name}: {value!r}" for name, value in comment.params.items())
    yield f"{comment.type}: {comment.pointer}" + (f" ({params})" if params else "")
    for place in comment.places:
        yield f"  {place.file}:{place.row + 1}:{(place.column or 0) + 1}"
