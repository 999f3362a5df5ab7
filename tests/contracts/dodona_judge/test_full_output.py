import json
import os
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given

from kriterion_tools.contracts.dodona_judge.encoding import encode_full_output
from kriterion_tools.contracts.dodona_judge.full_output import decode_full_output
from kriterion_tools.contracts.dodona_judge.objects import ObjectFault, read_object
from kriterion_tools.contracts.dodona_judge.output_records import (
    Annotation,
    AnnotationSeverity,
    Context,
    FullOutput,
    Message,
    Permission,
    Tab,
    Testcase,
)
from kriterion_tools.contracts.dodona_judge.output_records import Test as TestRecord
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.contracts.dodona_judge.trees import outputs

SCHEMA = Path(os.environ.get("KRITERION_SCHEMAS", "nowhere")) / "judge_output.json"

EVERYTHING = FullOutput(
    accepted=False,
    status=Status.WRONG,
    description="1 of 2",
    messages=(
        Message(description="plain"),
        Message(format="html", description="<b>", permission=Permission.ZEUS),
    ),
    groups=(
        Tab(
            description="T",
            badge_count=1,
            permission=Permission.STAFF,
            messages=(Message(format="code", description="x"),),
            data={"source_annotations": []},
            groups=(
                Context(
                    accepted=False,
                    description=Message(description="c"),
                    data={"statements": "f()"},
                    groups=(
                        Testcase(
                            accepted=False,
                            description=Message(format="python", description="f()"),
                            data={"files": {}},
                            tests=(
                                TestRecord(
                                    accepted=False,
                                    generated="",
                                    expected="1",
                                    channel="return",
                                    data={"diff": [[1, None, "<li>", None, False]]},
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        ),
        Tab(),
    ),
    annotations=(
        Annotation(row=0, text="", type=AnnotationSeverity.INFO),
        Annotation(row=1, text="t", type=AnnotationSeverity.ERROR, column=0, rows=2, columns=3,
                   external_url="https://example.org"),
    ),
)  # fmt: skip


def _make_document(**fields: Any) -> bytes:
    return json.dumps({"accepted": True, "status": "correct", **fields}).encode()


def _nest(depth: int, fields: dict[str, Any]) -> bytes:
    """A full output with `fields` in a tab (0), a context, a testcase or a test (3)."""
    levels = ("groups", "groups", "groups", "tests")[: depth + 1]
    inner = fields if depth == 0 else {"accepted": True, **fields}
    for index in range(len(levels) - 1, 0, -1):
        inner = {levels[index]: [inner], **({} if index == 1 else {"accepted": True})}
    return _make_document(groups=[inner])


def test_a_full_output_round_trips() -> None:
    assert decode_full_output(encode_full_output(EVERYTHING)) == EVERYTHING


@given(outputs)
def test_any_full_output_round_trips(output: FullOutput) -> None:
    assert decode_full_output(encode_full_output(output)) == output


def test_fields_required_by_the_schema_are_always_written() -> None:
    document = json.loads(encode_full_output(EVERYTHING))
    assert document["messages"][0] == {"format": "plain", "description": "plain"}
    assert document["annotations"][0] == {"row": 0, "text": "", "type": "info"}
    assert document["groups"][1] == {}
    assert (
        "null" not in encode_full_output(FullOutput(accepted=True, status=Status.CORRECT)).decode()
    )


@pytest.mark.skipif(not SCHEMA.is_file(), reason="set KRITERION_SCHEMAS to Dodona's schemas")
@given(outputs)
def test_written_output_is_valid_by_dodonas_schema(output: FullOutput) -> None:
    validator = jsonschema.Draft7Validator(json.loads(SCHEMA.read_text()))
    for expected in (output, EVERYTHING):
        validator.validate(json.loads(encode_full_output(expected)))


def test_a_plain_text_is_a_message_for_students() -> None:
    output = decode_full_output(_make_document(messages=["hello"]))
    assert output.messages == (Message(format="plain", description="hello"),)


@pytest.mark.parametrize(
    ("word", "status"), [("correct answer", Status.CORRECT), ("wrong answer", Status.WRONG)]
)
def test_status_synonyms_are_normalised(word: str, status: Status) -> None:
    assert decode_full_output(_make_document(status=word)).status is status


def test_a_tab_without_a_title_is_called_test() -> None:
    output = decode_full_output(_make_document(groups=[{}, {"description": ""}]))
    assert [tab.description for tab in output.groups] == ["Test", ""]


def test_renderer_specific_fields_are_kept_if_valid() -> None:
    for depth in (0, 2, 3):
        for data in (None, [1], "x"):
            assert decode_full_output(_nest(depth, {"data": data})) == decode_full_output(
                _nest(depth, {})
            )
    test = decode_full_output(_nest(3, {"channel": "stdout", "data": {"a": None}}))
    found = test.groups[0].groups[0].groups[0].tests[0]
    assert (found.channel, found.data) == ("stdout", {"a": None})
    assert decode_full_output(_nest(3, {"channel": 1})) == decode_full_output(_nest(3, {}))


def test_a_command_field_that_is_not_text_is_an_unknown_key() -> None:
    assert isinstance(read_object(_make_document(command=3)), FullOutput)


@pytest.mark.parametrize(
    ("document", "what"),
    [
        (b"{}", "accepted is missing"),
        (b'{"accepted": true}', "status is missing"),
        (_make_document(accepted=1), "accepted: must be true or false, not 1"),
        (_make_document(status={"enum": 1}), 'status: must be a string, not {"enum": 1}'),
        (_make_document(status="queued"), 'status: "queued" is not allowed here'),
        (_make_document(description=None), "description: must be a string, not null"),
        (_make_document(messages={}), "messages: must be an array, not {}"),
        (_make_document(messages=[None]), "messages[0]: must be a string or an object, not null"),
        (_make_document(messages=[{"description": ""}]), "messages[0].format is missing"),
        (_make_document(groups=None), "groups: must be an array, not null"),
        (_make_document(groups=[{"badgeCount": -1}]),
         "groups[0].badgeCount: must be at least 0, not -1"),
        (_make_document(groups=[{}, {"groups": [{}]}]), "groups[1].groups[0].accepted is missing"),
        (_make_document(annotations=[{"row": 1, "text": ""}]), "annotations[0].type is missing"),
        (_nest(1, {"data": {"stdin": None}}), "groups[0].groups[0]: data.stdin must be a string"),
        (_nest(1, {"data": None}), "groups[0].groups[0].data: must be an object, not null"),
        (_nest(3, {"expected": 1}),
         "groups[0].groups[0].groups[0].tests[0].expected: must be a string, not 1"),
    ],
)  # fmt: skip
def test_a_fault_is_reported_with_its_path(document: bytes, what: str) -> None:
    with pytest.raises(ObjectFault) as raised:
        read_object(document)
    assert str(raised.value) == what
