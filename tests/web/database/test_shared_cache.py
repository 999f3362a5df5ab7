"""Processes share limits and cached values in the database."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache import cache
from django.core.cache.backends.db import DatabaseCache
from django.db import OperationalError

from tests.web.site_process import data_directory, serve_site

WRONG = """
import http.cookiejar, re, sys, urllib.error, urllib.parse, urllib.request
address, number = sys.argv[1], int(sys.argv[2])
SITE = {"Host": "localhost"}  # people know both processes by one name: attempts count for a name
jar = http.cookiejar.CookieJar()
opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
for _ in range(number):
    page = opener.open(urllib.request.Request(address + "/accounts/login/", headers=SITE))
    page = page.read().decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[1]
    fields = {"login": "emma", "password": sys.argv[3], "csrfmiddlewaretoken": token}
    request = urllib.request.Request(
        address + "/accounts/login/",
        urllib.parse.urlencode(fields).encode(),
        SITE,
    )
    answer = opener.open(request)
    print(answer.geturl().endswith("/accounts/login/"))
"""


@pytest.fixture
def data() -> Iterator[Path]:
    with data_directory() as place:
        yield place


def log_in(address: str, password: str, times: int = 1) -> list[bool]:
    """Whether each attempt to log in failed."""
    command = (sys.executable, "-c", WRONG, address, str(times), password)
    done = subprocess.run(command, env=os.environ, capture_output=True, text=True, check=True)
    return [line == "True" for line in done.stdout.split()]


@pytest.mark.django_db
def test_the_cache_is_a_table_of_the_database() -> None:
    assert isinstance(cache._connections["default"], DatabaseCache)  # type: ignore[attr-defined]
    cache.set("key", [1, 2], 60)
    assert cache.get("key") == [1, 2]
    assert not cache.add("key", 3, 60)


@pytest.mark.django_db
def test_a_key_that_cannot_be_stored_is_not_taken_for_anothers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cache.set("taken", True, 60)
    monkeypatch.setattr(DatabaseCache, "add", lambda *_: False)  # as on a full disk
    assert not cache.add("taken", True, 60)
    with pytest.raises(OperationalError):
        cache.add("free", True, 60)


@pytest.mark.machine
@pytest.mark.long(reason="two sites start")
def test_two_sites_share_a_limit_on_logins(data: Path) -> None:
    words = ("--workers", "0", "--demo")
    with serve_site(data, *words) as first, serve_site(data, *words) as second:
        assert log_in(first.address, "wrong", 5) == [True] * 5
        assert log_in(second.address, "wrong", 5) == [True] * 5
        for site in (first, second):
            assert log_in(site.address, "demo") == [True], "the limit is not shared"
