import json
from typing import Any

import pytest

from kriterion_tools.contracts.dodona_judge.commands import (
    COMMANDS,
    AnnotateCode,
    AppendMessage,
    CloseContext,
    CloseJudgement,
    CloseTab,
    StartTab,
    StartTest,
    StartTestcase,
    get_wire_name,
)
from kriterion_tools.contracts.dodona_judge.objects import ObjectFault, read_object
from kriterion_tools.contracts.dodona_judge.output_records import (
    Annotation,
    AnnotationSeverity,
    Permission,
    TestFormat,
)
from kriterion_tools.contracts.dodona_judge.statuses import JUDGE_STATUSES, SYNONYMS
from kriterion_tools.contracts.dodona_judge.stream import JudgeOutput
from kriterion_tools.contracts.dodona_judge.wire import (
    MAXIMUM_NUMBER,
    STATUS_OF,
    MessageObject,
    to_annotation,
)
from tests.contracts.dodona_judge import writing
from tests.contracts.dodona_judge.writing import judge_output

SMALLEST: dict[str, dict[str, Any]] = {
    "start-judgement": {},
    "start-tab": {"title": ""},
    "start-context": {},
    "start-testcase": {},
    "start-test": {"expected": ""},
    "append-message": {"message": ""},
    "annotate-code": {"row": 0, "text": ""},
    "annotate": {"row": 0, "text": ""},
    "escalate-status": {"status": {"enum": "wrong"}},
    "close-test": {"generated": "", "status": {"enum": "correct"}},
    "close-testcase": {},
    "close-context": {},
    "close-tab": {},
    "close-judgement": {},
}

TEXT = "a string"
MESSAGE = "a string or an object"


def _get_fault(name: str, **fields: object) -> str:
    with pytest.raises(ObjectFault) as raised:
        read_object(json.dumps({"command": name, **fields}).encode())
    return str(raised.value)


def _read(name: str, **fields: object) -> Any:
    return read_object(json.dumps({"command": name, **SMALLEST[name], **fields}).encode())


def test_every_command_is_known() -> None:
    assert {command.__struct_config__.tag for command in COMMANDS} == set(SMALLEST)


@pytest.mark.parametrize("name", SMALLEST)
def test_a_command_requires_only_what_the_contract_requires(name: str) -> None:
    assert get_wire_name(_read(name)) == name


@pytest.mark.parametrize(
    ("name", "key"), [(name, key) for name, fields in SMALLEST.items() for key in fields]
)
def test_required_fields_cannot_be_missing(name: str, key: str) -> None:
    fields = {other: value for other, value in SMALLEST[name].items() if other != key}
    assert _get_fault(name, **fields) == f"{key} is missing"


@pytest.mark.parametrize("name", SMALLEST)
def test_unknown_keys_are_ignored(name: str) -> None:
    assert _read(name, status2={"enum": None}, because=[1]) == _read(name)


@pytest.mark.parametrize(
    ("name", "key", "must"),
    [
        ("start-tab", "title", TEXT),
        ("start-tab", "hidden", "true or false"),
        ("start-context", "description", MESSAGE),
        ("start-testcase", "description", MESSAGE),
        ("start-test", "expected", TEXT),
        ("start-test", "description", MESSAGE),
        ("start-test", "channel", TEXT),
        ("append-message", "message", MESSAGE),
        ("annotate-code", "row", "a number"),
        ("annotate-code", "text", TEXT),
        ("annotate-code", "column", "a number"),
        ("annotate-code", "rows", "a number"),
        ("annotate-code", "columns", "a number"),
        ("annotate-code", "externalUrl", TEXT),
        ("escalate-status", "status", "an object"),
        ("close-test", "generated", TEXT),
        ("close-test", "status", "an object"),
        ("close-test", "accepted", "true or false"),
        ("close-testcase", "accepted", "true or false"),
        ("close-context", "accepted", "true or false"),
        ("close-context", "data", "an object"),
        ("close-tab", "badgeCount", "a number"),
        ("close-judgement", "accepted", "true or false"),
        ("close-judgement", "status", "an object"),
    ],
)
@pytest.mark.parametrize("value", [None, [1]], ids=["null", "list"])
def test_null_and_wrong_types_are_refused(name: str, key: str, must: str, value: object) -> None:
    value_text = "null" if value is None else "[1]"
    assert (
        _get_fault(name, **{**SMALLEST[name], key: value})
        == f"{key}: must be {must}, not {value_text}"
    )


@pytest.mark.parametrize(
    ("name", "fields", "what"),
    [
        ("start-fest", {}, 'command: "start-fest" is not allowed here'),
        ("start-tab", {"permission": "teacher"}, 'permission: "teacher" is not allowed here'),
        ("start-test", {"format": "xml"}, 'format: "xml" is not allowed here'),
        ("annotate-code", {"type": "fatal"}, 'type: "fatal" is not allowed here'),
        ("annotate-code", {"row": -1}, "row: must be at least 0, not -1"),
        ("annotate-code", {"row": "3"}, 'row: must be a number, not "3"'),
        ("annotate-code", {"row": True}, "row: must be a number, not true"),
        ("annotate-code", {"columns": -0.5}, "columns: must be at least 0, not -0.5"),
        ("close-tab", {"badgeCount": -2}, "badgeCount: must be at least 0, not -2"),
        ("close-test", {"status": "wrong"}, 'status: must be an object, not "wrong"'),
        ("close-test", {"status": {"human": "x"}}, "status.enum is missing"),
        ("close-test", {"status": {"enum": "good"}}, 'status.enum: "good" is not allowed here'),
        ("close-test", {"status": {"enum": "queued"}}, 'status.enum: "queued" is not allowed here'),
        (
            "close-test",
            {"status": {"enum": "wrong", "human": None}},
            "status.human: must be a string, not null",
        ),
        ("append-message", {"message": {"description": "x"}}, "message.format is missing"),
        ("append-message", {"message": {"format": "html"}}, "message.description is missing"),
        (
            "append-message",
            {"message": {"format": "html", "description": "", "permission": "root"}},
            'message.permission: "root" is not allowed here',
        ),
        ("close-context", {"data": {"stdin": 3}}, "data.stdin must be a string"),
        ("close-context", {"data": {"statements": None}}, "data.statements must be a string"),
    ],
)
def test_a_fault_is_reported_with_path_and_value(
    name: str, fields: dict[str, Any], what: str
) -> None:
    assert _get_fault(name, **{**SMALLEST.get(name, {}), **fields}) == what


