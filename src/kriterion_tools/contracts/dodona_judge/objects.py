"""Interpret one JSON object of a judge's output as a command or a full output."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto, unique
from typing import Any

import msgspec

from kriterion_tools.contracts.dodona_judge.commands import Command
from kriterion_tools.contracts.dodona_judge.faults import describe_fault
from kriterion_tools.contracts.dodona_judge.full_output import decode_full_output
from kriterion_tools.contracts.dodona_judge.output_records import FullOutput
from kriterion_tools.contracts.dodona_judge.repeated_keys import find_repeated_key, may_repeat_keys

decode_command: Callable[[bytes | bytearray], Command] = msgspec.json.Decoder(Command).decode


class ObjectFault(Exception):
    """The contract does not allow this object. Its text is only composed when it is needed."""

    def __init__(self, error: msgspec.DecodeError, document: bytes) -> None:
        super().__init__(error, document)
        self._error = error
        self._document = document

    def __str__(self) -> str:
        return describe_fault(self._error, self._document)

    @property
    def command(self) -> str | None:
        """The value of the object's "command", or None."""
        return _find_command_name(self._document)


@unique
class RepairKind(Enum):
    """What cannot be part of a text, and is read as U+FFFD."""

    INVALID_UTF8 = auto()
    HALF_SURROGATE = auto()


@dataclass(frozen=True, slots=True)
class Repair:
    """The first place in an object that had to be repaired.

    `index` counts bytes from 0. `written` quotes the byte (0xe9) or the escape (\\ud83d).
    """

    kind: RepairKind
    index: int
    written: str


@dataclass(frozen=True, slots=True)
class RepairedObject:
    """The meaning of an object, and the repairs it needed."""

    meant: Command | FullOutput
    repairs: tuple[Repair, ...]


def read_object(document: bytes) -> Command | FullOutput | RepairedObject:
    """Interpret an object. Raises ObjectFault.

    `document` is an object by JSON's grammar, but its strings may be invalid text.
    """
    try:
        return _decode(document)
    except msgspec.ValidationError as error:
        raise ObjectFault(error, document) from error
    except (msgspec.DecodeError, UnicodeDecodeError):
        return _repair(document)


class _CommandName(msgspec.Struct):
    command: Any = None


_COMMAND_NAME = msgspec.json.Decoder(_CommandName)


def _find_command_name(document: bytes) -> str | None:
    name = _COMMAND_NAME.decode(document).command
    return name if isinstance(name, str) else None


def _decode(document: bytes) -> Command | FullOutput:
    if may_repeat_keys(document) and (key := find_repeated_key(document)):
        raise msgspec.ValidationError(f"The key {key!r} is given twice")
    # An object whose "command" is not text may still be a full output, by the full schema.
    if _find_command_name(document) is None:
        return decode_full_output(document)
    return decode_command(document)


def _repair(document: bytes) -> RepairedObject:
    """Interpret an object whose strings are not all text."""
    repaired, bad_bytes = _repair_bytes(document)
    repaired, halves = _repair_surrogates(repaired)
    try:
        return RepairedObject(_decode(repaired), (*bad_bytes, *halves))
    except msgspec.DecodeError as error:
        raise ObjectFault(error, repaired) from error


def _repair_bytes(document: bytes) -> tuple[bytes, list[Repair]]:
    try:
        document.decode()
    except UnicodeDecodeError as error:
        byte = f"{document[error.start]:#04x}"
        repair = Repair(RepairKind.INVALID_UTF8, error.start, byte)
        return document.decode("utf-8", "replace").encode(), [repair]
    return document, []


_ESCAPE = re.compile(
    rb"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    rb"|(?P<half>u[dD][89a-fA-F][0-9a-fA-F]{2})|.)",
    re.DOTALL,
)


def _repair_surrogates(document: bytes) -> tuple[bytes, list[Repair]]:
    halves: list[Repair] = []

    def replace(escape: re.Match[bytes]) -> bytes:
        if escape["half"] is None:
            return escape[0]
        if not halves:
            half = escape[0].decode()
            halves.append(Repair(RepairKind.HALF_SURROGATE, escape.start(), half))
        return rb"\ufffd"

    return _ESCAPE.sub(replace, document), halves
