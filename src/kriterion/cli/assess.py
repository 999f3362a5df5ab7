"""`kriterion assess`: the main job, one submission after the other through its judge."""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import click

from kriterion.assessment.record import Assessment
from kriterion.cli import options
from kriterion.cli.exit_status import FAILED, FINDINGS, FINE
from kriterion.cli.installation import Installation
from kriterion.cli.taking import take_exercise, take_submission
from kriterion.contracts.dodona_judge.output import Permission
from kriterion.contracts.dodona_judge.statuses import Status
from kriterion.exercises.exercise import Exercise
from kriterion.exercises.media import load_media
from kriterion.feedback.document import encode_assessment
from kriterion.feedback.page import render_page

EXAMPLES = """\b
Examples:
  kriterion assess examples/exercises/barcode mine.py
  kriterion assess --judge ~/universal-judge echo/ solution/*.py --language nl
  kriterion assess echo/ solution.py --format json | jq .judge.status
  kriterion assess echo/ solution.py --format html --output feedback.html
  cat solution.py | kriterion assess echo/ -
"""


@click.command(epilog=EXAMPLES)
@click.argument("directory", metavar="EXERCISE", type=click.Path(path_type=Path))
@click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, type=click.Path(allow_dash=True)
)
@click.option(
    "--judge", metavar="JUDGE", help="A judge's directory, or its name in kriterion.toml."
)
@click.option(
    "--repository",
    metavar="DIR",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="The repository that EXERCISE belongs to. Default: found by walking up.",
)
@options.language
@options.output_format
@options.role
@click.option(
    "--output",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Where json and html go instead of standard output.",
)
@options.unsafe
@options.config
def assess(
    directory: Path,
    files: tuple[str, ...],
    judge: str | None,
    repository: Path | None,
    language: str,
    output_format: str,
    role: str,
    output: Path | None,
    unsafe: bool,
    config: Path | None,
) -> int:
    """Assess each FILE as a submission to the exercise in the directory EXERCISE.

    The feedback appears while the judge still works. The exit status is 0 however the submissions
    are judged, 1 when the exercise cannot be used, 3 when the machine or the judge failed.
    """
    if output is not None and output_format == "terminal":
        raise click.UsageError("--output goes with --format json or --format html")
    if output_format == "html" and len(files) > 1:
        raise click.UsageError("--format html shows one FILE; call it once for each")
    submissions = [take_submission(name, language) for name in files]
    installation = Installation(config, unsafe=unsafe)
    exercise = take_exercise(directory, repository)
    if exercise is None:
        return FINDINGS
    chosen = installation.judge(exercise, judge)
    maximum = installation.maximum(exercise, chosen)
    viewer = Permission(role)
    documents = []
    failed = False
    for submission in submissions:
        if output_format == "terminal":
            run = partial(installation.assess, exercise, submission, chosen, maximum=maximum)
            title = exercise.name(submission.language)
            titled = f"{title} · {submission.file_name}" if len(files) > 1 else ""
            assessment = _watch(run, viewer, submission.language, titled)
        else:
            assessment = installation.assess(exercise, submission, chosen, maximum=maximum)
            documents.append(_document(assessment, exercise, output_format, viewer))
            if output is None:
                _write(documents.pop())
        failed |= assessment.judge is not None and assessment.judge.status is Status.INTERNAL_ERROR
    if output is not None:
        output.write_bytes(b"".join(documents))
    return FAILED if failed else FINE


def _watch(
    run: Callable[..., Assessment], viewer: Permission, language: str, title: str
) -> Assessment:
    """Run it with the feedback appearing on the terminal meanwhile."""
    # rich takes a tenth of a second that json has no use for
    from kriterion.cli.terminal import open_terminal
    from kriterion.feedback.terminal import LiveFeedback

    console = open_terminal()
    if title:
        console.rule(title)
    with LiveFeedback(console, role=viewer, language=language) as live:
        assessment = run(watch=live.show)
        live.finish(assessment)
    return assessment


def _document(
    assessment: Assessment, exercise: Exercise, output_format: str, viewer: Permission
) -> bytes:
    if output_format == "json":
        return encode_assessment(assessment, role=viewer) + b"\n"
    language = assessment.submission.language
    return render_page(
        assessment,
        role=viewer,
        language=language,
        title=assessment.submission.exercise,
        media=load_media(exercise),
    ).encode()


def _write(document: bytes) -> None:
    sys.stdout.buffer.write(document)
    sys.stdout.buffer.flush()
