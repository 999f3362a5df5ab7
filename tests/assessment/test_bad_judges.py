"""Misbehaving judges in real runs: each gives a fair assessment."""

import os
import re
from pathlib import Path

import pytest

from kriterion.assessment.assess import assess
from kriterion.assessment.assessment_record import JudgeRecord
from kriterion.assessment.context import ToolContext
from kriterion.assessment.request import AssessmentRequest
from kriterion.exercises.exercise import Exercise
from kriterion.feedback.visibility import filter_output
from kriterion.host.installation import Installation
from kriterion.submissions.submission import SubmittedFiles
from kriterion.tools.judge_run import load_judge
from kriterion_tools.contracts.dodona_judge.output_records import Permission
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.sandbox.foreign import make_i386_program

pytestmark = pytest.mark.machine

START = """echo '{"command": "start-judgement"}{"command": "start-tab", "title": "Half"}'\n"""
CONTEXT = """echo '{"command": "start-context"}{"command": "close-context"}'\n"""
END = """echo '{"command": "close-tab"}{"command": "close-judgement"}'\n"""


ENDLESS = re.compile("while|sleep")  # what is stopped when its time is up, and soon


def judge_output(
    installation: Installation, directory: Path, script: str, **evaluation: object
) -> JudgeRecord:
    judge = directory / "judge"
    judge.mkdir(exist_ok=True)
    (judge / "run").write_text("#!/bin/sh\n" + script)
    (judge / "run").chmod(0o755)
    exercise = Exercise(
        id="e",
        directory=directory,
        repository=directory,
        evaluation={"time_limit": 2 if ENDLESS.search(script) else 20, **evaluation},
    )
    record = assess(
        AssessmentRequest(
            exercise=exercise,
            submission=SubmittedFiles(file_name="s.py", source=b""),
            judge=load_judge(judge),
        ),
        ToolContext(images={}, sandbox=installation.sandbox),
    ).judge
    assert record is not None
    return record


def list_titles(record: JudgeRecord) -> list[str]:
    return [tab.description for tab in filter_output(record.feedback, Permission.STUDENT).groups]


@pytest.mark.parametrize(
    ("script", "status"),
    [
        pytest.param(START + CONTEXT + END, Status.CORRECT, id="a judge as it should be"),
        pytest.param("", Status.INTERNAL_ERROR, id="writes nothing"),
        pytest.param("exit 3", Status.INTERNAL_ERROR, id="fails"),
        pytest.param(START + "echo '{\"comm'", Status.INTERNAL_ERROR, id="half an object"),
        pytest.param(START, Status.INTERNAL_ERROR, id="forgets to close"),
        pytest.param(START + "kill -9 $$", Status.MEMORY_LIMIT_EXCEEDED, id="is killed"),
        pytest.param(START + "while :; do :; done", Status.TIME_LIMIT_EXCEEDED, id="never ends"),
        pytest.param(START + "sleep 60", Status.TIME_LIMIT_EXCEEDED, id="sleeps"),
        pytest.param(START + "head -c 1G /dev/zero", Status.OUTPUT_LIMIT_EXCEEDED, id="1 GiB"),
        pytest.param(
            START + "head -c 1G /dev/zero >&2", Status.OUTPUT_LIMIT_EXCEEDED, id="1 GiB of stderr"
        ),
        pytest.param(
            START + "head -c 1G /dev/zero | tail -c 1G >/dev/null",
            Status.MEMORY_LIMIT_EXCEEDED,
            id="takes all memory",
        ),
        pytest.param("exec 1>&-; exit 0", Status.INTERNAL_ERROR, id="closes its output"),
        pytest.param("rm -rf /mnt/*/judge; " + START + END, Status.CORRECT, id="deletes itself"),
    ],
)
def test_any_misbehaviour_of_a_judge_gives_a_fair_result(
    installation: Installation, tmp_path: Path, script: str, status: Status
) -> None:
    record = judge_output(installation, tmp_path, script)
    assert record.status is status, record.feedback
    assert record.accepted == (status is Status.CORRECT)
    texts = record.summary or ""
    assert ("was not assessed" in texts) == (status is Status.INTERNAL_ERROR)


@pytest.mark.parametrize("end", ["kill -9 $$", "sleep 60", "head -c 1G /dev/zero"])
def test_a_judge_killed_in_mid_stream_keeps_its_feedback(
    installation: Installation, tmp_path: Path, end: str
) -> None:
    assert list_titles(judge_output(installation, tmp_path, START + CONTEXT + end)) == ["Half"]


HUNGRY = "head -c 1G /dev/zero | tail -c 1G >/dev/null\n"
WRONG = """echo '{"command": "escalate-status", "status": {"enum": "wrong"}}'\n"""


