"""Find the end of a JSON object while its bytes arrive, scanning each byte once.

It follows JSON's grammar strictly, so it stops at the first byte that no JSON object can contain.
It does not check that strings are valid UTF-8. Source: RFC 8259. The bounds are ours.
"""

import re
from enum import Enum, auto, unique

MAXIMUM_DEPTH = 64
MAXIMUM_OBJECT_BYTES = 10 * 1024 * 1024  # Dodona's limit for the output of a whole run


@unique
class Finding(Enum):
    """What is known about an object that has begun."""

    OPEN = auto()  # more bytes are needed
    COMPLETE = auto()
    WRONG = auto()  # not JSON
    TOO_DEEP = auto()
    TOO_LARGE = auto()


@unique
class _NextToken(Enum):
    """What comes next in an object."""

    FIRST_KEY = auto()
    KEY = auto()
    COLON = auto()
    VALUE = auto()
    FIRST_ITEM = auto()
    ITEM = auto()
    NEXT = auto()  # a comma or the end of what is open
    STRING = auto()  # the rest of a string
    WORD = auto()  # the rest of a number, true, false or null


class Scanner:
    """Scans one object: `begin` at its brace, then `advance` as bytes arrive.

    Both return what is known and an index: after the end of a complete object, of the first invalid
    byte, or of the byte to continue with. `begun` says that there was a key with a value, so that
    this is an object even if it is torn.
    """

    def __init__(self) -> None:
        self.begun = False
        self._open = bytearray()  # the brackets that are not closed
        self._awaited = _NextToken.FIRST_KEY
        self._after_string = _NextToken.COLON
        self._word = 0  # where the number or word begins, counted from the object's brace

    def begin(self, data: bytes | bytearray, start: int) -> tuple[Finding, int]:
        """Scan the object whose brace is at `start`."""
        self._open.clear()
        self.begun = False
        finding, at = self._open_bracket(data, start, start + MAXIMUM_OBJECT_BYTES)
        return self.advance(data, start, at) if finding is None else (finding, at)

    def advance(self, data: bytes | bytearray, start: int, at: int) -> tuple[Finding, int]:
        """Continue at `at` with the object whose brace is at `start`."""
        end = min(len(data), start + MAXIMUM_OBJECT_BYTES)
        while at < end:
            if self._awaited is _NextToken.STRING:
                finding, at = self._scan_string(data, at, end)
            elif self._awaited is _NextToken.WORD:
                finding, at = self._scan_number_or_word(data, start, at, end)
            else:
                finding, at = self._scan_token(data, start, at, end)
            if finding is not None:
                break
        else:
            finding = Finding.OPEN
        if finding is Finding.OPEN and end - start == MAXIMUM_OBJECT_BYTES:
            return Finding.TOO_LARGE, end
        return finding, at

    def _scan_string(
        self, data: bytes | bytearray, at: int, end: int
    ) -> tuple[Finding | None, int]:
        while (at := _skip_matching(_CHARACTERS, data, at, end)) < end and data[at] == _BACKSLASH:
            escape = _ESCAPE.match(data, at, end)
            if escape is None:
                begun = _BEGUN_ESCAPE.fullmatch(data, at, end)
                return (Finding.OPEN if begun else Finding.WRONG), at
            at = escape.end()
        if at == end:
            return Finding.OPEN, at
        if data[at] != _QUOTE:
            return Finding.WRONG, at
        self._awaited = self._after_string
        return None, at + 1

    def _scan_number_or_word(
        self, data: bytes | bytearray, start: int, at: int, end: int
    ) -> tuple[Finding | None, int]:
        at = _skip_matching(_WORD_CHARACTERS, data, at, end)
        if at == end:
            return Finding.OPEN, at
        if not _SCALAR.fullmatch(data, start + self._word, at):
            return Finding.WRONG, at
        self._awaited = _NextToken.NEXT
        return None, at

    def _scan_token(
        self, data: bytes | bytearray, start: int, at: int, end: int
    ) -> tuple[Finding | None, int]:
        at = _skip_matching(_BLANKS, data, at, end)
        if at == end:
            return Finding.OPEN, at
        byte, awaited = data[at], self._awaited
        if awaited in _RUNS:
            pattern, then = _RUNS[awaited]
            if run := pattern.match(data, at, end):
                self.begun = True
                self._awaited = then
                return None, run.end()
        if awaited is _NextToken.NEXT:
            return self._scan_comma_or_end(byte, at)
        if awaited in _FIRSTS and byte in _CLOSING:
            return self._close_bracket(byte, at)
        if awaited is _NextToken.COLON:
            return self._expect(byte, _COLON, _NextToken.VALUE, at)
        if awaited in _KEYS:
            self._after_string = _NextToken.COLON
            return self._expect(byte, _QUOTE, _NextToken.STRING, at)
        return self._scan_value(data, start, at, end)

    def _expect(
        self, byte: int, wanted: int, then: _NextToken, at: int
    ) -> tuple[Finding | None, int]:
        if byte != wanted:
            return Finding.WRONG, at
        self._awaited = then
        return None, at + 1

    def _scan_comma_or_end(self, byte: int, at: int) -> tuple[Finding | None, int]:
        if byte != _COMMA:
            return self._close_bracket(byte, at)
        self._awaited = _NextToken.KEY if self._open[-1] == _BRACE else _NextToken.ITEM
        return None, at + 1

    def _scan_value(
        self, data: bytes | bytearray, start: int, at: int, end: int
    ) -> tuple[Finding | None, int]:
        byte = data[at]
        if byte in _FIRST_INSIDE:
            self.begun = True
            return self._open_bracket(data, at, end)
        if byte == _QUOTE:
            self._awaited, self._after_string = _NextToken.STRING, _NextToken.NEXT
            at += 1
        elif byte in _WORD_BEGINNINGS:
            self._awaited, self._word = _NextToken.WORD, at - start
        else:
            return Finding.WRONG, at
        self.begun = True
        return None, at

    def _open_bracket(
        self, data: bytes | bytearray, at: int, end: int
    ) -> tuple[Finding | None, int]:
        depth = len(self._open)
        # Most objects are small and hardly nested: one expression matches a whole object.
        if depth + _SMALL_DEPTH <= MAXIMUM_DEPTH and (
            small := _SMALL_OBJECT.match(data, at, min(end, at + _SMALL_BYTES))
        ):
            self._awaited = _NextToken.NEXT
            return (None if depth else Finding.COMPLETE), small.end()
        if depth == MAXIMUM_DEPTH:
            return Finding.TOO_DEEP, at
        self._open.append(data[at])
        self._awaited = _FIRST_INSIDE[data[at]]
        return None, at + 1

    def _close_bracket(self, bracket: int, at: int) -> tuple[Finding | None, int]:
        if _CLOSING.get(bracket) != self._open[-1]:
            return Finding.WRONG, at
        self._open.pop()
        self._awaited = _NextToken.NEXT
        return (None if self._open else Finding.COMPLETE), at + 1


