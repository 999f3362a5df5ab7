"""A judgement streamed as commands gives the same judgement, without what a role may not see."""

import json
from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from kriterion.assessment.assessment_record import JudgeRecord
from kriterion.feedback.command_stream import CommandStream
from kriterion.feedback.visibility import filter_record
from kriterion_tools.contracts.dodona_judge.output_records import FullOutput, Permission
from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.contracts.dodona_judge.stream import JudgeOutput
from tests.feedback.sample import ASSESSMENT

STARTED = (
    {"command": "start-judgement"},
    {"command": "start-tab", "title": "one"},
    {"command": "start-context"},
    {"command": "start-testcase", "description": "f(1)"},
    {"command": "start-test", "expected": "2", "channel": "return"},
)
FAILED = (
    *STARTED,
    {
        "command": "append-message",
        "message": {"format": "plain", "description": "x", "permission": "staff"},
    },
    {
        "command": "close-test",
        "generated": "3",
        "accepted": False,
        "status": {"enum": "wrong", "human": "no"},
    },
    {"command": "close-testcase"},
    {"command": "close-context", "data": {"statements": "f(1)"}},
    {"command": "close-tab", "badgeCount": 7},
)
HIDDEN = (
    {"command": "start-tab", "title": "secret", "hidden": True},
    {"command": "start-context"},
    {"command": "escalate-status", "status": {"enum": "correct"}},
    {"command": "annotate-code", "row": 1, "text": "y"},
    {"command": "close-context"},
)


def _stream(commands: Iterable[dict[str, Any]], role: Permission) -> tuple[CommandStream, bytes]:
    """What the stream writes while a judge writes the commands."""
    lines: list[bytes] = []
    stream = CommandStream(role)
    output = JudgeOutput(watch=lambda change: lines.extend(stream.follow(change)))
    for command in commands:
        output.feed(json.dumps(command).encode())
    return stream, b"".join(lines)


def _read(written: bytes) -> FullOutput:
    output = JudgeOutput()
    output.feed(written)
    output.close()
    assert output.judgement.completed is not None
    assert not output.violations
    return output.judgement.completed


def _judge(feedback: FullOutput) -> JudgeRecord:
    assert ASSESSMENT.judge is not None
    return replace(
        ASSESSMENT.judge,
        feedback=feedback,
        status=feedback.status,
        accepted=feedback.accepted,
        summary=feedback.description,
    )


@pytest.mark.parametrize("role", Permission)
def test_a_full_output_becomes_commands_at_the_end(role: Permission) -> None:
    assert ASSESSMENT.judge is not None
    judge = ASSESSMENT.judge
    written = b"".join(CommandStream(role).finish(judge))
    seen = filter_record(judge, role).feedback
    # In commands, a tab always has a number of failed testcases.
    counted = [replace(tab, badge_count=tab.badge_count or 0) for tab in seen.groups]
    assert list(_read(written).groups) == counted
    assert _read(written).messages == seen.messages
    assert _read(written).status is judge.status


@pytest.mark.parametrize("role", Permission)
def test_a_stream_gives_the_judgement_that_the_role_sees(role: Permission) -> None:
    final = _read(
        b"".join(json.dumps(c).encode() for c in FAILED) + b'{"command":"close-judgement"}'
    )
    stream, written = _stream(FAILED, role)
    judge = _judge(final)
    written += b"".join(stream.finish(judge))
    assert _read(written) == filter_record(judge, role).feedback


def test_each_test_is_written_when_it_ends() -> None:
    _, written = _stream(FAILED[:7], Permission.STUDENT)
    last = json.loads(written.splitlines()[-1])
    assert last["command"] == "close-test"
    assert last["generated"] == "3"
    assert b"staff" not in written


def test_a_hidden_tab_is_written_only_once_something_in_it_fails() -> None:
    begun = ({"command": "start-judgement"}, *HIDDEN)
    _, written = _stream(begun, Permission.STUDENT)
    assert b"secret" not in written
    _, written = _stream((*begun, {"command": "close-tab"}), Permission.ZEUS)
    assert b"secret" not in written
    failing = (
        *begun,
        {"command": "start-context"},
        {"command": "close-context", "accepted": False},
    )
    _, written = _stream(failing, Permission.STUDENT)
    commands = [json.loads(line)["command"] for line in written.splitlines()]
    assert commands[-5:] == [
        *("start-tab", "start-context", "close-context", "start-context", "close-context"),
    ]


def test_a_tab_for_staff_is_not_written_for_students() -> None:
    tab = {"command": "start-tab", "title": "secret", "permission": "staff"}
    commands = ({"command": "start-judgement"}, tab, {"command": "start-context"})
    assert b"secret" not in _stream(commands, Permission.STUDENT)[1]
    assert b"secret" in _stream(commands, Permission.STAFF)[1]


def test_what_a_killed_judge_left_open_is_closed() -> None:
    stream, written = _stream(STARTED, Permission.STUDENT)
    feedback = FullOutput(accepted=False, status=Status.TIME_LIMIT_EXCEEDED, description="slow")
    written += b"".join(stream.finish(_judge(feedback)))
    read = _read(written)
    assert (read.status, read.accepted) == (Status.TIME_LIMIT_EXCEEDED, False)
    assert not read.groups[0].groups[0].groups[0].tests[0].accepted


def test_a_judge_that_starts_again_closes_the_first_judgement() -> None:
    begun = ({"command": "start-judgement"}, {"command": "close-judgement"}) * 2
    _, written = _stream(begun, Permission.STUDENT)
    assert [json.loads(line)["command"] for line in written.splitlines()].count(
        "start-judgement"
    ) == 2
