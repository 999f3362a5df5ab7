"""A judge's full output as records: one object, which is shown as a feedback table.

The partial format builds the same records (`judgement.py`), so everything else only knows these.
`None` and the empty tuple mean "not given"; encoding omits them, unless the schema requires them.
No record can contain itself, so the garbage collector tracks none: there may be a million.

Source: dodona-edu/dodona e7be6f0d2, public/schemas/judge_output.json; Pythia's undeclared `data`
from app/renderers/pythia_renderer.rb.
"""

from collections.abc import Mapping
from enum import StrEnum, unique
from typing import Any

import msgspec

from kriterion_tools.contracts.dodona_judge.statuses import Status


@unique
class Permission(StrEnum):
    """Who may see a message or a tab; each role also sees what those before it see."""

    STUDENT = "student"
    STAFF = "staff"
    ZEUS = "zeus"

    def may_see(self, needed: "Permission") -> bool:
        """Whether this role may see what requires `needed`."""
        return _RANK[self] >= _RANK[needed]


_RANK = {role: rank for rank, role in enumerate(Permission)}


@unique
class AnnotationSeverity(StrEnum):
    """The importance of an annotation."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@unique
class TestFormat(StrEnum):
    """How the two sides of a test are compared for display."""

    __test__ = False  # pytest would collect it

    TEXT = "text"
    CSV = "csv"


class Message(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A text for some users, in `format`: plain, html, markdown, callout…, code or a language.

    On the wire, a plain message for students may be a bare string; here it never is.
    """

    # Factories, here and in Annotation, because encoding never omits their values.
    format: str = msgspec.field(default_factory=lambda: "plain")
    description: str
    permission: Permission = Permission.STUDENT


class Annotation(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """An annotation of the submitted code. `row` and `column` count from 0.

    `rows` is the number of marked rows; `columns` the number of marked characters on the last one.
    """

    row: int
    text: str
    type: AnnotationSeverity = msgspec.field(default_factory=lambda: AnnotationSeverity.INFO)
    column: int | None = None
    rows: int | None = None
    columns: int | None = None
    external_url: str | None = msgspec.field(default=None, name="externalUrl")


class Test(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One comparison. `generated` is the student's side, `expected` the judge's."""

    __test__ = False  # pytest would collect it

    accepted: bool
    description: Message | None = None
    generated: str | None = None
    expected: str | None = None
    format: TestFormat = TestFormat.TEXT
    channel: str | None = None
    messages: tuple[Message, ...] = ()
    data: Mapping[str, Any] | None = None


class Testcase(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One statement, expression or program run, with its tests."""

    __test__ = False

    accepted: bool
    description: Message | None = None
    tests: tuple[Test, ...] = ()
    messages: tuple[Message, ...] = ()
    data: Mapping[str, Any] | None = None


class Context(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Testcases that ran together. `data` may hold `statements` and `stdin` for a step debugger."""

    accepted: bool
    description: Message | None = None
    groups: tuple[Testcase, ...] = ()
    messages: tuple[Message, ...] = ()
    data: Mapping[str, Any] | None = None


class Tab(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A tab of the feedback table; `badge_count` is how many testcases in it failed."""

    description: str = "Test"
    badge_count: int | None = msgspec.field(default=None, name="badgeCount")
    permission: Permission = Permission.STUDENT
    groups: tuple[Context, ...] = ()
    messages: tuple[Message, ...] = ()
    data: Mapping[str, Any] | None = None


class FullOutput(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Everything that a judge says about one submission. `description` is its summary."""

    accepted: bool
    status: Status
    description: str | None = None
    messages: tuple[Message, ...] = ()
    groups: tuple[Tab, ...] = ()
    annotations: tuple[Annotation, ...] = ()
