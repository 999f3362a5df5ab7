"""Short functions for writing judge output in tests."""

import json
from collections.abc import Iterable
from itertools import chain
from typing import Any

from kriterion_tools.contracts.dodona_judge.live_changes import Change
from kriterion_tools.contracts.dodona_judge.output_records import (
    Context,
    FullOutput,
    Message,
    Tab,
    Testcase,
)
from kriterion_tools.contracts.dodona_judge.output_records import Test as TestRecord
from kriterion_tools.contracts.dodona_judge.stream import JudgeOutput


def run_command(name: str, **fields: Any) -> bytes:
    """One command, on a line of its own."""
    return json.dumps({"command": name, **fields}).encode() + b"\n"


def get_status(enum: str, human: str | None = None) -> dict[str, str]:
    """Return a status in the form that commands use."""
    return {"enum": enum} if human is None else {"enum": enum, "human": human}


START = run_command("start-judgement")
START_TAB = run_command("start-tab", title="Tab")
START_CONTEXT = run_command("start-context")
START_TESTCASE = run_command("start-testcase", description="f()")
START_TEST = run_command("start-test", expected="1")
RIGHT = run_command("close-test", generated="1", status=get_status("correct"))
WRONG = run_command("close-test", generated="2", status=get_status("wrong", "One test failed"))
CLOSE_TESTCASE = run_command("close-testcase")
CLOSE_CONTEXT = run_command("close-context")
CLOSE_TAB = run_command("close-tab")
CLOSE = run_command("close-judgement")

IN_TAB = START + START_TAB
IN_CONTEXT = IN_TAB + START_CONTEXT
IN_TESTCASE = IN_CONTEXT + START_TESTCASE
IN_TEST = IN_TESTCASE + START_TEST
CLOSINGS = CLOSE_TESTCASE + CLOSE_CONTEXT + CLOSE_TAB + CLOSE
CORRECT = IN_TEST + RIGHT + CLOSINGS
FAILED = IN_TEST + WRONG + CLOSINGS

_MESSAGE = {"format": "html", "description": "<b>é</b>", "permission": "staff"}
EVERY_COMMAND = (
    START
    + run_command("start-tab", title="Tab", hidden=True, permission="zeus")
    + run_command("start-context", description=_MESSAGE)
    + run_command("start-testcase", description=_MESSAGE)
    + run_command("start-test", expected="a,b", description="t", channel="stdout", format="csv")
    + run_command("append-message", message=_MESSAGE)
    + run_command("annotate-code", row=1, text="t", column=2.0, rows=1, columns=3, externalUrl="x")
    + run_command("escalate-status", status=get_status("wrong", "no"))
    + run_command("close-test", generated="", status=get_status("runtime error"), accepted=False)
    + run_command("close-testcase", accepted=False)
    + run_command("close-context", accepted=False, data={"statements": "f()", "stdin": ""})
    + run_command("close-tab", badgeCount=2)
    + run_command("close-judgement", accepted=False, status=get_status("wrong answer", "no"))
)


def read(content: bytes, piece_bytes: int | None = None, **options: Any) -> JudgeOutput:
    """Read a whole output in pieces."""
    output = JudgeOutput(**options)
    step = piece_bytes or max(len(content), 1)
    for start in range(0, len(content), step):
        output.feed(content[start : start + step])
    output.close()
    return output


def judge_output(content: bytes) -> FullOutput:
    """Return the result of a well-formed output."""
    output = read(content)
    assert output.violations == ()
    assert output.judgement.completed is not None
    return output.judgement.completed


def follow_changes(content: bytes) -> list[Change]:
    """Return the changes that a watcher receives."""
    changes: list[Change] = []
    read(content, watch=changes.append)
    return changes


def encode_commands(output: FullOutput) -> bytes:
    """Return commands that produce this output, including optional fields."""
    return b"".join(
        chain(
            [START],
            _list_messages(output.messages),
            (
                run_command(
                    "annotate-code",
                    row=annotation.row,
                    text=annotation.text,
                    type=annotation.type,
                    **_drop_none(
                        column=annotation.column,
                        rows=annotation.rows,
                        columns=annotation.columns,
                        externalUrl=annotation.external_url,
                    ),
                )
                for annotation in output.annotations
            ),
            *map(_encode_tab, output.groups),
            [
                run_command(
                    "close-judgement",
                    accepted=output.accepted,
                    status=_drop_none(enum=output.status, human=output.description),
                )
            ],
        )
    )


def _encode_tab(tab: Tab) -> Iterable[bytes]:
    yield run_command("start-tab", title=tab.description, permission=tab.permission)
    yield from _list_messages(tab.messages)
    for context in tab.groups:
        yield from _make_context(context)
    yield run_command("close-tab", badgeCount=tab.badge_count)


def _make_context(context: Context) -> Iterable[bytes]:
    yield run_command("start-context", **_drop_none(description=_make_message(context.description)))
    yield from _list_messages(context.messages)
    for testcase in context.groups:
        yield from _encode_testcase(testcase)
    yield run_command("close-context", accepted=context.accepted, **_drop_none(data=context.data))


def _encode_testcase(testcase: Testcase) -> Iterable[bytes]:
    yield run_command("start-testcase", description=_make_message(testcase.description))
    yield from _list_messages(testcase.messages)
    for test in testcase.tests:
        yield from _test(test)
    yield run_command("close-testcase", accepted=testcase.accepted)


def _test(test: TestRecord) -> Iterable[bytes]:
    described = _drop_none(description=_make_message(test.description), channel=test.channel)
    yield run_command("start-test", expected=test.expected, format=test.format, **described)
    yield from _list_messages(test.messages)
    yield run_command(
        "close-test",
        generated=test.generated,
        accepted=test.accepted,
        status=get_status("correct"),
    )


def _list_messages(messages: tuple[Message, ...]) -> Iterable[bytes]:
    for message in messages:
        yield run_command("append-message", message=_make_message(message))


def _make_message(message: Message | None) -> dict[str, str] | None:
    if message is None:
        return None
    return {
        "format": message.format,
        "description": message.description,
        "permission": message.permission,
    }


def _drop_none(**fields: Any) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if value is not None}
