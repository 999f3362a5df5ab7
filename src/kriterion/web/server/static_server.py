"""Serve styles, scripts and fonts without Django, since they need no session.

WhiteNoise handles types, compressed variants and conditional requests. Its own middleware is
synchronous, so event streams and pages would be passed between threads.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from functools import partial
from http import HTTPStatus
from typing import Any
from wsgiref.headers import Headers

from django.conf import settings
from whitenoise import WhiteNoise
from whitenoise.responders import Response, StaticFile

Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]
Application = Callable[[dict[str, Any], Receive, Send], Coroutine[Any, Any, None]]

# Names contain a digest of the content, which therefore never changes.
_IMMUTABLE = re.compile(r"-[0-9A-Z]{8}\.\w+$")


def serve_static_files(application: Application) -> Application:
    """Wrap the site, and serve paths under STATIC_URL before they reach it."""
    files = WhiteNoise(
        None,
        root=str(settings.STATIC_ROOT),
        prefix=settings.STATIC_URL,
        autorefresh=True,  # look up files on demand: assets may be built while the site runs
        immutable_file_test=lambda path, url: bool(_IMMUTABLE.search(url)),
        allow_all_origins=False,
        add_headers_function=_add_headers,
    )

    async def serve(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].startswith(settings.STATIC_URL):
            return await application(scope, receive, send)
        return await _answer(*await asyncio.to_thread(partial(_read_file, files, scope)), send)

    return serve


def _read_file(files: WhiteNoise, scope: dict[str, Any]) -> tuple[Response, bytes]:
    file: StaticFile | None = files.find_file(scope["path"])
    if file is None:
        return Response(HTTPStatus.NOT_FOUND, [("Content-Type", "text/plain")], None), b""
    headers = {
        f"HTTP_{name.decode('latin-1').upper().replace('-', '_')}": value.decode("latin-1")
        for name, value in scope["headers"]
    }
    response = file.get_response(scope["method"], headers)
    if response.file is None:
        return response, b""
    with response.file:
        return response, response.file.read()


async def _answer(response: Response, content: bytes, send: Send) -> None:
    headers = [(name.lower().encode(), value.encode()) for name, value in response.headers]
    await send({"type": "http.response.start", "status": int(response.status), "headers": headers})
    await send({"type": "http.response.body", "body": content})


def _add_headers(headers: Headers, path: str, url: str) -> None:
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Cross-Origin-Resource-Policy"] = "same-origin"
