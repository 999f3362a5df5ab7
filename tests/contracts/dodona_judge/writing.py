"""What judges write, in few words."""

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


def command(name: str, **fields: Any) -> bytes:
    """One command, on a line of its own."""
    return json.dumps({"command": name, **fields}).encode() + b"\n"


def status(enum: str, human: str | None = None) -> dict[str, str]:
    """A status as commands have it."""
    return {"enum": enum} if human is None else {"enum": enum, "human": human}


START = command("start-judgement")
START_TAB = command("start-tab", title="Tab")
START_CONTEXT = command("start-context")
START_TESTCASE = command("start-testcase", description="f()")
START_TEST = command("start-test", expected="1")
RIGHT = command("close-test", generated="1", status=status("correct"))
WRONG = command("close-test", generated="2", status=status("wrong", "One test failed"))
CLOSE_TESTCASE = command("close-testcase")
CLOSE_CONTEXT = command("close-context")
CLOSE_TAB = command("close-tab")
CLOSE = command("close-judgement")

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
    + command("start-tab", title="Tab", hidden=True, permission="zeus")
    + command("start-context", description=_MESSAGE)
    + command("start-testcase", description=_MESSAGE)
    + command("start-test", expected="a,b", description="t", channel="stdout", format="csv")
    + command("append-message", message=_MESSAGE)
    + command("annotate-code", row=1, text="t", column=2.0, rows=1, columns=3, externalUrl="x")
    + command("escalate-status", status=status("wrong", "no"))
    + command("close-test", generated="", status=status("runtime error"), accepted=False)
    + command("close-testcase", accepted=False)
    + command("close-context", accepted=False, data={"statements": "f()", "stdin": ""})
    + command("close-tab", badgeCount=2)
    + command("close-judgement", accepted=False, status=status("wrong answer", "no"))
)


def read(written: bytes, piece_bytes: int | None = None, **options: Any) -> JudgeOutput:
    """All that was written, read in pieces."""
    output = JudgeOutput(**options)
    step = piece_bytes or max(len(written), 1)
    for start in range(0, len(written), step):
        output.feed(written[start : start + step])
    output.close()
    return output


def judged(written: bytes) -> FullOutput:
    """What well-formed output comes to."""
    output = read(written)
    assert output.violations == ()
    assert output.judgement.completed is not None
    return output.judgement.completed


def followed(written: bytes) -> list[Change]:
    """The changes that a watcher is told of."""
    changes: list[Change] = []
    read(written, watch=changes.append)
    return changes


def commands_of(output: FullOutput) -> bytes:
    """Commands that come to this output, with everything said that could be computed."""
    return b"".join(
        chain(
            [START],
            _messages(output.messages),
            (
                command(
                    "annotate-code",
                    row=annotation.row,
                    text=annotation.text,
                    type=annotation.type,
                    **_given(
                        column=annotation.column,
                        rows=annotation.rows,
                        columns=annotation.columns,
                        externalUrl=annotation.external_url,
                    ),
                )
                for annotation in output.annotations
            ),
            *map(_tab, output.groups),
            [
                command(
                    "close-judgement",
                    accepted=output.accepted,
                    status=_given(enum=output.status, human=output.description),
                )
            ],
        )
    )


def _tab(tab: Tab) -> Iterable[bytes]:
    yield command("start-tab", title=tab.description, permission=tab.permission)
    yield from _messages(tab.messages)
    for context in tab.groups:
        yield from _context(context)
    yield command("close-tab", badgeCount=tab.badge_count)


def _context(context: Context) -> Iterable[bytes]:
    yield command("start-context", **_given(description=_message(context.description)))
    yield from _messages(context.messages)
    for testcase in context.groups:
        yield from _testcase(testcase)
    yield command("close-context", accepted=context.accepted, **_given(data=context.data))


def _testcase(testcase: Testcase) -> Iterable[bytes]:
    yield command("start-testcase", description=_message(testcase.description))
    yield from _messages(testcase.messages)
    for test in testcase.tests:
        yield from _test(test)
    yield command("close-testcase", accepted=testcase.accepted)


def _test(test: TestRecord) -> Iterable[bytes]:
    described = _given(description=_message(test.description), channel=test.channel)
    yield command("start-test", expected=test.expected, format=test.format, **described)
    yield from _messages(test.messages)
    yield command(
        "close-test",
        generated=test.generated,
        accepted=test.accepted,
        status=status("correct"),
    )


def _messages(messages: tuple[Message, ...]) -> Iterable[bytes]:
    for message in messages:
        yield command("append-message", message=_message(message))


def _message(message: Message | None) -> dict[str, str] | None:
    if message is None:
        return None
    return {
        "format": message.format,
        "description": message.description,
        "permission": message.permission,
    }


def _given(**fields: Any) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if value is not None}
