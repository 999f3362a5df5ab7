"""`kriterion feedback`: turn a judge's raw output into feedback, exactly as the site does."""

from collections.abc import Callable
from typing import BinaryIO

import click

from kriterion.assessment.assessment_record import AssessmentRecord, SubmissionRecord
from kriterion.assessment.verdict_record import make_judge_record
from kriterion.cli.arguments import options
from kriterion.cli.exit_status import FINDINGS, FINE
from kriterion.feedback.html.assessment_page import render_page
from kriterion.feedback.viewer import Viewer
from kriterion.feedback.visibility import filter_output
from kriterion.rendering.page_assets import load_page_assets
from kriterion.sandbox.run import Limits
from kriterion.sandbox.run_output import Output
from kriterion.translators import load_translator
from kriterion_tools.contracts.dodona_judge.dialect import (
    AnnotationEnds,
    Dialect,
    Renderer,
    read_renderer,
)
from kriterion_tools.contracts.dodona_judge.encoding import encode_full_output
from kriterion_tools.contracts.dodona_judge.live_changes import Change
from kriterion_tools.contracts.dodona_judge.outcome import Verdict, decide
from kriterion_tools.contracts.dodona_judge.output_records import Permission
from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.contracts.dodona_judge.stream import JudgeOutput

EXAMPLES = """\b
Examples:
  ./run < config.json | kriterion feedback
  kriterion feedback recorded.json --format json | jq .status
  kriterion feedback torn.json --exit-status 137 --timed-out --role student --language nl
"""

_PIECE_BYTES = 64 * 1024


def _read_renderer(_context: click.Context, _option: click.Parameter, name: str) -> Renderer:
    try:
        return read_renderer(name)
    except ValueError as error:
        raise click.BadParameter(str(error)) from error


@click.command(epilog=EXAMPLES)
@click.argument("file", default="-", type=click.File("rb"))
@click.option(
    "--exit-status",
    metavar="N",
    type=click.IntRange(0, 255),
    default=0,
    show_default=True,
    help="The judge's exit status; 137 and 143 mean that it was killed.",
)
@click.option("--timed-out", is_flag=True, help="The judge was stopped at its time limit.")
@click.option(
    "--renderer",
    metavar="NAME",
    default="",
    callback=_read_renderer,
    help="The renderer of the judge's record, such as FeedbackRenderer. Default: automatic.",
)
@click.option(
    "--annotation-ends",
    type=click.Choice([ends.value for ends in AnnotationEnds]),
    default=AnnotationEnds.COUNT.value,
    show_default=True,
    help="How the judge's record defines rows and columns of annotations.",
)
@options.role
@options.everything
@options.language
@options.output_format
def feedback(
    file: BinaryIO,
    exit_status: int,
    timed_out: bool,
    renderer: Renderer,
    annotation_ends: str,
    role: str,
    everything: bool,
    language: str,
    output_format: str,
) -> int:
    """Show the feedback for a judge's output in FILE (default: standard input).

    The format json prints one object in Dodona's full-output format. The exit status is 1 if the
    output breaks the judge contract; standard error then says what is wrong, and at which byte.
    """
    viewer = Viewer(
        role=Permission(role), translator=load_translator(language), everything=everything
    )
    dialect = Dialect(renderer=renderer, annotation_ends=AnnotationEnds(annotation_ends))
    name = getattr(file, "name", "<stdin>").replace("<stdin>", "standard input")

    def judge_output(watch: Callable[[Change], None] | None = None) -> Verdict:
        return _judge_recording(file, exit_status, timed_out, language, JudgeOutput(watch, dialect))

    if output_format == "json":
        verdict = judge_output()
        click.echo(encode_full_output(filter_output(verdict.output, viewer.role)))
    elif output_format == "html":
        verdict = judge_output()
        assessment = _make_assessment(verdict, name, language)
        click.echo(render_page(assessment, viewer, title=name, assets=load_page_assets()))
    else:
        verdict = _watch(judge_output, name, viewer)
    for violation in verdict.violations:
        click.echo(f"{name} {violation.place}: {violation.what}", err=True)
    return FINDINGS if verdict.violations else FINE


def _judge_recording(
    file: BinaryIO,
    exit_status: int,
    timed_out: bool,
    language: str,
    output: JudgeOutput,
) -> Verdict:
    """Read the file in pieces, up to the output limit of a judge, and return the verdict on it."""
    collected = Output(Limits().output_bytes, output.feed)
    read = getattr(file, "read1", file.read)  # for a pipe, read1 returns what has arrived
    while not collected.full and (piece := read(_PIECE_BYTES)):
        collected.add_stdout(piece)
    output.close()
    limit = Status.TIME_LIMIT_EXCEEDED if timed_out else None
    return decide(
        output,
        exit_status=exit_status,
        limit=Status.OUTPUT_LIMIT_EXCEEDED if collected.full else limit,
        translator=load_translator(language),
        stdout=bytes(collected.stdout),
    )


def _make_assessment(verdict: Verdict, name: str, language: str) -> AssessmentRecord:
    return AssessmentRecord(
        submission=SubmissionRecord(exercise=name, file_name="", source=None, language=language),
        judge=make_judge_record(verdict),
    )


def _watch(
    judge_output: Callable[[Callable[[Change], None]], Verdict],
    name: str,
    viewer: Viewer,
) -> Verdict:
    """Read the output, showing the feedback on the terminal as it arrives."""
    # Importing rich takes a tenth of a second, which JSON output does not need.
    from kriterion.cli.terminal.console import open_terminal
    from kriterion.feedback.terminal.terminal_output import TerminalFeedback

    console = open_terminal()
    with TerminalFeedback(console, viewer) as live:
        verdict = judge_output(live.show)
        live.finish(_make_assessment(verdict, name, viewer.language))
    return verdict
