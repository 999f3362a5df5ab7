"""Requests for pages go through threads that are kept; event streams do not."""

import asyncio
from collections.abc import Iterable
from typing import Any

import pytest
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.urls import path, reverse
from django.utils import translation
from pytest_django.fixtures import Settings

from kriterion.site.page_handler import PageHandler, with_event_streams

Answer = tuple[int, dict[str, str], bytes]


def ask(
    application: Any, address: str, *, method: str = "GET", body: Iterable[dict[str, Any]] = ()
) -> Answer | None:
    """What the application sends; None if it sends nothing."""
    sent: list[dict[str, Any]] = []
    parts = iter(body or [{"type": "http.request"}])

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        return next(parts)

    headers = [(b"host", b"127.0.0.1"), (b"content-type", b"application/x-www-form-urlencoded")]
    scope = {"type": "http", "method": method, "path": address, "headers": headers}
    asyncio.run(application(scope | {"query_string": b""}, receive, send))
    if not sent:
        return None
    head = {name.decode().lower(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], head, b"".join(part.get("body", b"") for part in sent[1:])


def seen(request: HttpRequest) -> HttpResponse:
    """A view that tells what it was given and which connection it uses."""
    connection.ensure_connection()
    language = translation.get_language()
    translation.activate("nl")
    return HttpResponse(f"{request.body!r} {language} {id(connection.connection)}")


def failing(request: HttpRequest) -> HttpResponse:
    raise ValueError("what nobody should read")


urlpatterns = [path("seen", seen), path("failing", failing)]


@pytest.fixture
def handler(settings: Settings, transactional_db: None) -> PageHandler:
    settings.ROOT_URLCONF = __name__
    settings.MIDDLEWARE = []
    settings.DEBUG_PROPAGATE_EXCEPTIONS = False
    return PageHandler()


def test_a_view_gets_the_body_that_came_in_parts(handler: PageHandler) -> None:
    parts: list[dict[str, Any]] = [
        {"type": "http.request", "body": b"a=1", "more_body": True},
        {"type": "http.request", "body": b"&b=2"},
    ]
    answer = ask(handler, "/seen", method="POST", body=parts)
    assert answer is not None
    assert answer[2].startswith(b"b'a=1&b=2'")


def test_a_connection_to_the_database_is_kept_and_a_language_is_not(handler: PageHandler) -> None:
    """The site of the test keeps to SQLite, where a new connection has an empty cache."""
    answers = [ask(handler, "/seen") for _ in range(3)]
    assert all(answer is not None and answer[0] == 200 for answer in answers)
    assert len({answer[2] for answer in answers if answer is not None}) == 1


def test_a_client_that_goes_away_within_its_body_has_no_view_run(handler: PageHandler) -> None:
    parts: list[dict[str, Any]] = [
        {"type": "http.request", "body": b"a=1", "more_body": True},
        {"type": "http.disconnect"},
    ]
    assert ask(handler, "/seen", method="POST", body=parts) is None


@pytest.mark.parametrize(("address", "status"), [("/failing", 500), ("/nowhere", 404)])
def test_a_view_that_fails_is_a_page(handler: PageHandler, address: str, status: int) -> None:
    answer = ask(handler, address)
    assert answer is not None
    assert answer[0] == status
    assert b"nobody should read" not in answer[2]


def test_only_event_streams_go_to_the_event_loop() -> None:
    def named(name: str) -> Any:
        async def application(scope: Any, receive: Any, send: Any) -> None:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": name.encode()})

        return application

    both = with_event_streams(named("pages"), named("streams"))

    def asked(address: str) -> bytes:
        answer = ask(both, address)
        assert answer is not None
        return answer[2]

    assert asked(reverse("events", args=[1])) == b"streams"
    for address in ("/", "/submissions/1/", "/nowhere", "", "/\ud800"):
        assert asked(address) == b"pages"
