import os
import time
from pathlib import Path

import pytest

from kriterion.assessment.maxima import Maxima, measured_points
from kriterion.assessment.record import Assessment, JudgeRecord, Points, SubmissionRecord
from kriterion.contracts.dodona_judge.output import FullOutput
from kriterion.contracts.dodona_judge.statuses import Status
from kriterion.exercises.exercise import Exercise


@pytest.fixture
def exercise(tmp_path: Path) -> Exercise:
    directory = tmp_path / "exercise"
    directory.mkdir()
    (directory / "test.ml").write_text("1")
    return Exercise(
        id="e", directory=directory, repository=directory, solutions={"solution.ml": "let x = 1"}
    )


class Measuring:
    """Counts how often the solution was graded."""

    def __init__(self, points: int | None = 7) -> None:
        self.points = points
        self.times = 0

    def __call__(self, solution: str) -> int | None:
        assert solution == "let x = 1"
        self.times += 1
        return self.points


def test_a_maximum_is_measured_once(exercise: Exercise, tmp_path: Path) -> None:
    measure = Measuring()
    for _ in range(3):
        assert Maxima(tmp_path / "kept", "grader 1").of(exercise, measure) == 7
    assert measure.times == 1


def test_it_is_measured_again_when_a_file_of_the_exercise_changes(
    exercise: Exercise, tmp_path: Path
) -> None:
    measure = Measuring()
    maxima = Maxima(tmp_path / "kept", "grader 1")
    maxima.of(exercise, measure)
    (exercise.directory / "test.ml").write_text("2")
    maxima.of(exercise, measure)
    assert measure.times == 2


def test_it_is_measured_again_by_another_grader(exercise: Exercise, tmp_path: Path) -> None:
    measure = Measuring()
    for version in ("grader 1", "grader 2"):
        Maxima(tmp_path / "kept", version).of(exercise, measure)
    assert measure.times == 2


def test_what_could_not_be_measured_is_not_kept(exercise: Exercise, tmp_path: Path) -> None:
    measure = Measuring(None)
    for _ in range(2):
        assert Maxima(tmp_path / "kept", "grader 1").of(exercise, measure) is None
    assert measure.times == 2


def test_a_solution_that_fails_is_not_graded_beside_every_submission(
    exercise: Exercise, tmp_path: Path
) -> None:
    measure = Measuring(None)
    maxima = Maxima(tmp_path / "kept", "grader 1")
    for _ in range(5):
        assert maxima.of(exercise, measure, again_after_seconds=1000) is None
    assert measure.times == 1
    (kept,) = (tmp_path / "kept").iterdir()
    for age, times in ((900, 1), (1100, 2), (-1100, 3)):  # the clock may have been set back
        os.utime(kept, (time.time() - age, time.time() - age))
        maxima.of(exercise, measure, again_after_seconds=1000)
        assert measure.times == times
    (exercise.directory / "test.ml").write_text("2")
    assert maxima.of(exercise, Measuring(7), again_after_seconds=1000) == 7


def test_without_a_solution_nobody_knows(exercise: Exercise, tmp_path: Path) -> None:
    bare = Exercise(id="e", directory=exercise.directory, repository=exercise.directory)
    assert Maxima(tmp_path / "kept", "grader 1").of(bare, Measuring()) is None


def test_a_place_that_cannot_be_written_only_forgets(exercise: Exercise, tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("a file where a directory should be")
    assert Maxima(tmp_path / "kept", "grader 1").of(exercise, Measuring()) == 7


def test_what_was_kept_and_is_no_number_is_measured_anew(
    exercise: Exercise, tmp_path: Path
) -> None:
    maxima = Maxima(tmp_path / "kept", "grader 1")
    maxima.of(exercise, Measuring())
    (kept,) = (tmp_path / "kept").iterdir()
    kept.write_bytes(b"\xff" * 100)
    assert maxima.of(exercise, Measuring(8)) == 8


def test_odd_files_beside_the_exercise_do_no_harm(exercise: Exercise, tmp_path: Path) -> None:
    os.mkfifo(exercise.directory / "pipe")
    (exercise.directory / "loop").symlink_to("loop")
    assert Maxima(tmp_path / "kept", "grader 1").of(exercise, Measuring()) == 7


@pytest.mark.parametrize(
    ("status", "measured"),
    [
        (Status.CORRECT, 5),
        (Status.WRONG, None),
        (Status.INTERNAL_ERROR, None),
        (Status.TIME_LIMIT_EXCEEDED, None),
    ],
)
def test_a_grading_that_went_wrong_measures_nothing(status: Status, measured: int | None) -> None:
    """It used to be kept as a maximum of no points, until the exercise changed."""
    feedback = FullOutput(accepted=status is Status.CORRECT, status=status, description="")
    judged = JudgeRecord(
        status=status, accepted=status is Status.CORRECT, summary=None, feedback=feedback
    )
    submission = SubmissionRecord(exercise="e", file_name="solution.ml", source="", language="en")
    points = Points(earned=5, possible=None)
    assessment = Assessment(submission=submission, judge=judged, points=points)
    assert measured_points(assessment) == measured
