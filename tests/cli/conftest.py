import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from kriterion.cli.main import kriterion
from kriterion.host.installation import Installation
from kriterion.sandbox.run import Ending, Outcome
from tests.rehearsed import Rehearsed

COMMANDS = (
    {"command": "start-judgement"},
    {"command": "start-tab", "title": "Feedback"},
    {
        "command": "append-message",
        "message": {"format": "plain", "description": "for the staff", "permission": "staff"},
    },
    {"command": "start-context"},
    {"command": "start-testcase", "description": "f(1)"},
    {"command": "start-test", "expected": "one"},
    {"command": "close-test", "generated": "two", "status": {"enum": "wrong", "human": "1 wrong"}},
    {"command": "close-testcase"},
    {"command": "close-context"},
    {"command": "close-tab"},
    {"command": "close-judgement"},
)
WRITTEN = b"".join(json.dumps(command).encode() + b"\n" for command in COMMANDS)
ACCEPTED = b"".join(
    json.dumps({"command": command}).encode() + b"\n"
    for command in ("start-judgement", "close-judgement")
)

Run = Callable[..., Result]
Rehearse = Callable[..., Rehearsed]
Assessed = Callable[..., tuple[int, dict[str, Any]]]


@pytest.fixture
def run() -> Run:
    """Runs the command line in this process; the result's exit code is the command's own."""

    def _run(*arguments: str, stdin: bytes = b"") -> Result:
        return CliRunner().invoke(kriterion, arguments, input=stdin, standalone_mode=False)

    return _run


@pytest.fixture
def exercise(tmp_path: Path) -> Path:
    directory = tmp_path / "course" / "echo"
    directory.mkdir(parents=True)
    (directory / "config.json").write_text('{"description": {"names": {"en": "Echo", "nl": "Na"}}}')
    (directory / "solution.py").write_text("print(input())\n")
    return directory


@pytest.fixture
def python_exercise(exercise: Path) -> Path:
    (exercise / "config.json").write_text('{"programming_language": "python"}')
    return exercise


@pytest.fixture
def tool(tmp_path: Path) -> Path:
    """The directory of an Exercism tool."""
    script = tmp_path / "tool" / "bin" / "run.sh"
    script.parent.mkdir(parents=True)
    script.write_text("#!/bin/sh\n")
    script.chmod(0o755)
    return tmp_path / "tool"


@pytest.fixture
def assess(run: Run, python_exercise: Path, settings: Path) -> Run:
    """Runs `assess` on the exercise's own solution, under the settings of the module."""
    solution = python_exercise / "solution.py"
    return partial(run, "assess", str(python_exercise), str(solution), "--config", str(settings))


@pytest.fixture
def assessed(assess: Run) -> Assessed:
    """Runs `assess` in the same way; returns its exit status and its JSON output."""

    def _assessed(*arguments: str) -> tuple[int, dict[str, Any]]:
        assessment = assess("--format", "json", *arguments)
        return assessment.return_value, json.loads(assessment.stdout)

    return _assessed


@pytest.fixture
def judge(tmp_path: Path) -> Path:
    directory = tmp_path / "judge"
    directory.mkdir()
    (directory / "run").write_text("#!/bin/sh\n")
    (directory / "run").chmod(0o755)
    return directory


@pytest.fixture
def rehearse(monkeypatch: pytest.MonkeyPatch) -> Iterator[Rehearse]:
    """Makes every run of the command line write some output and end in the given way."""

    def _rehearse(content: bytes = WRITTEN, **changes: object) -> Rehearsed:
        defaults: dict[str, object] = {
            "ending": Ending.EXITED,
            "exit_status": 0,
            "signal": None,
            "stdout": content,
            "stderr": b"",
            "wall_seconds": 0.5,
            "cpu_seconds": 0.25,
            "peak_memory_bytes": 1000,
            "backend": "rehearsed",
        }
        outcome = Outcome(**{**defaults, **changes})  # type: ignore[arg-type]
        sandbox = Rehearsed(outcome, pieces=[content])
        monkeypatch.setattr(Installation, "sandbox", sandbox)
        return sandbox

    yield _rehearse
