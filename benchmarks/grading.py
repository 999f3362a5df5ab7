"""How long it takes to grade a learn-ocaml exercise: from the call to the assessment, in the
sandbox.

A trivial exercise is graded repeatedly, alternating with the bare grader without sandbox and judge.
With KRITERION_REFERENCES, the solutions of the public corpus are graded as well, one at a time and
two at a time. The maximum of each exercise is measured beforehand, as on a site, and not timed.
"""

import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion.assessment.maxima import Maximum
from kriterion.assessment.request import AssessmentRequest
from kriterion.exercises.exercise import Exercise
from kriterion.exercises.exercise_loading import load_exercise, load_repository
from kriterion.host.exercise_tools import ExerciseTools
from kriterion.host.installation import Installation
from kriterion.submissions.submission import SubmittedFiles
from kriterion.tools.catalog import LEARN_OCAML
from kriterion_tools.learn_ocaml_judge.bundle import write_bundle
from kriterion_tools.learn_ocaml_judge.grader_configuration import GraderConfiguration

ROUNDS = 25
PROCESSORS = 2
_CORPUS = "ocaml-sf+learn-ocaml-corpus"
_TRIVIAL = {
    "meta.json": '{"learnocaml_version": "2", "kind": "exercise", "stars": 1, "title": "Twice"}',
    "prelude.ml": "",
    "prepare.ml": "",
    "template.ml": "let twice x = x\n",
    "solution.ml": "let twice x = 2 * x\n",
    "test.ml": """open Test_lib
let () = set_result @@ ast_sanity_check code_ast @@ fun () ->
  test_function_1_against_solution [%ty: int -> int] "twice" ~gen:5 [ 0; 1; -1 ]
""",
}


def main() -> None:
    installation = Installation()
    with tempfile.TemporaryDirectory() as place:
        exercise = _make_trivial(Path(place) / "exercises" / "twice")
        _compare(installation, exercise)
    references = os.environ.get("KRITERION_REFERENCES")
    if references is None:
        print("corpus: not measured (KRITERION_REFERENCES is not set)")
        return
    _measure_corpus(installation, Path(references) / _CORPUS)


def _make_trivial(directory: Path) -> Exercise:
    directory.mkdir(parents=True)
    for name, text in _TRIVIAL.items():
        (directory / name).write_text(text)
    exercise, problems = load_exercise(directory)
    assert exercise is not None, problems
    return exercise


def _compare(installation: Installation, exercise: Exercise) -> None:
    """Compare grading with the bare grader, alternately."""
    (*_, built) = installation.images[f"kriterion-{LEARN_OCAML}"].mounts.values()
    configuration = GraderConfiguration(
        exercise=str(exercise.directory),
        solution=str(exercise.directory / "solution.ml"),
        seed=1,
        time_seconds=30,
        call_seconds=5,
        memory_bytes=500_000_000,
    )
    command = ("sh", "-c", 'exec "$0" "$@" 3>&1', str(built / "grader"), "--channel", "3")
    bare, whole = [], []
    for _ in range(ROUNDS + 1):
        started = time.perf_counter()
        with os.fdopen(write_bundle(configuration, "nonce"), "rb") as bundle:
            subprocess.run(command, stdin=bundle, capture_output=True, check=True)
        bare.append(time.perf_counter() - started)
        started = time.perf_counter()
        _grade(installation, exercise)
        whole.append(time.perf_counter() - started)
    bare_ms, whole_ms = (statistics.median(times[1:]) * 1000 for times in (bare, whole))
    print(
        f"trivial exercise: grader alone {bare_ms:.0f} ms, in the sandbox {whole_ms:.0f} ms"
        f" (+{whole_ms - bare_ms:.0f} ms); medians of {ROUNDS}"
    )


def _measure_corpus(installation: Installation, repository: Path) -> None:
    exercises = [one for one in load_repository(repository).exercises if one.solutions]
    for one in exercises:
        _find_maximum(installation, one)
    for workers in (1, PROCESSORS):
        started = time.perf_counter()
        with ThreadPoolExecutor(workers) as pool:
            taken = list(pool.map(lambda one: _time_calls(installation, one), exercises))
        seconds = time.perf_counter() - started
        _print_times(taken, workers, seconds)


def _time_calls(installation: Installation, exercise: Exercise) -> tuple[float, str, bool]:
    started = time.perf_counter()
    assessment = _grade(installation, exercise, strict=False)
    graded = assessment.judge is not None and assessment.judge.accepted
    return time.perf_counter() - started, exercise.id, graded


def _print_times(taken: Iterable[tuple[float, str, bool]], workers: int, seconds: float) -> None:
    times = sorted((run for run in taken if run[2]), reverse=True)
    slowest = ", ".join(f"{name} {duration:.1f} s" for duration, name, _ in times[:3])
    median = statistics.median(duration for duration, _, _ in times)
    print(
        f"corpus, {workers} at a time: {len(times)} solutions in {seconds:.1f} s,"
        f" median {median * 1000:.0f} ms; slowest {slowest}"
    )


def _find_maximum(installation: Installation, exercise: Exercise) -> Maximum:
    tools = ExerciseTools(exercise=exercise, judge=installation.judge(exercise, None))
    return installation.make_request(tools, _load_own_solution(exercise)).maximum


def _load_own_solution(exercise: Exercise) -> SubmittedFiles:
    source = exercise.solutions["solution.ml"].encode()
    return SubmittedFiles(file_name="solution.ml", source=source)


def _grade(
    installation: Installation, exercise: Exercise, *, strict: bool = True
) -> AssessmentRecord:
    judge = installation.judge(exercise, None)
    maximum = _find_maximum(installation, exercise)
    assessment = installation.assess(
        AssessmentRequest(
            exercise=exercise, submission=_load_own_solution(exercise), judge=judge, maximum=maximum
        )
    )
    assert assessment.judge is not None
    assert not strict or assessment.judge.accepted, assessment.judge.feedback
    return assessment
