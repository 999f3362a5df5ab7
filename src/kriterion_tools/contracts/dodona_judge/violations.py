"""What a judge wrote against its contract, with the place in its output; a bounded list of it."""

from dataclasses import dataclass, replace

MAXIMUM_KEPT = 100
MAXIMUM_EXCERPT_BYTES = 120
MAXIMUM_BREACHES = 10_000


class TooManyBreaches(Exception):
    """There is no sense in reading on."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Violation:
    """One thing that a judge should not have written.

    `offset` counts bytes from the start of its output. `command_number` counts the objects from 1,
    and is None for what is no object. `level` names the innermost level that was open.
    A breach is an object that the contract does not allow: no verdict can be built on it.
    `line` counts the lines of the output from 1; None while nobody has counted them.
    """

    offset: int
    command_number: int | None
    level: str
    what: str
    excerpt: str
    breach: bool = False
    line: int | None = None

    @property
    def place(self) -> str:
        """Where it is in the output, in words."""
        line = "" if self.line is None else f", line {self.line}"
        return f"byte {self.offset}{line}"


class Violations:
    """Grows while output is read, up to a bound; the rest is only counted."""

    def __init__(self) -> None:
        self._kept: list[Violation] = []
        self._passed_over = 0
        self._last: Violation | None = None
        self._breaches = 0
        self._broken = 0

    @property
    def full(self) -> bool:
        """Whether a further one would only be counted, so that nobody need word it."""
        return len(self._kept) >= MAXIMUM_KEPT

    @property
    def breached(self) -> bool:
        """Whether one was a breach."""
        return self._breaches > 0

    def add(self, violation: Violation, *, broken: bool = False) -> None:
        """Take note of one; `broken` says that it is an object that cannot be parsed.

        Raises TooManyBreaches.
        """
        if not self.full:
            self._kept.append(violation)
        else:
            self._passed_over += 1
            self._last = violation
        self._breaches += violation.breach
        self._broken += broken
        if self._is_too_much:
            raise TooManyBreaches

    @property
    def _is_too_much(self) -> bool:
        return self._breaches + self._broken >= MAXIMUM_BREACHES

    def listed(self) -> tuple[Violation, ...]:
        """Those that were kept, and one that says how many were not."""
        if self._last is None:
            return tuple(self._kept)
        what = f"this and {self._passed_over - 1:,} before it are not listed"
        if self._is_too_much:
            what += ", and nothing behind it was read"
        return (*self._kept, replace(self._last, what=what, excerpt="", breach=False))


def with_lines(violations: tuple[Violation, ...], stdout: bytes) -> tuple[Violation, ...]:
    """The violations with their lines, as far as the output is known."""
    placed: dict[int, int] = {}
    counted_to, line = 0, 1
    for offset in sorted({one.offset for one in violations if one.offset < len(stdout)}):
        line += stdout.count(b"\n", counted_to, offset)
        counted_to = offset
        placed[offset] = line
    return tuple(replace(one, line=placed.get(one.offset)) for one in violations)


def excerpt_of(written: bytes | bytearray) -> str:
    """The beginning of some output on one line, whatever it is."""
    text = written[:MAXIMUM_EXCERPT_BYTES].decode("utf-8", "replace")
    return repr(text)[1:-1] + ("…" if len(written) > MAXIMUM_EXCERPT_BYTES else "")
