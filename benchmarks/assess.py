"""What assessing costs beyond the judge itself, how soon feedback shows, how fast help is.

The judge is also started bare: the same program on the same configuration in a plain process, with
no sandbox and no copies, in turn with the other in one loop: they share the machine's moods.
TESTed is measured beside ours when KRITERION_REFERENCES and KRITERION_CONFIG say where it is.
"""

import json
import os
import pty
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from kriterion.assessment.assess import assess
from kriterion.contracts.dodona_judge.configuration import run_configuration
from kriterion.contracts.dodona_judge.progress import Change
from kriterion.exercises.exercise import Exercise
from kriterion.exercises.repository import load_exercise
from kriterion.installation.installation import Installation
from kriterion.submissions.submission import Submission
from kriterion.tools.judge import Judge

ROOT = Path(__file__).parents[1]
ROUNDS = 25


def main() -> None:
    installation = Installation()
    exercise, solution = _example()
    _overhead("suite judge", installation, installation.judge(exercise, None), exercise, solution)
    references = Path(os.environ.get("KRITERION_REFERENCES", "nowhere"))
    tested = references / "dodona-edu+universal-judge"
    if tested.is_dir():
        directory = references / "dodona-edu+example-exercises" / "tested" / "function"
        public, _ = load_exercise(directory)
        assert public is not None
        judge = installation.judge(public, str(tested))
        _overhead("TESTed", installation, judge, public, directory / "solution" / "solution.py", 5)
    else:
        print("TESTed: not measured (KRITERION_REFERENCES is not set)")
    _first_feedback()
    _help()


def _example() -> tuple[Exercise, Path]:
    """The first example that is an exercise, with its right solution."""
    for config in sorted((ROOT / "examples" / "exercises").glob("*/config.json")):
        solution = config.parent / "solution" / "solution.py"
        exercise, _ = load_exercise(config.parent)
        if exercise is not None and solution.is_file():
            return exercise, solution
    raise SystemExit("there is no example exercise")


def _overhead(
    name: str,
    installation: Installation,
    judge: Judge,
    exercise: Exercise,
    solution: Path,
    rounds: int = ROUNDS,
) -> None:
    submission = Submission(file_name=solution.name, source=solution.read_bytes())
    bare: list[float] = []
    hosted: list[float] = []
    first: list[float] = []
    for _ in range(rounds + 1):
        with tempfile.TemporaryDirectory() as place:
            command, stdin, environment, workdir = _bare_run(
                Path(place), installation, judge, exercise, submission
            )
            started = time.perf_counter()
            subprocess.run(
                command, input=stdin, capture_output=True, check=True, env=environment, cwd=workdir
            )
            bare.append(time.perf_counter() - started)
        seen: list[float] = []

        def watch(_: Change, seen: list[float] = seen) -> None:
            seen.append(time.perf_counter())

        started = time.perf_counter()
        assessment = assess(
            exercise,
            submission,
            judge=judge,
            images=installation.images,
            sandbox=installation.sandbox,
            watch=watch,
        )
        hosted.append(time.perf_counter() - started)
        first.append(seen[0] - started)
        assert assessment.judge is not None
        assert assessment.judge.status == "correct", assessment.judge
    bare_ms, hosted_ms, first_ms = (_median_ms(times[1:]) for times in (bare, hosted, first))
    print(
        f"{name}: bare judge {bare_ms:.1f} ms, assessed {hosted_ms:.1f} ms:"
        f" {hosted_ms - bare_ms:+.1f} ms (× {hosted_ms / bare_ms:.2f}),"
        f" first feedback after {first_ms:.1f} ms; medians of {rounds}"
    )


def _bare_run(
    place: Path,
    installation: Installation,
    judge: Judge,
    exercise: Exercise,
    submission: Submission,
) -> tuple[tuple[str, ...], bytes, dict[str, str], Path]:
    """The judge's own process with nothing around it: command, stdin, environment, directory."""
    image = installation.images.get(judge.image or "")
    workdir = place / "workdir"
    for source, name in ((exercise.workdir, "workdir"), (exercise.resources, "resources")):
        if source is None:
            (place / name).mkdir()
        else:
            subprocess.run(("cp", "-r", str(source), str(place / name)), check=True)
    (place / "source").write_bytes(submission.source)
    configuration = run_configuration(
        judge_config=judge.configuration,
        evaluation=exercise.evaluation,
        programming_language=exercise.programming_language,
        natural_language="en",
        places={
            "resources": str(place / "resources"),
            "source": str(place / "source"),
            "judge": str(judge.directory),
            "workdir": str(workdir),
        },
    )
    path = list(image.path) if image else []
    environment = {"PYTHONUNBUFFERED": "1", "LANG": "C.UTF-8", "HOME": str(place)}
    if image is not None:
        environment |= image.variables
        path = [_outside(entry, dict(image.mounts)) for entry in image.path]
    environment["PATH"] = os.pathsep.join([*path, "/usr/bin", "/bin"])
    return (
        (str(judge.directory / "run"),),
        json.dumps(configuration).encode(),
        environment,
        workdir,
    )


def _outside(entry: str, mounts: dict[str, Path]) -> str:
    """Where a directory of a run's PATH is on this machine."""
    for inside, directory in mounts.items():
        if entry.startswith(inside):
            return str(directory) + entry.removeprefix(inside)
    return entry


def _first_feedback() -> None:
    """How long after a judge wrote a command the terminal (a pty) shows it."""
    delays = sorted(_delay() for _ in range(5))
    print(f"on the terminal {delays[2] * 1000:.1f} ms after the judge wrote it (median of 5)")


def _delay() -> float:
    outside, inside = pty.openpty()
    process = subprocess.Popen(
        (sys.executable, "-m", "kriterion.cli.main", "feedback"),
        stdin=subprocess.PIPE,
        stdout=inside,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80"},
    )
    os.close(inside)
    shown = threading.Event()

    def read() -> None:
        text = b""
        while b"The first tab" not in text:
            text += os.read(outside, 65536)
        shown.set()
        while text:
            try:
                text = os.read(outside, 65536)
            except OSError:
                break

    threading.Thread(target=read, daemon=True).start()
    assert process.stdin is not None
    time.sleep(1.0)  # it has started and waits
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
    assert shown.wait(10)
    delay = time.perf_counter() - started
    process.stdin.write(b'{"command": "close-tab"}{"command": "close-judgement"}')
    process.stdin.close()
    process.wait()
    return delay


def _help() -> None:
    def once(command: tuple[str, ...]) -> float:
        started = time.perf_counter()
        subprocess.run(command, capture_output=True, check=True)
        return time.perf_counter() - started

    measure: Callable[[tuple[str, ...]], float] = lambda command: _median_ms(  # noqa: E731
        [once(command) for _ in range(11)]
    )
    ours = measure((sys.executable, "-m", "kriterion.cli.main", "--help"))
    python = measure((sys.executable, "-c", "pass"))
    print(f"kriterion --help {ours:.0f} ms, python -c pass {python:.0f} ms (medians of 11)")


def _median_ms(times: list[float]) -> float:
    return statistics.median(times) * 1000
