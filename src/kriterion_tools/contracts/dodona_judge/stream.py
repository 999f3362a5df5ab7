"""A judge's output, read while it is written: bytes in any pieces become a judgement.

Source: dodona-edu/dodona e7be6f0d2, ResultConstructor#feed. What is forgiven here and not there is
in docs/contracts/dodona-judge.md.
"""

import codecs
from contextlib import suppress
from typing import assert_never

import msgspec

from kriterion_tools.contracts.dodona_judge.commands import NAMES, Command, get_wire_name
from kriterion_tools.contracts.dodona_judge.dialect import DODONAS, Dialect
from kriterion_tools.contracts.dodona_judge.json_objects import ObjectStream, Reader
from kriterion_tools.contracts.dodona_judge.judgement import Judgement, MisplacedCommand, Watch
from kriterion_tools.contracts.dodona_judge.objects import (
    ObjectFault,
    Repair,
    RepairedObject,
    RepairKind,
    decode_command,
    read_object,
)
from kriterion_tools.contracts.dodona_judge.output_records import FullOutput
from kriterion_tools.contracts.dodona_judge.repeated_keys import may_repeat_keys
from kriterion_tools.contracts.dodona_judge.scanner import (
    MAXIMUM_DEPTH,
    MAXIMUM_OBJECT_BYTES,
    Finding,
)
from kriterion_tools.contracts.dodona_judge.violations import (
    TooManyBreaches,
    Violation,
    Violations,
    quote_excerpt,
)


class JudgeOutput:
    """Reads a judge's standard output: `feed` it, then `close` it.

    `watch` receives each change, `dialect` says how to read the output. `judgement` is the result,
    `violations` what breaks the contract. No output makes any method raise an exception.
    """

    def __init__(self, watch: Watch | None = None, dialect: Dialect = DODONAS) -> None:
        self.judgement = Judgement(watch, dialect)
        self._violations = Violations()
        self._meaning = _Meaning(self.judgement, self._violations)
        self._stream = ObjectStream(self._meaning)
        self._reading = True

    def feed(self, piece: bytes) -> None:
        """Parse the next piece of the output, unless reading stopped after too many breaches."""
        if self._reading:
            try:
                self._stream.feed(piece)
            except TooManyBreaches:
                self._reading = False

    def close(self) -> None:
        """Read the end of the output. Closing again does nothing."""
        if self._reading:
            self._reading = False
            with suppress(TooManyBreaches):
                self._stream.close()

    def snapshot(self) -> FullOutput | None:
        """Return the judgement so far, or None before it starts."""
        return self.judgement.snapshot()

    @property
    def violations(self) -> tuple[Violation, ...]:
        """The violations of the contract; if there are too many, the last counts the rest."""
        return self._violations.to_tuple()

    @property
    def is_broken(self) -> bool:
        """Whether something like an object could not be parsed, so a command may be lost."""
        return self._meaning.is_broken

    @property
    def is_truncated(self) -> bool:
        """Whether the output ends inside an object."""
        return self._meaning.is_truncated

    @property
    def has_breach(self) -> bool:
        """Whether the contract does not allow an object, so that there can be no verdict."""
        return self._violations.has_breach


_ReadObject = Command | FullOutput | RepairedObject | ObjectFault


