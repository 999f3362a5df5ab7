"""Turns for pages: threads that make pages at the same time slow each other down.

Python runs one thread at a time. A thread gives up Python's lock for each query and then waits to
get it back, so eight threads make fewer pages than one, and all of them late.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

# Longer than most pages take. A page that is not ready by then waits for something, or is slow;
# others no longer wait for it.
_SECONDS = 0.05


class PageTurns:
    """Lets a number of pages be made at once, in the order of arrival.

    A page counts until it is ready, but not longer than `seconds`, so slow ones hold nobody up.
    """

    def __init__(self, at_once: int, seconds: float = _SECONDS) -> None:
        self._at_once = at_once
        self._seconds = seconds
        self._taken: set[asyncio.Future[None]] = set()
        self._waiting: deque[asyncio.Future[None]] = deque()

    @asynccontextmanager
    async def take_turn(self) -> AsyncIterator[None]:
        """Wait for a turn. It ends with the context, or earlier when its time is over."""
        loop = asyncio.get_running_loop()
        turn = loop.create_future()
        try:
            if len(self._taken) < self._at_once:
                self._taken.add(turn)
            else:
                self._waiting.append(turn)
                await turn
            timer = loop.call_later(self._seconds, self._end, turn)
            try:
                yield
            finally:
                timer.cancel()
        finally:
            self._end(turn)

    def _end(self, turn: asyncio.Future[None]) -> None:
        self._taken.discard(turn)
        while self._waiting and len(self._taken) < self._at_once:
            following = self._waiting.popleft()
            if not following.cancelled():
                self._taken.add(following)
                following.set_result(None)
