"""Writes feedback as commands of the partial format, one per line, each sent at once.

Annotations and the judgement's status and summary do not belong to a tab, so everybody sees them.
For a tab that students may not see, they say only that something failed, never what or where.
Source: dodona-edu/dodona e7be6f0d2, public/schemas/partial_output.json.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

from kriterion_tools.contracts.dodona_judge.machine_failure import MachineFailure
from kriterion_tools.contracts.dodona_judge.statuses import Status, is_worse

LONGEST_SHOWN = 10_000
# A host shows no more of an output beside the expected one. Source: dodona-edu/dodona e7be6f0d2,
# FeedbackTableRenderer.
LONGEST_EXCESS = 5_000
LONGEST_SUMMARY = 200
LONGEST_ANNOTATION = 1_000

# A host reads at most 10 MiB, and JSON may take six bytes per character: beyond this many
# characters of students' output, only the beginnings of further outputs are shown.
_MAX_SHOWN = 1_000_000
_LEAST_SHOWN = 500


class FeedbackLevel:
    """An open testcase or context."""

    def __init__(self) -> None:
        self.failed = False

    def fail(self) -> None:
        """Mark the level as failed."""
        self.failed = True


class SuiteReport:
    """Writes the feedback and tracks its status."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._room = _MAX_SHOWN
        self._annotated: set[tuple[int, str]] = set()
        self.status = Status.CORRECT
        self.summary = ""
        self.failed = 0  # testcases, of those that students may see
        self._is_for_students = True

    @contextmanager
    def judgement(self) -> Iterator[None]:
        """Open the judgement and close it with the worst status and its summary. If the machine
        failed, it stays open: there is no judgement.
        """
        self._write_command("start-judgement")
        judged = True
        try:
            yield
        except MachineFailure:
            judged = False
            raise
        finally:
            if judged:
                accepted = self.status is Status.CORRECT
                self._write_command(
                    "close-judgement", accepted=accepted, status=self._make_status()
                )

    @contextmanager
    def tab(self, title: str, *, hidden: bool, permission: str | None) -> Iterator[None]:
        """Open a tab. A hidden one is shown only if something in it fails."""
        title = _clean(title)
        self._is_for_students = permission in (None, "student")
        self._write_command("start-tab", title=title, hidden=hidden or None, permission=permission)
        try:
            yield
        finally:
            self._write_command("close-tab")
            self._is_for_students = True

    @contextmanager
    def context(self, description: str, data: dict[str, str]) -> Iterator[FeedbackLevel]:
        """Open a context; `data` is for a step debugger."""
        message = {"format": "plain", "description": _clean(description)} if description else None
        self._write_command("start-context", description=message)
        level = FeedbackLevel()
        try:
            yield level
        finally:
            accepted = False if level.failed else None
            self._write_command("close-context", accepted=accepted, data=data or None)

    @contextmanager
    def testcase(self, description: str, kind: str) -> Iterator[FeedbackLevel]:
        """Open a testcase."""
        message = {"format": kind, "description": _clean(description)}
        self._write_command("start-testcase", description=message)
        level = FeedbackLevel()
        try:
            yield level
        finally:
            self.failed += level.failed and self._is_for_students
            self._write_command("close-testcase", accepted=not level.failed)

    def test(
        self,
        channel: str,
        *,
        expected: str,
        generated: str,
        status: Status,
        messages: tuple[str, ...] = (),
    ) -> None:
        """Write a test. `status` is correct if it is accepted."""
        status = self._limit_status(status)
        self._record_status(status, "")
        self._write_command("start-test", expected=_clean(expected), channel=channel)
        for message in messages:
            self.message(message)
        self._write_command(
            "close-test", generated=_clean(generated), status={"enum": status.value}
        )

    def truncate_output(self, generated: str, *, beside: str = "") -> str:
        """Return as much of the output as may still be shown beside the text `beside`."""
        room = len(beside) + min(LONGEST_EXCESS, max(self._room, _LEAST_SHOWN))
        truncated = generated[:room]
        self._room -= len(truncated)
        return truncated

    def escalate(self, status: Status, summary: str = "") -> None:
        """Record a status. The judgement gets the worst one, with its first summary."""
        if self._record_status(
            self._limit_status(status), summary if self._is_for_students else ""
        ):
            self._write_command("escalate-status", status=self._make_status())

    def message(
        self,
        description: str,
        kind: str = "plain",
        permission: str | None = None,
    ) -> None:
        """Write a message at the open level."""
        text = description[:LONGEST_SHOWN] + ("…" if len(description) > LONGEST_SHOWN else "")
        self._room -= len(text)
        message = {"format": kind, "description": _clean(text)}
        if permission:
            message["permission"] = permission
        self._write_command("append-message", message=message)

    def annotate(self, row: int, text: str, kind: str = "error", **place: int | None) -> None:
        """Annotate the submission; skip repeated remarks. Rows and columns count from 0.

        Everybody sees annotations, so nothing is annotated for a tab that students may not see.
        """
        if self._is_for_students and (row, text) not in self._annotated:
            self._annotated.add((row, text))
            cleaned = _clean(text[:LONGEST_ANNOTATION])
            self._write_command("annotate-code", row=row, text=cleaned, type=kind, **place)

    def _limit_status(self, status: Status) -> Status:
        """Return the status that students may see: a host takes the worst one of all tests."""
        return status if self._is_for_students or status is Status.CORRECT else Status.WRONG

    def _record_status(self, status: Status, summary: str) -> bool:
        if not is_worse(status, self.status):
            return False
        self.status, self.summary = status, _clean(summary)[:LONGEST_SUMMARY]
        return True

    def _make_status(self) -> dict[str, str]:
        status = {"enum": self.status.value}
        return {**status, "human": self.summary} if self.summary else status

    def _write_command(self, name: str, **fields: Any) -> None:
        command = {
            "command": name,
            **{key: value for key, value in fields.items() if value is not None},
        }
        try:
            self._stream.write(json.dumps(command, ensure_ascii=False).encode() + b"\n")
            self._stream.flush()
        except BrokenPipeError:
            raise SystemExit(0) from None  # the host has closed the pipe


def _clean(text: str) -> str:
    """Escape lone surrogates, such as those of bytes that are not UTF-8."""
    try:
        encoded = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        encoded = text.encode("utf-8", "backslashreplace")
    return encoded.decode("utf-8", "backslashreplace")
