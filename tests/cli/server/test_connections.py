"""What a connection may send to the web server, and what it gets for it."""

import asyncio
import contextlib
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kriterion.cli.server import connections
from kriterion.cli.server.connections import Server

GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
LAST_GET = b"GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
CHUNKED = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
PATIENCE = 60.0


class Site:
    """A server in a thread that answers with what it was asked for."""

    def __init__(self) -> None:
        self.scopes: list[dict[str, Any]] = []
        self.released = threading.Event()
        self.released.set()
        self.server = Server(self, last_seconds=1)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.thread = threading.Thread(
            target=lambda: asyncio.run(self.server.serve([self.listener]))
        )

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        self.scopes.append(scope)
        size, more = 0, True
        while more:
            message = await receive()
            size += len(message.get("body", b""))
            more = message.get("more_body", False)
        while not self.released.is_set():
            await asyncio.sleep(0.01)
        body = f"[{scope['path']} {size}]".encode()
        length = (b"content-length", str(len(body)).encode())
        await send({"type": "http.response.start", "status": 200, "headers": [length]})
        await send({"type": "http.response.body", "body": body})

    def exchange(self, sent: bytes) -> bytes:
        """Send bytes; return what arrives until the server closes the connection."""
        with self.connect() as client:
            with contextlib.suppress(ConnectionError):
                client.sendall(sent)
            return read_to_end(client)

    def connect(self) -> socket.socket:
        return socket.create_connection(self.listener.getsockname(), timeout=PATIENCE)


def read_to_end(client: socket.socket) -> bytes:
    received = b""
    with contextlib.suppress(ConnectionError):
        while part := client.recv(65536):
            received += part
    return received


def read_answer(client: socket.socket, body: bytes) -> None:
    """Receive an answer until its body, which may arrive later than its head."""
    received = b""
    while not received.endswith(body):
        part = client.recv(65536)
        assert part, received
        received += part


@pytest.fixture(scope="module")
def module_site() -> Iterator[Site]:
    site = Site()
    site.thread.start()
    yield site
    site.server.should_exit = True
    site.thread.join()
    site.listener.close()


@pytest.fixture
def site(module_site: Site) -> Site:
    module_site.scopes.clear()
    return module_site


def test_requests_on_one_connection_are_answered_in_order(site: Site) -> None:
    answer = site.exchange(GET * 3 + LAST_GET)
    assert answer.count(b"HTTP/1.1 200") == 4
    assert answer.endswith(b"[/last 0]")


def test_a_refused_upgrade_does_not_end_the_connection(site: Site) -> None:
    """Java's client offers HTTP/2 with its first request."""
    upgrade = b"GET /first HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n"
    with site.connect() as client:
        client.sendall(upgrade)
        read_answer(client, b"[/first 0]")
        client.sendall(LAST_GET)
        assert read_to_end(client).endswith(b"[/last 0]")


@pytest.mark.parametrize(
    ("sent", "is_accepted"),
    [
        (b"GET / HTTP/1.1\r\nA: " + b"a" * 32_000 + b"\r\nConnection: close\r\n\r\n", True),
        (b"GET /" + b"a" * 32_000 + b" HTTP/1.1\r\nConnection: close\r\n\r\n", True),
        (b"GET / HTTP/1.1\r\nA: " + b"a" * 33_000 + b"\r\n\r\n", False),
        (b"GET /" + b"a" * 33_000 + b" HTTP/1.1\r\n\r\n", False),
        (b"GET / HTTP/1.1\r\n" + b"Abcdefgh: ijklmnop\r\n" * 2_100 + b"\r\n", False),
        (b"GET / HTTP/1.1\r\nA: " + b"a" * 1_000_000, False),
        (b"GET / HTTP/1.1\r\nA" + b"a" * 1_000_000, False),
        (b"\r\n" * 100_000, False),
        (CHUNKED + b"\r\n1;" + b"a" * 1_000_000, False),
        (CHUNKED + b"\r\n0\r\nA: " + b"a" * 1_000_000, False),
        (CHUNKED + b"\r\n0\r\n" + b"Abcdefgh: ijklmnop\r\n" * 2_100 + b"\r\n", False),
        (CHUNKED + b"Content-Length: 3\r\n\r\n1\r\na\r\n0\r\n\r\n", False),
        (b"GET / HTTP/1.1\r\nContent-Length: 0\r\nContent-Length: 1\r\n\r\na", False),
        (b"GET / HTTP/1.1\nHost: x\n\n", False),
        (b"GET / HTTP/1.1\r\nHost : x\r\n\r\n", False),
        (b"GET http:// HTTP/1.1\r\n\r\n", False),
        (b"GET /\xff HTTP/1.1\r\n\r\n", False),
        (b"CONNECT x:1 HTTP/1.1\r\n\r\n", False),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", False),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", False),
    ],
    ids=lambda value: repr(value[:40]) if isinstance(value, bytes) else None,
)
def test_what_is_too_large_or_invalid_is_refused(
    site: Site, sent: bytes, is_accepted: bool
) -> None:
    answer = site.exchange(sent)
    assert answer.startswith(b"HTTP/1.1 200") == is_accepted
    assert b"HTTP/1.1 500" not in answer


