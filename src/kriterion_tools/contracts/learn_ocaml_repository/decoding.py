"""The bytes of a JSON file as a value, with everything odd about them and its place.

learn-ocaml takes strict JSON in UTF-8 and passes over text after the value. What it refuses is read
over where the meaning is plain: a byte order mark, comments, a comma after the last member, bytes
that are no UTF-8, keys given twice, and the signs of grammars that authors copy from manuals.
Source: ocaml-sf/learn-ocaml 5ffd748 reads with ezjsonm; rules L10 to L14 of
docs/contracts/learn-ocaml-repository.md.
"""

import json
import re
from dataclasses import dataclass
from typing import Any, NoReturn

from kriterion_tools.contracts.learn_ocaml_repository.json_places import line_and_column
from kriterion_tools.contracts.learn_ocaml_repository.repository_fault import Fault
from kriterion_tools.diagnostic import describe_value

MAXIMUM_DEPTH = 100

_LONGEST_NUMBER = 4_300  # digits: Python's own limit

# Each string matches to its end or to that of the text, which keeps the search linear.
_STRING = r'"(?:[^"\\]|\\.?)*+(?:"|\Z)'
_STRING_OR_COMMENT = re.compile(rf"(?P<string>{_STRING})|//[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
# A comma that follows no value is left as it is, for what it belongs to is not plain.
_STRING_OR_LAST_COMMA = re.compile(
    rf"{_STRING}|[\[{{,:][ \t\r\n]*+,|(?P<comma>,)(?=[ \t\r\n]*+[\]}}])", re.DOTALL
)
# "a" | "b"; [1 .. 5]; an ellipsis with one of the separators around it; a semicolon.
_STRING_OR_GRAMMAR = re.compile(
    rf"(?P<string>{_STRING})(?P<others>(?:[ \t\r\n]*+\|[ \t\r\n]*+{_STRING})++)?"
    r"|(?P<range>\[[ \t\r\n]*+[-+\w]*+[ \t\r\n]*+\.\.++[ \t\r\n]*+[-+\w]*+[ \t\r\n]*+\])"
    r"|(?P<ellipsis>[,;][ \t\r\n]*+\.\.++(?=[ \t\r\n]*+[\]}])|\.\.++[ \t\r\n]*+[,;]?)"
    r"|(?P<semicolon>;)",
    re.DOTALL,
)
_STRING_OR_BRACKET = re.compile(rf"{_STRING}|(?P<bracket>[][{{}}])", re.DOTALL)
_STRING_OR_NUMBER = re.compile(rf"{_STRING}|(?P<word>NaN|-?Infinity)|(?P<digits>\d++)", re.DOTALL)
_ESCAPE = re.compile(
    r"\\(?:[^u]|u(?:[dD][89abAB]..\\u[dD][c-fC-F]..|(?P<lone>[dD][89a-fA-F][0-9a-fA-F]{2})))"
)
_BLANK = re.compile(r"[ \t\r\n]*")


class Repeating(dict[str, Any]):
    """An object with duplicate keys; the last value of each counts."""

    repeated: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Decoded:
    """What a file holds: `value` in `text`, in which all places are.

    After a fatal fault there is no value.
    """

    text: str
    value: Any = None
    faults: tuple[Fault, ...] = ()


class _Refused(Exception):
    def __init__(self, what: str, offset: int, *, fix: str = "") -> None:
        self.what, self.offset, self.fix = what, offset, fix


def decode(content: bytes) -> Decoded:
    """Decode the bytes of a file, whatever they are."""
    faults: list[Fault] = []
    text = _text(content, faults)
    try:
        text, value = _parse(text, faults)
    except _Refused as refused:
        fault = _fault(text, refused.offset, refused.what, fix=refused.fix, fatal=True)
        return Decoded(text=text, faults=(*faults, fault))
    return Decoded(text=text, value=value, faults=tuple(faults))


def _text(content: bytes, faults: list[Fault]) -> str:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        text = content.decode("utf-8-sig", errors="replace")
        offset = len(error.object[: error.start].decode())
        what = f"byte {error.object[error.start]:#04x} is no UTF-8"
        faults.append(_fault(text, offset, what, fix="save the file as UTF-8"))
    if content.startswith(b"\xef\xbb\xbf"):
        fix = "save it as UTF-8 without BOM"
        faults.append(_fault(text, 0, "starts with a byte order mark", fix=fix))
    if "\\u" in text and (lone := _first_lone(text)) is not None:
        fix = r"write both halves, \uD8… \uDC…"
        faults.append(_fault(text, lone, "half a surrogate pair becomes \ufffd", fix=fix))
        text = _ESCAPE.sub(lambda escape: r"\ufffd" if escape["lone"] else escape[0], text)
    return text


def _first_lone(text: str) -> int | None:
    return next((escape.start() for escape in _ESCAPE.finditer(text) if escape["lone"]), None)


def _parse(text: str, faults: list[Fault]) -> tuple[str, Any]:
    """Return the value, and the text without what JSON does not allow."""
    try:
        return text, _value(text, faults)
    except _Refused as refused:
        refusal = refused
    # Notation of grammars comes last: it is handled only if nothing else helps.
    for clean in (_without_oddities, _without_grammar):
        plain, oddities = clean(text)
        if not oddities:
            continue
        try:
            value = _value(plain, faults)
        except _Refused as refused:
            if clean is _without_oddities:
                refusal = refused
            continue
        faults += oddities
        return plain, value
    raise refusal


def _without_oddities(text: str) -> tuple[str, list[Fault]]:
    """Replace comments, and commas before a closing bracket, by blanks.

    Each of the two kinds gives one fault, at its first occurrence.
    """
    text, comments = _without_comments(text)
    text, commas = _without_last_commas(text)
    return text, [*comments, *commas]


def _without_grammar(text: str) -> tuple[str, list[Fault]]:
    """The same, also without the signs of a grammar; nothing when it has none.

    Of alternatives the first is taken, a range becomes null, an ellipsis goes, a semicolon
    separates as a comma does.
    """
    text, comments = _without_comments(text)
    signs = (one for one in _STRING_OR_GRAMMAR.finditer(text) if not one["string"] or one["others"])
    sign = next(signs, None)
    if sign is None:
        return text, []
    offset = sign.end("string") if sign["others"] else sign.start()
    what = f"holds {describe_value(_sign(sign))} as grammars do, which JSON does not have"
    fault = _fault(text, offset, what, fix="write the values themselves, separated by commas")
    text = _STRING_OR_GRAMMAR.sub(_without_sign, text)
    text, commas = _without_last_commas(text)
    return text, [*comments, fault, *commas]


def _sign(found: re.Match[str]) -> str:
    if found["others"]:
        return "|"
    return found["range"] or (".." if found["ellipsis"] else ";")


def _without_sign(found: re.Match[str]) -> str:
    if found["string"]:
        return found["string"] + _blank(found["others"] or "")
    if found["range"]:
        return "null" + _blank(found["range"][4:])
    return "," if found["semicolon"] else _blank(found["ellipsis"])


def _without_comments(text: str) -> tuple[str, list[Fault]]:
    comment = next((one for one in _STRING_OR_COMMENT.finditer(text) if not one["string"]), None)
    if comment is None:
        return text, []
    what = "holds comments, which JSON does not have"
    fault = _fault(text, comment.start(), what, fix="take them out")
    return _STRING_OR_COMMENT.sub(lambda one: one["string"] or _blank(one[0]), text), [fault]


def _without_last_commas(text: str) -> tuple[str, list[Fault]]:
    comma = next((one for one in _STRING_OR_LAST_COMMA.finditer(text) if one["comma"]), None)
    if comma is None:
        return text, []
    what = "has a comma after the last member, which JSON does not have"
    fault = _fault(text, comma.start(), what, fix="take the comma out")
    return _STRING_OR_LAST_COMMA.sub(lambda one: " " if one["comma"] else one[0], text), [fault]


def _value(text: str, faults: list[Fault]) -> Any:
    _check_depth(text)
    begin = _end_of_blanks(text, 0)
    if begin == len(text):
        raise _Refused("is empty", 0)

    decoder = json.JSONDecoder(object_pairs_hook=_collected, parse_constant=_constant)
    try:
        value, end = decoder.raw_decode(text, begin)
    except json.JSONDecodeError as error:
        raise _syntax(error) from error
    except ValueError as error:
        raise _number(text) from error
    after = _end_of_blanks(text, end)
    if after < len(text):
        what = "what follows the value is not read"
        faults.append(_fault(text, after, what, fix="take it out", upstream=False))
    return value


def _collected(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build the object; a duplicate key takes its last position, as in learn-ocaml."""
    plain = dict(pairs)
    if len(plain) == len(pairs):
        return plain
    collected = Repeating()
    repeated = []
    for key, value in pairs:
        if key in collected:
            repeated.append(key)
            del collected[key]
        collected[key] = value
    collected.repeated = tuple(dict.fromkeys(repeated))
    return collected


def _check_depth(text: str) -> None:
    if text.count("[") + text.count("{") <= MAXIMUM_DEPTH:
        return
    depth = 0
    for found in _STRING_OR_BRACKET.finditer(text):
        if found["bracket"]:
            depth += 1 if found["bracket"] in "[{" else -1
        if depth > MAXIMUM_DEPTH:
            what = f"is nested more than {MAXIMUM_DEPTH} levels deep"
            raise _Refused(what, found.start(), fix="make it flatter")


def _constant(name: str) -> NoReturn:
    raise ValueError(name)


def _number(text: str) -> _Refused:
    """Return the fault of the first invalid number."""
    for found in _STRING_OR_NUMBER.finditer(text):
        if found["word"]:
            return _Refused(f"{found['word']} is no number", found.start())
        if len(found["digits"] or "") > _LONGEST_NUMBER:
            return _Refused("this number is too large", found.start())
    return _Refused("holds a number that cannot be read", 0)


def _syntax(error: json.JSONDecodeError) -> _Refused:
    rest = error.doc[error.pos :].lstrip()
    fix = ""
    if not rest and (opened := _unclosed(error.doc)) is not None:
        line, column = line_and_column(error.doc, opened)
        fix = f"close the {error.doc[opened]} of line {line}, column {column}"
    return _Refused(f"is no JSON: {error.msg[0].lower()}{error.msg[1:]}", error.pos, fix=fix)


def _unclosed(text: str) -> int | None:
    """Return where the innermost unclosed bracket opens."""
    opened = []
    for found in _STRING_OR_BRACKET.finditer(text):
        if found["bracket"] in ("[", "{"):
            opened.append(found.start())
        elif found["bracket"] and opened:
            opened.pop()
    return opened[-1] if opened else None


def _blank(text: str) -> str:
    """Return as many blanks, so that the following text keeps its line and column."""
    return re.sub(r"[^\n]", " ", text)


def _end_of_blanks(text: str, offset: int) -> int:
    blanks = _BLANK.match(text, offset)
    return blanks.end() if blanks else offset


def _fault(
    text: str, offset: int, what: str, *, fix: str = "", fatal: bool = False, upstream: bool = True
) -> Fault:
    line, column = line_and_column(text, offset)
    return Fault(what=what, line=line, column=column, fix=fix, fatal=fatal, upstream=upstream)
