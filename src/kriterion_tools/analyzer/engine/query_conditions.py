"""What a tree-sitter query requires of a node, as a condition.

tree-sitter takes some ten milliseconds to compile one query of a large grammar. So a process that
analyses one solution compiles only the queries that some node may match.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from kriterion_tools.analyzer.engine.rule_conditions import (
    UNKNOWN,
    Condition,
    join_all,
    require_below,
)

_TOKEN = re.compile(
    r"""(?P<comment>;[^\n]*)|(?P<text>"(?s:\\.|[^"\\])*")|(?P<opening>[(\[])|(?P<closing>[)\]])"""
    r"""|(?P<field>[\w-][\w.-]*:)|(?P<capture>@[\w.-]+)|(?P<predicate>\#[\w.-]+[!?])"""
    r"""|(?P<negated>![\w.-]+)|(?P<quantifier>[?*+])|(?P<anchor>\.)|(?P<word>[\w/-]+)"""
    r"""|(?P<other>\S)"""
)
_OPTIONAL = ("?", "*")
_SPECIAL = ("MISSING", "ERROR")
_DEEPEST = 30  # nested nodes


@dataclass(kw_only=True, slots=True)
class _Part:
    """A node, a choice, a group of siblings or a predicate in a query."""

    opening: str = ""
    start: int = 0  # in the query
    place: str = ""  # field of its parent
    kind: str = ""
    captures: list[str] = field(default_factory=list)
    parts: list["_Part"] = field(default_factory=list)
    is_optional: bool = False
    predicate: str = ""
    arguments: list[tuple[str, str]] = field(default_factory=list)  # of a predicate


def split_query(text: str) -> list[tuple[str, Condition]]:
    """Return the patterns of a query, each with what it requires of a node; the whole query with
    UNKNOWN if it is not understood.
    """
    whole = _read_parts(text)
    if whole is None or not whole.parts:
        return [(text, UNKNOWN)]
    starts = [part.start for part in whole.parts]
    ends = [*starts[1:], len(text)]
    return [
        (text[start:end], _read_pattern(part))
        for part, start, end in zip(whole.parts, starts, ends, strict=True)
    ]


def _read_parts(text: str) -> _Part | None:
    """Return the top level of a query, or None if it is not understood."""
    stack = [_Part(opening="(")]
    waiting_field = ""
    for kind, token, start in _list_tokens(text):
        part = stack[-1]
        if kind == "opening":
            if len(stack) > _DEEPEST:
                return None
            stack.append(_Part(opening=token, place=waiting_field, start=start))
            waiting_field = ""
        elif kind == "closing":
            if len(stack) < 2:
                return None
            stack.pop()
            stack[-1].parts.append(part)
        elif kind == "field":
            if len(stack) == 1:
                return None
            waiting_field = token[:-1]
        elif kind == "predicate":
            part.predicate = token
        elif part.predicate:
            part.arguments.append((kind, token))
        elif kind == "capture" and part.parts:
            part.parts[-1].captures.append(token)
        elif kind == "quantifier" and part.parts:
            part.parts[-1].is_optional |= token in _OPTIONAL
        elif kind == "text":
            part.parts.append(_Part(place=waiting_field, kind=unquote(token), start=start))
            waiting_field = ""
        elif kind == "word" and part.opening == "(" and len(stack) > 1 and not part.kind:
            if "/" in token or token in _SPECIAL:
                return None
            part.kind = token
        elif (kind, token) == ("word", "_"):
            part.parts.append(_Part(place=waiting_field, kind="_", start=start))
            waiting_field = ""
        elif kind not in ("anchor", "negated"):
            return None
    return stack[0] if len(stack) == 1 else None


def _list_tokens(text: str) -> Iterator[tuple[str, str, int]]:
    """Yield the kind, text and place of each token."""
    for match in _TOKEN.finditer(text):
        if match.lastgroup != "comment":
            yield match.lastgroup or "", match[0], match.start()


