import os
import time
from pathlib import Path

import pytest

from kriterion.assessment.assessment_record import (
    AssessmentRecord,
    JudgeRecord,
    Points,
    SubmissionRecord,
)
from kriterion.assessment.maxima import (
    UNKNOWN,
    Maxima,
    Measure,
    Measurement,
    SolutionGrade,
    read_measured_points,
    set_grading_seed,
)
from kriterion.exercises.exercise import Exercise
from kriterion.submissions.submission import SubmittedFiles
from kriterion_tools.contracts.dodona_judge.output_records import FullOutput
from kriterion_tools.contracts.dodona_judge.statuses import Status


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

    def __init__(self, points: int | None = 7, **by_seed: int | None) -> None:
        self.points = points
        self.by_seed = {int(name.removeprefix("seed")): got for name, got in by_seed.items()}
        self.seeds: list[int | None] = []

    @property
    def times(self) -> int:
        return self.seeds.count(None)

    def __call__(self, solution: str, seed: int | None) -> SolutionGrade | None:
        assert solution == "let x = 1"
        self.seeds.append(seed)
        points = self.points if seed is None else self.by_seed.get(seed, self.points)
        if points is None:
            return None
        return SolutionGrade(
            points=points, processes="together", together="a module", shared_state="so"
        )


def get_points(measured: Measurement | None) -> int | None:
    return None if measured is None else measured.points


def make_submission(source: bytes = b"let x = 2") -> SubmittedFiles:
    return SubmittedFiles(file_name="mine.ml", source=source, language="en")


def test_a_maximum_is_measured_once(exercise: Exercise, tmp_path: Path) -> None:
    measure = Measuring()
    for _ in range(3):
        assert (
            get_points(Maxima(tmp_path / "kept", "grader 1").find_or_measure(exercise, measure))
            == 7
        )
    assert measure.times == 1


def test_points_that_no_seed_changes_are_a_common_maximum(
    exercise: Exercise, tmp_path: Path
) -> None:
    measure = Measuring()
    maxima = Maxima(tmp_path / "kept", "grader 1")
    for source in (b"1", b"2", b"3"):
        maximum = maxima.find_for_submission(exercise, make_submission(source), measure)
        assert (maximum.points, maximum.seed) == (7, None)
    assert len(measure.seeds) == 3  # its own, and two to compare


@pytest.mark.parametrize("by_seed", [{}, {"seed1": 8}])
def test_how_the_solution_was_graded_is_kept_for_submissions(
    exercise: Exercise, tmp_path: Path, by_seed: dict[str, int]
) -> None:
    measure = Measuring(7, **by_seed)
    for source in (b"1", b"2"):
        maxima = Maxima(tmp_path / "kept", "grader 1")
        maximum = maxima.find_for_submission(exercise, make_submission(source), measure)
        kept = (maximum.processes, maximum.together, maximum.shared_state)
        assert kept == ("together", "a module", "so")


def test_varying_points_are_measured_with_the_seed_of_the_submission(
    exercise: Exercise, tmp_path: Path
) -> None:
    by_seed = {f"seed{seed}": 10 + seed for seed in range(64)}
    measure = Measuring(7, **by_seed)
    maxima = Maxima(tmp_path / "kept", "grader 1")
    found = [
        maxima.find_for_submission(exercise, make_submission(b"%d" % number), measure)
        for number in range(300)
    ]
    assert all(grading.points == 10 + grading.seed for grading in found if grading.seed is not None)
    assert all(grading.seed is not None for grading in found)
    again = Maxima(tmp_path / "kept", "grader 1").find_for_submission(
        exercise, make_submission(b"0"), measure
    )
    assert again.seed == found[0].seed
    assert len(measure.seeds) <= 1 + 64  # each seed at most once, however many submit


