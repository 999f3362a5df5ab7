"""Pages are made one after the other; one that waits holds nobody up."""

import asyncio
from contextlib import AsyncExitStack

from kriterion.web.server.page_turns import PageTurns

NEVER = 1e9  # seconds


async def let_others_run() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


class Page:
    """Takes a turn in a task of its own, and keeps it until `ready` is set."""

    def __init__(self, turns: PageTurns) -> None:
        self.has_begun = False
        self.ready = asyncio.Event()
        self.task = asyncio.create_task(self._make(turns))

    async def _make(self, turns: PageTurns) -> None:
        async with turns.take_turn():
            self.has_begun = True
            await self.ready.wait()


def test_pages_begin_in_the_order_of_arrival() -> None:
    async def run() -> None:
        turns = PageTurns(2, NEVER)
        pages = [Page(turns) for _ in range(4)]
        await let_others_run()
        assert [page.has_begun for page in pages] == [True, True, False, False]
        pages[1].ready.set()
        await let_others_run()
        assert [page.has_begun for page in pages] == [True, True, True, False]
        for page in pages:
            page.ready.set()
        await asyncio.gather(*(page.task for page in pages))

    asyncio.run(run())


def test_a_slow_page_holds_nobody_up() -> None:
    async def run() -> None:
        turns = PageTurns(1, seconds=0)
        slow, following = Page(turns), Page(turns)
        following.ready.set()
        await following.task
        assert not slow.task.done()
        slow.ready.set()
        await slow.task

    asyncio.run(run())


def test_a_cancelled_request_passes_its_turn_on() -> None:
    async def run() -> None:
        turns = PageTurns(1, NEVER)
        first, waiting, chosen, last = (Page(turns) for _ in range(4))
        await let_others_run()
        waiting.task.cancel()
        first.ready.set()
        await let_others_run()
        assert chosen.has_begun
        chosen.task.cancel()
        last.ready.set()
        await last.task

    asyncio.run(run())


def test_an_error_passes_the_turn_on() -> None:
    async def run() -> None:
        turns = PageTurns(1, NEVER)
        try:
            async with turns.take_turn():
                raise ValueError
        except ValueError:
            pass
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(turns.take_turn())

    asyncio.run(run())