class _Meaning(Reader[_ReadObject]):
    """Applies the objects in a judge's output to the judgement, and collects violations."""

    def __init__(self, judgement: Judgement, violations: Violations) -> None:
        self._judgement = judgement
        self._violations = violations
        self._number = 0  # of the object that is read, from 1
        self.is_broken = False
        self.is_truncated = False

    def read_line(self, line: bytes | bytearray) -> Command | None:
        if may_repeat_keys(line):
            return None
        try:
            return decode_command(line)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return None

    def read(self, document: bytes, *, in_text: bool, salvaged: bool) -> _ReadObject | None:
        try:
            reading = read_object(document)
        except ObjectFault as fault:
            # A log line may hold any object, but hardly one with the name of a command.
            in_log_line = in_text and fault.command not in NAMES
            return None if salvaged or in_log_line else fault
        # Objects inside a torn full output look like full outputs themselves.
        command = reading.meant if isinstance(reading, RepairedObject) else reading
        return None if salvaged and isinstance(command, FullOutput) else reading

    def take(self, reading: _ReadObject, document: bytes | bytearray, offset: int) -> None:
        self._number += 1
        if isinstance(reading, RepairedObject):
            for repair in reading.repairs:
                self._report_repair(reading.meant, repair, document, offset)
            reading = reading.meant
        if isinstance(reading, ObjectFault):
            self._report_fault(reading, document, offset)
        elif isinstance(reading, FullOutput):
            self._judgement.complete(reading)
        else:
            try:
                self._judgement.apply(reading)
            except MisplacedCommand as misplaced:
                self._report(
                    offset,
                    document,
                    what=f"{self._describe_object(reading)}: it belongs {misplaced.belongs}",
                    code="judge-output.misplaced-command",
                    number=self._number,
                    breach=True,
                )

    def handle_text(self, offset: int, beginning: bytes) -> None:
        if beginning == codecs.BOM_UTF8:
            self._report(
                offset,
                beginning,
                what="a byte order mark",
                code="judge-output.byte-order-mark",
            )
        else:
            self._report(
                offset, beginning, what="text that is not JSON", code="judge-output.not-json"
            )

    def handle_malformed(self, offset: int, beginning: bytes, broken_at: int | None) -> None:
        self.is_broken = True
        if broken_at is None:
            self._report(
                offset,
                beginning,
                what="text that is not JSON but looks like a command",
                code="judge-output.broken-command",
                is_unparsable=True,
            )
        else:
            self._report(
                offset,
                beginning,
                what=f"an object that cannot be parsed from byte {broken_at} on",
                code="judge-output.unparsable-object",
                is_unparsable=True,
            )

    def handle_truncated(self, offset: int, beginning: bytes, *, in_text: bool) -> None:
        self.is_truncated = not in_text
        self._report(
            offset,
            beginning,
            what="the output ends inside an object",
            code="judge-output.torn-object",
        )

    def handle_oversized(self, offset: int, beginning: bytes, excess: Finding) -> None:
        if excess is Finding.TOO_DEEP:
            self._report(
                offset,
                beginning,
                what=f"an object nested more than {MAXIMUM_DEPTH} levels deep",
                code="judge-output.object-too-deep",
                breach=True,
            )
        else:
            self._report(
                offset,
                beginning,
                what=f"an object of more than {MAXIMUM_OBJECT_BYTES:,} bytes",
                code="judge-output.object-too-large",
                breach=True,
            )

    def _report_repair(
        self,
        command: Command | FullOutput,
        repair: Repair,
        document: bytes | bytearray,
        offset: int,
    ) -> None:
        at, where, written = offset + repair.index, self._describe_object(command), repair.written
        match repair.kind:
            case RepairKind.INVALID_UTF8:
                self._report(
                    at,
                    document,
                    what=f"{where}: byte {written} is not valid UTF-8, read as U+FFFD",
                    code="judge-output.invalid-utf8",
                    number=self._number,
                )
            case RepairKind.HALF_SURROGATE:
                self._report(
                    at,
                    document,
                    what=f"{where}: {written} is half a surrogate pair, read as U+FFFD",
                    code="judge-output.half-surrogate",
                    number=self._number,
                )
            case _:
                assert_never(repair.kind)

    def _report_fault(self, fault: ObjectFault, document: bytes | bytearray, offset: int) -> None:
        reason = "" if self._violations.is_full else str(fault)
        self._report(
            offset,
            document,
            what=f"{self._describe_object(fault)}: {reason}",
            code="judge-output.invalid-object",
            number=self._number,
            breach=True,
        )

    def _describe_object(self, command: Command | FullOutput | ObjectFault) -> str:
        """Return the object's number, name and place, or "" if no message is needed."""
        if self._violations.is_full:
            return ""
        name = _find_name(command)
        described = f"command {self._number}, {name}" if name else f"object {self._number}"
        return f"{described} {self._judgement.level.inside}"

    def _report(
        self,
        offset: int,
        written: bytes | bytearray,
        *,
        what: str,
        code: str,
        number: int | None = None,
        breach: bool = False,
        is_unparsable: bool = False,
    ) -> None:
        self._violations.add(
            Violation(
                offset=offset,
                command_number=number,
                level=self._judgement.level.word,
                what=what,
                code=code,
                excerpt=quote_excerpt(written),
                breach=breach,
            ),
            is_unparsable=is_unparsable,
        )


def _find_name(command: Command | FullOutput | ObjectFault) -> str | None:
    """Return the name of a command; None if the object is not a command."""
    if isinstance(command, ObjectFault):
        return command.command
    return None if isinstance(command, FullOutput) else get_wire_name(command)
