"""Receive the announcements of the site's other processes, on one connection outside the pool."""

import asyncio
from collections.abc import Callable

import psycopg
from django.db import connection

from kriterion.web.database.outage_log import note_outage
from kriterion.web.database.postgresql.direct_connection import find_direct_parameters
from kriterion.web.submissions.announcements.announcer import CHANNEL, decode_announcement, is_own

_FIRST_PAUSE_SECONDS, _LONGEST_PAUSE_SECONDS = 0.5, 10.0  # before the next attempt to connect

Receive = Callable[[frozenset[int] | None], None]


async def receive_announcements(receive: Receive) -> None:
    """Pass on the ids of submissions that other processes have changed, until cancelled.

    None stands for all submissions: too many for one announcement have changed, or announcements
    may have been lost. Databases other than PostgreSQL announce nothing.
    """
    if connection.vendor != "postgresql":
        return
    pause = _FIRST_PAUSE_SECONDS
    while True:
        try:
            parameters = find_direct_parameters()
            async with await psycopg.AsyncConnection.connect(
                **parameters, autocommit=True
            ) as listening:
                await listening.execute(f"LISTEN {CHANNEL}")
                receive(None)
                pause = _FIRST_PAUSE_SECONDS
                await _receive_from(listening, receive)
        except (psycopg.Error, OSError) as error:  # meanwhile, polling finds the changes
            note_outage("announcements of changes could not be received", error)
        await asyncio.sleep(pause)
        pause = min(2 * pause, _LONGEST_PAUSE_SECONDS)


async def _receive_from(listening: "psycopg.AsyncConnection[object]", receive: Receive) -> None:
    async for notification in listening.notifies():
        sender, changed = decode_announcement(notification.payload)
        if not is_own(sender):
            receive(changed)
