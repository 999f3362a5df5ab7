"""What a judge wrote against its contract, with the place in its output; a bounded list of it."""

from dataclasses import dataclass

MAXIMUM_KEPT = 100
MAXIMUM_EXCERPT_BYTES = 120


@dataclass(frozen=True, kw_only=True, slots=True)
class Violation:
    """One thing that a judge should not have written.

    `offset` counts bytes from the start of its output. `command_number` counts the objects from 1,
    and is None for what is no object. `level` names the innermost level that was open.
    A breach is an object that the contract does not allow: no verdict can be built on it.
    """

    offset: int
    command_number: int | None
    level: str
    what: str
    excerpt: str
    breach: bool = False


class Violations:
    """Grows while output is read, up to a bound; the rest is only counted."""

    def __init__(self) -> None:
        self._kept: list[Violation] = []
        self._uncounted = 0
        self._last: Violation | None = None
        self.breached = False

    @property
    def full(self) -> bool:
        """Whether a further one would only be counted, so that nobody need word it."""
        return len(self._kept) >= MAXIMUM_KEPT

    def add(self, violation: Violation) -> None:
        """Take note of one."""
        self.breached = self.breached or violation.breach
        if self.full:
            self._uncounted += 1
            self._last = violation
        else:
            self._kept.append(violation)

    def listed(self) -> tuple[Violation, ...]:
        """Those that were kept, and one that says how many were not."""
        if self._last is None:
            return tuple(self._kept)
        more = Violation(
            offset=self._last.offset,
            command_number=None,
            level=self._last.level,
            what=f"this and {self._uncounted - 1:,} before it are not listed",
            excerpt="",
        )
        return (*self._kept, more)


def excerpt_of(written: bytes | bytearray) -> str:
    """The beginning of some output on one line, whatever it is."""
    text = written[:MAXIMUM_EXCERPT_BYTES].decode("utf-8", "replace")
    return repr(text)[1:-1] + ("…" if len(written) > MAXIMUM_EXCERPT_BYTES else "")
