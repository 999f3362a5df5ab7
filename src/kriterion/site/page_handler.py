"""Answers requests for pages, each in one piece on a thread that is kept.

Django's own ASGI handler gives every request a new thread, and with it a new connection to the
database, and goes back and forth between that thread and the event loop. Only event streams, whose
views are asynchronous, need it.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from inspect import iscoroutinefunction
from typing import IO, Any

from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.core.signals import request_started
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve, set_script_prefix

from kriterion.site.static_server import Application, Receive, Send

Scope = dict[str, Any]

# Requests that are answered at once; more of them wait. A request may wait for the database or for
# a run of a lesson's code, so there are many more than processors.
_THREADS = 64


class PageHandler(ASGIHandler):
    """Runs all middleware and a synchronous view in one step, as a WSGI server would."""

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="page")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request. A client that goes away meanwhile does not stop its view."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with body:
            response = await asyncio.get_running_loop().run_in_executor(
                self._threads, copy_context().run, self._respond, scope, body
            )
            await self.send_response(response, send)

    def _respond(self, scope: Scope, body: IO[bytes]) -> HttpResponseBase:
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=self.__class__, scope=scope)
        request, refusal = self.create_request(scope, body)
        response: HttpResponseBase | None = refusal
        if request is not None:
            response = self.get_response(request)
        if response is None:
            raise TypeError("neither a request nor a refusal")
        if response.streaming:
            raise TypeError(f"{scope['path']}: only asynchronous views may stream")
        # The database's connections belong to this thread, so they are given back here.
        response.close()
        return response


def with_event_streams(pages: Application, streams: Application) -> Application:
    """Send requests of asynchronous views to `streams`, all others to `pages`."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        chosen = streams if _has_asynchronous_view(scope) else pages
        await chosen(scope, receive, send)

    return answer


def _has_asynchronous_view(scope: Scope) -> bool:
    path = scope["path"].removeprefix(get_script_prefix(scope).rstrip("/"))
    try:
        return iscoroutinefunction(resolve(path).func)
    except Resolver404:
        return False
