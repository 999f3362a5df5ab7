"""`kriterion assess`: run submissions through the judge, the analyzer and the representer."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

import click

from kriterion.assessment.assessment_record import (
    AnalyzerStatus,
    AssessmentRecord,
    RepresenterStatus,
)
from kriterion.cli.arguments import options
from kriterion.cli.arguments.exercises_and_files import (
    read_exercise,
    read_submissions,
    read_track_exercise,
)
from kriterion.cli.exit_status import FAILED, FINDINGS, FINE
from kriterion.cli.terminal.analysis_lines import format_analyzer_run
from kriterion.cli.terminal.document_output import write_output
from kriterion.cli.terminal.representation_lines import format_representer_run
from kriterion.exercises.comment_library import find_library
from kriterion.exercises.exercise import Exercise
from kriterion.exercises.exercise_media import load_media
from kriterion.feedback.command_stream import CommandStream
from kriterion.feedback.html.assessment_page import render_page
from kriterion.feedback.json_document import encode_assessment
from kriterion.feedback.viewer import Viewer
from kriterion.host.exercise_tools import ExerciseTools
from kriterion.host.installation import Installation
from kriterion.host.resolution.analyzers import find_analyzer
from kriterion.host.resolution.representers import find_representer
from kriterion.host.resolution.test_runners import find_judge_or_test_runner
from kriterion.markup.media_addresses import embed_pictures
from kriterion.rendering.page_assets import load_page_assets
from kriterion.submissions.submission import SubmittedFiles
from kriterion.translators import load_translator
from kriterion_tools.contracts.dodona_judge.live_changes import Change
from kriterion_tools.contracts.dodona_judge.output_records import Permission
from kriterion_tools.contracts.dodona_judge.statuses import Status

EXAMPLES = """\b
Examples:
  kriterion assess examples/exercises/barcode mine.py
  kriterion assess --judge ~/universal-judge echo/ solution/*.py --language nl
  kriterion assess echo/ solution.py --format json | jq .judge.status
  kriterion assess echo/ solution.py --format ndjson | jq -c 'select(.command == "close-test")'
  kriterion assess echo/ solution.py --format html --output feedback.html
  cat solution.py | kriterion assess echo/ -
  kriterion assess --together track/exercises/practice/forth forth.py words.py
  kriterion assess track/exercises/practice/forth my-forth/
  kriterion assess echo/ solution.py --tools judge,analyzer --language nl
  kriterion assess two-fer/ two_fer.py --tools analyzer --analyzer ~/python-analyzer \\
      --comments ~/website-copy
  kriterion assess echo/ *.py --tools representer --format json | jq .representer.digest
"""
TOOLS = ("judge", "analyzer", "representer")


def _read_tools(_context: click.Context, _option: click.Parameter, names: str) -> frozenset[str]:
    tools = [name.strip() for name in names.split(",")]
    for name in tools:
        if name not in TOOLS:
            raise click.BadParameter(f"{name!r} must be one of {', '.join(TOOLS)}")
    return frozenset(tools)


@click.command(epilog=EXAMPLES)
@click.argument("directory", metavar="EXERCISE", type=click.Path(path_type=Path))
@click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, type=click.Path(allow_dash=True)
)
@click.option(
    "--judge",
    metavar="JUDGE",
    help="The directory of a judge or test runner, or its name in kriterion.toml.",
)
@click.option(
    "--tools",
    default="judge",
    show_default=True,
    callback=_read_tools,
    help=f"The tools to run, separated by commas: {', '.join(TOOLS)}.",
)
@click.option(
    "--analyzer",
    metavar="ANALYZER",
    help="An analyzer's directory, or its name in kriterion.toml. Default: by language.",
)
@click.option(
    "--representer",
    metavar="REPRESENTER",
    help="A representer's directory, or its name in kriterion.toml. Default: by language.",
)
@options.comments
@click.option("--together", is_flag=True, help="Treat all FILEs as one submission.")
@options.repository
@options.language
@options.streamed_format
@options.role
@options.everything
@click.option(
    "--output",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write JSON or HTML to FILE instead of standard output.",
)
@options.unsafe
@options.config
def assess(
    directory: Path,
    files: tuple[str, ...],
    judge: str | None,
    tools: frozenset[str],
    analyzer: str | None,
    representer: str | None,
    comments: tuple[Path, ...],
    together: bool,
    repository: Path | None,
    language: str,
    output_format: str,
    role: str,
    everything: bool,
    output: Path | None,
    unsafe: bool,
    config: Path | None,
) -> int:
    """Assess each FILE as a submission to the exercise in the directory EXERCISE.

    If FILE is a directory, the files in it that the exercise asks for are one submission.

    Feedback appears while the judge runs. The exit status is 0 for any verdict, 1 if the
    exercise is unusable, 3 if the machine or a tool failed. Submissions that the judge does not
    accept are neither analyzed nor represented.
    """
    if output is not None and output_format in ("terminal", "ndjson"):
        raise click.UsageError("--output requires --format json or --format html")
    if output_format == "html" and len(files) > 1 and not together:
        raise click.UsageError("--format html requires one FILE: run it once for each")
    exercise = read_exercise(directory, repository)
    if exercise is None:
        return FINDINGS
    submissions = read_submissions(files, exercise, language, together=together)
    installation = Installation(config, unsafe=unsafe)
    named = {"judge": judge, "analyzer": analyzer, "representer": representer}
    chosen = _find_tools(installation, exercise, {tool: named[tool] for tool in tools}, comments)
    permission = Permission(role)
    documents = []
    failed = False
    for submission in submissions:
        run = partial(_assess, installation, chosen, submission)
        if output_format == "terminal":
            title = exercise.name(submission.language)
            heading = f"{title} · {submission.file_name}" if len(submissions) > 1 else ""
            language = submission.language
            viewer = Viewer(
                role=permission, translator=load_translator(language), everything=everything
            )
            assessment = _watch(run, viewer, heading)
            if permission.may_see(Permission.STAFF):
                _print_for_staff(assessment)
        elif output_format == "ndjson":
            assessment = _stream(run, permission)
        else:
            assessment = run()
            documents.append(_render_document(assessment, exercise, output_format, permission))
            if output is None:
                write_output(documents.pop(), None)
        failed |= _has_failed(assessment)
    if output is not None:
        write_output(b"".join(documents), output)
    return FAILED if failed else FINE


def _find_tools(
    installation: Installation,
    exercise: Exercise,
    named: Mapping[str, str | None],
    comments: tuple[Path, ...],
) -> ExerciseTools:
    """Find the tools to run, each by name or directory; None means the exercise's own.

    `comments` are comment libraries for the analyzer.
    """
    judge = None
    if "judge" in named:
        judge = find_judge_or_test_runner(installation, exercise, named["judge"])
    tools = ExerciseTools(exercise=exercise, judge=judge)
    if named.keys() <= {"judge"}:
        return tools
    track_exercise = read_track_exercise(exercise)
    if "analyzer" in named:
        libraries = tuple(find_library(directory) for directory in comments)
        analyzer = find_analyzer(
            installation, track_exercise, named["analyzer"], libraries=libraries
        )
        tools = replace(tools, analyzer=analyzer)
    if "representer" in named:
        representer = find_representer(installation, track_exercise, named["representer"])
        tools = replace(tools, representer=representer)
    return tools


def _assess(
    installation: Installation,
    tools: ExerciseTools,
    submission: SubmittedFiles,
    watch: Callable[[Change], None] | None = None,
) -> AssessmentRecord:
    return installation.assess(installation.make_request(tools, submission), watch)


def _has_failed(assessment: AssessmentRecord) -> bool:
    """Whether any tool failed."""
    judge, analyzer, representer = assessment.judge, assessment.analyzer, assessment.representer
    return (
        (judge is not None and judge.status is Status.INTERNAL_ERROR)
        or (analyzer is not None and analyzer.status is AnalyzerStatus.FAILED)
        or (representer is not None and representer.status is RepresenterStatus.FAILED)
    )


def _print_for_staff(assessment: AssessmentRecord) -> None:
    """Print what the analyzer and the representer report to staff."""
    lines: list[str] = []
    if assessment.analyzer is not None:
        lines += format_analyzer_run(assessment.analyzer)
    if assessment.representer is not None:
        lines += format_representer_run(assessment.representer)
    if lines:
        click.echo("\n".join(("", *lines)))


def _watch(run: Callable[..., AssessmentRecord], viewer: Viewer, title: str) -> AssessmentRecord:
    """Run the assessment, showing its feedback on the terminal as it arrives."""
    # Importing rich takes a tenth of a second, which JSON output does not need.
    from kriterion.cli.terminal.console import open_terminal
    from kriterion.feedback.terminal.terminal_output import TerminalFeedback

    console = open_terminal()
    if title:
        console.rule(title)
    with TerminalFeedback(console, viewer) as live:
        assessment = run(watch=live.show)
        live.finish(assessment)
    return assessment


def _stream(run: Callable[..., AssessmentRecord], role: Permission) -> AssessmentRecord:
    """Run the assessment, writing each line as soon as it is known."""
    stream = CommandStream(role)

    def show(change: Change) -> None:
        for line in stream.follow(change):
            write_output(line, None)

    assessment = run(watch=show)
    for line in stream.finish(assessment.judge):
        write_output(line, None)
    write_output(encode_assessment(assessment, role=role) + b"\n", None)
    return assessment


def _render_document(
    assessment: AssessmentRecord, exercise: Exercise, output_format: str, role: Permission
) -> bytes:
    if output_format == "json":
        return encode_assessment(assessment, role=role) + b"\n"
    submission = assessment.submission
    media = embed_pictures(load_media(exercise))
    viewer = Viewer(role=role, translator=load_translator(submission.language), media=media)
    assets = load_page_assets()
    return render_page(assessment, viewer, title=submission.exercise, assets=assets).encode()