@pytest.mark.parametrize(
    ("script", "status"),
    [
        (START + HUNGRY + WRONG + CONTEXT + END, Status.MEMORY_LIMIT_EXCEEDED),
        (START + CONTEXT + HUNGRY + END, Status.CORRECT),
    ],
)
def test_a_program_killed_for_memory_inside_a_judge_is_reported(
    installation: Installation, tmp_path: Path, script: str, status: Status
) -> None:
    record = judge_output(installation, tmp_path, script)
    assert (record.status, record.ending) == (status, "memory limit")
    for_student, for_staff = (
        "\n".join(message.description for message in filter_output(record.feedback, role).messages)
        for role in (Permission.STUDENT, Permission.STAFF)
    )
    assert "The memory limit was exceeded during this run" in for_student
    assert "killed at the memory limit of" not in for_student
    assert "killed at the memory limit of" in for_staff
    assert record.violations == ()
    (note,) = record.run_notes
    assert note in for_staff
    assert record.run_codes == ("run.memory-kill",)


QUOTED = (
    """echo '{"command": "escalate-status", "status": {"enum": "wrong", "human": "say "hi""}}'\n"""
)


@pytest.mark.parametrize("end", ["", 'echo \'{"command": "start-judge\''])
def test_an_unreadable_object_gives_no_verdict(
    installation: Installation, tmp_path: Path, end: str
) -> None:
    broken = "" if end else QUOTED
    record = judge_output(installation, tmp_path, START + broken + CONTEXT + END + end)
    assert (record.status, record.accepted) == (Status.INTERNAL_ERROR, False)
    assert list_titles(record) == []
    (violation,) = record.violations
    assert re.fullmatch(r"byte \d+, line \d+", violation.where)


def test_output_after_the_judges_own_end_does_not_count(
    installation: Installation, tmp_path: Path
) -> None:
    late = "(setsid sh -c 'sleep 0.5; " + START.replace("'", '"') + "' &)\n"
    record = judge_output(installation, tmp_path, START + END + late)
    assert record.status is Status.CORRECT
    assert record.wall_seconds is not None
    assert record.violations == ()


def test_log_lines_do_not_spoil_a_verdict(installation: Installation, tmp_path: Path) -> None:
    record = judge_output(installation, tmp_path, "echo loading\n" + START + END + "echo done\n")
    assert record.status is Status.CORRECT
    assert [violation.where for violation in record.violations] == [
        "byte 0, line 1",
        "byte 135, line 4",
    ]


def test_a_missing_interpreter_is_an_internal_error_explained_to_staff(
    installation: Installation, tmp_path: Path
) -> None:
    (tmp_path / "judge").mkdir()
    run = tmp_path / "judge" / "run"
    run.write_text("#!/usr/bin/no-such-interpreter\n")
    run.chmod(0o755)
    record = assess(
        AssessmentRequest(
            exercise=Exercise(id="e", directory=tmp_path, repository=tmp_path),
            submission=SubmittedFiles(file_name="s.py", source=b""),
            judge=load_judge(tmp_path / "judge"),
        ),
        ToolContext(images={}, sandbox=installation.sandbox),
    ).judge
    assert record is not None
    assert record.status is Status.INTERNAL_ERROR
    staff = " ".join(message.description for message in record.feedback.messages)
    assert "127" in staff or "126" in staff


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="i386 programs are made for x86_64")
def test_a_program_for_another_architecture_is_reported_beside_the_verdict(
    installation: Installation, tmp_path: Path
) -> None:
    """The judge sees a signal and calls the submission wrong; it is not the student's fault."""
    (tmp_path / "judge").mkdir()
    (tmp_path / "judge" / "thirty-two").write_bytes(make_i386_program())
    script = (
        'here=$(dirname "$0"); chmod +x "$here/thirty-two"\n'
        '(exec "$here/thirty-two") >&2 || failed=yes\n' + START + CONTEXT + "[ $failed ] && "
    )
    record = judge_output(installation, tmp_path, script + WRONG + END)
    assert record.status is Status.WRONG
    for_student, for_staff = list_messages(record)
    assert "site does not support its kind" in for_student
    assert "i386" not in for_student
    (violation,) = record.violations
    assert "the program 'thirty-two' made the system call 'write' of i386" in violation.what
    assert violation.what in for_staff
    assert record.enforced["foreign architectures"] == "refused, and named"


def test_a_requested_but_forbidden_network_is_reported(
    installation: Installation, tmp_path: Path
) -> None:
    configuration = "grep -q '\"network_enabled\": *false' || exit 1\n"
    record = judge_output(installation, tmp_path, configuration + START + END, network_enabled=True)
    assert record.status is Status.CORRECT
    for_student, for_staff = list_messages(record)
    assert "asks for the internet" in for_student
    assert "network = true" not in for_student
    assert '[images."host"] of kriterion.toml can set network = true' in for_staff
    assert record.violations == ()
    assert record.enforced["network"].startswith("namespace; the exercise asks for a way out")


def list_messages(record: JudgeRecord) -> tuple[str, str]:
    """What a student reads beside the tabs, and what staff do."""
    for_student, for_staff = (
        "\n".join(message.description for message in filter_output(record.feedback, role).messages)
        for role in (Permission.STUDENT, Permission.STAFF)
    )
    return for_student, for_staff