def _skip_matching(pattern: re.Pattern[bytes], data: bytes | bytearray, at: int, end: int) -> int:
    """Return the index after the pattern's match at `at`; the match may be empty."""
    match = pattern.match(data, at, end)
    return match.end() if match else at


_QUOTE, _COMMA, _COLON, _BRACE = b'",:{'
_BACKSLASH = ord("\\")
_CLOSING = dict(zip(b"}]", b"{[", strict=True))
_FIRST_INSIDE = dict(zip(b"{[", (_NextToken.FIRST_KEY, _NextToken.FIRST_ITEM), strict=True))
_FIRSTS = frozenset({_NextToken.FIRST_KEY, _NextToken.FIRST_ITEM})
_KEYS = frozenset({_NextToken.FIRST_KEY, _NextToken.KEY})
_WORD_BEGINNINGS = frozenset(b"-0123456789tfn")

# Only single characters are repeated possessively: Python before 3.11.5 does it wrongly for groups
# (CPython gh-106052).
_BLANKS = re.compile(rb"[ \t\r\n]*+")
_CHARACTERS = re.compile(rb'[^"\\\x00-\x1f]*+')
_ESCAPE = re.compile(rb'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})')
_BEGUN_ESCAPE = re.compile(rb"\\(?:u[0-9a-fA-F]{0,3})?")
_WORD_CHARACTERS = re.compile(rb"[-+.0-9A-Za-z]*+")
_SCALAR = re.compile(rb"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][-+]?[0-9]++)?|true|false|null")


_SPACE = _BLANKS.pattern
_SIMPLE_TEXT = b'"%b"' % _CHARACTERS.pattern
_TEXT = b'"%b(?:%b%b)*"' % (_CHARACTERS.pattern, _ESCAPE.pattern, _CHARACTERS.pattern)


def _join_with_blanks(*parts: bytes) -> bytes:
    """Return the pattern of the parts, with blanks around each."""
    return _SPACE.join((b"", *(b"(?:%b)" % part for part in parts), b""))


def _make_object_pattern(value: bytes) -> bytes:
    """Return the pattern of an object whose values match `value`."""
    member = _join_with_blanks(_TEXT, b":", value)
    return rb"\{(?:(?:%b,)*%b|%b)\}" % (member, member, _SPACE)


_SMALL_OBJECT = re.compile(
    _make_object_pattern(
        b"|".join((_TEXT, _SCALAR.pattern, _make_object_pattern(_TEXT + b"|" + _SCALAR.pattern)))
    )
)
_SMALL_DEPTH = 2
_SMALL_BYTES = 16 * 1024  # the memory of a match grows with the length of the text

# Many simple members or items are matched at once, each with the comma after it.
_SIMPLE = _SIMPLE_TEXT + b"|" + _SCALAR.pattern
_MEMBERS = re.compile(b"(?:%b){1,200}" % _join_with_blanks(_SIMPLE_TEXT, b":", _SIMPLE, b","))
_ITEMS = re.compile(b"(?:%b){1,200}" % _join_with_blanks(_SIMPLE, b","))
_RUNS = {
    _NextToken.FIRST_KEY: (_MEMBERS, _NextToken.KEY),
    _NextToken.KEY: (_MEMBERS, _NextToken.KEY),
    _NextToken.FIRST_ITEM: (_ITEMS, _NextToken.ITEM),
    _NextToken.ITEM: (_ITEMS, _NextToken.ITEM),
}
