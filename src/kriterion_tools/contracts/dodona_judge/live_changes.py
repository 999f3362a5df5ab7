"""What one command changed in a judgement, for live feedback."""

from dataclasses import dataclass
from enum import StrEnum, unique

from kriterion_tools.contracts.dodona_judge.output_records import (
    Annotation,
    Context,
    Message,
    Permission,
    Tab,
    Test,
    Testcase,
)
from kriterion_tools.contracts.dodona_judge.statuses import Status


@unique
class ChangeKind(StrEnum):
    """How a judgement changed."""

    STARTED = "started"  # a level was opened; the record holds what is known so far
    ADDED = "added"  # a message or an annotation
    FINISHED = "finished"  # a level was closed; the record is final
    STATUS = "status"  # the judgement's status: running when it starts, final when it is closed


@dataclass(frozen=True, slots=True)
class Change:
    """One change, and where it happened.

    `path` counts from 0: () is the judgement, (1,) its second tab, (1, 0) that tab's first context,
    then testcase and test; for ADDED it is the level that received the record. A hidden tab that
    disappears keeps its number. `permission` is that of the tab around it. `hidden`: inside a
    hidden tab without a failed context so far, which may still disappear.
    """

    kind: ChangeKind
    path: tuple[int, ...]
    record: Tab | Context | Testcase | Test | Message | Annotation | Status
    permission: Permission = Permission.STUDENT
    hidden: bool = False
