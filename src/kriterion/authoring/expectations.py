"""`submissions/expected.yaml`: the expected result of each known submission of an exercise.

Each line maps a file to a status, to several acceptable statuses, or to a mapping with `status`,
the `language` its author speaks, and the `points` it must earn.
"""

import difflib
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

import yaml

from kriterion.authoring.finding import error
from kriterion_tools.contracts.dodona_judge.statuses import JUDGE_STATUSES, SYNONYMS, Status
from kriterion_tools.diagnostic import Diagnostic, describe_value

FILE_NAME = "expected.yaml"
MAXIMUM_BYTES = 64 * 1024
MAXIMUM_DEPTH = 4

_STATUSES: Mapping[str, Status] = {status.value: status for status in JUDGE_STATUSES} | SYNONYMS
_FIX_FOR_STATUS = "write one of: " + ", ".join(JUDGE_STATUSES)


@dataclass(frozen=True, slots=True)
class Expectation:
    """The acceptable statuses; the language to submit in and the expected points, if given."""

    statuses: frozenset[Status]
    language: str | None = None
    points: int | None = None


class _Fault(Exception):
    def __init__(self, node: yaml.Node, what: str, fix: str = "", *, code: str) -> None:
        self.line = node.start_mark.line + 1
        self.what, self.fix, self.code = what, fix, code


def read_expectations(
    content: bytes, file: str, submissions: Collection[str]
) -> tuple[dict[str, Expectation], list[Diagnostic]]:
    """Return the expectations by file name, and a finding for each fault in the file."""
    try:
        root = _compose(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return {}, [
            error(
                file, "is not valid UTF-8", fix="save the file as UTF-8", code="file.invalid-utf8"
            )
        ]
    except _Unreadable as unreadable:
        return {}, [
            error(file, unreadable.what, where=unreadable.where, code="expectations.invalid-yaml")
        ]
    if root is None:
        return {}, []
    if not isinstance(root, yaml.MappingNode):
        fix = "write lines such as  wrong-answer.py: wrong"
        return {}, [
            error(
                file,
                "must map files to statuses",
                fix=fix,
                code="expectations.not-a-mapping",
            )
        ]
    expectations: dict[str, Expectation] = {}
    findings = []
    for key, value in root.value:
        try:
            name = _read_name(key, submissions)
            if name in expectations:
                raise _Fault(
                    key,
                    f"{describe_value(name)} is listed twice",
                    "remove one of the lines",
                    code="expectations.duplicate-file",
                )
            expectations[name] = _read_expectation(value)
        except _Fault as fault:
            findings.append(
                error(file, fault.what, where=f"line {fault.line}", fix=fault.fix, code=fault.code)
            )
    return expectations, findings


def _read_name(key: yaml.Node, submissions: Collection[str]) -> str:
    name = _read_text(key, "the name of a file")
    if name not in submissions:
        suggestions = difflib.get_close_matches(name, submissions, n=1)
        fix = (
            f"did you mean {describe_value(suggestions[0])}?"
            if suggestions
            else "add the file, or remove the line"
        )
        raise _Fault(
            key,
            f"{describe_value(name)} does not exist beside it",
            fix,
            code="expectations.missing-file",
        )
    return name


def _read_expectation(value: yaml.Node) -> Expectation:
    if not isinstance(value, yaml.MappingNode):
        return Expectation(_read_statuses(value))
    statuses: frozenset[Status] = frozenset()
    language = points = None
    for key, node in value.value:
        match _read_text(key, "a key"):
            case "status":
                statuses = _read_statuses(node)
            case "language":
                language = _read_text(node, "a language code")
            case "points":
                points = _read_points(node)
            case other:
                known = "use status, language or points"
                raise _Fault(
                    key,
                    f"{describe_value(other)} is not a known key",
                    known,
                    code="expectations.unknown-key",
                )
    if not statuses:
        raise _Fault(value, "no status is given", _FIX_FOR_STATUS, code="expectations.no-status")
    return Expectation(statuses, language, points)


def _read_points(node: yaml.Node) -> int:
    text = _read_text(node, "a number of points")
    if not re.fullmatch("[0-9]{1,9}", text):
        raise _Fault(
            node,
            f"must be a whole number of points, not {describe_value(text)}",
            code="expectations.invalid-points",
        )
    return int(text)


def _read_statuses(node: yaml.Node) -> frozenset[Status]:
    if not isinstance(node, yaml.SequenceNode):
        return frozenset({_read_status(node)})
    if not node.value:
        raise _Fault(node, "no status is given", _FIX_FOR_STATUS, code="expectations.no-status")
    return frozenset(map(_read_status, node.value))


def _read_status(node: yaml.Node) -> Status:
    word = _read_text(node, "a status")
    # Ignore case and blanks: the meaning is clear.
    status = _STATUSES.get(" ".join(word.lower().split()))
    if status is None:
        suggestions = difflib.get_close_matches(word.lower(), _STATUSES, n=1)
        fix = f"did you mean {describe_value(suggestions[0])}?" if suggestions else _FIX_FOR_STATUS
        raise _Fault(
            node,
            f"{describe_value(word)} is not a status that a judge gives",
            fix,
            code="expectations.unknown-status",
        )
    return status


def _read_text(node: yaml.Node, wanted: str) -> str:
    if not isinstance(node, yaml.ScalarNode) or not node.value:
        actual = "a list" if isinstance(node, yaml.SequenceNode) else "nothing"
        actual = "a mapping" if isinstance(node, yaml.MappingNode) else actual
        raise _Fault(node, f"must be {wanted}, not {actual}", code="expectations.wrong-type")
    return str(node.value)


class _Unreadable(Exception):
    def __init__(self, what: str, where: str = "") -> None:
        self.what, self.where = what, where


def _compose(text: str) -> yaml.Node | None:
    """Return the nodes of the only document, or None if there is none."""
    try:
        _check_depth(text)
        node = yaml.compose(text, Loader=yaml.CSafeLoader)
    except yaml.MarkedYAMLError as broken:
        mark = broken.problem_mark or broken.context_mark
        what = f"is not valid YAML: {broken.problem or broken.context}"
        raise _Unreadable(what, f"line {mark.line + 1}" if mark else "") from broken
    except yaml.reader.ReaderError as broken:
        line = text.count("\n", 0, broken.position) + 1
        raise _Unreadable(f"is not valid YAML: {broken.reason}", f"line {line}") from broken
    return node if isinstance(node, yaml.Node) else None


def _check_depth(text: str) -> None:
    """Limit the depth: composing nodes is recursive, reading events is not."""
    depth = 0
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if depth > MAXIMUM_DEPTH:
            mark = event.start_mark
            where = f"line {mark.line + 1}" if mark else ""
            raise _Unreadable(f"is nested more than {MAXIMUM_DEPTH} levels deep", where)
