"""What a judge wrote against its contract, with the place in its output; a bounded list of it."""

from dataclasses import dataclass, replace

MAXIMUM_KEPT = 100
MAXIMUM_EXCERPT_BYTES = 120
MAXIMUM_BREACHES = 10_000


class TooManyBreaches(Exception):
    """So many objects are invalid that the rest of the output is not read."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Violation:
    """One violation of the contract in a judge's output.

    `offset` counts bytes from the start of the output, `command_number` objects from 1; it is None
    for text outside of objects. `level` names the innermost open level. `code` is the stable code
    of this kind of violation. A breach is an object that the contract does not allow: no verdict
    can be based on it. `line` counts lines from 1; None until `add_lines`.
    """

    offset: int
    command_number: int | None
    level: str
    what: str
    code: str
    excerpt: str
    breach: bool = False
    line: int | None = None

    @property
    def place(self) -> str:
        """Its place in the output: "byte 120, line 3"."""
        line = "" if self.line is None else f", line {self.line}"
        return f"byte {self.offset}{line}"


class Violations:
    """Collects violations while output is read: the first MAXIMUM_KEPT; the rest are counted."""

    def __init__(self) -> None:
        self._kept: list[Violation] = []
        self._omitted = 0
        self._last_omitted: Violation | None = None
        self._breaches = 0
        self._unparsable = 0

    @property
    def is_full(self) -> bool:
        """Whether further violations are only counted, so that they need no message."""
        return len(self._kept) >= MAXIMUM_KEPT

    @property
    def has_breach(self) -> bool:
        """Whether any violation is a breach."""
        return self._breaches > 0

    def add(self, violation: Violation, *, is_unparsable: bool = False) -> None:
        """Add a violation; `is_unparsable` if it is an object that cannot be parsed.

        Raises TooManyBreaches.
        """
        if not self.is_full:
            self._kept.append(violation)
        else:
            self._omitted += 1
            self._last_omitted = violation
        self._breaches += violation.breach
        self._unparsable += is_unparsable
        if self._has_too_many:
            raise TooManyBreaches

    @property
    def _has_too_many(self) -> bool:
        return self._breaches + self._unparsable >= MAXIMUM_BREACHES

    def to_tuple(self) -> tuple[Violation, ...]:
        """Return the violations that were kept, and one that counts those that were not."""
        if self._last_omitted is None:
            return tuple(self._kept)
        before = self._omitted - 1
        what = (
            f"this violation and {before:,} before it are not listed; the rest is not read"
            if self._has_too_many
            else f"this violation and {before:,} before it are not listed"
        )
        overflow = replace(
            self._last_omitted,
            what=what,
            code="judge-output.more-violations",
            excerpt="",
            breach=False,
        )
        return (*self._kept, overflow)


def add_lines(violations: tuple[Violation, ...], stdout: bytes) -> tuple[Violation, ...]:
    """Return the violations with their line numbers; None for offsets beyond `stdout`."""
    lines: dict[int, int] = {}
    counted_to, line = 0, 1
    for offset in sorted(
        {violation.offset for violation in violations if violation.offset < len(stdout)}
    ):
        line += stdout.count(b"\n", counted_to, offset)
        counted_to = offset
        lines[offset] = line
    return tuple(replace(violation, line=lines.get(violation.offset)) for violation in violations)


def quote_excerpt(written: bytes | bytearray) -> str:
    """Return the beginning of some output on one line, with control characters escaped."""
    text = written[:MAXIMUM_EXCERPT_BYTES].decode("utf-8", "replace")
    return repr(text)[1:-1] + ("…" if len(written) > MAXIMUM_EXCERPT_BYTES else "")