def test_varying_points_have_one_maximum_for_all_submissions(
    exercise: Exercise, tmp_path: Path
) -> None:
    by_seed = {f"seed{seed}": 7 if seed % 8 == 5 else 10 + seed for seed in range(64)}
    measure = Measuring(7, **by_seed)
    maxima = Maxima(tmp_path / "kept", "grader 1")
    found = [
        maxima.find_for_submission(exercise, make_submission(b"%d" % number), measure)
        for number in range(300)
    ]
    assert {grading.points for grading in found} == {7}
    seeds = {grading.seed for grading in found}
    assert seeds == set(range(5, 64, 8)), "the samples still differ"
    again = Maxima(tmp_path / "kept", "grader 1").find_for_submission(
        exercise, make_submission(b"0"), measure
    )
    assert again.seed == found[0].seed
    assert len(measure.seeds) <= 1 + 64


def test_a_solution_that_often_fails_is_not_graded_with_every_seed(
    exercise: Exercise, tmp_path: Path
) -> None:
    by_seed = {f"seed{seed}": None for seed in range(2, 64)}
    measure = Measuring(7, seed1=8, **by_seed)
    maximum = Maxima(tmp_path / "kept", "grader 1").find_for_submission(
        exercise, make_submission(), measure
    )
    assert maximum.seed is not None
    assert len(measure.seeds) <= 3 + 2 + 3


def test_a_requested_seed_is_used_for_measuring(exercise: Exercise, tmp_path: Path) -> None:
    measure = Measuring(7, seed1=8, seed1000=9)
    seeded = set_grading_seed(exercise, 1000)
    maximum = Maxima(tmp_path / "kept", "grader 1").find_for_submission(
        seeded, make_submission(), measure
    )
    assert (maximum.points, maximum.seed) == (9, 1000)
    assert "seed" not in set_grading_seed(seeded, None).evaluation


def test_a_variation_seen_later_is_remembered(exercise: Exercise, tmp_path: Path) -> None:
    measure = Measuring(7, seed99=9)
    maxima = Maxima(tmp_path / "kept", "grader 1")
    maximum = maxima.find_for_submission(exercise, make_submission(), measure)
    assert maximum.check(50) == 7
    assert maxima.find_for_submission(exercise, make_submission(), measure).seed is None
    assert maximum.check(99) == 9
    assert maxima.find_for_submission(exercise, make_submission(), measure).seed is not None


def test_a_solution_that_fails_with_a_seed_measures_nothing_for_it(
    exercise: Exercise, tmp_path: Path
) -> None:
    maxima = Maxima(tmp_path / "kept", "grader 1")
    measure = Measuring(7, seed1=8, seed5=None)
    assert (
        maxima.find_for_submission(set_grading_seed(exercise, 5), make_submission(), measure).points
        is None
    )
    assert maxima.find_for_submission(exercise, make_submission(), Measuring(None)) is not UNKNOWN
    (kept,) = (tmp_path / "kept").iterdir()
    kept.unlink()
    assert maxima.find_for_submission(exercise, make_submission(), Measuring(None)) is UNKNOWN


def test_a_changed_exercise_file_causes_a_new_measurement(
    exercise: Exercise, tmp_path: Path
) -> None:
    measure = Measuring()
    maxima = Maxima(tmp_path / "kept", "grader 1")
    maxima.find_or_measure(exercise, measure)
    (exercise.directory / "test.ml").write_text("2")
    maxima.find_or_measure(exercise, measure)
    assert measure.times == 2


def test_another_grader_causes_a_new_measurement(exercise: Exercise, tmp_path: Path) -> None:
    measure = Measuring()
    for version in ("grader 1", "grader 2"):
        Maxima(tmp_path / "kept", version).find_or_measure(exercise, measure)
    assert measure.times == 2


def test_a_failed_measurement_is_not_stored(exercise: Exercise, tmp_path: Path) -> None:
    measure = Measuring(None)
    for _ in range(2):
        assert Maxima(tmp_path / "kept", "grader 1").find_or_measure(exercise, measure) is None
    assert measure.times == 2


