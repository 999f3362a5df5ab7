"""The first page is made before anybody asks for one."""

from collections.abc import Mapping
from typing import Any

import pytest

from kriterion.web.server.page_handler import PageHandler
from kriterion.web.server.warm_pages import warm_pages


@pytest.mark.django_db(transaction=True)
def test_the_login_page_is_made() -> None:
    assert warm_pages(PageHandler()) == 200


def test_a_failure_does_not_keep_the_site_from_starting(caplog: pytest.LogCaptureFixture) -> None:
    async def failing(scope: dict[str, Any], receive: Any, send: Any) -> None:
        raise OSError("the disk is away")

    assert warm_pages(failing) is None
    assert "the first page could not be made" in caplog.text


def test_the_request_is_one_of_the_sites_own_address() -> None:
    seen: list[Mapping[str, Any]] = []

    async def recording(scope: dict[str, Any], receive: Any, send: Any) -> None:
        assert (await receive())["body"] == b""
        seen.append(scope)
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    assert warm_pages(recording) == 204
    assert seen[0]["path"].startswith("/accounts/login")
    assert dict(seen[0]["headers"])[b"host"]
