"""Measure and store the maximum points of an exercise: what its own solution gets.

The possible points may depend on random samples. Then a submission is graded with samples for
which the solution gets the maximum, so it is the same for all. Source: learn-ocaml's builder, which
grades every solution and makes its points the maximum.
"""

import hashlib
import os
import secrets
import time
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec import structs

from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion.errors import MachineError
from kriterion.exercises.exercise import Exercise
from kriterion.submissions.submission import SubmittedFiles

_SOLUTION = "solution.ml"
_MAX_BYTES = 4 * 1024 * 1024  # per file: nothing reads larger ones
_MAX_KEPT_BYTES = 1 << 16
_FAILED = b"-"  # stored instead of a maximum
# Further seeds to grade the solution with, to see whether its points vary.
_PROBES = (1, 2)
# If they vary, submissions share those of so many seeds with which the solution gets the maximum.
# It is graded once with each.
_SHARED_SEEDS = 64
_MAX_FAILURES = 3  # gradings of the solution for one submission


class SolutionGrade(msgspec.Struct, frozen=True, kw_only=True):
    """The result of grading the solution once.

    `processes` says whether tests and submission had a process each ("separate") or shared one
    ("together"), and `together` why they shared it. `shared_state` is why a submission can change
    state of the prelude that the solution uses, None if it cannot. `slow`: a call reached a time
    limit, which the tests did not count as a failure.
    """

    points: int
    processes: str | None = None
    together: str | None = None
    shared_state: str | None = None
    slow: bool = False


Measure = Callable[[str, int | None], SolutionGrade | None]
"""Grades a solution with a seed, or with that of its own text; None when it does not pass."""


class Measurement(msgspec.Struct, frozen=True, kw_only=True):
    """What the solution gets: `points` with its own seed, and `by_seed` if the points vary.

    The other fields are those of `SolutionGrade`; they are kept so that grading a submission
    need not determine them again.
    """

    points: int
    by_seed: Mapping[int, int] | None = None
    processes: str | None = None
    together: str | None = None
    shared_state: str | None = None

    @property
    def varies(self) -> bool:
        """Whether the points depend on the seed."""
        return self.by_seed is not None

    @property
    def range(self) -> tuple[int, int]:
        """The lowest and highest measured points."""
        every = {self.points, *(self.by_seed or {}).values()}
        return min(every), max(every)


_MEASUREMENT = msgspec.json.Decoder(Measurement)


def _check_nothing(_: int) -> int | None:
    return None


@dataclass(frozen=True, kw_only=True, slots=True)
class Maximum:
    """The maximum for one submission: `points`, None if unknown.

    The submission is graded with `seed`; without it, its text determines the seed. If a grading
    contradicts `points`, `check` measures what the solution gets with that seed; None if unknown.
    The other fields come from the solution's grading, see `SolutionGrade`.
    """

    points: int | None = None
    seed: int | None = None
    processes: str | None = None
    together: str | None = None
    shared_state: str | None = None
    check: Callable[[int], int | None] = _check_nothing


UNKNOWN = Maximum()


