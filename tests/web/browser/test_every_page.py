"""Every page there is, by phone and by desk, by day and by night, in both languages: axe finds
nothing, nothing is wider than the screen or moves while it loads, nobody complains. The table of
routes says which."""

import json
from pathlib import Path
from typing import Any

import pytest

from kriterion.web.accounts.models import User
from kriterion.web.repositories.models import Repository
from kriterion.web.submissions.models import Assessment, Submission
from tests.feedback.sample import ASSESSMENT
from tests.web.browser.conftest import MAX_SHIFT, NARROWEST, ZOOMED, Look, Open, Visit
from tests.web.conftest import World, client_for
from tests.web.routes import ROUTES

EXERCISES = Path(__file__).parents[3] / "examples" / "exercises"
# Each of the three in both of its kinds; what goes wrong seldom needs just one pair of them.
LOOKS = [Look("phone", "light", "nl"), Look("desk", "dark", "en")]
PARTS = {"ada": 2, "root": 3}  # of the pages; tests of about the same length share the processors
# The widths at which each page is examined in both schemes.
WIDTHS = {"phone": NARROWEST, "desk": ZOOMED}
SHOWN = sorted(
    (
        name
        for name, route in ROUTES.items()
        if (not route.changes or route.shows) and name != "events"  # a stream, no page
    ),
    key=lambda name: name.startswith("exams:"),  # an exam hides other pages, so it comes last
)


@pytest.fixture
def furnished_world(transactional_db: None, world: World) -> World:
    """The world with exercises on the disk and a submission that has its feedback."""
    Repository.objects.filter(pk=world.repository.pk).update(
        directory=str(EXERCISES), format="dodona", commit="1"
    )
    Submission.objects.filter(pk=world.submission.pk).update(
        state="finished", status="wrong", attempt=1, finished_at=world.submission.created_at
    )
    Assessment.objects.create(
        submission=world.submission, attempt=1, document=Assessment.packed(ASSESSMENT)
    )
    return world


def is_page(response: Any) -> bool:
    """Whether a response is a whole page, not something else, or a part of a page."""
    if response.status_code != 200 or response.streaming:
        return False
    return bool(response.content.startswith(b"<!doctype html>"))


@pytest.mark.long(reason="opens every page")
@pytest.mark.parametrize(
    ("who", "part"), [(who, part) for who, parts in PARTS.items() for part in range(parts)]
)
def test_no_page_has_faults(open_visit: Open, furnished_world: World, who: str, part: int) -> None:
    person = getattr(furnished_world, who)
    client = client_for(person)
    visits = [open_visit(person, look) for look in LOOKS]
    for visit in visits:
        visit.observe_shifts()
        visit.load_axe_ahead()
    faults: dict[str, list[str]] = {}
    seen = 0
    for name in SHOWN[part :: PARTS[who]]:
        route = ROUTES[name]
        if route.expected(who) != "in" or (who == "root" and "ada" in route.inside):
            continue  # or she has seen it
        address = route.address(name, furnished_world)
        if not is_page(client.get(address)):
            continue
        for visit in visits:
            User.objects.filter(pk=person.pk).update(language=visit.look.language)
            visit.open(address)
            visit.take_screenshot(f"{who}-{name.replace(':', '-').replace(' ', '-')}")
            if found := find_faults(visit):
                faults[f"{name} ({address}), {' '.join(visit.look)}"] = found
            visit.complaints.clear()
            visit.requests.clear()
        seen += 1
    assert not faults, json.dumps(faults, indent=1)
    assert seen >= 10


def find_faults(visit: Visit) -> list[str]:
    shifts = visit.list_shifts()
    faults = [f"moves: {shifts}"] if sum(value for value, _ in shifts) > MAX_SHIFT else []
    if visit.look.device == "desk":
        faults += visit.find_faults()
        if visit.is_too_wide_at(NARROWEST):
            faults.append("is wider than the narrowest screen")
    else:
        faults += visit.list_complaints()
    return faults + visit.find_faults_at(WIDTHS[visit.look.device])
