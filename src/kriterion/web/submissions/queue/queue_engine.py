"""The interface of what assesses submissions, for pages, commands and hooks that queue them.

All state is in the submissions' rows, and an engine also finds them by polling. So one engine can
replace another.
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
        """Retry what could not be assessed here, after something was installed or fixed."""

    def running(self) -> Collection[int]:
        """Return the ids of the submissions that run in this process."""

    def stop(self) -> None:
        """Stop claiming, requeue what is running, and return when that is done."""


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
