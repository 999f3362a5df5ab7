"""A judge's output, read while it is written: bytes in any pieces become a judgement.

Source: dodona-edu/dodona e7be6f0d2, ResultConstructor#feed. What is forgiven here and not there is
in docs/contracts/dodona-judge.md.
"""

import codecs
from contextlib import suppress

import msgspec

from kriterion_tools.contracts.dodona_judge.commands import NAMES, Command, name_of
from kriterion_tools.contracts.dodona_judge.dialect import DODONAS, Dialect
from kriterion_tools.contracts.dodona_judge.json_objects import ObjectStream, Reader
from kriterion_tools.contracts.dodona_judge.judgement import Judgement, Misplaced, Watch
from kriterion_tools.contracts.dodona_judge.objects import (
    Mended,
    ObjectFault,
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
    excerpt_of,
)


class JudgeOutput:
    """All that a judge writes on its standard output. `watch` is told of each change.

    `dialect` says how the judge means what it writes.

    `feed` it, then `close` it once. `judgement` is what it comes to; `violations` is what should
    not have been written. Nothing here ever raises because of what was written.
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
        """There is no more. Closing twice is fine."""
        if self._reading:
            self._reading = False
            with suppress(TooManyBreaches):
                self._stream.close()

    def snapshot(self) -> FullOutput | None:
        """What is known by now, None before there is anything."""
        return self.judgement.snapshot()

    @property
    def violations(self) -> tuple[Violation, ...]:
        """What should not have been written; when it is much, the last one says how much more."""
        return self._violations.listed()

    @property
    def broken(self) -> bool:
        """Whether text before the end was meant as an object, so that a command may be lost."""
        return self._meaning.broken

    @property
    def torn(self) -> bool:
        """Whether the output ends within an object."""
        return self._meaning.torn

    @property
    def breached(self) -> bool:
        """Whether an object was not what the contract allows, so that no verdict can be built."""
        return self._violations.breached


_Found = Command | FullOutput | Mended | ObjectFault


class _Meaning(Reader[_Found]):
    """What the objects and the text in a judge's output come to."""

    def __init__(self, judgement: Judgement, violations: Violations) -> None:
        self._judgement = judgement
        self._violations = violations
        self._number = 0  # of the object being followed
        self.broken = False
        self.torn = False

    def read_line(self, line: bytes | bytearray) -> Command | None:
        if may_repeat_keys(line):
            return None
        try:
            return decode_command(line)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return None

    def read(self, document: bytes, *, in_text: bool, salvaged: bool) -> _Found | None:
        try:
            found = read_object(document)
        except ObjectFault as fault:
            # A log line may hold any object, but hardly one that calls itself a command of ours.
            in_log_line = in_text and fault.command not in NAMES
            return None if salvaged or in_log_line else fault
        # A torn full output holds much that looks like one.
        meant = found.meant if isinstance(found, Mended) else found
        return None if salvaged and isinstance(meant, FullOutput) else found

    def take(self, found: _Found, document: bytes | bytearray, offset: int) -> None:
        self._number += 1
        if isinstance(found, Mended):
            for repair in found.repairs:
                fault = f"{repair.what}, read as U+FFFD"
                self._object_fault(found.meant, fault, document, offset + repair.index)
            found = found.meant
        if isinstance(found, ObjectFault):
            self._object_fault(found, found, document, offset, breach=True)
        elif isinstance(found, FullOutput):
            self._judgement.complete(found)
        else:
            try:
                self._judgement.apply(found)
            except Misplaced as misplaced:
                self._object_fault(found, misplaced, document, offset, breach=True)

    def take_text(self, offset: int, beginning: bytes) -> None:
        what = "a byte order mark" if beginning == codecs.BOM_UTF8 else "text that is no JSON"
        self._fault(offset, what, beginning)

    def take_broken(self, offset: int, beginning: bytes, broken_at: int | None) -> None:
        self.broken = True
        what = "text that is no JSON and looks like a command"
        if broken_at is not None:
            what = f"an object that cannot be parsed from byte {broken_at} on"
        self._fault(offset, what, beginning, broken=True)

    def take_torn(self, offset: int, beginning: bytes, *, in_text: bool) -> None:
        self.torn = not in_text
        self._fault(offset, "the output ends within an object", beginning)

    def take_excess(self, offset: int, beginning: bytes, excess: Finding) -> None:
        self._fault(offset, _EXCESSES[excess], beginning, breach=True)

    def _object_fault(
        self,
        found: Command | FullOutput | ObjectFault,
        fault: object,
        document: bytes | bytearray,
        offset: int,
        *,
        breach: bool = False,
    ) -> None:
        what = ""
        if not self._violations.full:
            name = _name_of(found)
            kind = f"command {self._number}, {name}" if name else f"object {self._number}"
            what = f"{kind} {self._judgement.level.inside}: {fault}"
        self._fault(offset, what, document, number=self._number, breach=breach)

    def _fault(
        self,
        offset: int,
        what: str,
        written: bytes | bytearray,
        *,
        number: int | None = None,
        breach: bool = False,
        broken: bool = False,
    ) -> None:
        self._violations.add(
            Violation(
                offset=offset,
                command_number=number,
                level=self._judgement.level.word,
                what=what,
                excerpt=excerpt_of(written),
                breach=breach,
            ),
            broken=broken,
        )


def _name_of(found: Command | FullOutput | ObjectFault) -> str | None:
    if isinstance(found, ObjectFault):
        return found.command
    return None if isinstance(found, FullOutput) else name_of(found)


_EXCESSES = {
    Finding.TOO_DEEP: f"an object nested more than {MAXIMUM_DEPTH} levels deep",
    Finding.TOO_LARGE: f"an object of more than {MAXIMUM_OBJECT_BYTES:,} bytes",
}
