"""Find JSON objects in a stream of bytes, and the text between them.

An object may arrive in any pieces, span many lines, follow another without a separator, and start
within a line of text. Time is linear in the length of the stream, and at most one object is kept.
"""

import re
from typing import Protocol, TypeVar

from kriterion_tools.contracts.dodona_judge.command_text import LONGEST_COMMAND, find_command
from kriterion_tools.contracts.dodona_judge.scanner import (
    MAXIMUM_DEPTH,
    MAXIMUM_OBJECT_BYTES,
    Finding,
    Scanner,
)

EXCERPT_BYTES = 200

_Data = bytes | bytearray
_T = TypeVar("_T")


class Reader(Protocol[_T]):
    """Interprets the objects. Offsets count from the start of the stream."""

    def read_line(self, line: _Data) -> _T | None:
        """Interpret a line; return None unless it is exactly one valid object."""

    def read(self, document: bytes, *, in_text: bool, salvaged: bool) -> _T | None:
        """Interpret an object; return None if it counts as part of the text around it.

        `in_text`: text precedes it on its line. `salvaged`: it is inside of something that looked
        like an object but is not valid JSON.
        """

    def take(self, found: _T, document: _Data, offset: int) -> None:
        """Process the result of `read` or `read_line`."""

    def handle_text(self, offset: int, beginning: bytes) -> None:
        """Process text outside of objects."""

    def handle_malformed(self, offset: int, beginning: bytes, broken_at: int | None) -> None:
        """Process text that was meant as an object and cannot be parsed.

        `broken_at` is the offset of the first invalid byte; None if the text does not begin like
        an object but looks like a command.
        """

    def handle_truncated(self, offset: int, beginning: bytes, *, in_text: bool) -> None:
        """Process the end of the stream within an object.

        `in_text`: text precedes it on its line, and it does not look like a command.
        """

    def handle_oversized(self, offset: int, beginning: bytes, excess: Finding) -> None:
        """Process an object that exceeds its bounds."""


class ObjectStream:
    """Finds objects as bytes arrive, and passes them to its reader in order."""

    def __init__(self, reader: Reader[_T]) -> None:
        self._reader = reader
        self._scanner = Scanner()
        self._kept = bytearray()
        self._kept_offset = 0
        # Indices in the current data: the next byte, and the opening brace of the current object.
        self._at = 0
        self._start: int | None = None
        self._slow_before = 0
        self._text: _Text | None = None
        self._in_text = False
        self._salvaged_before = 0  # an offset
        self._read_twice = 0

    def feed(self, piece: bytes) -> None:
        """Process the next piece of the stream."""
        if self._kept:
            self._kept += piece
            data: _Data = self._kept
        else:
            data = piece
        self._slow_before = 0
        self._read(data)
        done = self._at if self._start is None else self._start
        if data is self._kept:
            del self._kept[:done]
        else:
            self._kept += data[done:]
        self._kept_offset += done
        self._at -= done
        if self._start is not None:
            self._start = 0

    def close(self) -> None:
        """Process the end of the stream."""
        in_text = self._in_text
        self._end_text()
        if self._start is not None:
            beginning = bytes(self._kept[:EXCERPT_BYTES])
            in_text = in_text and find_command(self._kept) is None
            self._reader.handle_truncated(self._kept_offset, beginning, in_text=in_text)

    def _read(self, data: _Data) -> None:
        if self._start is not None:
            self._follow(data, self._start, *self._scanner.advance(data, self._start, self._at))
        # An open object extends to the end.
        while self._start is None and self._at < len(data):
            if self._at >= self._slow_before:
                self._read_lines(data)
            elif (beginning := self._find_beginning(data)) is None:
                self._skip(data, len(data))
            elif beginning > self._at:
                self._skip(data, beginning)
            else:
                self._follow(data, self._at, *self._scanner.begin(data, self._at))

    def _find_beginning(self, data: _Data) -> int | None:
        """Return where the next possible object begins, or None."""
        if not self._in_text and (first := _FIRST_ON_LINE.match(data, self._at)):
            return first.start("brace")
        beginning = _BEGINNING.search(data, self._at)
        if beginning is None:
            return None
        return beginning.start() if beginning["brace"] is None else beginning.start("brace")

    def _read_lines(self, data: _Data) -> None:
        """Process whole lines up to the first that is not exactly one object, which takes the slow
        path.
        """
        at = self._at
        while (newline := data.find(b"\n", at)) >= 0:
            line = data[at:newline]
            if not (_may_be_object(line) and self._take_line(line, at)):
                break
            at = newline + 1
        self._at = at
        self._slow_before = newline + 1 if newline >= 0 else len(data)

    def _take_line(self, line: _Data, at: int) -> bool:
        reading = self._reader.read_line(line)
        if reading is None:
            return False
        if self._text or self._in_text:
            self._end_text()
        self._reader.take(reading, line, self._kept_offset + at)
        return True

    def _follow(self, data: _Data, start: int, finding: Finding, at: int) -> None:
        """Act on the scanner's finding about the object at `start`."""
        self._start = start if finding is Finding.OPEN else None
        self._at = at
        offset = self._kept_offset + start
        if finding is Finding.COMPLETE:
            self._take(data, start, at)
        elif finding is Finding.WRONG:
            self._skip_wrong(data, start, at)
        elif finding is not Finding.OPEN:
            self._end_text()
            self._reader.handle_oversized(
                offset, bytes(data[start : start + EXCERPT_BYTES]), finding
            )
            self._in_text = True

    def _take(self, data: _Data, start: int, end: int) -> None:
        offset = self._kept_offset + start
        document = bytes(data[start:end])
        salvaged = offset < self._salvaged_before
        reading = self._reader.read(document, in_text=self._in_text, salvaged=salvaged)
        if reading is None:
            self._at = start
            self._skip(data, end, search=False)
        else:
            self._end_text()
            self._reader.take(reading, document, offset)

    def _skip_wrong(self, data: _Data, start: int, at: int) -> None:
        """Skip something that looked like an object but is not JSON, searching it for commands.

        Torn objects and objects in log lines do not affect the following ones. At most as many
        bytes are read a second time as were read before, which keeps the time linear.
        """
        length = at - start
        offset = self._kept_offset + at
        self._at = start
        if not self._in_text and _BRACE_AND_KEY.match(data, start):
            self._end_text()
            self._text = _Text(self._kept_offset + start, broken_at=offset)
        if not self._scanner.begun:
            self._skip(data, start + 1)
        elif self._read_twice + length <= offset:
            self._read_twice += length
            self._salvaged_before = max(self._salvaged_before, offset)
            self._skip(data, start + 1)
        else:
            self._skip(data, at)

    def _skip(self, data: _Data, end: int, *, search: bool = True) -> None:
        """Skip the text before `end`. With `search`, search it for what looks like a command."""
        skipped = data[self._at : end]
        if self._text is None and (stripped := skipped.lstrip(_BLANKS)):
            self._text = _Text(self._kept_offset + end - len(stripped))
            self._text.add(stripped, search=search)
        elif self._text is not None:
            self._text.add(skipped, search=search)
        _, newline, last_line = skipped.rpartition(b"\n")
        self._in_text = bool(last_line.strip(_BLANKS)) or (self._in_text and not newline)
        self._at = end

    def _end_text(self) -> None:
        self._in_text = False
        text, self._text = self._text, None
        if text is None:
            return
        text.end()
        if text.broken_at is not None or text.has_command:
            self._reader.handle_malformed(text.offset, text.beginning(), text.broken_at)
        else:
            self._reader.handle_text(text.offset, text.beginning())


