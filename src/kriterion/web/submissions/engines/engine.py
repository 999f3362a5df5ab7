"""The interface of engines, which carry wake-ups to workers. The rows hold the work.

A wake-up only says that a lane may have work that needs some image. A worker that receives it
claims the row that comes first in the queue. So a wake-up may be lost, duplicated or late.
"""

import threading
from collections.abc import Callable
from enum import StrEnum, unique
from typing import Protocol

ANY_IMAGE = "any"  # work for which every worker is asked


@unique
class Lane(StrEnum):
    """Whether a user waits for the work."""

    LIVE = "live"
    BACKGROUND = "background"


class Consumer(Protocol):
    """A worker as an engine sees it."""

    @property
    def slots(self) -> int:
        """Return the number of slots: how many pieces of work it does at once."""

    @property
    def background_slots(self) -> int:
        """Return how many slots may do background work."""

    @property
    def is_ready(self) -> bool:
        """Whether it can do any work now. While it cannot, it leaves wake-ups to other workers."""

    def take(self, on_claim: Callable[[], object] = lambda: None) -> bool:
        """Claim and do the next piece of work; return False if there was none to claim.

        Calls `on_claim` after the claim. Blocks until the work is done. Raises nothing: after an
        error it returns True.
        """

    def has_work(self, lane: Lane) -> bool:
        """Whether the rows hold work that some worker could claim now. Raises DatabaseError."""

    def cancel(self, submission_id: int) -> None:
        """Stop a submission, if it runs here."""


class Engine(Protocol):
    """Carries wake-ups."""

    def offer(self, lane: Lane, image: str = ANY_IMAGE) -> None:
        """Wake a worker, because work was queued.

        Call it in the transaction that queues the work, or afterwards. Frequent calls are cheap: a
        few wake-ups cover any backlog.
        """

    def withdraw(self, submission_id: int) -> None:
        """Notify the worker of a cancelled submission, if possible.

        Workers also read cancellations from the rows, a moment later.
        """

    def work(self, consumer: Consumer, drained: threading.Event) -> None:
        """Call `consumer.take` on threads, one for each slot, whenever there may be work.

        Return when `drained` is set and these calls have returned. Every few seconds, offers queued
        work again that no wake-up covers. Survives outages of the service that carries the
        wake-ups.
        """
