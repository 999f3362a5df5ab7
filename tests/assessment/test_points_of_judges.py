"""A foreign judge gives points once its config.json declares that it does."""

import json
from pathlib import Path

import pytest

from kriterion.assessment.assessment_record import AssessmentRecord, Points
from kriterion.exercises.exercise import Exercise
from kriterion.host.exercise_tools import ExerciseTools
from kriterion.host.installation import Installation
from kriterion.submissions.submission import SubmittedFiles
from kriterion.tools.judge_run import load_judge

pytestmark = pytest.mark.machine

RUN = """#!/bin/sh
config=$(cat)
source=$(printf %s "$config" | sed 's/.*"source": *"\\([^"]*\\)".*/\\1/')
points=$(grep -c '^let' "$source")
echo '{"command": "start-judgement"}'
cat <<END
{"command": "append-message", "message": {"format": "learn-ocaml-grading",
 "permission": "zeus", "description": "{\\"points\\": $points, \\"failed\\": false}"}}
END
echo '{"command": "close-judgement", "accepted": true, "status":
 {"enum": "correct", "human": "done"}}'
"""


@pytest.fixture
def assessed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KRITERION_DATA", str(tmp_path / "data"))
    judge = tmp_path / "judge"
    judge.mkdir()
    (judge / "run").write_text(RUN)
    (judge / "run").chmod(0o755)
    (tmp_path / "exercise").mkdir()
    return judge


def assess(judge: Path, source: str, *, solution: str = "") -> AssessmentRecord:
    installation = Installation()
    exercise = Exercise(
        id="lets",
        directory=judge.parent / "exercise",
        repository=judge.parent,
        evaluation={"time_limit": 20},
        solutions={"solution.ml": solution} if solution else {},
    )
    tools = ExerciseTools(exercise=exercise, judge=load_judge(judge))
    submission = SubmittedFiles(file_name="mine.ml", source=source.encode())
    return installation.assess(installation.make_request(tools, submission))


def declare(judge: Path, value: object = True) -> None:
    (judge / "config.json").write_text(json.dumps({"reports_points": value}))


def test_without_the_declaration_there_are_no_points(assessed: Path) -> None:
    assessment = assess(assessed, "let a = 1\n")
    assert assessment.judge is not None and assessment.judge.accepted, assessment.judge
    assert assessment.points is None


def test_a_declared_judge_gives_points(assessed: Path) -> None:
    declare(assessed)
    assessment = assess(assessed, "let a = 1\nlet b = 2\n")
    assert assessment.judge is not None and assessment.judge.accepted, assessment.judge
    assert assessment.points == Points(earned=2, possible=None)


def test_points_are_measured_against_the_exercises_solution(assessed: Path) -> None:
    declare(assessed)
    assessment = assess(assessed, "let a = 1\n", solution="let a = 1\nlet b = 2\nlet c = 3\n")
    assert assessment.points == Points(earned=1, possible=3)


def test_a_new_version_of_the_judge_measures_again(assessed: Path) -> None:
    declare(assessed)
    solution = "let a = 1\nlet b = 2\nlet c = 3\n"
    assert assess(assessed, "let a = 1\n", solution=solution).points == Points(earned=1, possible=3)
    (assessed / "run").write_text(RUN.replace("points=$(", "points=10; : $("))
    assert assess(assessed, "let a = 1\n", solution=solution).points == Points(
        earned=10, possible=10
    )
