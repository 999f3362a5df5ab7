"""Interpret one JSON object of a judge's output as a command or a full output."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from kriterion_tools.contracts.dodona_judge.commands import Command
from kriterion_tools.contracts.dodona_judge.faults import worded
from kriterion_tools.contracts.dodona_judge.full_output import decode_full_output
from kriterion_tools.contracts.dodona_judge.output_records import FullOutput
from kriterion_tools.contracts.dodona_judge.repeated_keys import find_repeated_key, may_repeat_keys

decode_command: Callable[[bytes | bytearray], Command] = msgspec.json.Decoder(Command).decode


class ObjectFault(Exception):
    """The contract does not allow this object."""

    def __init__(self, error: msgspec.DecodeError, document: bytes) -> None:
        super().__init__(error, document)
        self._error = error
        self._document = document

    def __str__(self) -> str:
        return worded(self._error, self._document)

    @property
    def command(self) -> str | None:
        """The name of the command that it claims to be, or None."""
        return _command_name(self._document)


@dataclass(frozen=True, slots=True)
class Repair:
    """What was repaired in an object to make it readable; `index` counts bytes from 0."""

    index: int
    what: str


@dataclass(frozen=True, slots=True)
class Mended:
    """The meaning of an object, and the repairs it needed."""

    meant: Command | FullOutput
    repairs: tuple[Repair, ...]


def read_object(document: bytes) -> Command | FullOutput | Mended:
    """Interpret an object. Raises ObjectFault, which describes the fault on demand.

    `document` is an object by JSON's grammar; its strings may still not be text.
    """
    try:
        return _decode(document)
    except msgspec.ValidationError as error:
        raise ObjectFault(error, document) from error
    except (msgspec.DecodeError, UnicodeDecodeError):
        return _mended(document)


class _Kind(msgspec.Struct):
    command: Any = None


_KIND = msgspec.json.Decoder(_Kind)


def _command_name(document: bytes) -> str | None:
    name = _KIND.decode(document).command
    return name if isinstance(name, str) else None


def _decode(document: bytes) -> Command | FullOutput:
    if may_repeat_keys(document) and (key := find_repeated_key(document)):
        raise msgspec.ValidationError(f"The key {key!r} is given twice")
    # An object whose "command" is not text may still be a full output, by the full schema.
    if _command_name(document) is None:
        return decode_full_output(document)
    return decode_command(document)


def _mended(document: bytes) -> Mended:
    whole, bad_bytes = _repair_bytes(document)
    whole, halves = _repair_surrogates(whole)
    try:
        return Mended(_decode(whole), (*bad_bytes, *halves))
    except msgspec.DecodeError as error:
        raise ObjectFault(error, whole) from error


def _repair_bytes(document: bytes) -> tuple[bytes, list[Repair]]:
    try:
        document.decode()
    except UnicodeDecodeError as error:
        repair = Repair(error.start, f"byte 0x{document[error.start]:02x} is no UTF-8")
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
            halves.append(Repair(escape.start(), f"{escape[0].decode()} is half a surrogate pair"))
        return rb"\ufffd"

    return _ESCAPE.sub(replace, document), halves
