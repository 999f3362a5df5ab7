"""Nobody fills the disk: what is too long is refused before it is kept."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

from kriterion.web.accounts.models import User
from kriterion.web.repository_management.services.import_methods import (
    TEACHER_UPLOAD_BYTES,
    UPLOAD_BYTES,
)
from kriterion.web.server.body_limits import (
    DEFAULT_BYTES,
    _find_upload_bytes,
    limit_bodies,
)
from tests.web.conftest import World, client_for

pytestmark = pytest.mark.django_db(transaction=True)

UPLOAD = "/administration/repositories/add/"
OTHER = "/activities/1/submit"


def send_body(
    path: str, *, announced: int | None, sent: int, user: User | None = None, cookie: str = ""
) -> tuple[int | None, int]:
    """The status that somebody is refused with, if any, and how many bytes got through."""
    through = 0
    statuses: list[int] = []
    left = sent

    async def application(scope: Any, receive: Any, send: Any) -> None:
        nonlocal through
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            through += len(message["body"])
            if not message["more_body"]:
                return

    async def receive() -> dict[str, Any]:
        nonlocal left
        piece = min(left, 1_000_000)
        left -= piece
        return {"type": "http.request", "body": bytes(piece), "more_body": left > 0}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    headers = [] if announced is None else [(b"content-length", str(announced).encode())]
    if user is not None:
        value = client_for(user).cookies[settings.SESSION_COOKIE_NAME].value
        cookie = f"{settings.SESSION_COOKIE_NAME}={value}"
    if cookie:
        headers.append((b"cookie", cookie.encode()))
    scope = {"type": "http", "method": "POST", "path": path, "headers": headers}
    asyncio.run(limit_bodies(application)(scope, receive, send))
    return (statuses[0] if statuses else None), through


def test_a_short_body_gets_through() -> None:
    assert send_body(OTHER, announced=1000, sent=1000) == (None, 1000)


def test_a_body_announced_as_too_long_is_refused_unread() -> None:
    assert send_body(OTHER, announced=DEFAULT_BYTES + 1, sent=10) == (413, 0)


def test_an_unannounced_body_is_cut_off_at_the_limit() -> None:
    status, through = send_body(OTHER, announced=None, sent=50_000_000)
    assert status is None
    assert through <= DEFAULT_BYTES


def test_only_administrators_may_upload_and_only_on_upload_pages(world: World) -> None:
    size = DEFAULT_BYTES + 1
    assert send_body(UPLOAD, announced=size, sent=size, user=world.root) == (None, size)
    assert send_body(OTHER, announced=size, sent=size, user=world.root)[0] == 413
    assert send_body(UPLOAD, announced=UPLOAD_BYTES + 1, sent=1, user=world.root)[0] == 413
    for user in (None, world.ada, world.tina):
        assert send_body(UPLOAD, announced=size, sent=size, user=user)[0] == 413


def test_teachers_upload_less_and_only_on_their_own_pages(world: World) -> None:
    size, page = DEFAULT_BYTES + 1, "/teaching/repositories/3/edit/"
    assert send_body(page, announced=size, sent=size, user=world.tina) == (None, size)
    too_large = TEACHER_UPLOAD_BYTES + 1
    assert send_body(page, announced=too_large, sent=1, user=world.tina)[0] == 413
    assert send_body(page, announced=too_large, sent=1, user=world.root)[0] is None
    world.tina.is_active = False
    world.tina.save()
    for user in (None, world.ada, world.tina):
        assert send_body(page, announced=size, sent=size, user=user)[0] == 413


@pytest.mark.parametrize(
    "cookie", ["x", "kriterion_session=", "kriterion_session=nobody", "=;;\xff"]
)
def test_a_forged_session_belongs_to_nobody(cookie: str) -> None:
    assert send_body(UPLOAD, announced=DEFAULT_BYTES + 1, sent=1, cookie=cookie)[0] == 413


def test_the_connection_is_closed_after_a_refused_body(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server may have been started anew: then the next upload is not to fail for that."""
    cookie = client_for(world.root).cookies[settings.SESSION_COOKIE_NAME].value
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 0)  # as with a pool
    headers = [(b"cookie", f"{settings.SESSION_COOKIE_NAME}={cookie}".encode())]

    def ask() -> tuple[int, bool]:
        scope = {"path": UPLOAD, "headers": headers}
        return _find_upload_bytes(scope), connection.connection is None

    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(ask).result() == (UPLOAD_BYTES, True)
