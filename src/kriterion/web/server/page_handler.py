"""Answer requests for pages, each in one step on a thread of a pool.

Django's own ASGI handler starts a thread per request, with a new database connection, and switches
between that thread and the event loop. An event stream would keep both until it ends.
"""

import asyncio
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from typing import IO, Any

from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.core.signals import request_started
from django.db import connection
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from kriterion.host.descriptors import get_allotment
from kriterion.web.database.pooled_connection import POOLED
from kriterion.web.server.page_compression import compress
from kriterion.web.server.page_turns import PageTurns
from kriterion.web.server.static_server import Receive, Send

Scope = dict[str, Any]

# While one page waits for a database server, others are made. SQLite's answers take no waiting.
_AT_ONCE = POOLED


class PageHandler(ASGIHandler):
    """Runs all middleware and a synchronous view in one step, as a WSGI server would."""

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self._turns = PageTurns(1 if connection.vendor == "sqlite" else _AT_ONCE)
        # Requests may wait for the database or for code of a lesson, so there are many more
        # threads than processors. Further requests wait.
        threads = get_allotment().pages
        # One thread makes most pages: its connection's cache stays valid while no other writes.
        self._first_thread = ThreadPoolExecutor(1, thread_name_prefix="page")
        self._is_first_free = True
        self._threads = ThreadPoolExecutor(max(threads - 1, 1), thread_name_prefix="page")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request. A client that disconnects does not stop its view."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with body:
            async with self._turns.take_turn():
                response = await asyncio.wrap_future(self._start(scope, body))
        if response.streaming:
            await self._stream(response, receive, send)
            return
        if isinstance(response, HttpResponse):
            await compress(response, scope)
        await self.send_response(response, send)

    def _start(self, scope: Scope, body: IO[bytes]) -> Future[HttpResponseBase]:
        """Make a page on the first thread, or on another one while that is busy."""
        if not self._is_first_free:
            return self._threads.submit(copy_context().run, self._respond, scope, body)
        self._is_first_free = False
        page = self._first_thread.submit(copy_context().run, self._respond, scope, body)
        page.add_done_callback(self._free_first)
        return page

    def _free_first(self, _: Future[HttpResponseBase]) -> None:
        self._is_first_free = True

    async def _stream(self, response: HttpResponseBase, receive: Receive, send: Send) -> None:
        """Send what an asynchronous generator yields, until it ends or the client disconnects."""
        sending = asyncio.create_task(self.send_response(response, send))
        leaving = asyncio.ensure_future(receive())
        try:
            await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            sending.cancel()
            leaving.cancel()
            outcome, _ = await asyncio.gather(sending, leaving, return_exceptions=True)
        if isinstance(outcome, Exception):
            raise outcome

    def _respond(self, scope: Scope, body: IO[bytes]) -> HttpResponseBase:
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=self.__class__, scope=scope)
        request, refusal = self.create_request(scope, body)
        response: HttpResponseBase | None = refusal
        if request is not None:
            response = self.get_response(request)
        if response is None:
            raise TypeError("neither a request nor a refusal")
        if response.streaming and not response.is_async:  # type: ignore[attr-defined]
            raise TypeError(f"{scope['path']}: only an asynchronous generator may be streamed")
        # Database connections belong to this thread, so they are returned here.
        response.close()
        return response
