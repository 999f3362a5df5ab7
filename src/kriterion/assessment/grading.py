"""What a grading judge reports beyond feedback: points, learn-ocaml's report, the seed.

Only judges that declare `reports_points` in their config.json are trusted: they send the grading in
one message of a format of its own, for zeus. docs/contracts/dodona-judge.md says what a judge
promises by that.
"""

from dataclasses import replace
from typing import Annotated, Any

import msgspec
from msgspec import structs

from kriterion.assessment.assessment_record import AssessmentRecord, JudgeRecord, Points
from kriterion.assessment.maxima import Maximum, SolutionGrade, read_measured_points
from kriterion.exercises.exercise import Exercise
from kriterion.submissions.submission import SubmittedFiles
from kriterion.tools.judge_run import Judge
from kriterion_tools.contracts.dodona_judge.host_phrases import SCORE
from kriterion_tools.contracts.dodona_judge.output_records import FullOutput, Permission
from kriterion_tools.contracts.learn_ocaml_repository.grader_report import (
    Display,
    Inline,
    LineBreak,
    Report,
    ReportMessage,
    Result,
)
from kriterion_tools.contracts.learn_ocaml_repository.report_document import read_report
from kriterion_tools.contracts.learn_ocaml_repository.score import (
    compute_possible_points,
    compute_score,
)
from kriterion_tools.translation.translator import Translator

FORMAT = "learn-ocaml-grading"
_MAX_POINTS = 1_000_000_000  # per grading, so that sums over a course stay exact


class Grading(msgspec.Struct, frozen=True, kw_only=True):
    """One grading. `ending` is "report", or what happened instead of a complete grading.

    `seed` is that of random samples. `report` is learn-ocaml's own document; `failure` says what
    could not be loaded, and where. `processes`, `together` and `shared_state` say how tests and
    submission were separated; like `slow`, they are as in `maxima.SolutionGrade`.
    """

    points: Annotated[int, msgspec.Meta(ge=-_MAX_POINTS, le=_MAX_POINTS)]
    failed: bool
    ending: str = "report"
    seed: int = 0
    report: list[Any] | None = None
    failure: dict[str, Any] | None = None
    processes: str | None = None
    together: str | None = None
    shared_state: str | None = None
    slow: bool = False


_GRADING = msgspec.json.Decoder(Grading)


def read_grading(judge: Judge, feedback: FullOutput) -> Grading | None:
    """Return the grading in the judge's feedback.

    None if the judge does not declare `reports_points`, or if it did not get as far as a grading.
    """
    if not judge.reports_points:
        return None
    for message in reversed(feedback.messages):
        if message.format == FORMAT and message.permission is Permission.ZEUS:
            try:
                return _GRADING.decode(message.description)
            except msgspec.MsgspecError:
                return None
    return None


def read_graded(judge: Judge, assessment: AssessmentRecord) -> SolutionGrade | None:
    """Return the measurements from an assessment of the exercise's solution; None if it fails."""
    points = read_measured_points(assessment)
    if points is None or assessment.judge is None:
        return None
    grading = read_grading(judge, assessment.judge.feedback)
    if grading is None:
        return SolutionGrade(points=points)
    return SolutionGrade(
        points=points,
        processes=grading.processes,
        together=grading.together,
        shared_state=grading.shared_state,
        slow=grading.slow,
    )


def make_report(grading: Grading, summary: str) -> Report:
    """Return the grading's report; if there is none, a report with the reason, as learn-ocaml does.

    `summary` is the judge's own.
    """
    if grading.report is not None:
        return read_report(grading.report)
    failure = grading.failure or {}
    place = ", ".join(
        f"{key} {failure[key]}"
        for key in ("file", "line")
        if isinstance(failure.get(key), int | str)
    ).removeprefix("file ")
    text: list[Inline | LineBreak] = [Inline(summary)]
    if isinstance(message := failure.get("message"), str):
        text += [LineBreak(), *([Inline(f"{place}:")] if place else ())]
        text += [Inline(f"{message}\n", Display.OUTPUT)]
    if isinstance(output := failure.get("output"), str):
        text += [LineBreak(), Inline(f"{output}\n", Display.OUTPUT)]
    return (ReportMessage(tuple(text), Result.FAILURE),)


def configure(exercise: Exercise, submission: SubmittedFiles, maximum: Maximum) -> Exercise:
    """Return the exercise with what its grader needs from us: the possible points, the student's
    file name, the seed if the points depend on it, and how the solution was graded, so that this
    need not be tried again.
    """
    measured = maximum.points
    possible = compute_possible_points(measured=measured, declared=exercise.declared_maximum)
    known = {"file_name": submission.file_name, "maximum": None if measured is None else possible}
    if maximum.seed is not None:
        known["seed"] = maximum.seed
    for key in ("processes", "together", "shared_state"):
        if (value := getattr(maximum, key)) is not None:
            known[key] = value
    return replace(exercise, evaluation={**exercise.evaluation, **known})


def settle_maximum(
    grading: Grading, exercise: Exercise, submission: SubmittedFiles, maximum: Maximum
) -> int | None:
    """Return the points of the exercise's own solution, graded in the same way as this submission.

    A submission that earns more, or passes and earns less, may show that the points vary with the
    samples: then the solution is graded with the same ones.
    """
    measured = maximum.points
    if measured is None or grading.ending != "report":
        return measured
    earned = _count_earned_points(grading, exercise)
    if earned == measured or (grading.failed and earned < measured):
        return measured
    if not grading.failed and _is_solution(exercise, submission):
        return earned  # the best measure available, even where runs cannot be repeated
    checked = maximum.check(grading.seed)
    return measured if checked is None else checked


def compute_points(grading: Grading, exercise: Exercise, measured: int | None) -> Points:
    """Return the points, limited by what the exercise's own solution gets."""
    possible = compute_possible_points(measured=measured, declared=exercise.declared_maximum)
    earned = _count_earned_points(grading, exercise)
    return Points(earned=earned if possible is None else min(earned, possible), possible=possible)


def replace_points_in_summary(
    record: JudgeRecord, stated: Points, points: Points, translator: Translator
) -> JudgeRecord:
    """Return the record with these points in its summary, if the judge reported others."""
    before, after = (
        translator.translate(SCORE, points=value.earned, possible=value.possible)
        for value in (stated, points)
    )
    if record.summary != before:
        return record
    feedback = structs.replace(record.feedback, description=after)
    return structs.replace(record, summary=after, feedback=feedback)


def _count_earned_points(grading: Grading, exercise: Exercise) -> int:
    return compute_score(grading.points, measured=None, declared=exercise.declared_maximum).earned


def _is_solution(exercise: Exercise, submission: SubmittedFiles) -> bool:
    solution = exercise.solutions.get("solution.ml")
    return solution is not None and solution.encode() == submission.source
