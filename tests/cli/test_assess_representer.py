import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import Result

from kriterion.sandbox.rehearsed import Rehearsed

Run = Callable[..., Result]
Rehearse = Callable[..., Rehearsed]

ACCEPTED = b"".join(
    json.dumps({"command": command}).encode() + b"\n"
    for command in ("start-judgement", "close-judgement")
)
FILES = {
    "/mnt/output/representation.txt": b"PLACEHOLDER_1",
    "/mnt/output/mapping.json": b'{"PLACEHOLDER_1": "f"}',
    "/mnt/output/representation.json": b'{"version": 2}',
}


@pytest.fixture
def exercise(exercise: Path) -> Path:
    (exercise / "config.json").write_text('{"programming_language": "python"}')
    return exercise


@pytest.fixture
def representer(tmp_path: Path) -> Path:
    script = tmp_path / "tool" / "bin" / "run.sh"
    script.parent.mkdir(parents=True)
    script.write_text("#!/bin/sh\n")
    script.chmod(0o755)
    return tmp_path / "tool"


@pytest.fixture
def settings(tmp_path: Path, representer: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KRITERION_DATA", str(tmp_path / "data"))
    file = tmp_path / "kriterion.toml"
    file.write_text(
        f'[representers.mine]\ndirectory = "{representer}"\n'
        'programming_languages = ["Python"]\ntime_limit = 5\n'
    )
    return file


def _assess(
    run: Run, exercise: Path, settings: Path, *arguments: str
) -> tuple[int, dict[str, Any]]:
    done = run(
        *("assess", str(exercise), str(exercise / "solution.py"), "--config", str(settings)),
        *("--format", "json", *arguments),
    )
    return done.return_value, json.loads(done.stdout)


def test_a_submission_is_represented_when_it_is_asked_for(
    run: Run, rehearse: Rehearse, exercise: Path, settings: Path
) -> None:
    sandbox = rehearse(b"", files=FILES)
    status, told = _assess(run, exercise, settings, "--tools", "representer")
    assert (status, told["judge"], told["points"]) == (0, None, None)
    represented = told["representer"]
    assert represented["status"] == "generated"
    assert len(represented["digest"]) == 40
    assert (represented["version"], represented["exercise_version"]) == (2, 1)
    assert represented["mapping"] == {"PLACEHOLDER_1": "f"}
    assert sandbox.runs[0].command[1] == "echo"
    assert sandbox.runs[0].limits.cpu_seconds == 5


def test_without_being_asked_for_nothing_is_represented(
    run: Run, rehearse: Rehearse, exercise: Path, settings: Path, judge: Path
) -> None:
    rehearse(ACCEPTED, files=FILES)
    _, told = _assess(run, exercise, settings, "--judge", str(judge))
    assert told["representer"] is None


def test_what_the_judge_accepts_is_represented(
    run: Run, rehearse: Rehearse, exercise: Path, settings: Path, judge: Path
) -> None:
    sandbox = rehearse(ACCEPTED, files=FILES)
    arguments = ("--judge", str(judge), "--tools", "judge, representer")
    _, told = _assess(run, exercise, settings, *arguments)
    assert told["judge"]["accepted"]
    assert told["representer"]["status"] == "generated"
    assert len(sandbox.runs) == 2


def test_what_the_judge_does_not_accept_is_passed_over(
    run: Run, rehearse: Rehearse, exercise: Path, settings: Path, judge: Path
) -> None:
    sandbox = rehearse(files=FILES)
    arguments = ("--judge", str(judge), "--tools", "representer,judge")
    status, told = _assess(run, exercise, settings, *arguments)
    assert (status, told["judge"]["status"]) == (0, "wrong")
    assert told["representer"]["status"] == "skipped"
    assert told["representer"]["reason"] == "the submission was not accepted"
    assert told["representer"]["digest"] is None
    assert len(sandbox.runs) == 1


def test_a_language_that_nobody_represents_is_passed_over(
    run: Run, rehearse: Rehearse, exercise: Path, settings: Path
) -> None:
    (exercise / "config.json").write_text('{"programming_language": "prolog"}')
    sandbox = rehearse(b"", files=FILES)
    status, told = _assess(run, exercise, settings, "--tools", "representer")
    assert status == 0
    assert told["representer"]["status"] == "skipped"
    assert told["representer"]["reason"] == "there is no representer for prolog here"
    assert sandbox.runs == []


def test_a_representer_that_fails_is_the_tools_failure(
    run: Run, rehearse: Rehearse, exercise: Path, settings: Path
) -> None:
    rehearse(b"", exit_status=1, stderr=b"Traceback")
    status, told = _assess(run, exercise, settings, "--tools", "representer")
    assert status == 3
    assert (told["representer"]["status"], told["representer"]["ending"]) == ("failed", "crash")
    assert told["representer"]["stderr"] == "Traceback"


def test_students_do_not_see_what_a_tool_printed(
    run: Run, rehearse: Rehearse, exercise: Path, settings: Path
) -> None:
    rehearse(b"secret", files=FILES)
    arguments = ("--tools", "representer", "--role")
    _, told = _assess(run, exercise, settings, *arguments, "staff")
    assert {"stdout", "stderr", "violations"} <= set(told["representer"])
    _, told = _assess(run, exercise, settings, *arguments, "student")
    assert not {"stdout", "stderr", "violations"} & set(told["representer"])


def test_a_representer_may_be_named_by_its_directory(
    run: Run, rehearse: Rehearse, exercise: Path, settings: Path, representer: Path
) -> None:
    other = representer.rename(representer.with_name("other"))
    sandbox = rehearse(b"", files=FILES)
    arguments = ("--tools", "representer", "--representer", str(other))
    _assess(run, exercise, settings, *arguments)
    assert sandbox.runs[0].command[0] == "/opt/representer/bin/run.sh"
    assert sandbox.runs[0].limits.cpu_seconds == 20  # the settings are another's


def test_ours_serves_where_nothing_is_set(
    run: Run, rehearse: Rehearse, exercise: Path, settings: Path
) -> None:
    settings.write_text("")
    sandbox = rehearse(b"", files=FILES)
    _, told = _assess(run, exercise, settings, "--tools", "representer")
    assert told["representer"]["status"] == "generated"
    assert sandbox.runs[0].image.name == "kriterion"


def test_staff_read_the_class_on_the_terminal(
    run: Run, rehearse: Rehearse, exercise: Path, settings: Path
) -> None:
    rehearse(b"", files={**FILES, "/mnt/output/mapping.json": b"[]"})
    arguments = (str(exercise), str(exercise / "solution.py"), "--config", str(settings))
    done = run("assess", *arguments, "--tools", "representer")
    assert "representer: generated · class " in done.stdout
    assert "mapping.json: must be an object, not a list" in done.stdout
    done = run("assess", *arguments, "--tools", "representer", "--role", "student")
    assert "representer" not in done.stdout


def test_a_tool_that_is_none_is_wrong_usage(run: Run, exercise: Path) -> None:
    done = run("assess", str(exercise), str(exercise / "solution.py"), "--tools", "judge,x")
    assert isinstance(done.exception, click.BadParameter)
    assert "'x' is none of judge" in done.exception.message


def test_an_exercise_of_a_track_needs_no_language(
    run: Run, rehearse: Rehearse, tmp_path: Path, settings: Path
) -> None:
    exercise = tmp_path / "two-fer"
    (exercise / ".meta").mkdir(parents=True)
    (exercise / ".meta" / "config.json").write_text(
        '{"files": {"solution": ["two_fer.py"]}, "representer": {"version": 4}}'
    )
    (exercise / "solution.py").write_text("def two_fer(): ...")
    rehearse(b"", files=FILES)
    _, told = _assess(run, exercise, settings, "--tools", "representer")
    assert told["representer"]["exercise_version"] == 4
