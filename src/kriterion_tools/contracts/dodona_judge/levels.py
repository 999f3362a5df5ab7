"""The five levels of a judgement while they are open.

Source: dodona-edu/dodona e7be6f0d2, app/runners/result_constructor.rb.
"""

from collections.abc import Mapping
from copy import copy
from enum import IntEnum, unique
from typing import Any, TypeVar

from kriterion_tools.contracts.dodona_judge.output_records import (
    Annotation,
    Context,
    FullOutput,
    Message,
    Permission,
    Tab,
    Test,
    Testcase,
    TestFormat,
)
from kriterion_tools.contracts.dodona_judge.statuses import Status


@unique
class Level(IntEnum):
    """The innermost open level."""

    NONE = 0
    JUDGEMENT = 1
    TAB = 2
    CONTEXT = 3
    TESTCASE = 4
    TEST = 5

    @property
    def word(self) -> str:
        """The level's name in messages; empty for NONE."""
        return self.name.lower() if self else ""

    @property
    def inside(self) -> str:
        """Describe a place inside this level."""
        return f"in a {self.word}" if self else "outside a judgement"


class OpenTest:
    """A test that has no result yet."""

    __slots__ = ("channel", "description", "expected", "format", "messages")

    def __init__(
        self,
        *,
        expected: str,
        description: Message | None,
        channel: str | None,
        format: TestFormat,  # noqa: A002 - the contract's word
    ) -> None:
        self.expected = expected
        self.description = description
        self.channel = channel
        self.format = format
        self.messages: list[Message] = []

    def to_record(self, *, accepted: bool, generated: str | None = None) -> Test:
        """Return the closed test."""
        return Test(
            accepted=accepted,
            description=self.description,
            generated=generated,
            expected=self.expected,
            format=self.format,
            channel=self.channel,
            messages=tuple(self.messages),
        )


class OpenTestcase:
    """A testcase that may get further tests."""

    __slots__ = ("accepted", "description", "messages", "tests")

    def __init__(self, description: Message | None) -> None:
        self.accepted = True
        self.description = description
        self.messages: list[Message] = []
        self.tests: list[Test] = []

    def to_record(self) -> Testcase:
        """Return the testcase so far."""
        return Testcase(
            accepted=self.accepted,
            description=self.description,
            tests=tuple(self.tests),
            messages=tuple(self.messages),
        )


class OpenContext:
    """A context that may get further testcases."""

    __slots__ = ("accepted", "data", "description", "groups", "messages")

    def __init__(self, description: Message | None) -> None:
        self.accepted = True
        self.data: Mapping[str, Any] | None = None
        self.description = description
        self.groups: list[Testcase] = []
        self.messages: list[Message] = []

    def to_record(self) -> Context:
        """Return the context so far."""
        return Context(
            accepted=self.accepted,
            description=self.description,
            groups=tuple(self.groups),
            messages=tuple(self.messages),
            data=self.data,
        )


class OpenTab:
    """A tab that may get further contexts; `hidden` until one of them fails."""

    __slots__ = ("badge_count", "groups", "hidden", "index", "messages", "permission", "title")

    def __init__(self, *, title: str, index: int, hidden: bool, permission: Permission) -> None:
        self.title = title
        self.index = index
        self.hidden = hidden
        self.permission = permission
        self.badge_count = 0
        self.groups: list[Context] = []
        self.messages: list[Message] = []

    def to_record(self) -> Tab:
        """Return the tab so far."""
        return Tab(
            description=self.title,
            badge_count=self.badge_count,
            permission=self.permission,
            groups=tuple(self.groups),
            messages=tuple(self.messages),
        )


class OpenJudgement:
    """A judgement that may get further tabs; `begun` counts all, including hidden ones."""

    __slots__ = ("accepted", "annotations", "begun", "description", "groups", "messages", "status")

    def __init__(self) -> None:
        self.accepted = True
        self.status = Status.CORRECT
        self.description: str | None = None
        self.begun = 0
        self.messages: list[Message] = []
        self.groups: list[Tab] = []
        self.annotations: list[Annotation] = []

    def to_record(self) -> FullOutput:
        """Return the judgement so far."""
        return FullOutput(
            accepted=self.accepted,
            status=self.status,
            description=self.description,
            messages=tuple(self.messages),
            groups=tuple(self.groups),
            annotations=tuple(self.annotations),
        )


_L = TypeVar("_L", OpenJudgement, OpenTab, OpenContext, OpenTestcase, OpenTest)


def fork_level(level: _L) -> _L:
    """Return a copy of the level that can be changed independently."""
    fork = copy(level)
    for name in level.__slots__:
        value = getattr(level, name)
        if isinstance(value, list):
            setattr(fork, name, value.copy())
    return fork