class _Text:
    """Consecutive text outside of objects.

    If the text began like an object, `broken_at` is the offset of the first invalid byte. Otherwise
    it is searched for what looks like a command; then `offset` and `beginning` are those of the
    first one.
    """

    __slots__ = ("_bytes", "_pending", "_pending_offset", "broken_at", "has_command", "offset")

    def __init__(self, offset: int, *, broken_at: int | None = None) -> None:
        self.offset = offset
        self.broken_at = broken_at
        self.has_command = False
        self._bytes = bytearray()
        self._pending = bytearray()  # not searched yet
        self._pending_offset = offset

    def add(self, more: _Data, *, search: bool) -> None:
        """Add text. Without `search`, nothing that looks like a command can extend across it."""
        if self.broken_at is None and not self.has_command:
            if not search:
                self._search(keep=0)
                self._pending_offset += len(more)
            else:
                self._pending += more
                if len(self._pending) > _SEARCHED_BYTES:
                    self._search(keep=LONGEST_COMMAND)
                    if self.has_command:
                        return
        self._bytes += more[: EXCERPT_BYTES - len(self._bytes)]

    def end(self) -> None:
        """Finish the text."""
        self._search(keep=0)

    def beginning(self) -> bytes:
        return bytes(self._bytes.rstrip(_BLANKS))

    def _search(self, *, keep: int) -> None:
        at = find_command(self._pending)
        if at is not None:
            self.has_command = True
            self.offset = self._pending_offset + at
            self._bytes = self._pending[at : at + EXCERPT_BYTES]
            self._pending.clear()
        done = max(0, len(self._pending) - keep)
        del self._pending[:done]
        self._pending_offset += done


def _may_be_object(line: _Data) -> bool:
    """Whether a line may be an object within the scanner's bounds: a cheap test."""
    return (
        line.startswith(b"{")
        and len(line) <= MAXIMUM_OBJECT_BYTES
        and (len(line) <= MAXIMUM_DEPTH or line.count(b"{") + line.count(b"[") <= MAXIMUM_DEPTH)
    )


_BLANKS = b" \t\r\n"

_BRACE_AND_KEY = re.compile(rb'\{[ \t\r\n]*+"')
_FIRST_ON_LINE = re.compile(rb'[ \t\r\n]*+(?P<brace>\{[ \t\r\n]*+")')

# Where an object may begin: a brace, then "key": and a value, or the end of the data. At the start
# of a line, a brace and a quote suffice.
_BEGINNING = re.compile(
    rb'\n[ \t\r]*+(?P<brace>\{[ \t\r\n]*+")|\{[ \t\r\n]*+(?:\}|\Z|'
    rb'"[^"\\\x00-\x1f]*+(?:\\|\Z|"[ \t\r\n]*+(?:\Z|:[ \t\r\n]*+(?:\Z|["{\[\-0-9tfn]))))'
)
_SEARCHED_BYTES = 4096  # of text at a time