def test_a_body_may_be_larger_than_a_head(site: Site) -> None:
    head = b"POST / HTTP/1.1\r\nConnection: close\r\nContent-Length: 1000000\r\n\r\n"
    assert site.exchange(head + b"a" * 1_000_000).endswith(b"[/ 1000000]")


def test_trailers_are_not_headers(site: Site) -> None:
    head = CHUNKED + b"Connection: close\r\n\r\n"
    answer = site.exchange(head + b"2\r\nab\r\n0\r\nX-Real-User: root\r\n\r\n")
    assert answer.endswith(b"[/ 2]")
    names = {name for name, _ in site.scopes[0]["headers"]}
    assert names == {b"host", b"transfer-encoding", b"connection"}


def test_too_many_requests_at_once_close_the_connection(site: Site) -> None:
    answer = site.exchange(GET * 5_000)
    assert len(site.scopes) <= 20
    assert b"HTTP/1.1 400" not in answer


def test_an_answer_is_not_mixed_with_a_refusal(site: Site) -> None:
    site.released.clear()
    try:
        with site.connect() as client:
            client.sendall(GET + b"\x00\r\n")
            assert read_to_end(client) == b""
    finally:
        site.released.set()


@pytest.mark.parametrize("begun", [b"", b"\r\n", b"GET / HTTP/1.1\r\nHost", GET + b"G"])
def test_a_head_that_does_not_arrive_in_time_closes_the_connection(
    site: Site, begun: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "_HEAD_SECONDS", 0.3)
    assert site.exchange(begun).count(b"HTTP/1.1") == begun.count(GET)


def test_an_empty_line_does_not_keep_a_connection_open(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "_HEAD_SECONDS", 0.3)
    with site.connect() as client:
        client.sendall(GET)
        read_answer(client, b"[/ 0]")
        client.sendall(b"\r\n")
        assert read_to_end(client) == b""


def test_a_slow_answer_outlasts_the_time_for_a_head(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "_HEAD_SECONDS", 0.05)
    site.released.clear()
    with site.connect() as client:
        client.sendall(GET + LAST_GET[:10])
        client.settimeout(0.5)
        with pytest.raises(TimeoutError):
            client.recv(1)
        monkeypatch.setattr(connections, "_HEAD_SECONDS", PATIENCE)
        site.released.set()
        client.settimeout(PATIENCE)
        client.sendall(LAST_GET[10:])
        assert read_to_end(client).endswith(b"[/last 0]")


_words = st.sampled_from(
    [
        *(
            GET,
            LAST_GET,
            CHUNKED,
            b"\r\n",
            b"\n",
            b"\0",
            b" ",
            b":",
            b"0\r\n\r\n",
            b"5\r\nabcde\r\n",
        ),
        *(b"GET ", b"HEAD / HTTP/1.0\r\n\r\n", b" HTTP/1.1\r\n", b"Content-Length: 3\r\n", b"/%"),
        *(
            b"Expect: 100-continue\r\n",
            b"Connection: upgrade\r\nUpgrade: websocket\r\n",
            b"http://",
        ),
    ]
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(parts=st.lists(_words | st.binary(max_size=20), max_size=12))
def test_no_input_makes_the_server_fail(
    site: Site, parts: list[bytes], caplog: pytest.LogCaptureFixture
) -> None:
    with site.connect() as client:
        with contextlib.suppress(ConnectionError):
            client.sendall(b"".join(parts))
            client.shutdown(socket.SHUT_WR)
        answer = read_to_end(client)
    assert b"HTTP/1.1 500" not in answer
    assert not [record for record in caplog.records if record.exc_info]
