"""Every route there is, for everybody there is: who gets in, and who proves where they come from.

A route that is not in the table fails the test, so that nobody forgets to decide.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import URLResolver, get_resolver

from kriterion.web.administration import overview
from kriterion.web.administration.course_judges import views as judges
from tests.web.conftest import BACKEND, World, add_mentor, client_for, visiting
from tests.web.routes import PEOPLE, ROUTES

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def skip_machine_examination(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page of this machine runs programs to find out what it can do: tested with that page."""
    for examine in ("examine_machine", "examine_everything"):
        monkeypatch.setattr(overview, examine, lambda _: ())


@pytest.fixture(autouse=True)
def judges_of_courses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Teachers may add judges: what else is refused is tested with those pages."""
    monkeypatch.setattr(judges, "may_add_judges", lambda: True)


@contextmanager
def checking_csrf(client: Client) -> Iterator[None]:
    client.handler.enforce_csrf_checks = True
    yield
    client.handler.enforce_csrf_checks = False


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


@pytest.fixture(scope="module")
def clients(shared_world: World) -> Mapping[str, Client]:
    """A client for each person, logged in."""
    return {
        who: client_for(None if who == "stranger" else getattr(shared_world, who)) for who in PEOPLE
    }


@pytest.mark.parametrize("name", ROUTES)
def test_each_route_admits_exactly_whom_the_table_says(
    shared_world: World, clients: Mapping[str, Client], name: str
) -> None:
    route = ROUTES[name]
    answers = {}
    for who, client in clients.items():
        with visiting(shared_world, client) as world:
            answers[who] = route.ask(client, name, world)
    outcomes = {who: _read_outcome(answer) for who, answer in answers.items()}
    assert outcomes == {who: route.expected(who) for who in PEOPLE}, _list_statuses(answers)


@pytest.mark.parametrize("name", ROUTES)
def test_each_route_admits_mentors_as_the_table_says(shared_world: World, name: str) -> None:
    """Ada's mentor sees her submission, Ben's does not; neither manages the course."""
    route = ROUTES[name]
    answers = {}
    for whose in ("ada", "ben"):
        client = Client()
        with visiting(shared_world, client) as world:
            mentor = add_mentor(world, getattr(world, whose))
            client.force_login(mentor, backend=BACKEND)
            answers[whose] = route.ask(client, name, world)
    outcomes = {whose: _read_outcome(answer) for whose, answer in answers.items()}
    expected = {whose: route.expected_for_mentor(whose) for whose in answers}
    assert outcomes == expected, _list_statuses(answers)


def _list_statuses(answers: Mapping[str, HttpResponse]) -> dict[str, int]:
    return {who: answer.status_code for who, answer in answers.items()}


def _read_outcome(answer: HttpResponse) -> str:
    location = answer.headers.get("Location", "")
    if answer.status_code in {301, 302} and location.startswith("/accounts/login/?next="):
        return "log in"
    if answer.status_code == 401 and b"You are no longer logged in" in answer.content:
        return "log in"  # what was sent is returned
    outcomes = {401: "refused", 403: "refused", 404: "nothing", 500: "broken"}
    return outcomes.get(answer.status_code, "in")


@pytest.mark.parametrize("name", [name for name, route in ROUTES.items() if route.changes])
def test_cross_site_and_get_requests_change_nothing(
    shared_world: World, clients: Mapping[str, Client], name: str
) -> None:
    """Cross-site request forgery: the browser sends the cookie, but not what our pages know."""
    route = ROUTES[name]
    client = clients["root"]
    with visiting(shared_world, client) as world, checking_csrf(client):
        assert route.ask(client, name, world).status_code == 403
    if route.shows:
        return  # the same address shows a page
    with visiting(shared_world, client) as world:
        assert client.get(route.address(name, world)).status_code == 405
