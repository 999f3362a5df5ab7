"""Exercism's own test runners: their recorded results, and their verdicts on example solutions.

KRITERION_REFERENCES names the directory with the clones (`exercism+python`,
`exercism+python-test-runner` …), and KRITERION_CONFIG the kriterion.toml with their
`[test_runners.python]` and so on (docs/author/test-runners.md).
"""

import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kriterion.assessment.context import ToolContext
from kriterion.assessment.test_runner_run import TestRunnerRun, run_tests
from kriterion.exercises.exercise import Exercise
from kriterion.exercises.exercise_loading import load_repository
from kriterion.host.installation import Installation
from kriterion.host.resolution.test_runners import find_own_test_runner
from kriterion.submissions.submission import SubmittedFiles
from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.contracts.exercism_test_runner.results_reader import read_output

REFERENCES = Path(os.environ.get("KRITERION_REFERENCES", "nowhere"))

TRACKS = ("python", "javascript", "bash")
TRIED = 5  # exercises of each track

pytestmark = pytest.mark.reference


def _list_recorded() -> Iterator[Any]:
    if not REFERENCES.is_dir():
        why = "set KRITERION_REFERENCES to read the results in public test runners"
        yield pytest.param(REFERENCES, marks=pytest.mark.skip(reason=why))
        return
    for directory in sorted(REFERENCES.glob("exercism+*-test-runner")):
        for file in sorted(directory.rglob("*results.json")):
            if "node_modules" not in file.parts:
                yield pytest.param(file, id=str(file.relative_to(REFERENCES)))


def _list_exercises() -> Iterator[Any]:
    if not (REFERENCES.is_dir() and os.environ.get("KRITERION_CONFIG")):
        why = "set KRITERION_REFERENCES and KRITERION_CONFIG to run public test runners"
        yield pytest.param(None, marks=pytest.mark.skip(reason=why))
        return
    for track in TRACKS:
        root = REFERENCES / f"exercism+{track}"
        exercises = [
            exercise
            for exercise in (load_repository(root).exercises if root.is_dir() else ())
            if exercise.test_files and len(exercise.solutions) == 1
        ]
        for exercise in random.Random(1).sample(exercises, min(TRIED, len(exercises))):
            yield pytest.param(exercise, id=f"{track} {exercise.directory.name}")


@pytest.fixture(scope="module")
def installation() -> Installation:
    return Installation()


@pytest.mark.parametrize("file", list(_list_recorded()))
def test_recorded_results_have_no_violation(file: Path) -> None:
    reading = read_output({"results.json": file.read_bytes()})
    assert reading.results is not None
    assert reading.violations == ()


@pytest.mark.machine
@pytest.mark.long(reason="runs other people's test runners")
@pytest.mark.parametrize("exercise", list(_list_exercises()))
def test_a_public_test_runner_accepts_the_example_and_rejects_the_template(
    exercise: Exercise, installation: Installation
) -> None:
    running = find_own_test_runner(installation, exercise)
    if running is None:
        pytest.skip(f"no test runner for {exercise.programming_language} in KRITERION_CONFIG")
    (example,) = exercise.solutions.values()
    judged = _judge(running, exercise, example, installation.make_context())
    assert judged is Status.CORRECT
    template = exercise.boilerplate() or ""
    assert _judge(running, exercise, template, installation.make_context()) is not Status.CORRECT


def _judge(running: TestRunnerRun, exercise: Exercise, text: str, context: ToolContext) -> Status:
    submission = SubmittedFiles(file_name=running.exercise.solution_file, source=text.encode())
    judged = run_tests(running, exercise, submission, context)
    assert judged.violations == ()
    return judged.status
