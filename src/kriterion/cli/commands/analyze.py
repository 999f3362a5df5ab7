"""`kriterion analyze`: run Kriterion's analyzer in the form of Exercism's contract."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from kriterion.cli.arguments import options
from kriterion.cli.arguments.inputs import require_files
from kriterion.cli.arguments.programming_language import (
    programming_language as of_programming_language,
)
from kriterion.cli.exit_status import FINE
from kriterion.cli.terminal.document_output import raise_write_errors
from kriterion.exercises.comment_library import find_library, load_comments
from kriterion_tools.analyzer.analyzer_program import analyse_directory, analyse_named_files
from kriterion_tools.analyzer.engine.analysing import AnalysisResult
from kriterion_tools.analyzer.guard import write_guarded
from kriterion_tools.contracts.exercism_analyzer.analysis import Comment
from kriterion_tools.contracts.exercism_analyzer.analysis_reader import AnalysisReading, read_output
from kriterion_tools.contracts.exercism_analyzer.analyzer_files import DEBUG
from kriterion_tools.contracts.exercism_analyzer.templates import fill_in

_UNUSABLE_RULE = (
    "left out: "  # marks log lines about unusable rules, which their authors should see
)

EXAMPLES = """\b
Examples:
  kriterion analyze two-fer solution/ output/
  kriterion analyze two-fer solution.py
  kriterion analyze forth forth.py lib/words.py
  kriterion analyze two-fer solution/ --rules my-rules/ --verbose
  kriterion analyze two-fer solution/ output/ --earlier earlier.json
  kriterion analyze two-fer solution.py --comments my-course/analyzer-comments --language nl
"""


@click.command(epilog=EXAMPLES)
@click.argument("slug")
@click.argument(
    "places",
    metavar="INPUT... [OUTPUT/]",
    nargs=-1,
    required=True,
    type=click.Path(path_type=Path),
)
@click.option(
    "--rules",
    metavar="DIR",
    multiple=True,
    type=click.Path(path_type=Path, exists=True),
    help="A directory or file with more rules. Can be repeated.",
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
@click.option("--verbose", is_flag=True, help="Without OUTPUT/: also list the rules that match.")
def analyze(
    slug: str,
    places: tuple[Path, ...],
    rules: tuple[Path, ...],
    earlier: Path | None,
    programming_language: str | None,
    comments: tuple[Path, ...],
    language: str,
    verbose: bool,
) -> int:
    """Analyze the solution of exercise SLUG in INPUT: a directory, or the files of one solution.

    Write analysis.json and tags.json to OUTPUT/; without OUTPUT/, print the comments and tags. With
    --comments, also print the text of each comment, in --language. The exit status is 0 even if the
    code does not parse: the summary then says so.
    """

    inputs, output = _split_places(places)

    def run_analysis() -> AnalysisResult:
        if len(inputs) > 1:
            return analyse_named_files(
                slug, inputs, programming_language, rules=rules, earlier=earlier
            )
        return analyse_directory(
            slug, inputs[0], programming_language, rules=rules, earlier=earlier
        )

    if output is not None:
        with raise_write_errors(output):
            write_guarded(run_analysis, output)
        return FINE
    # Importing rich takes a tenth of a second, which is not needed with OUTPUT/.
    from kriterion.markup.message_text import make_safe

    with TemporaryDirectory() as temporary:
        write_guarded(run_analysis, Path(temporary))
        files = {file.name: file.read_bytes() for file in Path(temporary).iterdir()}
    reading = read_output(files)
    texts = _load_texts(reading, comments, language)
    for line in _format_analysis(reading, texts):
        click.echo(make_safe(line))
    for line in files[DEBUG].decode().splitlines():
        if verbose or _UNUSABLE_RULE in line:
            click.echo(make_safe(line), err=not verbose)
    return FINE


def _split_places(places: tuple[Path, ...]) -> tuple[tuple[Path, ...], Path | None]:
    """Return the inputs and the output directory: the last argument, unless all are files."""
    has_output = len(places) > 1 and (places[0].is_dir() or not places[-1].is_file())
    inputs, output = (places[:-1], places[-1]) if has_output else (places, None)
    for path in inputs:
        if not path.exists():
            raise click.BadParameter(f"{path}: no such file or directory", param_hint="INPUT")
    if len(inputs) > 1:
        require_files(inputs)
    return inputs, output


def _load_texts(
    reading: AnalysisReading, directories: tuple[Path, ...], language: str
) -> Mapping[str, str] | None:
    """Return the comment texts by pointer, or None if no library was given."""
    if not directories or reading.analysis is None:
        return None
    libraries = [find_library(directory) for directory in directories]
    pointers = (comment.pointer for comment in reading.analysis.comments)
    texts, problems = load_comments(libraries, pointers, language)
    for problem in problems:
        click.echo(f"{problem.severity}: {problem}", err=True)
    return texts


def _format_analysis(reading: AnalysisReading, texts: Mapping[str, str] | None) -> Iterator[str]:
    if reading.analysis is not None:
        if reading.analysis.summary:
            yield reading.analysis.summary
        for comment in reading.analysis.comments:
            yield from _format_comment(comment)
            if texts is not None and comment.pointer in texts:
                text = fill_in(texts[comment.pointer], comment.params).text
                yield from (f"  | {line}".rstrip() for line in text.splitlines())
    if reading.tags:
        yield f"tags: {', '.join(reading.tags)}"


def _format_comment(comment: Comment) -> Iterator[str]:
    params = ", ".join(f"{name}: {value!r}" for name, value in comment.params.items())
    yield f"{comment.type}: {comment.pointer}" + (f" ({params})" if params else "")
    for location in comment.places:
        yield f"  {location.file}:{location.row + 1}:{(location.column or 0) + 1}"
