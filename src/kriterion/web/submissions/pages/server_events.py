"""Server-sent events: their encoding, heartbeats, and how many streams may be open.

Source of the format: WHATWG HTML, "Server-sent events".
"""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import TypeVar

from django.http.response import HttpResponseBase

from kriterion.host.descriptors import get_allotment

HEARTBEAT_SECONDS = 15.0  # between comments that keep proxies from closing the connection
RETRY_MILLISECONDS = 1000
STREAMS_PER_USER = 40  # open at once in this process; further ones get a state and a pause
BUSY_RETRY_MILLISECONDS = 15_000
RETRY = f"retry: {RETRY_MILLISECONDS}\n\n".encode()
BUSY = f"retry: {BUSY_RETRY_MILLISECONDS}\n\n".encode()
HEARTBEAT = b": still here\n\n"

_Event = TypeVar("_Event")

_open_streams: Counter[int] = Counter()  # by user id; used by this process's event loop only


def set_stream_headers(response: HttpResponseBase) -> HttpResponseBase:
    response.headers["Content-Type"] = "text/event-stream; charset=utf-8"
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"  # keeps a proxy from buffering
    return response


def has_too_many_streams(user_id: int) -> bool:
    """Whether too many streams are open, of this user or in total."""
    if _open_streams[user_id] >= STREAMS_PER_USER:
        return True
    # Copied first: the event loop may change the counts while this runs in a page's thread.
    return sum(tuple(_open_streams.values())) >= get_allotment().streams


async def limit_streams(
    user_id: int, stream: AsyncGenerator[bytes, None]
) -> AsyncGenerator[bytes, None]:
    """Yield the stream or, if too many are open, only a pause before the browser retries."""
    async with aclosing(stream):
        if has_too_many_streams(user_id):
            yield BUSY
            return
        _open_streams[user_id] += 1
        try:
            async for event in stream:
                yield event
        finally:
            _open_streams[user_id] -= 1
            if not _open_streams[user_id]:
                del _open_streams[user_id]


async def add_heartbeats(
    events: AsyncGenerator[_Event, None],
) -> AsyncGenerator[_Event | None, None]:
    """Yield the events, and None after each HEARTBEAT_SECONDS without one."""
    pending: asyncio.Task[_Event | None] | None = None
    try:
        while True:
            if pending is None:
                pending = asyncio.create_task(_next_event(events))
            done, _ = await asyncio.wait({pending}, timeout=HEARTBEAT_SECONDS)
            if not done:
                yield None
                continue
            event = pending.result()
            pending = None
            if event is None:
                return
            yield event
    finally:
        if pending is not None:
            pending.cancel()
            await asyncio.gather(pending, return_exceptions=True)
        await events.aclose()


async def _next_event(events: AsyncGenerator[_Event, None]) -> _Event | None:
    """Return the next event, or None at the end."""
    return await anext(events, None)


def encode_event(name: str, data: object, identity: str = "") -> bytes:
    """Encode one event. JSON contains no line breaks, so the data is one line."""
    id_line = f"id: {identity}\n" if identity else ""
    return f"{id_line}event: {name}\ndata: {json.dumps(data)}\n\n".encode()
