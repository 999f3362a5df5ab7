"""Decode the JSON documents of an Exercism tool: any bytes in, an object or a violation out.

They quote what students' code printed, so invalid UTF-8 and lone surrogates are read as U+FFFD with
a violation, and the rest of the document stays usable.
"""

import re
from typing import Any, TypeVar

import msgspec

from kriterion_tools.errors import ContractViolation

_Document = TypeVar("_Document")

# Of one file. Source: exercism/tooling-invoker 0fa87bb.
MAXIMUM_CHARACTERS = 500 * 1024
MAXIMUM_VIOLATIONS = 100  # of one document; further ones are only counted

_BYTE_ORDER_MARK = "\ufeff"
_ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    r"|(?P<half>u[dD][89a-fA-F][0-9a-fA-F]{2})|.)",
    re.DOTALL,
)


class DocumentViolations:
    """Collects the violations in one document: the first MAXIMUM_VIOLATIONS, then their number."""

    def __init__(self, document: str) -> None:
        self._document = document
        self._kept: list[ContractViolation] = []
        self._omitted = 0

    def add(self, where: str, what: str, *, code: str) -> None:
        """Add a violation at a path in the document ("comments[3].type")."""
        self.append(ContractViolation(self._document, where, what, code=code))

    def append(self, violation: ContractViolation) -> None:
        """Add a violation."""
        if len(self._kept) < MAXIMUM_VIOLATIONS:
            self._kept.append(violation)
        else:
            self._omitted += 1

    def to_tuple(self) -> tuple[ContractViolation, ...]:
        """Return the violations that were kept, and one that counts those that were not."""
        if not self._omitted:
            return tuple(self._kept)
        what = f"{self._omitted:,} more violations are not listed"
        overflow = ContractViolation(self._document, "", what, code="tool-output.more-violations")
        return (*self._kept, overflow)


def decode(
    content: bytes,
    decoder: msgspec.json.Decoder[_Document],
    document: str,
    violations: DocumentViolations,
) -> _Document:
    """Decode the document. Raises ContractViolation if it is not an object."""
    text = _decode_text(content, document, violations)
    try:
        return decoder.decode(text)
    except msgspec.ValidationError as error:  # fields are raw, so it is about the whole
        raise ContractViolation(
            document, "", "must be an object", code="tool-output.not-an-object"
        ) from error
    except msgspec.DecodeError as error:
        what = f"is not valid JSON: {error}"
        raise ContractViolation(document, "", what, code="tool-output.syntax") from error
    except RecursionError as error:
        what = "is nested too deeply"
        raise ContractViolation(document, "", what, code="tool-output.too-deep") from error


def decode_value(raw: msgspec.Raw, document: str, where: str) -> Any:
    """Decode the value at a path in a decoded document. Raises ContractViolation."""
    try:
        return msgspec.json.decode(raw)
    except msgspec.DecodeError as error:  # the syntax was checked, so it is a number out of range
        what = "contains a number that is too large"
        raise ContractViolation(
            document, where, what, code="tool-output.number-too-large"
        ) from error
    except RecursionError as error:
        what = "is nested too deeply"
        raise ContractViolation(document, where, what, code="tool-output.too-deep") from error


def _decode_text(content: bytes, document: str, violations: DocumentViolations) -> str:
    if len(content) > 4 * MAXIMUM_CHARACTERS:  # a character has at most 4 bytes
        raise _make_length_violation(document)
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        what = f"{content[error.start]:#04x} is not valid UTF-8, read as U+FFFD"
        violations.add(f"byte {error.start}", what, code="tool-output.invalid-utf8")
        text = content.decode("utf-8", "replace")
    if len(text) > MAXIMUM_CHARACTERS:
        raise _make_length_violation(document)
    if text.startswith(_BYTE_ORDER_MARK):
        what = "a byte order mark, which JSON does not allow"
        violations.add("byte 0", what, code="tool-output.byte-order-mark")
        text = text.removeprefix(_BYTE_ORDER_MARK)
    if not text.strip():
        raise ContractViolation(document, "", "is empty", code="tool-output.empty")
    return _ESCAPE.sub(_SurrogateRepair(violations), text) if "\\u" in text else text


class _SurrogateRepair:
    """Replaces lone surrogates, which no text can contain, and reports the first."""

    def __init__(self, violations: DocumentViolations) -> None:
        self._violations = violations
        self._has_reported = False

    def __call__(self, escape: re.Match[str]) -> str:
        if escape["half"] is None:
            return escape[0]
        if not self._has_reported:
            self._has_reported = True
            where = f"character {escape.start()}"
            what = f"{escape[0]} is half a surrogate pair, read as U+FFFD"
            self._violations.add(where, what, code="tool-output.half-surrogate")
        return r"\ufffd"


def _make_length_violation(document: str) -> ContractViolation:
    what = f"is longer than {MAXIMUM_CHARACTERS:,} characters"
    return ContractViolation(document, "", what, code="tool-output.too-long")