def _read_pattern(pattern: _Part) -> Condition:
    """Return the condition for the first node of a pattern."""
    predicates: dict[str, list[Condition]] = {}
    _collect_predicates(pattern, predicates, frozenset(_list_certain_captures(pattern)))
    return _read_part(pattern, predicates)


def _list_certain_captures(part: _Part) -> Iterator[str]:
    """Yield the captures that every match has."""
    if not part.is_optional:
        yield from part.captures
        for inner in part.parts if part.opening != "[" else ():
            yield from _list_certain_captures(inner)


def _collect_predicates(
    part: _Part, found: dict[str, list[Condition]], certain: Collection[str]
) -> None:
    """Find what predicates say of a capture, by its name. `certain` captures are in every match."""
    if part.predicate and part.arguments:
        (_, name), *others = part.arguments
        texts = [unquote(token) for kind, token in others if kind == "text"]
        condition = _read_predicate(part.predicate, texts) if len(texts) == len(others) else None
        captures = {name, *(token for kind, token in others if kind == "capture")}
        is_gap = part.predicate == "#gap?" and len(texts) == 1 and captures <= {*certain}
        if is_gap and _is_blank(texts[0]):
            condition = ["gap", texts[0]]
        if condition is not None:
            found.setdefault(name, []).append(condition)
    for inner in part.parts:
        _collect_predicates(inner, found, certain)


def _read_predicate(predicate: str, texts: Sequence[str]) -> Condition | None:
    match predicate:
        case "#eq?" | "#any-of?" if texts:
            return ["one of", *texts]
        case "#match?" | "#not-match?" if len(texts) == 1:
            return ["start", texts[0], predicate == "#match?"]
        case "#line?" | "#not-line?" if len(texts) == 1:
            return ["line of", texts[0], predicate == "#line?"]
    return None


def _is_blank(expression: str) -> bool:
    """Whether an expression matches only texts of blanks, so that no token is in between."""
    return _BLANK.fullmatch(expression) is not None


_BLANK = re.compile(r"\^(?:[ \n\t?*+()|]|\{\d+,?\d*\}|\\[nrt]|\[(?: |\\[nrt])+\])+(?:\$|\\Z)")


def _read_part(part: _Part, predicates: dict[str, list[Condition]]) -> Condition:
    conditions = [condition for name in part.captures for condition in predicates.get(name, ())]
    nodes = [inner for inner in part.parts if not inner.predicate]
    if part.opening == "[":
        choice = [_read_part(inner, predicates) for inner in nodes]
        return join_all([["any", *choice], *conditions])
    if part.opening == "(" and not part.kind:  # siblings
        first = next((inner for inner in nodes if not _may_be_empty(inner)), None)
        start = UNKNOWN if first is None else _read_part(first, predicates)
        return join_all([start, *conditions])
    if part.kind != "_":
        conditions.append(["kind", part.kind])
    for inner in nodes:
        if not _may_be_empty(inner):
            place = "" if _may_begin_empty(inner) else inner.place
            conditions.append(require_below("has", _read_part(inner, predicates), place))
    return join_all([*conditions, UNKNOWN])


def _may_be_empty(part: _Part) -> bool:
    """Whether a part of a node may match no node at all."""
    if part.is_optional or part.kind:
        return part.is_optional
    are_empty = [_may_be_empty(inner) for inner in part.parts if not inner.predicate]
    return any(are_empty) if part.opening == "[" else all(are_empty)


def _may_begin_empty(part: _Part) -> bool:
    """Whether the first node of a group may be missing, so that its field is of no other node."""
    nodes = [inner for inner in part.parts if not inner.predicate]
    if part.kind or not nodes:
        return part.is_optional
    if part.opening == "[":
        return any(map(_may_begin_empty, nodes))
    return _may_be_empty(nodes[0]) or _may_begin_empty(nodes[0])


def unquote(token: str) -> str:
    """Return the text that tree-sitter reads from a quoted token."""
    escapes = {"n": "\n", "r": "\r", "t": "\t", "0": "\0"}
    return re.sub(r"(?s)\\(.)", lambda match: escapes.get(match[1], match[1]), token[1:-1])
