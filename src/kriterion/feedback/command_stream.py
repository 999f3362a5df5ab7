"""A judgement as a stream of its judge's commands, with what a role may see.

Each line is one command of Dodona's partial format, written as soon as it is known. A full
output becomes the same commands at the end, and so does what a killed judge left open.
"""

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from kriterion.assessment.assessment_record import JudgeRecord
from kriterion.feedback.visibility import filter_record
from kriterion_tools.contracts.dodona_judge.live_changes import Change, ChangeKind
from kriterion_tools.contracts.dodona_judge.output_records import (
    Annotation,
    Context,
    FullOutput,
    Message,
    Permission,
    Tab,
    Test,
    Testcase,
)
from kriterion_tools.contracts.dodona_judge.statuses import Status

_Line = dict[str, Any]


class CommandStream:
    """Turns the changes of a judgement into lines.

    What is in a hidden tab is kept back until something in the tab fails.
    """

    def __init__(self, role: Permission) -> None:
        self._role = role
        self._open: list[str] = []  # the levels that were started, outermost first
        self._kept_back: list[_Line] = []
        self._status = Status.RUNNING

    def follow(self, change: Change) -> Iterator[bytes]:
        """Yield the lines that a change gives."""
        if not self._role.may_see(change.permission):
            return
        lines = list(self._make_lines(change))
        if isinstance(change.record, Tab) and change.kind is ChangeKind.FINISHED and change.hidden:
            self._kept_back.clear()  # nothing in it failed: it disappears
            return
        if change.hidden:
            self._kept_back += lines
            return
        if not change.path:  # of the judgement: it says nothing about the tab that is kept back
            yield from map(_encode, lines)
            return
        for line in (*self._kept_back, *lines):
            yield _encode(line)
        self._kept_back.clear()

    def finish(self, judge: JudgeRecord | None) -> Iterator[bytes]:
        """Yield the lines that end the judgement: all of it if there were no changes."""
        if judge is None:
            return
        if not self._open:
            feedback = filter_record(judge, self._role).feedback
            yield from map(_encode, _list_commands(feedback))
        elif self._kept_back:
            del self._open[1:]
        self._kept_back.clear()
        status = _describe_status(judge.status, judge.summary)
        while len(self._open) > 1:
            yield _encode(_make_closing(self._open.pop(), status))
        self._open.clear()
        yield _encode({"command": "close-judgement", "accepted": judge.accepted, "status": status})

    def _make_lines(self, change: Change) -> Iterator[_Line]:
        record = change.record
        if isinstance(record, Status):
            yield from self._follow_status(record)
        elif isinstance(record, Annotation):
            yield {"command": "annotate-code", **msgspec.to_builtins(record)}
        elif isinstance(record, Message):
            if self._role.may_see(record.permission):
                yield {"command": "append-message", "message": msgspec.to_builtins(record)}
        elif change.kind is ChangeKind.STARTED:
            line = _make_start(record, self._role)
            if isinstance(record, Tab):
                line["hidden"] = change.hidden
            self._open.append(line["command"].removeprefix("start-"))
            yield line
        else:
            self._open.pop()
            yield _make_end(record)

    def _follow_status(self, status: Status) -> Iterator[_Line]:
        if status is not Status.RUNNING:
            if status is not self._status:
                yield {"command": "escalate-status", "status": {"enum": status.value}}
            self._status = status
            return
        if self._open:  # the judge starts again
            yield {"command": "close-judgement"}
        self._status = Status.RUNNING
        self._open = ["judgement"]
        yield {"command": "start-judgement"}


def _list_commands(output: FullOutput) -> Iterator[_Line]:
    """Yield the commands that give a full output, without the one that closes it."""
    yield {"command": "start-judgement"}
    yield from _list_messages(output.messages)
    for annotation in output.annotations:
        yield {"command": "annotate-code", **msgspec.to_builtins(annotation)}
    for tab in output.groups:
        yield from _list_level(tab)


def _list_level(record: Tab | Context | Testcase | Test) -> Iterator[_Line]:
    yield _make_start(record, Permission.ZEUS)  # it was filtered before
    yield from _list_messages(record.messages)
    if isinstance(record, Tab | Context):
        for group in record.groups:
            yield from _list_level(group)
    elif isinstance(record, Testcase):
        for test in record.tests:
            yield from _list_level(test)
    yield _make_end(record)


def _list_messages(messages: tuple[Message, ...]) -> Iterator[_Line]:
    for message in messages:
        yield {"command": "append-message", "message": msgspec.to_builtins(message)}


def _make_start(record: Tab | Context | Testcase | Test, role: Permission) -> _Line:
    if isinstance(record, Tab):
        permission = record.permission.value
        return {"command": "start-tab", "title": record.description, "permission": permission}
    line: _Line = {"command": f"start-{type(record).__name__.lower()}"}
    if record.description is not None and role.may_see(record.description.permission):
        line["description"] = msgspec.to_builtins(record.description)
    if isinstance(record, Test):
        line |= {"expected": record.expected or "", "format": record.format.value}
        line |= {} if record.channel is None else {"channel": record.channel}
    return line


def _make_end(record: Tab | Context | Testcase | Test) -> _Line:
    line: _Line = {"command": f"close-{type(record).__name__.lower()}"}
    if isinstance(record, Tab):
        return line if record.badge_count is None else {**line, "badgeCount": record.badge_count}
    line["accepted"] = record.accepted
    if isinstance(record, Test):
        status = Status.CORRECT if record.accepted else Status.WRONG
        line |= {"generated": record.generated or "", "status": {"enum": status.value}}
    elif isinstance(record, Context) and record.data is not None:
        line["data"] = msgspec.to_builtins(record.data)
    return line


def _make_closing(level: str, status: _Line) -> _Line:
    """Return the command that closes what a killed judge left open."""
    line: _Line = {"command": f"close-{level}"}
    if level != "tab":
        line["accepted"] = False
    return {**line, "generated": "", "status": status} if level == "test" else line


def _describe_status(status: Status, summary: str | None) -> _Line:
    return {"enum": status.value, **({} if summary is None else {"human": summary})}


def _encode(line: _Line) -> bytes:
    # A judge may write a lone surrogate, which cannot be encoded in UTF-8.
    return json.dumps(line, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