def test_a_long_value_is_abbreviated() -> None:
    message = _get_fault("append-message", message=["x" * 1000] * 1000)
    assert message.startswith('message: must be a string or an object, not ["xxx')
    assert len(message) < 120


def test_given_values_are_read() -> None:
    assert _read("start-tab", title="T", hidden=True, permission="staff") == StartTab(
        "T", True, Permission.STAFF
    )
    assert _read(
        "start-test", expected="1", description="d", channel="stdout", format="csv"
    ) == StartTest("1", "d", "stdout", TestFormat.CSV)
    assert _read(
        "start-testcase", description={"format": "python", "description": "f()"}
    ) == StartTestcase(MessageObject("python", "f()", Permission.STUDENT))
    assert _read("append-message", message="m") == AppendMessage("m")
    data = {"statements": "f()", "stdin": "1", "files": [1, None]}
    assert _read("close-context", accepted=False, data=data) == CloseContext(False, data)
    assert _read("close-tab", badgeCount=3) == CloseTab(3)
    assert isinstance(_read("close-judgement", accepted=True), CloseJudgement)


@pytest.mark.parametrize(
    ("wire", "number"),
    [
        ("0", 0),
        ("3.0", 3),
        ("2.9", 2),
        ("1e2", 100),
        ("-0.0", 0),
        ("1e300", MAXIMUM_NUMBER),
        ("9" * 30, MAXIMUM_NUMBER),
        ("2147483648", MAXIMUM_NUMBER),
    ],
)
def test_a_number_is_rounded_within_bounds(wire: str, number: int) -> None:
    read = read_object(b'{"command": "annotate-code", "text": "", "row": %b}' % wire.encode())
    assert isinstance(read, AnnotateCode)
    assert to_annotation(read, read.type) == Annotation(row=number, text="")


@pytest.mark.parametrize("wire", ["1e400", "9" * 5000, "-1e400"])
def test_an_out_of_range_number_is_refused(wire: str) -> None:
    with pytest.raises(ObjectFault, match="row: "):
        read_object(b'{"command": "annotate-code", "text": "", "row": %b}' % wire.encode())


@pytest.mark.parametrize("name", ["annotate-code", "annotate"])
def test_annotations_accept_both_names(name: str) -> None:
    result = writing.run_command(
        name, row=1, text="t", type="error", column=2, rows=3, columns=4, externalUrl="https://x"
    )
    output = judge_output(writing.START + result + writing.CLOSE)
    assert output.annotations == (
        Annotation(
            row=1,
            text="t",
            type=AnnotationSeverity.ERROR,
            column=2,
            rows=3,
            columns=4,
            external_url="https://x",
        ),
    )


def test_every_judge_status_has_a_text() -> None:
    words = {status.value for status in JUDGE_STATUSES} | set(SYNONYMS)
    assert set(STATUS_OF) == words
    for word in words:
        value = _read("escalate-status", status={"enum": word})
        assert STATUS_OF[value.status.enum] is STATUS_OF[word]


def test_the_last_of_a_repeated_key_counts() -> None:
    twice = b'{"command": "start-tab", "title": "a", "title": "b"}'
    assert read_object(twice) == StartTab("b")


@pytest.mark.parametrize(
    ("document", "key"),
    [
        (b'{"command": "escalate-status", "status": {"enum": "wrong", "enum": "correct"}}', "enum"),
        (
            b'{"command": "escalate-status", "status": {"enum": "wrong", "en\\u0075m": "correct"}}',
            "enum",
        ),
        (b'{"command": "close-test", "accepted": false, "accepted": true}', "accepted"),
        (
            b'{"command": "close-test", "status": {"enum": "wrong"}, "status": {"enum": "w"}}',
            "status",
        ),
        (b'{"command": "append-message", "message": "", "command": "close-tab"}', "command"),
        (
            b'{"command": "append-message", "message": {"format": "plain", "description": "",'
            b' "permission": "staff", "permission": "student"}}',
            "permission",
        ),
        (b'{"accepted": false, "status": "wrong", "accepted": true}', "accepted"),
    ],
)
def test_an_unescaped_quote_decides_no_verdict(document: bytes, key: str) -> None:
    """A student's quotes may end the judge's string and begin another key."""
    with pytest.raises(ObjectFault, match=f"the key '{key}' is given twice"):
        read_object(document)
    assert feed_output(b'{"command": "start-judgement"}' + document).has_breach


def test_the_same_key_in_other_objects_or_in_text_is_fine() -> None:
    message = {"format": "plain", "description": '"enum": "enum": "status" "status" \u0061'}
    assert isinstance(_read("append-message", message=message), AppendMessage)
    both = b'{"command": "annotate-code", "row": 1, "text": "{\\"command\\": \\"command\\"}"}'
    assert isinstance(read_object(both), AnnotateCode)


def feed_output(content: bytes) -> JudgeOutput:
    output = JudgeOutput()
    output.feed(content)
    output.close()
    return output
