"""Which sandbox a run belongs into: that of its image's kind."""

import threading
from collections.abc import Callable
from enum import StrEnum, unique

from kriterion.errors import OperatorError
from kriterion.sandbox.image import ImageKind
from kriterion.sandbox.run import Outcome, Probe, Run, Sandbox, nobody
from kriterion.sandbox.session import REQUESTS, Session, SessionSandbox


@unique
class Backend(StrEnum):
    """What runs everything that is not for an engine."""

    BUBBLEWRAP = "bubblewrap"
    PROCESS = "process"  # confines nothing


class ByImage:
    """Runs in an engine what is for an engine, and everything else in the `usual` sandbox."""

    def __init__(self, usual: SessionSandbox, engine: Sandbox) -> None:
        self._usual = usual
        self._engine = engine

    @property
    def backend(self) -> str:
        """The usual one's; an outcome names its own."""
        return self._usual.backend

    def probe(self) -> Probe:
        """The usual one's: an engine may be missing until an image asks for it."""
        return self._usual.probe()

    def run(
        self,
        run: Run,
        *,
        receive: Callable[[bytes], None] = nobody,
        cancelled: threading.Event | None = None,
    ) -> Outcome:
        """Execute it where it belongs."""
        sandbox = self._engine if run.image.kind is ImageKind.ENGINE else self._usual
        return sandbox.run(run, receive=receive, cancelled=cancelled)

    def open(self, run: Run, *, requests: int = REQUESTS) -> Session:
        """Start a tool that stays, where it belongs. Raises as a SessionSandbox does."""
        if run.image.kind is ImageKind.ENGINE:
            raise OperatorError(
                f"image {run.image.name}: a tool that stays cannot be in a container",
                fix='map the image in kriterion.toml to kind = "host" or kind = "rootfs"',
            )
        return self._usual.open(run, requests=requests)
