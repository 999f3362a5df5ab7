"""Every route there is, for everybody there is: who gets in, and who proves where they come from.

A route that is not in the table fails the test, so that nobody forgets to decide.
"""

from collections.abc import Iterator

import pytest
from django.urls import URLResolver, get_resolver

from kriterion.web.administration import overview
from kriterion.web.administration.course_judges import views as judges
from tests.web.conftest import World, add_mentor, client_for
from tests.web.routes import PEOPLE, ROUTES


@pytest.fixture(autouse=True)
def skip_machine_examination(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page of this machine runs programs to find out what it can do: tested with that page."""
    for examine in ("examine_machine", "examine_everything"):
        monkeypatch.setattr(overview, examine, lambda _: ())


@pytest.fixture(autouse=True)
def judges_of_courses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Teachers may add judges: what else is refused is tested with those pages."""
    monkeypatch.setattr(judges, "may_add_judges", lambda: True)


def routes(resolver: URLResolver, spaces: tuple[str, ...] = ()) -> Iterator[str]:
    for entry in resolver.url_patterns:
        if isinstance(entry, URLResolver):
            inner = (*spaces, entry.namespace) if entry.namespace else spaces
            yield from routes(entry, inner)
        elif entry.name:
            yield ":".join((*spaces, entry.name))
        else:
            # allauth's old addresses, which only lead to new ones.
            assert str(entry.pattern).startswith("social/"), entry


def test_every_route_is_in_the_table() -> None:
    assert sorted(set(routes(get_resolver()))) == sorted(
        {name for name in ROUTES if " " not in name}
    )


@pytest.mark.parametrize("who", PEOPLE)
@pytest.mark.parametrize("name", ROUTES)
def test_each_route_admits_exactly_whom_the_table_says(world: World, name: str, who: str) -> None:
    route = ROUTES[name]
    client = client_for(None if who == "stranger" else getattr(world, who))
    response = route.ask(client, name, world)
    outcome = _outcome(response.status_code, response.headers.get("Location", ""))
    if response.status_code == 401 and b"You are no longer logged in" in response.content:
        outcome = "log in"  # what was sent is returned
    assert outcome == route.expected(who), response.status_code


@pytest.mark.parametrize("whose", ["ada", "ben"])
@pytest.mark.parametrize("name", ROUTES)
def test_each_route_admits_mentors_as_the_table_says(world: World, name: str, whose: str) -> None:
    """Ada's mentor sees her submission, Ben's does not; neither manages the course."""
    mentor = add_mentor(world, getattr(world, whose))
    route = ROUTES[name]
    response = route.ask(client_for(mentor), name, world)
    outcome = _outcome(response.status_code, response.headers.get("Location", ""))
    assert outcome == route.expected_for_mentor(whose), response.status_code


def _outcome(status: int, location: str) -> str:
    if status in {301, 302} and location.startswith("/accounts/login/?next="):
        return "log in"
    return {401: "refused", 403: "refused", 404: "nothing", 500: "broken"}.get(status, "in")


@pytest.mark.parametrize("name", [name for name, route in ROUTES.items() if route.changes])
def test_cross_site_requests_change_nothing(world: World, name: str) -> None:
    """Cross-site request forgery: the browser sends the cookie, but not what our pages know."""
    route = ROUTES[name]
    client = client_for(world.root, enforce_csrf_checks=True)
    response = route.ask(client, name, world)
    assert response.status_code == 403


@pytest.mark.parametrize("name", [name for name, route in ROUTES.items() if route.changes])
def test_get_requests_change_nothing(world: World, name: str) -> None:
    route = ROUTES[name]
    if route.shows:
        pytest.skip("the same address shows a page")
    assert client_for(world.root).get(route.address(name, world)).status_code == 405
