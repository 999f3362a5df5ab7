"""The JSON documents of an analyzer: any bytes in, an object or a violation out.

What student code printed gets into them, so bytes that are no UTF-8 and half surrogate pairs are
read as U+FFFD, with a violation, and take nothing else with them.
"""

import re
from typing import Any

import msgspec

from kriterion_tools.contracts.exercism_analyzer.analyzer_files import MAXIMUM_CHARACTERS
from kriterion_tools.errors import ContractViolation

MAXIMUM_VIOLATIONS = 100  # of one document; the rest is only counted

_BYTE_ORDER_MARK = "\ufeff"
_ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    r"|(?P<half>u[dD][89a-fA-F][0-9a-fA-F]{2})|.)",
    re.DOTALL,
)


class DocumentViolations:
    """What is wrong with one document, up to a bound."""

    def __init__(self, document: str) -> None:
        self._document = document
        self._kept: list[ContractViolation] = []
        self._passed_over = 0

    def add(self, where: str, what: str) -> None:
        """Take note of a fault at a path in the document ("comments[3].type")."""
        if len(self._kept) < MAXIMUM_VIOLATIONS:
            self._kept.append(ContractViolation(self._document, where, what))
        else:
            self._passed_over += 1

    def listed(self) -> tuple[ContractViolation, ...]:
        """Those that were kept, and one that says how many were not."""
        if not self._passed_over:
            return tuple(self._kept)
        what = f"{self._passed_over:,} more are not listed"
        return (*self._kept, ContractViolation(self._document, "", what))


def decode(content: bytes, type_: type, document: str, violations: DocumentViolations) -> Any:
    """The document as a record of that type. Raises ContractViolation when it is no such thing."""
    text = _text(content, document, violations)
    try:
        return msgspec.json.decode(text, type=type_)
    except msgspec.ValidationError as error:  # all fields are raw, so it is about the whole
        raise ContractViolation(document, "", "must be an object") from error
    except msgspec.DecodeError as error:
        raise ContractViolation(document, "", f"is no JSON: {error}") from error
    except RecursionError as error:
        raise ContractViolation(document, "", "is nested too deep") from error


def value_of(raw: msgspec.Raw) -> Any:
    """A part of a document that was decoded. Raises ValueError, saying why."""
    try:
        return msgspec.json.decode(raw)
    except msgspec.DecodeError as error:  # the syntax is right, so it is a number
        raise ValueError("holds a number that is too large") from error
    except RecursionError as error:
        raise ValueError("is nested too deep") from error


def _text(content: bytes, document: str, violations: DocumentViolations) -> str:
    if len(content) > 4 * MAXIMUM_CHARACTERS:  # no character has more bytes
        raise _too_long(document)
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        what = f"{content[error.start]:#04x} is no UTF-8, read as U+FFFD"
        violations.add(f"byte {error.start}", what)
        text = content.decode("utf-8", "replace")
    if len(text) > MAXIMUM_CHARACTERS:
        raise _too_long(document)
    if text.startswith(_BYTE_ORDER_MARK):
        violations.add("byte 0", "a byte order mark, which JSON does not have")
        text = text.removeprefix(_BYTE_ORDER_MARK)
    if not text.strip():
        raise ContractViolation(document, "", "is empty")
    return _ESCAPE.sub(_Mending(violations), text) if "\\u" in text else text


class _Mending:
    """Replaces half surrogate pairs, which no text can hold, and tells of the first."""

    def __init__(self, violations: DocumentViolations) -> None:
        self._violations = violations
        self._told = False

    def __call__(self, escape: re.Match[str]) -> str:
        if escape["half"] is None:
            return escape[0]
        if not self._told:
            self._told = True
            where = f"character {escape.start()}"
            self._violations.add(where, f"{escape[0]} is half a surrogate pair, read as U+FFFD")
        return r"\ufffd"


def _too_long(document: str) -> ContractViolation:
    return ContractViolation(document, "", f"is longer than {MAXIMUM_CHARACTERS:,} characters")
