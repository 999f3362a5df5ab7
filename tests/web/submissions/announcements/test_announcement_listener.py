"""Announcements reach other processes through PostgreSQL; without it, polling finds the changes."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import TypeAlias

import pytest
from asgiref.sync import sync_to_async
from django.db import connection

from kriterion.web.accounts.models import User
from kriterion.web.submissions.announcements import announcer
from kriterion.web.submissions.announcements.announcement_listener import receive_announcements
from kriterion.web.submissions.announcements.announcer import Announcer
from kriterion.web.submissions.live import hub
from kriterion.web.submissions.live.follow import LiveStep, follow
from kriterion.web.submissions.queue.claim import claim_next
from tests.web.queue_fixtures import HandIn
from tests.web.rehearsal import PATIENCE_SECONDS
from tests.web.submissions.live.test_follow import write

pytestmark = pytest.mark.django_db(transaction=True)

Received: TypeAlias = "asyncio.Queue[frozenset[int] | None]"


def end_listeners() -> None:
    """End the connections that listen, as an outage of the server does."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND query LIKE 'LISTEN %'"
            )
    finally:
        connection.close()


def run(receive_all: Callable[[], Awaitable[None]]) -> None:
    """Run it with a timeout; skip the test on SQLite."""
    if connection.vendor != "postgresql":
        pytest.skip("only PostgreSQL announces; tests/web/test_postgresql.py runs this on it")
    asyncio.run(asyncio.wait_for(receive_all(), PATIENCE_SECONDS))


@asynccontextmanager
async def listen() -> AsyncIterator[Received]:
    """Listen while the context is open, from when the connection is there."""
    received: asyncio.Queue[frozenset[int] | None] = asyncio.Queue()
    listening = asyncio.create_task(receive_announcements(received.put_nowait))
    try:
        assert await received.get() is None
        yield received
    finally:
        listening.cancel()
        with suppress(asyncio.CancelledError):
            await listening


def test_a_change_is_announced_to_other_processes_only() -> None:
    other = Announcer()

    async def receive_all() -> None:
        async with listen() as received:
            announcer.announce_change(1)  # this process has notified its listeners itself
            other.announce(2)
            assert await received.get() == frozenset({2})

    run(receive_all)


def test_a_listener_returns_after_an_outage_and_has_everything_polled() -> None:
    other = Announcer()

    async def receive_all() -> None:
        async with listen() as received:
            await sync_to_async(end_listeners)()
            assert await received.get() is None
            other.announce(3)
            assert await received.get() == frozenset({3})

    run(receive_all)


def test_a_follower_reads_at_once_what_another_process_announces(
    submit: HandIn, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Polling would take longer than the test may."""
    monkeypatch.setattr(hub, "POLL_SECONDS", 10_000.0)
    submit(anna)
    claimed = claim_next("another")
    assert claimed is not None
    other = Announcer()

    def write_and_announce(number: int) -> None:
        try:
            write(claimed, number, str(number))
            other.announce(claimed.pk)
        finally:
            connection.close()

    async def read_all() -> None:
        numbers = []
        await sync_to_async(write_and_announce)(1)
        async for event in follow(claimed.pk):
            if isinstance(event, LiveStep):
                numbers.append(event.number)
                if event.number == 5:
                    break
                await sync_to_async(write_and_announce)(event.number + 1)
        assert numbers == [1, 2, 3, 4, 5]

    run(read_all)
