import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion_tools.contracts.learn_ocaml_repository.grader_report import (
    Display,
    Inline,
    LineBreak,
    Report,
    ReportMessage,
    Result,
    Section,
    count_points,
)
from kriterion_tools.contracts.learn_ocaml_repository.report_document import (
    MAXIMUM_DEPTH,
    encode_report,
    read_report,
)
from kriterion_tools.errors import ContractViolation


def make_message(result: Any, text: str = "…") -> dict[str, Any]:
    return {"message": [{"text": text}], "result": result}


def make_section(*contents: dict[str, Any], **more: int) -> dict[str, Any]:
    return {"section": [{"text": "part"}], "contents": list(contents), **more}


def test_every_kind_of_item_is_read() -> None:
    text = [
        {"text": "of ", "display": "normal"},
        {"text": "f 1", "display": "code"},
        {},
        {"text": "2\n", "display": "output"},
    ]
    document = [{"section": text, "contents": [make_message("warning", "w")], "minscore": 1}]
    title = (
        Inline("of "),
        Inline("f 1", Display.CODE),
        LineBreak(),
        Inline("2\n", Display.OUTPUT),
    )
    assert read_report(document) == (
        Section(title, (ReportMessage((Inline("w"),), Result.WARNING),), minimum=1),
    )


@pytest.mark.parametrize(
    ("document", "where"),
    [
        (None, "report"),
        ({}, "report"),
        ([3], "report[0]"),
        ([{}], "report[0]"),
        ([make_section(), {"section": "title", "contents": []}], "report[1].section"),
        ([{"section": []}], "report[0].contents"),
        ([make_section(minscore="1")], "report[0].minscore"),  # type: ignore[arg-type]
        ([make_section(make_message(1), make_message("great"))], "report[0].contents[1].result"),
        ([make_message(True)], "report[0].result"),
        ([make_message(1.5)], "report[0].result"),
        ([{"message": [{"text": 3}], "result": 1}], "report[0].message[0].text"),
        (
            [{"message": [{"text": "", "display": "loud"}], "result": 1}],
            "report[0].message[0].display",
        ),
        ([{"message": [3], "result": 1}], "report[0].message[0]"),
    ],
)
def test_an_invalid_report_is_refused_with_its_place(document: Any, where: str) -> None:
    with pytest.raises(ContractViolation) as raised:
        read_report(document)
    assert raised.value.where == where


def test_too_deep_reports_are_refused() -> None:
    document: list[Any] = []
    for _ in range(10 * MAXIMUM_DEPTH):
        document = [{"section": [], "contents": document}]
    with pytest.raises(ContractViolation, match="levels deep"):
        read_report(document)


_TEXTS = st.lists(
    st.one_of(st.builds(LineBreak), st.builds(Inline, st.text(), st.sampled_from(Display))),
    max_size=3,
).map(tuple)
_MESSAGES = st.builds(
    ReportMessage, _TEXTS, st.one_of(st.sampled_from(Result), st.integers().filter(bool))
)
_REPORTS: st.SearchStrategy[Report] = st.lists(
    st.recursive(
        _MESSAGES,
        lambda items: st.builds(
            Section,
            _TEXTS,
            st.lists(items, max_size=4).map(tuple),
            st.none() | st.integers(),
        ),
    ),
    max_size=4,
).map(tuple)


@given(_REPORTS)
def test_a_written_report_round_trips(report: Report) -> None:
    assert read_report(json.loads(json.dumps(encode_report(report)))) == report


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda values: (
        st.lists(values)
        | st.dictionaries(
            st.sampled_from(("section", "contents", "message", "result", "text", "minscore")),
            values,
        )
    ),
)


@given(_JSON)
def test_any_document_is_a_report_or_refused(document: Any) -> None:
    try:
        report = read_report(document)
    except ContractViolation:
        return
    assert count_points(report) >= 0
