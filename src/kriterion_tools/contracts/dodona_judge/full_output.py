"""A judge's full output as on the wire, and its conversion to our records.

Source: dodona-edu/dodona e7be6f0d2, public/schemas/judge_output.json. `channel` of a test and
`data` of a context are not in it, but its renderers use them: valid ones are kept.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from kriterion_tools.contracts.dodona_judge import output_records as output
from kriterion_tools.contracts.dodona_judge.output_records import (
    FullOutput,
    Message,
    Permission,
    TestFormat,
)
from kriterion_tools.contracts.dodona_judge.wire import (
    STATUS_OF,
    Number,
    Place,
    StatusWord,
    Text,
    check_debug_data,
    to_annotation,
    to_message,
    to_optional_message,
    to_optional_whole_number,
)


class _Annotation(Place, frozen=True):
    type: output.AnnotationSeverity = msgspec.field()


class _Test(msgspec.Struct, frozen=True, gc=False):
    accepted: bool
    description: Text | UnsetType = UNSET
    generated: str | UnsetType = UNSET
    expected: str | UnsetType = UNSET
    format: TestFormat = TestFormat.TEXT
    channel: Any = UNSET
    messages: tuple[Text, ...] = ()
    data: Any = UNSET


class _Testcase(msgspec.Struct, frozen=True, gc=False):
    accepted: bool
    description: Text | UnsetType = UNSET
    tests: tuple[_Test, ...] = ()
    messages: tuple[Text, ...] = ()
    data: Any = UNSET


class _Context(msgspec.Struct, frozen=True, gc=False):
    accepted: bool
    description: Text | UnsetType = UNSET
    groups: tuple[_Testcase, ...] = ()
    messages: tuple[Text, ...] = ()
    data: dict[str, Any] | UnsetType = UNSET

    def __post_init__(self) -> None:
        check_debug_data(self.data)


class _Tab(msgspec.Struct, frozen=True, gc=False, rename="camel"):
    description: str | UnsetType = UNSET
    badge_count: Number | UnsetType = UNSET
    permission: Permission = Permission.STUDENT
    groups: tuple[_Context, ...] = ()
    messages: tuple[Text, ...] = ()
    data: Any = UNSET


class _Feedback(msgspec.Struct, frozen=True, gc=False):
    accepted: bool
    status: StatusWord
    description: str | UnsetType = UNSET
    messages: tuple[Text, ...] = ()
    groups: tuple[_Tab, ...] = ()
    annotations: tuple[_Annotation, ...] = ()


_DECODER = msgspec.json.Decoder(_Feedback)


def decode_full_output(document: bytes) -> FullOutput:
    """Decode the full output in a JSON object. Raises msgspec.ValidationError."""
    feedback = _DECODER.decode(document)
    return FullOutput(
        accepted=feedback.accepted,
        status=STATUS_OF[feedback.status],
        description=_convert_optional(feedback.description),
        messages=_convert_messages(feedback.messages),
        groups=tuple(map(_convert_tab, feedback.groups)),
        annotations=tuple(
            to_annotation(annotation, annotation.type) for annotation in feedback.annotations
        ),
    )


def _convert_tab(tab: _Tab) -> output.Tab:
    return output.Tab(
        description="Test" if isinstance(tab.description, UnsetType) else tab.description,
        badge_count=to_optional_whole_number(tab.badge_count),
        permission=tab.permission,
        groups=tuple(map(_convert_context, tab.groups)),
        messages=_convert_messages(tab.messages),
        data=_keep_object(tab.data),
    )


def _convert_context(context: _Context) -> output.Context:
    return output.Context(
        accepted=context.accepted,
        description=to_optional_message(context.description),
        groups=tuple(map(_convert_testcase, context.groups)),
        messages=_convert_messages(context.messages),
        data=_keep_object(context.data),
    )


def _convert_testcase(testcase: _Testcase) -> output.Testcase:
    return output.Testcase(
        accepted=testcase.accepted,
        description=to_optional_message(testcase.description),
        tests=tuple(map(_convert_test, testcase.tests)),
        messages=_convert_messages(testcase.messages),
        data=_keep_object(testcase.data),
    )


def _convert_test(test: _Test) -> output.Test:
    return output.Test(
        accepted=test.accepted,
        description=to_optional_message(test.description),
        generated=_convert_optional(test.generated),
        expected=_convert_optional(test.expected),
        format=test.format,
        channel=test.channel if isinstance(test.channel, str) else None,
        messages=_convert_messages(test.messages),
        data=_keep_object(test.data),
    )


def _convert_messages(texts: tuple[Text, ...]) -> tuple[Message, ...]:
    return tuple(map(to_message, texts))


def _convert_optional(text: str | UnsetType) -> str | None:
    return None if isinstance(text, UnsetType) else text


def _keep_object(value: Any) -> Mapping[str, Any] | None:
    return value if isinstance(value, dict) else None
