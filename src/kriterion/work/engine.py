"""What carries out the work, seen from those who cause it: pages, commands, hooks.

The submission's row is the truth: an engine is only told that there is something to look at, and
an engine that was not told, or died, finds it there. So another engine can take this place.
"""

from collections.abc import Collection
from typing import Protocol


class Engine(Protocol):
    """Something that has submissions assessed.

    `fault` says why it can assess nothing at all now; empty when it can.
    """

    @property
    def fault(self) -> str: ...

    def submit(self, submission_id: int) -> None:
        """A submission was put into the queue, and this is committed."""

    def cancel(self, submission_id: int) -> None:
        """Somebody asked for a running submission to be cancelled, and this is committed."""

    def look_again(self) -> None:
        """Something was installed or mended: what could not be assessed here perhaps can."""

    def running(self) -> Collection[int]:
        """The submissions that it runs in this process."""

    def stop(self) -> None:
        """Take no more; put what is running back into the queue; return when that is done."""


class Elsewhere:
    """The engine of a process without workers: those of others see what the rows say."""

    fault = ""

    def submit(self, submission_id: int) -> None: ...

    def cancel(self, submission_id: int) -> None: ...

    def look_again(self) -> None: ...

    def running(self) -> Collection[int]:
        return ()

    def stop(self) -> None: ...


_engine: Engine = Elsewhere()


def current_engine() -> Engine:
    """The engine of this process."""
    return _engine


def use_engine(engine: Engine) -> None:
    """Make it the engine of this process."""
    global _engine
    _engine = engine
