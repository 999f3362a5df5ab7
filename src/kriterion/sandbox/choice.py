"""Choose the sandbox of a run by the kind of its image."""

import threading
from collections.abc import Callable

from kriterion.errors import OperatorError
from kriterion.sandbox.image import ImageKind
from kriterion.sandbox.run import Outcome, Probe, Run, Sandbox, discard_output
from kriterion.sandbox.session import REQUESTS, Session, SessionSandbox


class SandboxByImage:
    """Runs an engine's images in the engine, and everything else in the `default` sandbox."""

    def __init__(self, default: SessionSandbox, engine: Sandbox) -> None:
        self._default = default
        self._engine = engine

    @property
    def backend(self) -> str:
        """The default sandbox's name; an outcome names its own."""
        return self._default.backend

    def probe(self) -> Probe:
        """Probe the default sandbox: an engine may be missing until an image needs it."""
        return self._default.probe()

    def run(
        self,
        run: Run,
        *,
        receive: Callable[[bytes], None] = discard_output,
        cancelled: threading.Event | None = None,
    ) -> Outcome:
        """Run in the image's sandbox."""
        sandbox = self._engine if run.image.kind is ImageKind.ENGINE else self._default
        return sandbox.run(run, receive=receive, cancelled=cancelled)

    def open(self, run: Run, *, requests: int = REQUESTS) -> Session:
        """Start a tool that stays in the image's sandbox. Raises as a SessionSandbox does."""
        if run.image.kind is ImageKind.ENGINE:
            raise OperatorError(
                f"image {run.image.name}: a tool that stays cannot be in a container",
                fix='map the image in kriterion.toml to kind = "host" or kind = "rootfs"',
            )
        return self._default.open(run, requests=requests)
