"""What a grading by our learn-ocaml judge tells beyond feedback: points, the report, the seed.

Only that judge is believed: it carries them in one message of a format of its own, for zeus.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from kriterion.assessment.record import Points
from kriterion.contracts.dodona_judge.output import FullOutput, Permission
from kriterion.contracts.learn_ocaml_repository.report import (
    Display,
    Inline,
    LineBreak,
    Message,
    Report,
    Result,
)
from kriterion.contracts.learn_ocaml_repository.report_document import read_report
from kriterion.contracts.learn_ocaml_repository.score import possible_points, score
from kriterion.exercises.exercise import Exercise
from kriterion.submissions.submission import Submission
from kriterion.tools.catalog import LEARN_OCAML, SHIPPED_JUDGES
from kriterion.tools.judge import Judge

FORMAT = "learn-ocaml-grading"


class Grading(msgspec.Struct, frozen=True, kw_only=True):
    """One grading. `ending` is "report" when there is one; else what came instead of it.

    `report` is learn-ocaml's own document; `failure` says what could not be loaded, and where.
    """

    ending: str
    points: int
    failed: bool
    seed: int
    report: list[Any] | None = None
    failure: dict[str, Any] | None = None


def is_grader(judge: Judge) -> bool:
    """Whether a judge is the one that grades."""
    return Path(judge.directory) == SHIPPED_JUDGES[LEARN_OCAML]


def read_grading(judge: Judge, feedback: FullOutput) -> Grading | None:
    """The grading in the feedback of that judge; None when it is another, or did not get so far."""
    if not is_grader(judge):
        return None
    for message in reversed(feedback.messages):
        if message.format == FORMAT and message.permission is Permission.ZEUS:
            try:
                return msgspec.json.decode(message.description, type=Grading)
            except msgspec.MsgspecError:
                return None
    return None


def report_of(grading: Grading, summary: str) -> Report:
    """Its report; where it came to none, a report that says why, as learn-ocaml shows it.

    `summary` is the judge's own.
    """
    if grading.report is not None:
        return read_report(grading.report)
    said = grading.failure or {}
    place = ", ".join(
        f"{key} {said[key]}" for key in ("file", "line") if isinstance(said.get(key), int | str)
    ).removeprefix("file ")
    text: list[Inline | LineBreak] = [Inline(summary)]
    if isinstance(message := said.get("message"), str):
        text += [LineBreak(), *([Inline(f"{place}:")] if place else ())]
        text += [Inline(f"{message}\n", Display.OUTPUT)]
    if isinstance(output := said.get("output"), str):
        text += [LineBreak(), Inline(f"{output}\n", Display.OUTPUT)]
    return (Message(tuple(text), Result.FAILURE),)


def told(exercise: Exercise, submission: Submission, measured: int | None) -> Exercise:
    """The exercise, whose grader is told what only we know: how many points are possible, and what
    the student's file is called.
    """
    possible = possible_points(measured=measured, declared=exercise.declared_maximum)
    known = {"file_name": submission.file_name, "maximum": None if measured is None else possible}
    return replace(exercise, evaluation={**exercise.evaluation, **known})


def points_of(grading: Grading | None, exercise: Exercise, measured: int | None) -> Points | None:
    """Its points, by what the exercise's own solution gets; None when nothing was graded."""
    if grading is None:
        return None
    scored = score(grading.points, measured=measured, declared=exercise.declared_maximum)
    return Points(earned=scored.earned, possible=scored.possible)
