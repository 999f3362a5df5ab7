from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from kriterion.errors import MachineError
from kriterion.exercises.exercism import MetaConfiguration, TrackExercise
from kriterion.sandbox.image import Image, ImageKind
from kriterion.sandbox.run import Ending, Outcome, RejectedFile, Run
from kriterion.tools.exercism_tool import ExercismTool, ToolEnding
from kriterion.tools.test_runner import load_test_runner, plan, read
from kriterion_tools.contracts.exercism_test_runner.solution_results import ResultStatus
from kriterion_tools.tool_documents import MAXIMUM_CHARACTERS
from tests.rehearsed import FINE

IMAGE = Image(name="it", kind=ImageKind.ENGINE)
TOOL = ExercismTool(directory=None, place="/opt/test-runner", image="it")
CONFIGURATION = MetaConfiguration(
    solution=("leap.py",), test=("leap_test.py",), example=(".meta/example.py",)
)
EXERCISE = TrackExercise(
    slug="leap",
    configuration=CONFIGURATION,
    material={
        ".meta/config.json": b"{}",
        ".meta/example.py": b"OWN SOLUTION",
        "leap.py": b"TEMPLATE",
        "leap_test.py": b"TESTS",
    },
)
PASSED = b'{"version": 2, "status": "pass", "tests": [{"name": "leaps", "status": "pass"}]}'


def _plan(exercise: TrackExercise = EXERCISE, files: Mapping[str, bytes] | None = None) -> Run:
    solution = files or {"leap.py": b"MINE"}
    return plan(TOOL, exercise, solution, {"it": IMAGE}, lambda _: "")


def _read_input(run: Run) -> bytes:
    (files,) = [tree for place, tree in run.trees.items() if place.endswith("iteration")]
    return files.archive


def _make_outcome(content: bytes | RejectedFile | None, outcome: Outcome = FINE) -> Outcome:
    files = {} if content is None else {"/mnt/output/results.json": content}
    return replace(outcome, files=files)


def test_a_test_runner_is_called_by_its_interface(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "run.sh").write_text("#!/bin/sh\n")
    (tmp_path / "bin" / "run.sh").chmod(0o755)
    run = plan(load_test_runner(tmp_path), EXERCISE, {"leap.py": b"mine"}, {}, lambda _: "")
    script, slug, source, target = run.command
    assert (script, slug) == ("/opt/test-runner/bin/run.sh", "leap")
    assert source.endswith("/") and target.endswith("/") and source != target
    assert run.image.mounts == {"/opt/test-runner": tmp_path}
    assert {path.removeprefix(target) for path in run.collect} == {"results.json", "results.out"}
    assert run.limits.window_seconds == 20


def test_a_solution_is_tested_with_the_exercises_own_tests() -> None:
    content = _read_input(_plan(files={"leap.py": b"MINE", "leap_test.py": b"FORGED"}))
    assert b"MINE" in content and b"TESTS" in content
    assert b"TEMPLATE" not in content and b"FORGED" not in content


def test_a_solution_cannot_read_the_exercises_own_solution() -> None:
    assert b"OWN SOLUTION" not in _read_input(_plan())
    concept = replace(
        EXERCISE, configuration=replace(CONFIGURATION, example=(), exemplar=(".meta/example.py",))
    )
    assert b"OWN SOLUTION" not in _read_input(_plan(concept))


@pytest.mark.parametrize(
    ("outcome", "ending"),
    [
        (_make_outcome(PASSED), ToolEnding.FINISHED),
        (_make_outcome(None), ToolEnding.MISSING),
        (_make_outcome(RejectedFile("is a link")), ToolEnding.MISSING),
        (_make_outcome(b"{"), ToolEnding.INVALID),
        (_make_outcome(b'{"version": 2, "status": "pass"}'), ToolEnding.INVALID),
        (_make_outcome(b" " * MAXIMUM_CHARACTERS + PASSED), ToolEnding.FILE_LIMIT),
        (_make_outcome(PASSED, replace(FINE, exit_status=1)), ToolEnding.CRASH),
        (_make_outcome(PASSED, replace(FINE, ending=Ending.WALL_LIMIT)), ToolEnding.COMPLETE),
        (_make_outcome(None, replace(FINE, ending=Ending.WALL_LIMIT)), ToolEnding.TIMEOUT),
        (_make_outcome(b'{"vers', replace(FINE, ending=Ending.WALL_LIMIT)), ToolEnding.TIMEOUT),
        (_make_outcome(PASSED, replace(FINE, ending=Ending.MEMORY_LIMIT)), ToolEnding.MEMORY_LIMIT),
        (_make_outcome(PASSED, replace(FINE, ending=Ending.OUTPUT_LIMIT)), ToolEnding.OUTPUT_LIMIT),
    ],
    ids=lambda value: str(value) if isinstance(value, ToolEnding) else "",
)
def test_each_way_tests_can_end_has_a_status(outcome: Outcome, ending: ToolEnding) -> None:
    tested = read(outcome)
    assert tested.ending is ending
    assert (tested.results is not None) == ending.succeeded


def test_results_are_read_with_their_violations() -> None:
    tested = read(_make_outcome(b'{"status": "error", "message": "SyntaxError"}'))
    assert tested.results is not None
    assert (tested.results.status, tested.results.message) == (ResultStatus.ERROR, "SyntaxError")
    assert [str(violation) for violation in tested.violations] == [
        "results.json version: must be 1, 2 or 3, not null"
    ]


def test_a_cancelled_run_of_tests_is_no_verdict() -> None:
    with pytest.raises(MachineError, match="cancelled"):
        read(replace(FINE, ending=Ending.CANCELLED))
