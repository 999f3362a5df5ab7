"""The report of a grader as a JSON document, read and written.

Source: ocaml-sf/learn-ocaml 5ffd748, src/state/learnocaml_report.ml (enc).
"""

from collections.abc import Mapping
from typing import Any

from kriterion_tools.contracts.learn_ocaml_repository.grader_report import (
    Display,
    Inline,
    Item,
    LineBreak,
    Report,
    ReportMessage,
    ReportText,
    Result,
    Section,
)
from kriterion_tools.errors import ContractViolation

MAXIMUM_DEPTH = 100  # of sections in sections

_RESULTS = {result.value: result for result in Result}
_DISPLAYS = {display.value: display for display in Display}


def read_report(document: object) -> Report:
    """Read the report in a JSON document. Raises ContractViolation for its first fault."""
    return _read_items(document, "report", MAXIMUM_DEPTH)


def encode_report(report: Report) -> list[dict[str, Any]]:
    """Encode the report as JSON, the way learn-ocaml does."""
    return [_encode_item(item) for item in report]


def _read_items(value: object, where: str, depth: int) -> tuple[Item, ...]:
    if not isinstance(value, list):
        raise _make_violation(
            where, f"must be a list, not {_describe(value)}", code="grader-report.wrong-type"
        )
    if not depth:
        raise _make_violation(
            where, f"is nested more than {MAXIMUM_DEPTH} levels deep", code="grader-report.too-deep"
        )
    return tuple(_read_item(item, f"{where}[{i}]", depth) for i, item in enumerate(value))


def _read_item(value: object, where: str, depth: int) -> Item:
    if not isinstance(value, Mapping):
        raise _make_violation(
            where, f"must be an object, not {_describe(value)}", code="grader-report.wrong-type"
        )
    if "section" in value:
        minimum = value.get("minscore")
        if minimum is not None and not _is_integer(minimum):
            raise _make_violation(
                f"{where}.minscore",
                f"must be an integer, not {_describe(minimum)}",
                code="grader-report.wrong-type",
            )
        return Section(
            title=_read_text(value["section"], f"{where}.section"),
            contents=_read_items(value.get("contents"), f"{where}.contents", depth - 1),
            minimum=minimum,
        )
    if "message" in value:
        return ReportMessage(
            text=_read_text(value["message"], f"{where}.message"),
            result=_read_result(value.get("result"), f"{where}.result"),
        )
    raise _make_violation(
        where, "is neither a section nor a message", code="grader-report.unknown-item"
    )


def _read_result(value: object, where: str) -> Result | int:
    """Read points or a word; 0 points are a failure, as in Report.enc."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value or Result.FAILURE
    if isinstance(value, str) and value in _RESULTS:
        return _RESULTS[value]
    raise _make_violation(
        where,
        f"must be points or one of {', '.join(Result)}, not {value!r:.60}",
        code="grader-report.invalid-result",
    )


def _read_text(value: object, where: str) -> ReportText:
    if not isinstance(value, list):
        raise _make_violation(
            where, f"must be a list, not {_describe(value)}", code="grader-report.wrong-type"
        )
    return tuple(_read_piece(piece, f"{where}[{i}]") for i, piece in enumerate(value))


def _read_piece(value: object, where: str) -> Inline | LineBreak:
    if not isinstance(value, Mapping):
        raise _make_violation(
            where, f"must be an object, not {_describe(value)}", code="grader-report.wrong-type"
        )
    if not value:
        return LineBreak()
    text, display = value.get("text"), value.get("display", Display.NORMAL)
    if not isinstance(text, str):
        raise _make_violation(
            f"{where}.text",
            f"must be a string, not {_describe(text)}",
            code="grader-report.wrong-type",
        )
    if not isinstance(display, str) or display not in _DISPLAYS:
        raise _make_violation(
            f"{where}.display",
            f"must be one of {', '.join(Display)}, not {display!r:.60}",
            code="grader-report.invalid-display",
        )
    return Inline(text, _DISPLAYS[display])


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _encode_item(item: Item) -> dict[str, Any]:
    if isinstance(item, ReportMessage):
        return {"message": _encode_text(item.text), "result": item.result}
    section: dict[str, Any] = {
        "section": _encode_text(item.title),
        "contents": encode_report(item.contents),
    }
    return section if item.minimum is None else {**section, "minscore": item.minimum}


def _encode_text(text: ReportText) -> list[dict[str, str]]:
    return [{} if isinstance(piece, LineBreak) else _encode_inline(piece) for piece in text]


def _encode_inline(piece: Inline) -> dict[str, str]:
    if piece.display is Display.NORMAL:
        return {"text": piece.text}
    return {"text": piece.text, "display": piece.display.value}


def _make_violation(where: str, what: str, *, code: str) -> ContractViolation:
    return ContractViolation("report", where, what, code=code)


def _describe(value: object) -> str:
    match value:
        case None:
            return "nothing"
        case bool():
            return str(value).lower()
        case list():
            return "a list"
        case Mapping():
            return "an object"
        case _:
            return f"{value!r:.60}"
