"""Read a representer's output: a representation or none, and all violations of the contract.

Any bytes are accepted. The text decides the class of a solution and must be valid; a faulty mapping
loses only the names in it. Source: exercism/docs 19e037f,
building/tooling/representers/interface.md; exercism/website 16bb79f for what is tolerated (a blank
text, an invalid mapping, no version).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from kriterion_tools.contracts.exercism_representer.representation import (
    DEFAULT_VERSION,
    Representation,
)
from kriterion_tools.contracts.exercism_representer.representer_files import (
    MAPPING,
    MAXIMUM_CHARACTERS,
    METADATA,
    REPRESENTATION,
)
from kriterion_tools.diagnostic import describe_value
from kriterion_tools.errors import ContractViolation

MAXIMUM_VIOLATIONS = 100  # of one mapping; further ones are only counted

_LARGEST_VERSION = 2**31 - 1
_DECODER = msgspec.json.Decoder()


@dataclass(frozen=True, kw_only=True, slots=True)
class RepresentationReading:
    """The result of reading. If it has neither violations nor a representation, the tool gave none
    because it could not parse the solution.
    """

    representation: Representation | None
    violations: tuple[ContractViolation, ...] = ()


def read_representation(files: Mapping[str, bytes]) -> RepresentationReading:
    """Read the representation from the files of an output directory (name → content)."""
    violations: list[ContractViolation] = []
    text = _read_text(files, violations)
    mapping = _read_mapping(files, violations)
    version, by_scope = _read_metadata(files, violations)
    representation = (
        Representation(text=text, mapping=mapping, version=version, by_scope=by_scope)
        if text.strip()
        else None
    )
    return RepresentationReading(representation=representation, violations=tuple(violations))


def _read_text(files: Mapping[str, bytes], violations: list[ContractViolation]) -> str:
    """Read the text; return "" if it is unusable."""
    content = files.get(REPRESENTATION)
    if content is None:
        violations.append(
            ContractViolation(REPRESENTATION, "", "is missing", code="tool-output.missing-file")
        )
        return ""
    try:
        text = _decode_text(content, REPRESENTATION)
    except ContractViolation as violation:
        violations.append(violation)
        return ""
    return text


def _read_mapping(
    files: Mapping[str, bytes], violations: list[ContractViolation]
) -> dict[str, str]:
    """Read the valid entries of the mapping."""
    content = files.get(MAPPING)
    if content is None:
        violations.append(
            ContractViolation(MAPPING, "", "is missing", code="tool-output.missing-file")
        )
        return {}
    try:
        written = _decode_object(content, MAPPING)
    except ContractViolation as violation:
        violations.append(violation)
        return {}
    wrong = [key for key, value in written.items() if not isinstance(value, str)]
    for key in wrong[:MAXIMUM_VIOLATIONS]:
        what = f"must be a string, not {describe_value(written[key])}"
        violations.append(
            ContractViolation(MAPPING, describe_value(key), what, code="tool-output.wrong-type")
        )
    if len(wrong) > MAXIMUM_VIOLATIONS:
        what = f"{len(wrong) - MAXIMUM_VIOLATIONS:,} more violations are not listed"
        violations.append(ContractViolation(MAPPING, "", what, code="tool-output.more-violations"))
    return {key: value for key, value in written.items() if isinstance(value, str)}


def _read_metadata(
    files: Mapping[str, bytes], violations: list[ContractViolation]
) -> tuple[int, bool]:
    """Read the version, or the default if it is unusable, and whether names depend on the scope.

    The interface requires the file, but the website does not, so a missing one is not a violation.
    """
    content = files.get(METADATA)
    if content is None:
        return DEFAULT_VERSION, False
    by_scope = False
    try:
        metadata = _decode_object(content, METADATA)
        by_scope = metadata.get("by_scope") is True
        version = metadata.get("version", DEFAULT_VERSION)
        if isinstance(version, float) and version.is_integer():  # 3.0 is a whole number in JSON
            version = int(version)
        if type(version) is not int or not 0 <= version <= _LARGEST_VERSION:
            what = (
                f"must be a whole number from 0 to {_LARGEST_VERSION:,}, not"
                f" {describe_value(version)}"
            )
            raise ContractViolation(
                METADATA, "version", what, code="representation.invalid-version"
            )
    except ContractViolation as violation:
        violations.append(violation)
        return DEFAULT_VERSION, by_scope
    return version, by_scope


def _decode_object(content: bytes, document: str) -> dict[str, Any]:
    text = _decode_text(content, document)
    try:
        value = _DECODER.decode(text)
    except msgspec.DecodeError as error:
        what = f"is not valid JSON: {error}"
        raise ContractViolation(document, "", what, code="tool-output.syntax") from error
    except RecursionError as error:
        what = "is nested too deeply"
        raise ContractViolation(document, "", what, code="tool-output.too-deep") from error
    if not isinstance(value, dict):
        what = f"must be an object, not {describe_value(value)}"
        raise ContractViolation(document, "", what, code="tool-output.not-an-object")
    return value


def _decode_text(content: bytes, document: str) -> str:
    """Decode the text of a file. Raises ContractViolation."""
    if len(content) > 4 * MAXIMUM_CHARACTERS:  # a character has at most 4 bytes
        raise _make_length_violation(document)
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        what = f"{content[error.start]:#04x} is not valid UTF-8"
        raise ContractViolation(
            document, f"byte {error.start}", what, code="tool-output.invalid-utf8"
        ) from error
    if len(text) > MAXIMUM_CHARACTERS:
        raise _make_length_violation(document)
    return text


def _make_length_violation(document: str) -> ContractViolation:
    what = f"is longer than {MAXIMUM_CHARACTERS:,} characters"
    return ContractViolation(document, "", what, code="tool-output.too-long")
