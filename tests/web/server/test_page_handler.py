"""Requests go through threads that are kept; an event stream leaves its thread."""

import asyncio
import gzip
from collections.abc import AsyncGenerator, Iterable
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import path
from django.utils import translation
from pytest_django.fixtures import Settings

from kriterion.host.descriptors import get_allotment
from kriterion.web.server import page_handler
from kriterion.web.server.page_handler import PageHandler

Answer = tuple[int, dict[str, str], bytes]


def ask(
    application: Any,
    address: str,
    *,
    method: str = "GET",
    body: Iterable[dict[str, Any]] = (),
    accepted: str = "",
) -> Answer | None:
    """What the application sends; None if it sends nothing."""
    sent: list[dict[str, Any]] = []
    parts = iter(body or [{"type": "http.request"}])

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        for part in parts:
            if part["type"] == "http.disconnect" and sent:
                await asyncio.sleep(0)
            return part
        await asyncio.Event().wait()  # a client that stays
        raise AssertionError

    headers = [
        (b"host", b"127.0.0.1"),
        (b"content-type", b"application/x-www-form-urlencoded"),
        (b"accept-encoding", accepted.encode()),
    ]
    scope = {"type": "http", "method": method, "path": address, "headers": headers}
    asyncio.run(application(scope | {"query_string": b""}, receive, send))
    if not sent:
        return None
    head = {name.decode().lower(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], head, b"".join(part.get("body", b"") for part in sent[1:])


def describe_request(request: HttpRequest) -> HttpResponse:
    """A view that tells what it was given and which connection it uses."""
    connection.ensure_connection()
    language = translation.get_language()
    translation.activate("nl")
    return HttpResponse(f"{request.body!r} {language} {id(connection.connection)}")


def make_failing(request: HttpRequest) -> HttpResponse:
    raise ValueError("what nobody should read")


closed: list[bool] = []


def stream_endlessly(request: HttpRequest) -> StreamingHttpResponse:
    async def endless() -> AsyncGenerator[bytes, None]:
        try:
            yield b"first"
            await asyncio.Event().wait()
        finally:
            closed.append(True)

    closed.clear()
    return StreamingHttpResponse(endless())


def stream_shortly(request: HttpRequest) -> StreamingHttpResponse:
    async def parts() -> AsyncGenerator[bytes, None]:
        yield b"first, "
        yield b"last"

    return StreamingHttpResponse(parts())


def write_document(request: HttpRequest, kind: str) -> HttpResponse:
    return HttpResponse(b"a line\n" * 200, content_type=kind, headers={"ETag": '"1"'})


urlpatterns = [
    path("seen", describe_request),
    path("failing", make_failing),
    path("streaming", stream_endlessly),
    path("short", stream_shortly),
    path("document/<path:kind>", write_document),
]


@pytest.fixture
def handler(settings: Settings, transactional_db: None) -> PageHandler:
    settings.ROOT_URLCONF = __name__
    settings.MIDDLEWARE = []
    settings.DEBUG_PROPAGATE_EXCEPTIONS = False
    return PageHandler()


def test_a_view_gets_a_body_that_arrived_in_parts(handler: PageHandler) -> None:
    parts: list[dict[str, Any]] = [
        {"type": "http.request", "body": b"a=1", "more_body": True},
        {"type": "http.request", "body": b"&b=2"},
    ]
    response = ask(handler, "/seen", method="POST", body=parts)
    assert response is not None
    assert response[2].startswith(b"b'a=1&b=2'")


def test_a_database_connection_is_kept_and_an_activated_language_is_not(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, transactional_db: None
) -> None:
    """The site of the test keeps to SQLite, where a new connection has an empty cache."""
    # A second thread begins when the first has not yet said that it is idle again.
    one = replace(get_allotment(), pages=1)
    monkeypatch.setattr(page_handler, "get_allotment", lambda: one)
    settings.ROOT_URLCONF = __name__
    settings.MIDDLEWARE = []
    handler = PageHandler()
    answers = [ask(handler, "/seen") for _ in range(3)]
    assert all(answer is not None and answer[0] == 200 for answer in answers)
    assert len({answer[2] for answer in answers if answer is not None}) == 1


def test_no_view_runs_for_a_client_that_disconnects_within_its_body(handler: PageHandler) -> None:
    parts: list[dict[str, Any]] = [
        {"type": "http.request", "body": b"a=1", "more_body": True},
        {"type": "http.disconnect"},
    ]
    assert ask(handler, "/seen", method="POST", body=parts) is None


@pytest.mark.parametrize(("address", "status"), [("/failing", 500), ("/nowhere", 404)])
def test_a_failing_view_answers_with_an_error_page(
    handler: PageHandler, address: str, status: int
) -> None:
    response = ask(handler, address)
    assert response is not None
    assert response[0] == status
    assert b"nobody should read" not in response[2]


def test_a_stream_holds_no_thread_and_ends_when_its_reader_leaves(handler: PageHandler) -> None:
    """Nor a connection to the database: each would be two descriptors more."""
    response = ask(
        handler, "/streaming", body=[{"type": "http.request"}, {"type": "http.disconnect"}]
    )
    assert response is not None
    assert response[2].startswith(b"first")
    assert closed == [True]


def test_a_finite_stream_is_sent_to_its_end(handler: PageHandler) -> None:
    response = ask(handler, "/short", body=[{"type": "http.request"}])
    assert response is not None
    assert response[2] == b"first, last"


@pytest.mark.parametrize(
    ("kind", "accepted", "is_compressed"),
    [
        ("text/html", "deflate, gzip;q=0.5", True),
        ("application/json", "gzip", True),
        ("text/html", "gzip;q=0, identity", False),
        ("text/html", "br", False),
        ("application/zip", "gzip", False),
    ],
)
def test_texts_are_compressed_for_clients_that_accept_it(
    handler: PageHandler, kind: str, accepted: str, is_compressed: bool
) -> None:
    response = ask(handler, f"/document/{kind}", accepted=accepted)
    assert response is not None
    _, headers, content = response
    assert int(headers.get("content-length", len(content))) == len(content)
    assert headers.get("content-encoding") == ("gzip" if is_compressed else None)
    assert headers["etag"] == ('W/"1"' if is_compressed else '"1"')
    assert headers.get("vary") == (None if kind == "application/zip" else "Accept-Encoding")
    assert (gzip.decompress(content) if is_compressed else content) == b"a line\n" * 200


def test_the_size_of_a_compressed_page_reveals_nothing(handler: PageHandler) -> None:
    responses = [ask(handler, "/document/text/html", accepted="gzip") for _ in range(30)]
    assert len({len(response[2]) for response in responses if response}) > 1


def test_a_short_text_is_not_compressed(handler: PageHandler) -> None:
    response = ask(handler, "/seen", accepted="gzip")
    assert response is not None
    assert "content-encoding" not in response[1]
