"""Limit the web server's connections to the available descriptors, and close idle ones.

A connection over the limit is answered with an error and closed. Without the limit, connections
could use up all descriptors, and neither a run nor a page could open a file.
"""

import asyncio
import contextlib
import logging
import os
import socket
import time
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from kriterion.host.descriptors import ACCEPTED_AT_ONCE, get_allotment

_FIRST_SECONDS = 30  # until the first byte on a new connection
_RECEIVED_BYTES = 64 * 1024
_LOG_SECONDS = 60.0
_BACKLOG = 1024  # connections that the kernel queues until they are accepted
_EXPLANATION = b"Too many connections are open at the moment. Try again soon.\n"
_REFUSAL = b"\r\n".join(
    (
        b"HTTP/1.1 503 Service Unavailable",
        b"Content-Type: text/plain; charset=utf-8",
        b"Content-Length: %d" % len(_EXPLANATION),
        b"Retry-After: 15",
        b"Cache-Control: no-store",
        b"Connection: close",
        b"",
        _EXPLANATION,
    )
)

_log = logging.getLogger(__name__)


class Connection(H11Protocol):
    """A connection, which is refused when too many are open."""

    _logged_at = float("-inf")

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > get_allotment().connections:
            self._refuse(transport)
            return
        self.timeout_keep_alive_task = self.loop.call_later(
            _FIRST_SECONDS, self.timeout_keep_alive_handler
        )

    def _refuse(self, transport: asyncio.Transport) -> None:
        # Read what has arrived: otherwise the kernel resets the connection, and the client may not
        # see the answer.
        with contextlib.suppress(OSError):
            os.read(transport.get_extra_info("socket").fileno(), _RECEIVED_BYTES)
        transport.write(_REFUSAL)
        transport.close()
        now = time.monotonic()
        if now - Connection._logged_at >= _LOG_SECONDS:
            Connection._logged_at = now
            _log.warning("%d connections are open: more are refused", len(self.connections) - 1)


class Server(uvicorn.Server):
    """The web server. It accepts few connections at once, because it can refuse a connection only
    after accepting it.
    """

    def __init__(self, application: Any, *, last_seconds: int) -> None:
        """`last_seconds` is how long running requests may take after a shutdown was requested."""
        super().__init__(
            uvicorn.Config(
                application,
                http=Connection,
                backlog=ACCEPTED_AT_ONCE,
                log_level="warning",
                access_log=False,
                server_header=False,
                lifespan="off",
                ws="none",
                timeout_graceful_shutdown=last_seconds,
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(_BACKLOG)  # asyncio passed ACCEPTED_AT_ONCE to the kernel
