"""What an engine is: it carries wake-ups to workers. The rows say what is to be done.

A wake-up says only that there may be work that needs an image, in a lane. A worker that receives
one claims what the rows' own order puts first. So a wake-up may be lost, doubled or late.
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
        """Return how many pieces of work it does at once."""

    @property
    def background_slots(self) -> int:
        """Return how many of them may be background work."""

    @property
    def is_able(self) -> bool:
        """Whether it can do any work now. While it cannot, wake-ups belong to other workers."""

    def take(self, claimed: Callable[[], object] = lambda: None) -> bool:
        """Claim the next piece of work and do it; return False if it could claim none.

        `claimed` is called between the two. Blocks until the work is done. Raises nothing: after
        an error it returns True.
        """

    def has_work(self, lane: Lane) -> bool:
        """Whether the rows hold work that some worker could claim now. Raises DatabaseError."""

    def cancel(self, submission_id: int) -> None:
        """Stop a submission, if it runs here."""


class Engine(Protocol):
    """Carries wake-ups."""

    def offer(self, lane: Lane, image: str = ANY_IMAGE) -> None:
        """Wake a worker: there is work.

        Call it in the transaction that queues the work, or after that. Costs no more however often
        it is called: a few wake-ups stand for any backlog.
        """

    def withdraw(self, submission_id: int) -> None:
        """Have the worker of a cancelled submission notice it at once, if that is possible.

        Its row says so already, and every worker reads that soon.
        """

    def work(self, consumer: Consumer, drained: threading.Event) -> None:
        """Call `consumer.take` on threads, one for each slot, whenever there may be work.

        Return when `drained` is set and these calls have returned. Offers again what the rows
        hold and no wake-up stands for, every few seconds. Survives outages of what carries it.
        """
