"""Limit the web server's connections to the available descriptors, and what each may send.

A connection over the limit is answered with an error and closed. Without the limit, connections
could use up all descriptors, and neither a run nor a page could open a file. The parser of HTTP
limits neither the size of a request's head nor how many requests arrive before they are answered.
"""

import asyncio
import contextlib
import logging
import os
import socket
import time
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from kriterion.host.descriptors import ACCEPTED_AT_ONCE, get_allotment

_HEAD_SECONDS = 30  # from the start of a connection, or of a request, to the end of its head
_HEAD_BYTES = 32 * 1024  # the address and all headers; also what may arrive between parts of a body
_PIPELINED = 16  # requests that wait for the answer to an earlier one
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


class Connection(HttpToolsProtocol):
    """A connection, which is refused when too many are open."""

    _logged_at = float("-inf")
    _is_in_head = True
    _head_bytes = 0
    _unparsed_bytes = 0  # received since the parser last reported a part of a request
    _head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > get_allotment().connections:
            self._refuse(transport)
            return
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_head_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return  # what arrives after a refusal
        self._unparsed_bytes += len(data)
        super().data_received(data)
        # Within a chunk's head, and while a single header arrives, the parser reports nothing.
        if self.transport.is_closing():
            return
        if self._unparsed_bytes > _HEAD_BYTES:
            self.send_400_response("Invalid HTTP request received.")
        elif not self._is_answering():
            self._await_head()

    def send_400_response(self, msg: str) -> None:
        """Answer and close. Within another answer, only close."""
        if self._is_answering():
            self.transport.close()
        else:
            super().send_400_response(msg)

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= _PIPELINED:
            raise ValueError("too many requests at once")
        super().on_message_begin()
        self._is_in_head = True
        self._head_bytes = self._unparsed_bytes = 0
        self._await_head()

    def on_url(self, url: bytes) -> None:
        self._count_head(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Store a header. Trailers of a body are counted and dropped."""
        self._count_head(len(name) + len(value))
        if self._is_in_head:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._stop_head_timer()
        self._is_in_head = False
        self._unparsed_bytes = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._unparsed_bytes = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._unparsed_bytes = 0
        super().on_message_complete()

    def _count_head(self, received: int) -> None:
        self._unparsed_bytes = 0
        self._head_bytes += received
        if self._head_bytes > _HEAD_BYTES:
            raise ValueError("the head of a request is too large")

    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _await_head(self) -> None:
        """Close the connection unless the head of a request is complete in time."""
        if self._head_timer is None:
            self._head_timer = self.loop.call_later(_HEAD_SECONDS, self._close_late)

    def _stop_head_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _close_late(self) -> None:
        self._head_timer = None
        if self._is_answering():
            self._await_head()
        else:
            self.transport.close()

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
