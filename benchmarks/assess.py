"""What assessing costs beyond the judge itself, how soon feedback appears, how fast `--help` is.

The same judge also runs bare, with the same configuration in a plain process without sandbox or
copies, alternating with the other in one loop, so that load affects both. With KRITERION_REFERENCES
and KRITERION_CONFIG, TESTed is measured, too.
"""

import json
import os
import pty
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from kriterion.assessment.assess import assess
from kriterion.assessment.context import ToolContext
from kriterion.assessment.request import AssessmentRequest
from kriterion.exercises.exercise import Exercise
from kriterion.exercises.exercise_loading import load_exercise
from kriterion.host.installation import Installation
from kriterion.sandbox.image import HOST
from kriterion.submissions.submission import SubmittedFiles
from kriterion.tools.judge_run import Judge
from kriterion_tools.contracts.dodona_judge.judge_configuration import merge_configuration

ROOT = Path(__file__).parents[1]
ROUNDS = 25


class Case(NamedTuple):
    """A correct submission to an exercise, and its judge."""

    name: str
    judge: Judge
    exercise: Exercise
    submission: SubmittedFiles


def main() -> None:
    installation = Installation()
    exercise, solution = _load_example()
    judge = installation.judge(exercise, None)
    _measure_overhead(installation, Case("suite judge", judge, exercise, _read(solution)), ROUNDS)
    references = Path(os.environ.get("KRITERION_REFERENCES", "/nonexistent"))
    tested = references / "dodona-edu+universal-judge"
    if tested.is_dir():
        directory = references / "dodona-edu+example-exercises" / "tested" / "function"
        public, _ = load_exercise(directory)
        assert public is not None
        judge = installation.judge(public, str(tested))
        solution = directory / "solution" / "solution.py"
        _measure_overhead(installation, Case("TESTed", judge, public, _read(solution)), 5)
    else:
        print("TESTed: not measured (KRITERION_REFERENCES is not set)")
    _measure_first_feedback()
    _measure_help()


def _load_example() -> tuple[Exercise, Path]:
    """Return the first example exercise with its correct solution."""
    for config in sorted((ROOT / "examples" / "exercises").glob("*/config.json")):
        solution = config.parent / "solution" / "solution.py"
        exercise, _ = load_exercise(config.parent)
        if exercise is not None and solution.is_file():
            return exercise, solution
    raise SystemExit("there is no example exercise")


def _read(solution: Path) -> SubmittedFiles:
    return SubmittedFiles(file_name=solution.name, source=solution.read_bytes())


def _measure_overhead(installation: Installation, case: Case, rounds: int) -> None:
    bare: list[float] = []
    hosted: list[float] = []
    first: list[float] = []
    for _ in range(rounds + 1):
        bare.append(_measure_bare_judge(installation, case))
        whole, until_first = _measure_assessment(installation, case)
        hosted.append(whole)
        first.append(until_first)
    bare_ms, hosted_ms, first_ms = (
        _compute_median_ms(times[1:]) for times in (bare, hosted, first)
    )
    print(
        f"{case.name}: bare judge {bare_ms:.1f} ms, assessed {hosted_ms:.1f} ms:"
        f" {hosted_ms - bare_ms:+.1f} ms (× {hosted_ms / bare_ms:.2f}),"
        f" first feedback after {first_ms:.1f} ms; medians of {rounds}"
    )


def _measure_assessment(installation: Installation, case: Case) -> tuple[float, float]:
    """Return the seconds to the assessment and to the first change."""
    seen: list[float] = []
    started = time.perf_counter()
    assessment = assess(
        AssessmentRequest(exercise=case.exercise, submission=case.submission, judge=case.judge),
        ToolContext(images=installation.images, sandbox=installation.sandbox),
        watch=lambda _change: seen.append(time.perf_counter()),
    )
    whole = time.perf_counter() - started
    assert assessment.judge is not None
    assert assessment.judge.status == "correct", assessment.judge
    return whole, seen[0] - started


