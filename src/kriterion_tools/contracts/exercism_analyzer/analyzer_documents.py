"""Decode the JSON documents of an analyzer: any bytes in, an object or a violation out.

They quote what students' code printed, so invalid UTF-8 and lone surrogates are read as U+FFFD with
a violation, and the rest of the document stays usable.
"""

import re
from typing import Any

import msgspec

from kriterion_tools.contracts.exercism_analyzer.analyzer_files import MAXIMUM_CHARACTERS
from kriterion_tools.errors import ContractViolation

MAXIMUM_VIOLATIONS = 100  # of one document; further ones are only counted

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
        """Add a violation at a path in the document ("comments[3].type")."""
        if len(self._kept) < MAXIMUM_VIOLATIONS:
            self._kept.append(ContractViolation(self._document, where, what))
        else:
            self._passed_over += 1

    def listed(self) -> tuple[ContractViolation, ...]:
        """The violations that were kept, and one with the number of the others."""
        if not self._passed_over:
            return tuple(self._kept)
        what = f"{self._passed_over:,} more are not listed"
        return (*self._kept, ContractViolation(self._document, "", what))


def decode(content: bytes, type_: type, document: str, violations: DocumentViolations) -> Any:
    """Decode the document as `type_`. Raises ContractViolation if it is not one."""
    text = _text(content, document, violations)
    try:
        return msgspec.json.decode(text, type=type_)
    except msgspec.ValidationError as error:  # fields are raw, so it is about the whole
        raise ContractViolation(document, "", "must be an object") from error
    except msgspec.DecodeError as error:
        raise ContractViolation(document, "", f"is no JSON: {error}") from error
    except RecursionError as error:
        raise ContractViolation(document, "", "is nested too deep") from error


def value_of(raw: msgspec.Raw) -> Any:
    """Decode a part of a decoded document. Raises ValueError with the reason."""
    try:
        return msgspec.json.decode(raw)
    except msgspec.DecodeError as error:  # the syntax was checked, so it is a number out of range
        raise ValueError("holds a number that is too large") from error
    except RecursionError as error:
        raise ValueError("is nested too deep") from error


def _text(content: bytes, document: str, violations: DocumentViolations) -> str:
    if len(content) > 4 * MAXIMUM_CHARACTERS:  # a character has at most 4 bytes
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
    return _ESCAPE.sub(_SurrogateRepair(violations), text) if "\\u" in text else text


class _SurrogateRepair:
    """Replaces lone surrogates, which no text can hold, and reports the first."""

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
