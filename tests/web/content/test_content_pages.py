"""The site sends content to workers with a token: whole, in ranges, and to nobody else."""

import asyncio
import hashlib
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.http import StreamingHttpResponse
from django.test import Client

from kriterion.web.content.content_access import StoreKind, open_store
from kriterion.web.content.models import WorkerToken
from kriterion.web.content.worker_tokens import make_token, revoke_token

pytestmark = pytest.mark.django_db


@pytest.fixture
def digest(tmp_path: Path, settings: object) -> str:
    settings.DATA = tmp_path / "data"  # type: ignore[attr-defined]
    (tmp_path / "tool").mkdir()
    (tmp_path / "tool" / "run").write_bytes(bytes(range(256)) * 3000)
    return open_store(StoreKind.TOOL).add_directory(tmp_path / "tool")


def ask(digest: str, token: str, **headers: str) -> StreamingHttpResponse:
    return Client().get(  # type: ignore[return-value]
        f"/content/{digest}", headers={"Authorization": f"Bearer {token}", **headers}
    )


def read(response: StreamingHttpResponse) -> bytes:
    async def gather() -> bytes:
        return b"".join([piece async for piece in response])

    return asyncio.run(gather())


def test_a_worker_receives_what_the_digest_names(digest: str) -> None:
    response = ask(digest, make_token("worker-1"))
    content = read(response)
    assert hashlib.sha256(content).hexdigest() == digest
    assert response.headers["Content-Length"] == str(len(content))
    assert response.headers["ETag"] == f'"{digest}"'


@pytest.mark.parametrize(
    ("asked", "first", "end"),
    [("bytes=1000-", 1000, None), ("bytes=0-9", 0, 10), ("bytes=5-99999999", 5, None)],
)
def test_a_worker_receives_the_range_that_it_lacks(
    digest: str, asked: str, first: int, end: int | None
) -> None:
    token = make_token("worker-1")
    whole = read(ask(digest, token))
    response = ask(digest, token, Range=asked)
    assert response.status_code == 206
    assert read(response) == whole[first:end]
    last = (end or len(whole)) - 1
    assert response.headers["Content-Range"] == f"bytes {first}-{last}/{len(whole)}"


@pytest.mark.parametrize(
    "headers",
    [
        {"Range": "bytes=-5"},
        {"Range": "bytes=0-1,4-5"},
        {"Range": "lines=1-2"},
        {"Range": "bytes=4-", "If-Range": '"other"'},
    ],
)
def test_other_ranges_are_answered_in_full(digest: str, headers: dict[str, str]) -> None:
    response = ask(digest, make_token("worker-1"), **headers)
    assert response.status_code == 200
    assert hashlib.sha256(read(response)).hexdigest() == digest


def test_a_range_behind_the_end_is_refused(digest: str) -> None:
    assert ask(digest, make_token("worker-1"), Range="bytes=99999999-").status_code == 416


@pytest.mark.parametrize("token", ["", "x", "kriterion-worker-x", "\0", "é" * 5000])
def test_nobody_else_receives_anything(digest: str, token: str) -> None:
    make_token("worker-1")
    assert ask(digest, token).status_code == 403
    assert ask("0" * 64, token).status_code == 403


def test_a_revoked_token_admits_nobody(digest: str) -> None:
    token = make_token("worker-1")
    assert ask(digest, token).status_code == 200
    assert revoke_token("worker-1")
    assert ask(digest, token).status_code == 403


def test_unknown_content_is_not_found(digest: str) -> None:
    assert ask("0" * 64, make_token("worker-1")).status_code == 404


def test_content_that_was_changed_on_the_disk_is_not_sent(digest: str) -> None:
    tree = open_store(StoreKind.TOOL).find_tree(digest)
    assert tree is not None
    (tree / "run").write_text("changed")
    assert ask(digest, make_token("worker-1")).status_code == 404


def test_a_token_is_shown_once_and_stored_as_a_digest() -> None:
    out = StringIO()
    call_command("worker_token", "add", "worker-1", stdout=out, stderr=StringIO())
    secret = out.getvalue().strip()
    row = WorkerToken.objects.get()
    assert row.digest == hashlib.sha256(secret.encode()).hexdigest()
    listed = StringIO()
    call_command("worker_token", "list", stdout=listed)
    assert "worker-1\tnever used" in listed.getvalue()
    assert secret not in listed.getvalue()
    call_command("worker_token", "revoke", "worker-1", stdout=listed)
    for words in (("revoke", "worker-1"), ("add", "worker-1"), ("add", ""), ("add", "a\nb")):
        with pytest.raises(CommandError):
            call_command("worker_token", *words)