def _measure_bare_judge(installation: Installation, case: Case) -> float:
    """Return the seconds that the bare judge takes."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        configuration = _merge_values(case, place)
        environment = _make_environment(installation, case.judge, place)
        started = time.perf_counter()
        subprocess.run(
            (str(case.judge.directory / "run"),),
            input=json.dumps(configuration).encode(),
            capture_output=True,
            check=True,
            env=environment,
            cwd=place / "workdir",
        )
        return time.perf_counter() - started


def _merge_values(case: Case, place: Path) -> Mapping[str, object]:
    """Return the judge's configuration, with the paths of this machine."""
    exercise = case.exercise
    for source, name in ((exercise.workdir, "workdir"), (exercise.resources, "resources")):
        if source is None:
            (place / name).mkdir()
        else:
            shutil.copytree(source, place / name)
    (place / "source").write_bytes(case.submission.source)
    return merge_configuration(
        judge_config=case.judge.configuration,
        evaluation=exercise.evaluation,
        programming_language=exercise.programming_language,
        natural_language="en",
        places={
            "resources": str(place / "resources"),
            "source": str(place / "source"),
            "judge": str(case.judge.directory),
            "workdir": str(place / "workdir"),
        },
    )


def _make_environment(installation: Installation, judge: Judge, home: Path) -> dict[str, str]:
    """Return the environment of the judge's image, with the paths of this machine."""
    image = installation.images.get(judge.image or "", HOST)
    path = [_map_outside(entry, dict(image.mounts)) for entry in image.path]
    return {
        "PYTHONUNBUFFERED": "1",
        "LANG": "C.UTF-8",
        "HOME": str(home),
        **image.variables,
        "PATH": os.pathsep.join([*path, "/usr/bin", "/bin"]),
    }


def _map_outside(entry: str, mounts: dict[str, Path]) -> str:
    """Return where a directory on a run's PATH is on this machine."""
    for inside, directory in mounts.items():
        if entry.startswith(inside):
            return str(directory) + entry.removeprefix(inside)
    return entry


def _measure_first_feedback() -> None:
    """Measure how long after a judge's write the terminal (a pty) shows it."""
    delays = sorted(_measure_delay() for _ in range(5))
    print(f"on the terminal {delays[2] * 1000:.1f} ms after the judge wrote it (median of 5)")


def _measure_delay() -> float:
    outside, inside = pty.openpty()
    process = subprocess.Popen(
        (sys.executable, "-m", "kriterion.cli.main", "feedback"),
        stdin=subprocess.PIPE,
        stdout=inside,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80"},
    )
    os.close(inside)
    finished = threading.Event()

    def read() -> None:
        text = b""
        while b"The first tab" not in text:
            text += os.read(outside, 65536)
        finished.set()
        while text:
            try:
                text = os.read(outside, 65536)
            except OSError:
                break

    threading.Thread(target=read, daemon=True).start()
    assert process.stdin is not None
    time.sleep(1.0)  # until it has started and waits
    commands = (
        {"command": "start-judgement"},
        {"command": "start-tab", "title": "The first tab"},
        {"command": "start-context"},
        {"command": "start-testcase", "description": "first"},
        {"command": "close-testcase", "accepted": True},
        {"command": "close-context"},
    )
    started = time.perf_counter()
    process.stdin.write(b"".join(json.dumps(command).encode() + b"\n" for command in commands))
    process.stdin.flush()
    assert finished.wait(10)
    delay = time.perf_counter() - started
    process.stdin.write(b'{"command": "close-tab"}{"command": "close-judgement"}')
    process.stdin.close()
    process.wait()
    return delay


def _measure_help() -> None:
    ours = _measure_command(sys.executable, "-m", "kriterion.cli.main", "--help")
    python = _measure_command(sys.executable, "-c", "pass")
    print(f"kriterion --help {ours:.0f} ms, python -c pass {python:.0f} ms (medians of 11)")


def _measure_command(*command: str) -> float:
    times = []
    for _ in range(11):
        started = time.perf_counter()
        subprocess.run(command, capture_output=True, check=True)
        times.append(time.perf_counter() - started)
    return _compute_median_ms(times)


def _compute_median_ms(times: list[float]) -> float:
    return statistics.median(times) * 1000