def test_a_failing_solution_is_not_graded_again_for_every_submission(
    exercise: Exercise, tmp_path: Path
) -> None:
    measure = Measuring(None)
    maxima = Maxima(tmp_path / "kept", "grader 1")
    for _ in range(5):
        assert maxima.find_or_measure(exercise, measure, again_after_seconds=1000) is None
    assert measure.times == 1
    (kept,) = (tmp_path / "kept").iterdir()
    for age, times in ((900, 1), (1100, 2), (-1100, 3)):  # the clock may have been set back
        os.utime(kept, (time.time() - age, time.time() - age))
        maxima.find_or_measure(exercise, measure, again_after_seconds=1000)
        assert measure.times == times
    (exercise.directory / "test.ml").write_text("2")
    assert get_points(maxima.find_or_measure(exercise, Measuring(7), again_after_seconds=1000)) == 7


def test_a_grading_with_timeouts_counts_only_if_confirmed(
    exercise: Exercise, tmp_path: Path
) -> None:
    def measuring(*gradings: SolutionGrade) -> Measure:
        rest = iter(gradings)
        return lambda solution, seed: next(rest)

    slow, right = SolutionGrade(points=5, slow=True), SolutionGrade(points=7)
    busy = measuring(slow, right, *[right] * 9)
    assert Maxima(tmp_path / "busy", "grader 1").find_or_measure(exercise, busy) is None
    expected = measuring(*[slow] * 9)
    assert (
        get_points(Maxima(tmp_path / "expected", "grader 1").find_or_measure(exercise, expected))
        == 5
    )
    probed = measuring(right, slow, right, right)
    measured = Maxima(tmp_path / "probed", "grader 1").find_or_measure(exercise, probed)
    assert measured is not None
    assert not measured.varies


def test_without_a_solution_the_maximum_is_unknown(exercise: Exercise, tmp_path: Path) -> None:
    bare = Exercise(id="e", directory=exercise.directory, repository=exercise.directory)
    assert Maxima(tmp_path / "kept", "grader 1").find_or_measure(bare, Measuring()) is None


def test_an_unwritable_cache_only_forgets(exercise: Exercise, tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("a file where a directory should be")
    assert (
        get_points(Maxima(tmp_path / "kept", "grader 1").find_or_measure(exercise, Measuring()))
        == 7
    )


def test_a_cached_value_that_is_not_a_number_is_measured_again(
    exercise: Exercise, tmp_path: Path
) -> None:
    maxima = Maxima(tmp_path / "kept", "grader 1")
    maxima.find_or_measure(exercise, Measuring())
    (kept,) = (tmp_path / "kept").iterdir()
    kept.write_bytes(b"\xff" * 100)
    assert get_points(maxima.find_or_measure(exercise, Measuring(8))) == 8


def test_odd_files_beside_the_exercise_do_no_harm(exercise: Exercise, tmp_path: Path) -> None:
    os.mkfifo(exercise.directory / "pipe")
    (exercise.directory / "loop").symlink_to("loop")
    assert (
        get_points(Maxima(tmp_path / "kept", "grader 1").find_or_measure(exercise, Measuring()))
        == 7
    )


@pytest.mark.parametrize(
    ("status", "measured"),
    [
        (Status.CORRECT, 5),
        (Status.WRONG, None),
        (Status.INTERNAL_ERROR, None),
        (Status.TIME_LIMIT_EXCEEDED, None),
    ],
)
def test_a_failed_grading_measures_nothing(status: Status, measured: int | None) -> None:
    """It used to be kept as a maximum of no points, until the exercise changed."""
    feedback = FullOutput(accepted=status is Status.CORRECT, status=status, description="")
    judged = JudgeRecord(
        status=status, accepted=status is Status.CORRECT, summary=None, feedback=feedback
    )
    submission = SubmissionRecord(exercise="e", file_name="solution.ml", source="", language="en")
    points = Points(earned=5, possible=None)
    assessment = AssessmentRecord(submission=submission, judge=judged, points=points)
    assert read_measured_points(assessment) == measured
