"""Decode a JSON file of a repository leniently, and report each deviation with its place.

learn-ocaml accepts strict JSON in UTF-8 and ignores text after the value. Where the meaning is
clear, this decoder also accepts what learn-ocaml refuses: a byte order mark, comments, a comma
after the last member, invalid UTF-8, duplicate keys, and the notation of grammars that authors copy
from manuals.
Source: ocaml-sf/learn-ocaml 5ffd748 reads with ezjsonm; rules L10 to L14 of
docs/contracts/learn-ocaml-repository.md.
"""

import json
import re
from dataclasses import dataclass
from typing import Any, NoReturn

from kriterion_tools.contracts.learn_ocaml_repository.json_places import find_line_and_column
from kriterion_tools.contracts.learn_ocaml_repository.repository_fault import Fault
from kriterion_tools.diagnostic import describe_value

MAXIMUM_DEPTH = 100

_LONGEST_NUMBER = 4_300  # digits: Python's own limit

# Each string matches to its end or to that of the text, which keeps the search linear.
_STRING = r'"(?:[^"\\]|\\.?)*+(?:"|\Z)'
_STRING_OR_COMMENT = re.compile(rf"(?P<string>{_STRING})|//[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
# A comma without a value before it is left alone: it is unclear what is missing.
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


class RepeatingObject(dict[str, Any]):
    """An object with duplicate keys; the last value of each counts."""

    repeated: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class DecodedFile:
    """The `value` of a file; None after a fatal fault. Places of faults are places in `text`."""

    text: str
    value: Any = None
    faults: tuple[Fault, ...] = ()


class _Refused(Exception):
    """The text cannot be decoded."""

    def __init__(self, what: str, offset: int, *, code: str, fix: str = "") -> None:
        self.what, self.offset, self.code, self.fix = what, offset, code, fix


def decode(content: bytes) -> DecodedFile:
    """Decode the bytes of a file. Never raises an exception."""
    faults: list[Fault] = []
    text = _decode_text(content, faults)
    try:
        text, value = _parse(text, faults)
    except _Refused as refused:
        fault = _make_fault(
            text,
            refused.offset,
            what=refused.what,
            code=refused.code,
            fix=refused.fix,
            fatal=True,
        )
        return DecodedFile(text=text, faults=(*faults, fault))
    return DecodedFile(text=text, value=value, faults=tuple(faults))


def _decode_text(content: bytes, faults: list[Fault]) -> str:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        text = content.decode("utf-8-sig", errors="replace")
        offset = len(error.object[: error.start].decode())
        faults.append(
            _make_fault(
                text,
                offset,
                what=f"byte {error.object[error.start]:#04x} is not valid UTF-8",
                code="learn-ocaml.json.invalid-utf8",
                fix="save the file as UTF-8",
            )
        )
    if content.startswith(b"\xef\xbb\xbf"):
        faults.append(
            _make_fault(
                text,
                0,
                what="starts with a byte order mark",
                code="learn-ocaml.json.byte-order-mark",
                fix="save it as UTF-8 without BOM",
            )
        )
    if "\\u" in text and (lone := _find_lone_surrogate(text)) is not None:
        faults.append(
            _make_fault(
                text,
                lone,
                what="half a surrogate pair, read as U+FFFD",
                code="learn-ocaml.json.half-surrogate",
                fix=r"write both halves, \uD8… \uDC…",
            )
        )
        text = _ESCAPE.sub(lambda escape: r"\ufffd" if escape["lone"] else escape[0], text)
    return text


def _find_lone_surrogate(text: str) -> int | None:
    return next((escape.start() for escape in _ESCAPE.finditer(text) if escape["lone"]), None)


def _parse(text: str, faults: list[Fault]) -> tuple[str, Any]:
    """Return the value, and the text with blanks for what JSON does not allow."""
    try:
        return text, _decode_value(text, faults)
    except _Refused as refused:
        refusal = refused
    # Notation of grammars comes last: it is handled only if nothing else helps.
    for clean in (_replace_comments_and_commas, _replace_grammar):
        cleaned, deviations = clean(text)
        if not deviations:
            continue
        try:
            value = _decode_value(cleaned, faults)
        except _Refused as refused:
            if clean is _replace_comments_and_commas:
                refusal = refused
            continue
        faults += deviations
        return cleaned, value
    raise refusal


def _replace_comments_and_commas(text: str) -> tuple[str, list[Fault]]:
    """Replace comments, and commas before a closing bracket, by blanks.

    Each of the two kinds gives one fault, at its first occurrence.
    """
    text, comments = _replace_comments(text)
    text, commas = _replace_last_commas(text)
    return text, [*comments, *commas]


def _replace_grammar(text: str) -> tuple[str, list[Fault]]:
    """Replace the notation of grammars, comments and last commas; no faults without notation.

    The first alternative is kept, a range becomes null, an ellipsis is removed, a semicolon becomes
    a comma.
    """
    text, comments = _replace_comments(text)
    signs = (
        match
        for match in _STRING_OR_GRAMMAR.finditer(text)
        if not match["string"] or match["others"]
    )
    sign = next(signs, None)
    if sign is None:
        return text, []
    fault = _make_fault(
        text,
        sign.end("string") if sign["others"] else sign.start(),
        what=f"contains {describe_value(_quote_sign(sign))}, which is the notation of a grammar",
        code="learn-ocaml.json.grammar",
        fix="write the values themselves, separated by commas",
    )
    text = _STRING_OR_GRAMMAR.sub(_replace_sign, text)
    text, commas = _replace_last_commas(text)
    return text, [*comments, fault, *commas]


def _quote_sign(match: re.Match[str]) -> str:
    if match["others"]:
        return "|"
    return match["range"] or (".." if match["ellipsis"] else ";")


def _replace_sign(match: re.Match[str]) -> str:
    if match["string"]:
        return match["string"] + _make_blanks(match["others"] or "")
    if match["range"]:
        return "null" + _make_blanks(match["range"][4:])
    return "," if match["semicolon"] else _make_blanks(match["ellipsis"])


def _replace_comments(text: str) -> tuple[str, list[Fault]]:
    comments = (match for match in _STRING_OR_COMMENT.finditer(text) if not match["string"])
    first = next(comments, None)
    if first is None:
        return text, []
    fault = _make_fault(
        text,
        first.start(),
        what="contains comments, which JSON does not allow",
        code="learn-ocaml.json.comments",
        fix="remove them",
    )
    text = _STRING_OR_COMMENT.sub(lambda match: match["string"] or _make_blanks(match[0]), text)
    return text, [fault]


def _replace_last_commas(text: str) -> tuple[str, list[Fault]]:
    commas = (match for match in _STRING_OR_LAST_COMMA.finditer(text) if match["comma"])
    first = next(commas, None)
    if first is None:
        return text, []
    fault = _make_fault(
        text,
        first.start(),
        what="has a comma after the last member, which JSON does not allow",
        code="learn-ocaml.json.trailing-comma",
        fix="remove the comma",
    )
    text = _STRING_OR_LAST_COMMA.sub(lambda match: " " if match["comma"] else match[0], text)
    return text, [fault]


def _decode_value(text: str, faults: list[Fault]) -> Any:
    _check_depth(text)
    begin = _skip_blanks(text, 0)
    if begin == len(text):
        raise _Refused("is empty", 0, code="learn-ocaml.json.empty")

    decoder = json.JSONDecoder(object_pairs_hook=_build_object, parse_constant=_refuse_constant)
    try:
        value, end = decoder.raw_decode(text, begin)
    except json.JSONDecodeError as error:
        raise _explain_syntax_error(error) from error
    except ValueError as error:
        raise _explain_number_error(text) from error
    after = _skip_blanks(text, end)
    if after < len(text):
        faults.append(
            _make_fault(
                text,
                after,
                what="the text after the value is not read",
                code="learn-ocaml.json.text-after-value",
                fix="remove it",
                upstream=False,
            )
        )
    return value


def _build_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build the object; a duplicate key takes its last position, as in learn-ocaml."""
    plain = dict(pairs)
    if len(plain) == len(pairs):
        return plain
    built = RepeatingObject()
    repeated = []
    for key, value in pairs:
        if key in built:
            repeated.append(key)
            del built[key]
        built[key] = value
    built.repeated = tuple(dict.fromkeys(repeated))
    return built


def _check_depth(text: str) -> None:
    if text.count("[") + text.count("{") <= MAXIMUM_DEPTH:
        return
    depth = 0
    for match in _STRING_OR_BRACKET.finditer(text):
        if match["bracket"]:
            depth += 1 if match["bracket"] in "[{" else -1
        if depth > MAXIMUM_DEPTH:
            what = f"is nested more than {MAXIMUM_DEPTH} levels deep"
            raise _Refused(
                what, match.start(), code="learn-ocaml.json.too-deep", fix="nest it less deeply"
            )


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _explain_number_error(text: str) -> _Refused:
    """Return the fault of the first invalid number."""
    for match in _STRING_OR_NUMBER.finditer(text):
        if match["word"]:
            what = f"{match['word']} is not a number"
            return _Refused(what, match.start(), code="learn-ocaml.json.not-a-number")
        if len(match["digits"] or "") > _LONGEST_NUMBER:
            what = f"the number has more than {_LONGEST_NUMBER:,} digits"
            return _Refused(what, match.start(), code="learn-ocaml.json.number-too-large")
    what = "contains a number that cannot be read"
    return _Refused(what, 0, code="learn-ocaml.json.invalid-number")


def _explain_syntax_error(error: json.JSONDecodeError) -> _Refused:
    rest = error.doc[error.pos :].lstrip()
    fix = ""
    if not rest and (opened := _find_unclosed_bracket(error.doc)) is not None:
        line, column = find_line_and_column(error.doc, opened)
        fix = f"close the {error.doc[opened]} of line {line}, column {column}"
    reason = error.msg[0].lower() + error.msg[1:]
    what = f"is not valid JSON: {reason}"
    return _Refused(what, error.pos, code="learn-ocaml.json.syntax", fix=fix)


def _find_unclosed_bracket(text: str) -> int | None:
    """Return where the innermost unclosed bracket opens."""
    opened = []
    for match in _STRING_OR_BRACKET.finditer(text):
        if match["bracket"] in ("[", "{"):
            opened.append(match.start())
        elif match["bracket"] and opened:
            opened.pop()
    return opened[-1] if opened else None


def _make_blanks(text: str) -> str:
    """Return as many blanks, so that the following text keeps its line and column."""
    return re.sub(r"[^\n]", " ", text)


def _skip_blanks(text: str, offset: int) -> int:
    blanks = _BLANK.match(text, offset)
    return blanks.end() if blanks else offset


def _make_fault(
    text: str,
    offset: int,
    *,
    what: str,
    code: str,
    fix: str = "",
    fatal: bool = False,
    upstream: bool = True,
) -> Fault:
    line, column = find_line_and_column(text, offset)
    return Fault(
        what=what,
        code=code,
        line=line,
        column=column,
        fix=fix,
        fatal=fatal,
        upstream=upstream,
    )
