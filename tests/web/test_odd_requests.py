"""Whatever is sent to whatever address, the answer never says that the site itself has failed."""

import json
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.web.conftest import World, client_for
from tests.web.routes import ROUTES

pytestmark = pytest.mark.django_db

FORM = "application/x-www-form-urlencoded"
NUMBERS = (0, 2**31, 2**63, 10**40, int("9" * 4000))
WORDS = ("%00", "a%00b", "%ED%A0%80", "9" * 5000, "%D9%A3", "-1", "1e400", "None", "%0D%0AX: y")
QUERIES = ("q", "page", "step", "from", "series", "skill", "file", "who", "what", "after", "next")
BODIES = {
    "nothing": (b"", "application/json"),
    "a list": (b"[]", "application/json"),
    "half": (b'{"files": ', "application/json"),
    "deep": (b"[" * 100_000, "application/json"),
    "UTF-16": ('{"files": {}}'.encode("utf-16"), "application/json"),
    "no form": (b"\xff\xfe=%ZZ&&&=", FORM),
    "a NUL": (b"name=%00&text=x&q=%00&to=%00&activity=%00&user=%00&username=%00&slug=%00", FORM),
    "many fields": (b"a=1&" * 10_000, FORM),
    "numbers": (b"activity=" + b"9" * 5000 + b"&series=" + b"9" * 5000, FORM),
    "broken parts": (b"--x\r\nContent-Disposition: form-data", "multipart/form-data; boundary=x"),
    "no boundary": (b"--x", "multipart/form-data"),
    "odd letters": (b"a=1", f"{FORM}; charset=utf-7"),
}
# A database sees nothing of the others, so they are not sent once more with PostgreSQL.
STORABLE_BODIES = ("a NUL", "numbers", "odd letters")
SENT_BODIES = BODIES if connection.vendor == "sqlite" else {n: BODIES[n] for n in STORABLE_BODIES}
# The others are ordinary text or, like the Arabic 3, an ordinary number when they get there.
STORABLE_WORDS = ("%00", "a%00b", "%ED%A0%80", "9" * 5000, "-1", "1e400")
SENT_WORDS = WORDS if connection.vendor == "sqlite" else STORABLE_WORDS
# What no column takes is refused before the database sees it, by whatever it is too large.
STORABLE_NUMBERS = (0, 2**31, 2**63)
SENT_NUMBERS = NUMBERS if connection.vendor == "sqlite" else STORABLE_NUMBERS
PARTS = 4  # of the addresses; tests of about the same length share the processors
METHODS = ("POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY")


def make_browser(world: World) -> Client:
    client = client_for(world.root)
    client.raise_request_exception = False
    return client


# All of them, but those that end what others need, run on, or tell how the machine is.
NAMES = tuple(
    name for name in ROUTES if not name.endswith(("delete", "remove", "logout", "fetch", "healthz"))
)


def list_addresses(world: World) -> Iterator[str]:
    for name in NAMES:
        yield ROUTES[name].address(name, world)


@pytest.mark.long(reason="every address, for each body")
@pytest.mark.parametrize("part", range(PARTS))
def test_odd_bodies_are_handled(world: World, part: int) -> None:
    client = make_browser(world)
    for address in list(list_addresses(world))[part::PARTS]:
        for method in METHODS:
            for name, (content, kind) in SENT_BODIES.items():
                answer = client.generic(method, address, content, content_type=kind)
                if answer.status_code == 429:  # refused before the body is read
                    cache.clear()
                    answer = client.generic(method, address, content, content_type=kind)
                assert answer.status_code < 500, (method, address, name)
                assert answer.status_code != 429, (method, address, name)
                if answer.status_code == 405:
                    break  # the method is refused before the body is read


@pytest.mark.long(reason="every address, for each query string")
@pytest.mark.parametrize("word", SENT_WORDS)
def test_odd_query_strings_are_handled(world: World, word: str) -> None:
    client = make_browser(world)
    query = "&".join(f"{name}={word}" for name in QUERIES)
    for address in list_addresses(world):
        response = client.get(f"{address}?{query}", headers={"Last-Event-ID": word[:100]})
        assert response.status_code < 500, address


@pytest.mark.long(reason="every address, for each number")
@pytest.mark.parametrize("number", SENT_NUMBERS, ids=lambda number: f"{len(str(number))} digits")
def test_large_numbers_are_handled(world: World, number: int) -> None:
    client = make_browser(world)
    for name, route in ROUTES.items():
        arguments = dict(route.arguments(world))
        for key in [key for key, value in arguments.items() if isinstance(value, int)]:
            address = reverse(name.partition(" ")[0], kwargs={**arguments, key: number})
            for method in ("GET", "POST", "PUT"):
                answer = client.generic(method, address, b"{}", content_type="application/json")
                assert answer.status_code in {403, 404, 405}, (method, name, key)


@pytest.mark.parametrize("name", ["kriterion_session", "kriterion_csrf", "kriterion_language"])
def test_odd_cookies_are_handled(world: World, name: str) -> None:
    """A cookie in quotes may have any byte in it; PostgreSQL finds no session by a NUL."""
    client = Client(raise_request_exception=False)
    cookie = {"Cookie": f'{name}="aaaaaaaa\\000"'}
    assert client.get("/", headers=cookie).status_code == 302
    response = client.post("/language", {"language": "nl"}, headers=cookie)
    assert response.status_code == 302


def test_nul_is_removed_from_queries(world: World) -> None:
    found = make_browser(world).get(reverse("search"), {"q": "bar\0code"})
    assert found.context["search_query"] == "barcode"


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
_drafts = st.fixed_dictionaries(
    {
        "files": _json | st.dictionaries(st.text(), st.text(), max_size=3),
        "revision": _json | st.integers(-3, 3) | st.sampled_from(NUMBERS),
    }
)


@pytest.mark.long(reason="sends hundreds of generated requests")
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(document=_drafts | _json)
def test_odd_drafts_are_handled(world: World, document: object) -> None:
    client = make_browser(world)
    address = reverse("draft", args=[world.exercise.pk])
    answer = client.put(address, json.dumps(document), content_type="application/json")
    assert answer.status_code in {200, 400, 409}, answer.content[:300]


@pytest.mark.long(reason="sends hundreds of generated requests")
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    method=st.sampled_from(METHODS),
    body=st.binary(max_size=300) | _json.map(lambda document: json.dumps(document).encode()),
    kind=st.sampled_from(["application/json", FORM, "multipart/form-data; boundary=x", "", "x/y"]),
    place=st.integers(0, 10**6),
)
def test_odd_requests_are_handled(
    world: World, method: str, body: bytes, kind: str, place: int
) -> None:
    name = NAMES[place % len(NAMES)]
    address = ROUTES[name].address(name, world)
    answer = make_browser(world).generic(method, address, body, content_type=kind)
    assert answer.status_code < 500, address
