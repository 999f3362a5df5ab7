"""The bench: what this machine offers to those who try things on it."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from kriterion.sandbox.image import Image
from kriterion.sandbox.run import Outcome, Probe, Run, Sandbox, nobody
from kriterion.tools.judge import own_root


@dataclass(frozen=True, kw_only=True, slots=True)
class Bench:
    """A sandbox and images to run tools with; at most `jobs` runs at a time.

    `new_root` is that of the sandbox, when its runs have no file system of their own.
    """

    sandbox: Sandbox
    images: Mapping[str, Image]
    new_root: Callable[[Image], str] = own_root
    jobs: int = 1


@dataclass(frozen=True, slots=True)
class Stoppable:
    """A sandbox of which all runs end when `stop` is set."""

    sandbox: Sandbox
    stop: threading.Event

    @property
    def backend(self) -> str:
        """That of the sandbox."""
        return self.sandbox.backend

    def probe(self) -> Probe:
        """That of the sandbox."""
        return self.sandbox.probe()

    def run(
        self,
        run: Run,
        *,
        receive: Callable[[bytes], None] = nobody,
        cancelled: threading.Event | None = None,
    ) -> Outcome:
        """A run of the sandbox. Who has a way to cancel of his own keeps that alone."""
        return self.sandbox.run(run, receive=receive, cancelled=cancelled or self.stop)
