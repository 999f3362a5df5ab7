"""The worker of this process, if it has one, for pages, commands and hooks."""

from typing import Protocol


class LocalWorker(Protocol):
    """A worker as the rest of its process uses it.

    `fault` says why it cannot assess anything now; empty if it can.
    """

    @property
    def fault(self) -> str: ...

    def request_recheck(self) -> None:
        """Retry what could not be assessed here, after something was installed or fixed."""


_worker: LocalWorker | None = None


def current_worker() -> LocalWorker | None:
    return _worker


def use_worker(worker: LocalWorker | None) -> None:
    global _worker
    _worker = worker