class Maxima:
    """Measurements by an exercise's content; `grader` is the version that measured.

    If the directory cannot be written, measurements are repeated, and nothing else is lost.
    """

    def __init__(self, directory: Path, grader: str) -> None:
        self._directory = directory
        self._grader = grader

    def find_or_measure(
        self, exercise: Exercise, measure: Measure, *, again_after_seconds: float = 0.0
    ) -> Measurement | None:
        """Return the points of the solution, measuring them if necessary.

        None if there is no solution, or it does not pass. Then it is not measured again for a
        while, or a failing solution would be graded with every submission.
        """
        solution = exercise.solutions.get(_SOLUTION)
        if solution is None:
            return None
        place = self._find_cache_file(exercise)
        measured = _load_measurement(place)
        if measured is None and not _has_failed(place, again_after_seconds):
            measured = _measure_solution(solution, measure)
            _store(place, _FAILED if measured is None else _encode_measurement(measured))
        return measured

    def find_for_submission(
        self,
        exercise: Exercise,
        submission: SubmittedFiles,
        measure: Measure,
        *,
        again_after_seconds: float = 0.0,
    ) -> Maximum:
        """Return the maximum for a submission.

        A seed in the exercise's `evaluation` is used for grading.
        """
        measured = self.find_or_measure(exercise, measure, again_after_seconds=again_after_seconds)
        if measured is None:
            return UNKNOWN
        known = Maximum(
            points=measured.points,
            processes=measured.processes,
            together=measured.together,
            shared_state=measured.shared_state,
        )
        if not measured.varies:
            return replace(known, check=partial(self._make_check, exercise, measure, measured))
        exercise_seed = _read_seed(exercise.evaluation)
        if exercise_seed is None:
            seed, points = self._choose_seed(submission, exercise, measure, measured)
        else:
            seed = exercise_seed
            points = self._measure_with_seed(seed, exercise, measure, measured)[0]
        return replace(known, points=points, seed=seed)

    def _choose_seed(
        self,
        submission: SubmittedFiles,
        exercise: Exercise,
        measure: Measure,
        measured: Measurement,
    ) -> tuple[int, int | None]:
        """Return the seed for a submission, and the solution's points with it.

        It is the first one, from the seed that the submission's text determines, with which the
        solution gets the maximum; that seed itself if there is none.
        """
        begin = zlib.crc32(submission.source) % _SHARED_SEEDS
        found: dict[int, int | None] = {}
        failures = 0
        for seed in (*range(begin, _SHARED_SEEDS), *range(begin)):
            found[seed], measured = self._measure_with_seed(seed, exercise, measure, measured)
            if found[seed] == measured.points:
                return seed, found[seed]
            failures += found[seed] is None
            if failures == _MAX_FAILURES:
                break
        return begin, found[begin]

    def _measure_with_seed(
        self, seed: int, exercise: Exercise, measure: Measure, measured: Measurement
    ) -> tuple[int | None, Measurement]:
        """Return the solution's points with a seed, and the measurement with them."""
        known = measured.by_seed or {}
        if seed in known:
            return known[seed], measured
        points = _make_points(_grade_solution(exercise.solutions[_SOLUTION], measure, seed))
        if points is None or seed >= _SHARED_SEEDS:
            return points, measured
        # A concurrent worker's measurements may be lost; they are repeated.
        more = structs.replace(measured, by_seed={**known, seed: points})
        _store(self._find_cache_file(exercise), _encode_measurement(more))
        return points, more

    def _make_check(
        self, exercise: Exercise, measure: Measure, measured: Measurement, seed: int
    ) -> int | None:
        points = _make_points(_grade_solution(exercise.solutions[_SOLUTION], measure, seed))
        if points is not None and points != measured.points:
            varying = structs.replace(measured, by_seed={})
            _store(self._find_cache_file(exercise), _encode_measurement(varying))
        return points

    def _find_cache_file(self, exercise: Exercise) -> Path:
        return self._directory / self._compute_fingerprint(exercise)

    def _compute_fingerprint(self, exercise: Exercise) -> str:
        """Return a fingerprint of the files in the exercise's directory and of the shared files."""
        directory = exercise.directory
        digest = hashlib.sha256(self._grader.encode())
        try:
            entries = sorted(os.scandir(directory), key=lambda entry: entry.name)
        except OSError as error:
            raise MachineError(f"{directory}: cannot be read: {error.strerror}") from error
        for entry in entries:
            if not entry.is_file(follow_symlinks=False):
                continue
            with suppress(OSError), open(entry.path, "rb") as file:  # noqa: PTH123
                content = file.read(_MAX_BYTES)
                digest.update(f"\0{entry.name}\0{len(content)}\0".encode(errors="replace"))
                digest.update(content)
        for name, path in exercise.shared_files.items():
            with suppress(OSError), path.open("rb") as file:
                content = file.read(_MAX_BYTES)
                digest.update(f"\0{name}\0{len(content)}\0".encode(errors="replace"))
                digest.update(content)
        return digest.hexdigest()[:32]


def read_measured_points(assessment: AssessmentRecord) -> int | None:
    """Return the points of a solution; None if it fails its own tests, or if they were cut short,
    which measures nothing and may differ the next time.
    """
    if assessment.judge is None or not assessment.judge.accepted or assessment.points is None:
        return None
    return assessment.points.earned


def set_grading_seed(exercise: Exercise, seed: int | None) -> Exercise:
    """Return the exercise with a grading seed; with None, the submission's text determines it."""
    evaluation = {key: value for key, value in exercise.evaluation.items() if key != "seed"}
    if seed is not None:
        evaluation["seed"] = seed
    return replace(exercise, evaluation=evaluation)


def _measure_solution(solution: str, measure: Measure) -> Measurement | None:
    graded = _grade_solution(solution, measure, None)
    if graded is None:
        return None
    probed = {
        seed: got.points
        for seed in _PROBES
        if (got := _grade_solution(solution, measure, seed)) is not None
    }
    varies = any(points != graded.points for points in probed.values())
    return Measurement(
        points=graded.points,
        by_seed=probed if varies else None,
        processes=graded.processes,
        together=graded.together,
        shared_state=graded.shared_state,
    )


def _grade_solution(solution: str, measure: Measure, seed: int | None) -> SolutionGrade | None:
    """Grade once; None if the result depends on the clock.

    If a call reached a time limit, another grading must agree: the machine may be busy, or the
    tests may expect it.
    """
    graded = measure(solution, seed)
    if graded is None or not graded.slow:
        return graded
    return graded if measure(solution, seed) == graded else None


def _make_points(graded: SolutionGrade | None) -> int | None:
    return None if graded is None else graded.points


def _read_seed(evaluation: Mapping[str, Any]) -> int | None:
    seed = evaluation.get("seed")
    return seed if isinstance(seed, int) else None


def _encode_measurement(measured: Measurement) -> bytes:
    return msgspec.json.encode(measured)


def _load_measurement(place: Path) -> Measurement | None:
    try:
        with place.open("rb") as file:
            return _MEASUREMENT.decode(file.read(_MAX_KEPT_BYTES))
    except (OSError, msgspec.MsgspecError):
        return None


def _has_failed(place: Path, within_seconds: float) -> bool:
    """Whether measuring failed recently."""
    try:
        age_seconds = time.time() - place.stat().st_mtime
        return 0 <= age_seconds < within_seconds and place.read_bytes() == _FAILED
    except OSError:
        return False


def _store(place: Path, content: bytes) -> None:
    unfinished = place.with_name(f".{place.name}-{secrets.token_hex(4)}")
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_bytes(content)
        unfinished.replace(place)
