"""What this process is unable to do now: run anything at all, or what needs a part that it lacks.

An inability is the worker's. It never counts as a failure of a submission: the submission goes
back into the queue for others, and this process does not take it again until a new try is due.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum, unique

FIRST_PAUSE_SECONDS = 60.0  # doubled after each try in vain
LONGEST_PAUSE_SECONDS = 3600.0


@unique
class Part(StrEnum):
    """What a worker may lack."""

    MACHINE = "machine"  # nothing can be run: sandbox, descriptors, disk
    REPOSITORY = "repository"
    JUDGE = "judge"
    IMAGE = "image"
    EXERCISE = "exercise"  # one activity, when no larger part is at fault


@dataclass(frozen=True, kw_only=True, slots=True)
class Subject:
    """A part by its name: of a repository or an exercise, the id of its row."""

    part: Part
    name: str = ""


MACHINE = Subject(part=Part.MACHINE)


@dataclass(frozen=True, kw_only=True, slots=True)
class Inability:
    """Why a subject cannot be used; `retry_at` is when a try is due, on the monotonic clock."""

    subject: Subject
    reason: str
    tries: int = 1
    retry_at: float


class Inabilities:
    """The inabilities of one process, for all its threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._known: dict[Subject, Inability] = {}
        self._lock = threading.Lock()

    def note(self, subject: Subject, reason: str) -> bool:
        """The subject cannot be used; whether that, or the reason, is new."""
        with self._lock:
            before = self._known.get(subject)
            tries = 1 if before is None else before.tries + 1
            self._known[subject] = Inability(
                subject=subject,
                reason=reason,
                tries=tries,
                retry_at=self._clock() + _pause_seconds(tries),
            )
            return before is None or before.reason != reason

    def clear(self, subject: Subject) -> bool:
        """The subject can be used; whether that is new."""
        with self._lock:
            return self._known.pop(subject, None) is not None

    @property
    def fault(self) -> str:
        """Why this process can run nothing at all; empty when it can."""
        machine = self._known.get(MACHINE)
        return "" if machine is None else machine.reason

    def find(self, subject: Subject) -> Inability | None:
        """Why a subject cannot be used; None when it can, as far as is known."""
        return self._known.get(subject)

    def partial(self) -> list[Inability]:
        """What is known besides the machine itself, in the order in which it was noticed."""
        with self._lock:
            return [each for each in self._known.values() if each.subject != MACHINE]


def _pause_seconds(tries: int) -> float:
    exponent = min(tries - 1, 16)  # beyond that the pause is the longest anyway
    return min(FIRST_PAUSE_SECONDS * 2.0**exponent, LONGEST_PAUSE_SECONDS)
