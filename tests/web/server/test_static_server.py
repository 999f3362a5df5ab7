"""Styles and scripts as a browser asks for them, without Django between."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from kriterion.web.server.static_server import serve_static_files

STYLES = "body { margin: 0 }"


async def django(scope: dict[str, Any], receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 418, "headers": []})
    await send({"type": "http.response.body", "body": b"Django"})


def make_request(path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    sent: list[dict[str, Any]] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        return {"type": "http.request"}

    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": "GET", "path": path, "headers": raw}
    asyncio.run(serve_static_files(django)(scope, receive, send))
    head = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], head, sent[1]["body"]


@pytest.fixture(autouse=True)
def files(settings: Settings, tmp_path: Path) -> Path:
    root = tmp_path / "static"
    (root / "kriterion").mkdir(parents=True)
    (root / "kriterion" / "site-ABCDEFG1.css").write_text(STYLES)
    (root / "kriterion" / "site-ABCDEFG1.css.br").write_bytes(b"smaller")
    (root / "kriterion" / "manifest.json").write_text("{}")
    (tmp_path / "secret-key").write_text("secret")
    settings.STATIC_ROOT = root
    return root


def test_a_hashed_file_is_sent_compressed_and_cached_forever() -> None:
    status, head, body = make_request(
        "/static/kriterion/site-ABCDEFG1.css", accept_encoding="gzip, br"
    )
    assert (status, body) == (200, b"smaller")
    assert "immutable" in head["cache-control"]
    assert head["x-content-type-options"] == "nosniff"
    assert make_request("/static/kriterion/site-ABCDEFG1.css")[2] == STYLES.encode()


def test_a_cached_file_is_not_sent_again() -> None:
    _, head, _ = make_request("/static/kriterion/site-ABCDEFG1.css")
    status, _, body = make_request(
        "/static/kriterion/site-ABCDEFG1.css", if_none_match=head["etag"]
    )
    assert (status, body) == (304, b"")


def test_a_file_without_a_hash_is_not_cached_forever() -> None:
    assert "immutable" not in make_request("/static/kriterion/manifest.json")[1]["cache-control"]


@pytest.mark.parametrize(
    "path",
    [
        "/static/",
        "/static/../secret-key",
        "/static/kriterion/../../secret-key",
        "/static//etc/passwd",
        "/static/kriterion/%2e%2e/%2e%2e/secret-key",
        "/static/kriterion/..\\..\\secret-key",
        "/static/kriterion/site-ABCDEFG1.css.br",
        "/static/kriterion",
        "/static/\0",
    ],
)
def test_no_other_files_are_served(path: str) -> None:
    status, _, body = make_request(path)
    assert (status, body) == (404, b"")


def test_other_paths_are_passed_to_the_site() -> None:
    assert make_request("/courses/")[0] == 418
