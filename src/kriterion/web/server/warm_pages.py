"""Answer one request before the server listens, so that no user waits for the first imports.

The first request imports all views and templates, which takes a third of a second; until then
further requests pile up.
"""

import asyncio
import logging
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse

from kriterion.web.server.static_server import Application

_log = logging.getLogger(__name__)


def warm_pages(application: Application) -> int | None:
    """Request the login page of the application; return the status, None if it failed."""
    try:
        return asyncio.run(_request(application, reverse(settings.LOGIN_URL)))
    except Exception:  # the site starts anyway, and answers others when it can
        _log.exception("the first page could not be made")
        return None


async def _request(application: Application, path: str) -> int | None:
    status: int | None = None

    async def receive() -> Mapping[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Mapping[str, Any]) -> None:
        nonlocal status
        status = message.get("status", status)

    host = urlsplit(settings.ADDRESS).netloc or "127.0.0.1"
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "https" if settings.HTTPS else "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": [(b"host", host.encode())],
        "client": ("127.0.0.1", 0),
        "server": ("127.0.0.1", 0),
    }
    await application(scope, receive, send)
    return status
