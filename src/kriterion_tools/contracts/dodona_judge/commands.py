"""The thirteen commands of the partial format, as judges write them.

As in the schema, unknown keys are ignored and null is refused. Older documents call `annotate-code`
`annotate`. Source: dodona-edu/dodona e7be6f0d2, public/schemas/partial_output.json.
"""

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from kriterion_tools.contracts.dodona_judge.output_records import (
    AnnotationSeverity,
    Permission,
    TestFormat,
)
from kriterion_tools.contracts.dodona_judge.wire import (
    Number,
    Place,
    StatusWord,
    Text,
    check_debug_data,
)


class StatusReport(msgspec.Struct, frozen=True, gc=False):
    """A status, and the name that the judge gives it for this submission."""

    enum: StatusWord
    human: str | UnsetType = UNSET


class StartJudgement(msgspec.Struct, frozen=True, tag_field="command", tag="start-judgement"):
    """Begin a judgement."""


class StartTab(msgspec.Struct, frozen=True, tag_field="command", tag="start-tab"):
    """Begin a tab; a hidden one is shown only if something in it fails."""

    title: str
    hidden: bool = False
    permission: Permission = Permission.STUDENT


class StartContext(msgspec.Struct, frozen=True, tag_field="command", tag="start-context"):
    description: Text | UnsetType = UNSET


class StartTestcase(msgspec.Struct, frozen=True, tag_field="command", tag="start-testcase"):
    description: Text | UnsetType = UNSET  # required by Dodona's schema


class StartTest(msgspec.Struct, frozen=True, tag_field="command", tag="start-test"):
    expected: str
    description: Text | UnsetType = UNSET
    channel: str | UnsetType = UNSET
    format: TestFormat = TestFormat.TEXT


class AppendMessage(msgspec.Struct, frozen=True, tag_field="command", tag="append-message"):
    """Add a message to the innermost open level."""

    message: Text


class AnnotateCode(Place, frozen=True, tag_field="command", tag="annotate-code"):
    """Annotate the submitted code."""

    type: AnnotationSeverity = AnnotationSeverity.INFO


class Annotate(AnnotateCode, frozen=True, tag_field="command", tag="annotate"):
    """`annotate-code` under its older name."""


class EscalateStatus(msgspec.Struct, frozen=True, tag_field="command", tag="escalate-status"):
    """Worsen the status of the judgement."""

    status: StatusReport


class CloseTest(msgspec.Struct, frozen=True, tag_field="command", tag="close-test"):
    """End a test, and worsen the status of the judgement if necessary."""

    generated: str
    status: StatusReport
    accepted: bool | UnsetType = UNSET


class CloseTestcase(msgspec.Struct, frozen=True, tag_field="command", tag="close-testcase"):
    accepted: bool | UnsetType = UNSET


class CloseContext(msgspec.Struct, frozen=True, tag_field="command", tag="close-context"):
    accepted: bool | UnsetType = UNSET
    data: dict[str, Any] | UnsetType = UNSET

    def __post_init__(self) -> None:
        check_debug_data(self.data)


class CloseTab(msgspec.Struct, frozen=True, tag_field="command", tag="close-tab", rename="camel"):
    badge_count: Number | UnsetType = UNSET


class CloseJudgement(msgspec.Struct, frozen=True, tag_field="command", tag="close-judgement"):
    accepted: bool | UnsetType = UNSET
    status: StatusReport | UnsetType = UNSET


Command = (
    StartJudgement
    | StartTab
    | StartContext
    | StartTestcase
    | StartTest
    | AppendMessage
    | AnnotateCode
    | Annotate
    | EscalateStatus
    | CloseTest
    | CloseTestcase
    | CloseContext
    | CloseTab
    | CloseJudgement
)

COMMANDS: tuple[type[Command], ...] = Command.__args__
NAMES = frozenset(str(command.__struct_config__.tag) for command in COMMANDS)


def get_wire_name(command: Command) -> str:
    """Return the command's name on the wire."""
    return str(type(command).__struct_config__.tag)
