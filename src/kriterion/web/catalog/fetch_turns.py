"""Turns: which repositories are fetched at the same time."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class _Ticket:
    """A wait for a turn; the owner None is the site."""

    owner: int | None


class FetchTurns:
    """Limits concurrent fetches to `maximum` in total and to one per owner.

    So a slow host delays only the other repositories of the same owner. Among the repositories that
    may be fetched, the one that has waited longest comes first.
    """

    def __init__(self, maximum: int) -> None:
        self._max_fetches = maximum
        self._changed = threading.Condition()
        self._waiting: list[_Ticket] = []
        self._fetching: set[int | None] = set()

    @contextmanager
    def take(self, owner: int | None) -> Iterator[None]:
        """Wait for a turn, and hold it."""
        ticket = _Ticket(owner)
        with self._changed:
            self._waiting.append(ticket)
            self._changed.wait_for(lambda: self._is_next(ticket))
            self._waiting.remove(ticket)
            self._fetching.add(owner)
            self._changed.notify_all()
        try:
            yield
        finally:
            with self._changed:
                self._fetching.remove(owner)
                self._changed.notify_all()

    def _is_next(self, ticket: _Ticket) -> bool:
        if len(self._fetching) >= self._max_fetches:
            return False
        startable = (waiting for waiting in self._waiting if waiting.owner not in self._fetching)
        return next(startable, None) is ticket
