"""Limit the size of request bodies before anything is written to disk.

Django stores a request's body before it looks at anything else, so anybody could fill the disk.
Only administrators and teachers may upload, and only at the addresses for that.
"""

import re
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from importlib import import_module
from types import SimpleNamespace
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth import get_user
from django.db import close_old_connections

from kriterion.web.accounts.models import User
from kriterion.web.accounts.site_access import may_administer
from kriterion.web.base.whole_numbers import read_number
from kriterion.web.courses.course_access import may_create_courses
from kriterion.web.repository_management.services.import_methods import find_upload_limit
from kriterion.web.server.static_server import Application, Receive, Send

DEFAULT_BYTES = 5 * 1024 * 1024
_UPLOADS = re.compile(r"/(administration|teaching)/repositories/(add|\d+/edit)/")

Scope = dict[str, Any]


def limit_bodies(application: Application) -> Application:
    """Wrap the application, so that requests with too long a body do not reach it."""

    async def limited(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in ("GET", "HEAD", "OPTIONS"):
            await application(scope, receive, send)
            return
        allowed = await _find_allowed_bytes(scope)
        if _read_announced_bytes(scope) > allowed:
            await _refuse(send)
            return
        left = allowed

        async def receive_some() -> Mapping[str, Any]:
            nonlocal left
            message = await receive()
            left -= len(message.get("body", b""))
            # A body without an announced length is cut off as if the client had disconnected.
            return message if left >= 0 else {"type": "http.disconnect"}

        await application(scope, receive_some, send)

    return limited


async def _find_allowed_bytes(scope: Scope) -> int:
    if _UPLOADS.fullmatch(scope["path"]):
        return await sync_to_async(_find_upload_bytes)(scope)
    return DEFAULT_BYTES


def _find_upload_bytes(scope: Scope) -> int:
    """Return the number of bytes that the user of a request's session may upload at its address."""
    try:
        cookies = SimpleCookie(_find_header(scope, b"cookie"))
    except CookieError:
        return DEFAULT_BYTES
    cookie = cookies.get(settings.SESSION_COOKIE_NAME)
    if cookie is None or "\0" in cookie.value:
        return DEFAULT_BYTES
    session = import_module(settings.SESSION_ENGINE).SessionStore(cookie.value)
    # No request starts or ends in this thread, so Django does not close its broken connections.
    close_old_connections()
    try:
        user = get_user(SimpleNamespace(session=session))  # type: ignore[arg-type]
        if not isinstance(user, User) or not user.is_active:
            return DEFAULT_BYTES
        admitted = may_administer if scope["path"].startswith("/admin") else may_create_courses
        return find_upload_limit(user) if admitted(user) else DEFAULT_BYTES
    finally:
        close_old_connections()


def _read_announced_bytes(scope: Scope) -> int:
    return read_number(_find_header(scope, b"content-length")) or 0


def _find_header(scope: Scope, name: bytes) -> str:
    values = [value for key, value in scope["headers"] if key == name]
    return values[-1].decode("latin-1") if values else ""


async def _refuse(send: Send) -> None:
    message = b"This is too long.\n"
    await send(
        {
            "type": "http.response.start",
            "status": 413,
            "headers": [
                (b"content-type", b"text/plain; charset=utf-8"),
                (b"content-length", str(len(message)).encode()),
                (b"connection", b"close"),
            ],
        }
    )
    await send({"type": "http.response.body", "body": message})
