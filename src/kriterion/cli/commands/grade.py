"""`kriterion grade`: grade a solution of a learn-ocaml exercise and print its report."""

import json
from pathlib import Path

import click

from kriterion.assessment.assessment_record import AssessmentRecord, Points
from kriterion.assessment.grading import Grading, make_report, read_grading
from kriterion.assessment.maxima import set_grading_seed
from kriterion.cli.arguments import options
from kriterion.cli.arguments.exercises_and_files import read_exercise, read_submission
from kriterion.cli.exit_status import FAILED, FINDINGS, FINE
from kriterion.cli.terminal.document_output import write_output
from kriterion.errors import OperatorError
from kriterion.exercises.exercise import Exercise
from kriterion.feedback.html.report_page import render_report_page
from kriterion.feedback.json_document import encode_assessment
from kriterion.feedback.report_text import render_report_text
from kriterion.host.exercise_tools import ExerciseTools
from kriterion.host.installation import Installation
from kriterion.rendering.page_assets import load_page_assets
from kriterion.submissions.submission import SubmittedFiles
from kriterion.tools.judge_run import Judge
from kriterion.translators import load_translator
from kriterion_tools.contracts.dodona_judge.output_records import Permission
from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.contracts.learn_ocaml_repository.grader_report import Report
from kriterion_tools.contracts.learn_ocaml_repository.report_document import encode_report

EXAMPLES = """\b
Examples:
  kriterion grade exercises/lists/rain mine.ml
  kriterion grade exercises/lists/rain mine.ml --seed 7 --format json | jq .points
  kriterion grade exercises/lists/rain mine.ml --format html --output report.html
"""

MAXIMUM_SEED = (1 << 30) - 1


@click.command(epilog=EXAMPLES)
@click.argument("directory", metavar="EXERCISE", type=click.Path(path_type=Path))
@click.argument("file", metavar="FILE", type=click.Path(allow_dash=True))
@options.repository
@click.option(
    "--seed",
    metavar="N",
    type=click.IntRange(0, MAXIMUM_SEED),
    help="The seed of random samples. Default: derived from the submission.",
)
@options.language
@click.option(
    "--format",
    "output_format",
    type=click.Choice(["text", "json", "html", "dodona"]),
    default="text",
    show_default=True,
    help="learn-ocaml's report as text, JSON or HTML; or the feedback of a Dodona judge.",
)
@click.option(
    "--output",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write to FILE instead of standard output.",
)
@options.unsafe
@options.config
def grade(
    directory: Path,
    file: str,
    repository: Path | None,
    seed: int | None,
    language: str,
    output_format: str,
    output: Path | None,
    unsafe: bool,
    config: Path | None,
) -> int:
    """Grade FILE as a solution of the learn-ocaml exercise in the directory EXERCISE.

    The exit status is 0 for any number of points, 1 if the exercise is unusable, 3 if its own
    files or the machine failed.
    """
    submission = read_submission(file, language)
    installation = Installation(config, unsafe=unsafe)
    exercise = read_exercise(directory, repository)
    if exercise is None:
        return FINDINGS
    judge = installation.judge(exercise, None)
    if not judge.reports_points:
        raise click.UsageError(
            f"{directory} is not a learn-ocaml exercise: use kriterion assess for it"
        )
    assessment = _grade_submission(installation, exercise, submission, judge, seed)
    document = _render_document(assessment, judge, exercise, output_format).encode()
    write_output(document, output)
    verdict = assessment.judge
    return FAILED if verdict is None or verdict.status is Status.INTERNAL_ERROR else FINE


def _grade_submission(
    installation: Installation,
    exercise: Exercise,
    submission: SubmittedFiles,
    judge: Judge,
    seed: int | None,
) -> AssessmentRecord:
    tools = ExerciseTools(exercise=set_grading_seed(exercise, seed), judge=judge)
    return installation.assess(installation.make_request(tools, submission))


def _render_document(
    assessment: AssessmentRecord, judge: Judge, exercise: Exercise, output_format: str
) -> str:
    """Return the text to print, ending in a newline."""
    if output_format == "dodona":
        return encode_assessment(assessment, role=Permission.ZEUS).decode() + "\n"
    record = assessment.judge
    grading = None if record is None else read_grading(judge, record.feedback)
    points = assessment.points
    if record is None or grading is None or points is None:
        raise OperatorError(
            f"{exercise.id}: the submission was not graded",
            fix="see the grader's output with kriterion grade --format dodona",
        )
    language = assessment.submission.language
    report = make_report(grading, record.summary or "")
    if output_format == "html":
        return render_report_page(
            report,
            title=exercise.name(language),
            points=points,
            seed=grading.seed,
            translator=load_translator(language),
            assets=load_page_assets(),
        )
    if output_format == "json":
        return json.dumps(_encode_grading(grading, report, points), indent=2) + "\n"
    return render_report_text(
        report, points=points, seed=grading.seed, translator=load_translator(language)
    )


def _encode_grading(grading: Grading, report: Report, points: Points) -> dict[str, object]:
    return {
        "points": points.earned,
        "possible": points.possible,
        "failed": grading.failed,
        "ending": grading.ending,
        "seed": grading.seed,
        "report": encode_report(report),
        "failure": grading.failure,
    }
