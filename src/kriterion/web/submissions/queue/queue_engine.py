"""The interface between those who cause work (pages, commands, hooks) and what carries it out.

The submission's row is the truth: a notification only saves the engine the wait until it finds the
row. So another engine can take this place.
"""

from collections.abc import Collection
from typing import Protocol


class Engine(Protocol):
    """Assesses submissions.

    `fault` says why it cannot assess anything now; empty if it can.
    """

    @property
    def fault(self) -> str: ...

    def submit(self, submission_id: int) -> None:
        """Notify the engine of a queued submission, after the commit."""

    def cancel(self, submission_id: int) -> None:
        """Notify the engine that a running submission is to be cancelled, after the commit."""

    def look_again(self) -> None:
        """Something was installed or fixed: retry what could not be assessed here."""

    def running(self) -> Collection[int]:
        """Return the submissions that run in this process."""

    def stop(self) -> None:
        """Take no more, requeue what is running, and return when that is done."""


class Elsewhere:
    """The engine of a process without workers: other processes' engines poll the rows."""

    fault = ""

    def submit(self, submission_id: int) -> None: ...

    def cancel(self, submission_id: int) -> None: ...

    def look_again(self) -> None: ...

    def running(self) -> Collection[int]:
        return ()

    def stop(self) -> None: ...


_engine: Engine = Elsewhere()


def current_engine() -> Engine:
    return _engine


def use_engine(engine: Engine) -> None:
    global _engine
    _engine = engine
