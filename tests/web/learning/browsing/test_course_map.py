"""The exercise map: prerequisites, progress, groups, and the path to a goal."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from django.core.cache import cache
from django.urls import reverse

from kriterion.authoring.graph.graphviz_run import TooLargeForPictureError, run_graphviz
from kriterion.errors import MachineError
from kriterion.web.accounts.models import User
from kriterion.web.catalog.repository_fetching import fetch
from kriterion.web.learning.browsing import map_picture, map_solving
from kriterion.web.repositories.models import Repository
from kriterion.web.submissions.models import Submission
from kriterion.web.tools.models import Tool, ToolKind, ToolState
from tests.authoring.track.made_track import write_track
from tests.web.conftest import World, client_for

pytestmark = pytest.mark.django_db

EXAMPLES = Path(__file__).parents[4] / "examples"


@pytest.fixture(autouse=True)
def no_layouts() -> None:
    """Each test begins without layouts of other tests, which the store keeps for longer."""
    cache.clear()


def get_page(user: User, name: str, *arguments: object, query: str = "") -> str:
    response = client_for(user).get(reverse(name, args=arguments) + query)
    assert response.status_code == 200
    return response.content.decode()


def test_the_map_shows_prerequisites_and_what_can_be_started(world: World) -> None:
    repository = Repository.objects.create(name="ocaml", directory=str(EXAMPLES / "ocaml-course"))
    fetch(repository)
    assert (
        client_for(world.ada).get(reverse("exercise-map", args=[repository.pk])).status_code == 404
    )
    repository.activities.update(is_public=True)
    first = repository.activities.get(path="basics/leap-years")
    html = get_page(world.ada, "exercise-map", repository.pk)
    for activity in repository.activities.filter(type="exercise"):
        assert html.count(reverse("activity", args=[activity.pk])) == 2, "a box, and in the list"
    assert _list_boxes(html, "ready") == ["Leap years"]
    assert "after Leap years" in html
    Submission.objects.create(user=world.ada, activity=first, number=1, accepted=True)
    html = get_page(world.ada, "exercise-map", repository.pk)
    assert (_list_boxes(html, "solved"), _list_boxes(html, "ready")) == (
        ["✓ Leap years"],
        ["Around the clock"],
    )
    User.objects.filter(pk=world.ada.pk).update(language="nl")
    in_dutch = get_page(world.ada, "exercise-map", repository.pk)
    assert "na Leap years" in in_dutch
    assert "comes before" not in in_dutch


def test_the_map_of_a_track_shows_its_concepts(world: World, tmp_path: Path) -> None:
    track = write_track(tmp_path / "track")
    script = tmp_path / "python-test-runner" / "bin" / "run.sh"
    script.parent.mkdir(parents=True)
    script.write_text("#!/bin/sh\n")
    script.chmod(0o755)
    Tool.objects.create(
        kind=ToolKind.TEST_RUNNER,
        name="python",
        directory=str(script.parents[1]),
        programming_languages=["python"],
        state=ToolState.READY,
    )
    repository = Repository.objects.create(name="python", directory=str(track))
    fetch(repository)
    repository.activities.update(is_public=True)
    assert "Exercise map" in get_page(world.ada, "exercise-tree", repository.pk)
    html = get_page(world.ada, "exercise-map", repository.pk)
    assert (_list_boxes(html, "ready"), _list_boxes(html, "later")) == (["Lasagna"], ["Currency"])
    assert "Currency requires Basics" in html
    leap = repository.activities.get(path="exercises/practice/leap")
    assert html.count(reverse("activity", args=[leap.pk])) == 1, "only in the list"
    assert "requires Numbers" in html.partition('id="map-list"')[2]
    lasagna = repository.activities.get(path="exercises/concept/lasagna")
    Submission.objects.create(user=world.ada, activity=lasagna, number=1, accepted=True)
    html = get_page(world.ada, "exercise-map", repository.pk)
    assert (_list_boxes(html, "solved"), _list_boxes(html, "ready")) == (
        ["✓ Lasagna"],
        ["Currency"],
    )
    assert html.partition('id="map-list"')[2].count("Ready to start") == 1


@pytest.fixture
def mapped(world: World) -> Repository:
    """The example's repository, which everybody sees."""
    repository = Repository.objects.create(name="ocaml", directory=str(EXAMPLES / "ocaml-course"))
    fetch(repository)
    repository.activities.update(is_public=True)
    return repository


def test_the_map_has_groups_in_frames_and_as_headings(world: World, mapped: Repository) -> None:
    html = get_page(world.ada, "exercise-map", mapped.pk)
    titles = re.findall(r'<text class="frame-title"[^>]*>([^<]*)<', html)
    assert sorted(titles) == ["Data and its shapes", "Effects", "First steps", "Larger things"]
    assert sorted(re.findall(r'<h3 class="map-group">([^<]*)<', html)) == sorted(titles)


def test_the_map_shows_the_path_to_a_goal(world: World, mapped: Repository) -> None:
    goal = mapped.activities.get(path="basics/collatz")
    first = mapped.activities.get(path="basics/leap-years")
    Submission.objects.create(user=world.ada, activity=first, number=1, accepted=True)
    html = get_page(world.ada, "exercise-map", mapped.pk, query=f"?goal={goal.pk}")
    listed = html.partition('id="map-list"')[2]
    names = re.findall(r'<span class="row-title">([^<]*)<', listed)
    assert names == ["Leap years", "Around the clock", "Hailstones"]
    assert "1 of 3 solved" in html
    shown = _list_boxes(html, "solved") + _list_boxes(html, "ready") + _list_boxes(html, "later")
    assert [name.strip("✓ ") for name in shown] == names
    assert "A calculator" in _list_boxes(html, "later aside")


@pytest.mark.parametrize(("room", "shown"), [(1100.0, 922.0), (900.0, 900.0), (500.0, 783.7)])
def test_a_picture_a_little_wider_than_a_page_is_shown_smaller(
    world: World, mapped: Repository, monkeypatch: pytest.MonkeyPatch, room: float, shown: float
) -> None:
    monkeypatch.setattr(map_picture, "_WIDTH", room)
    html = get_page(world.ada, "exercise-map", mapped.pk)
    found = re.search(r'<svg [^>]*width="([^"]*)" height="[^"]*" viewBox="0 0 ([^ ]*) ', html)
    assert found is not None
    assert (float(found[1]), float(found[2])) == pytest.approx((shown, 922.0), abs=1)


@pytest.mark.parametrize("goal", ["", "0", "x", "%00", "999999999999"])
def test_a_map_with_an_unknown_goal_shows_everything(
    world: World, mapped: Repository, goal: str
) -> None:
    html = get_page(world.ada, "exercise-map", mapped.pk, query=f"?goal={goal}")
    assert "aside" not in html.partition("<svg")[2].partition("</svg>")[0]


def test_a_map_is_laid_out_once(
    world: World, mapped: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def count(graphs: Sequence[str], **limits: float) -> list[dict[str, object]]:
        asked.append(graphs)
        return run_graphviz(graphs)

    monkeypatch.setattr(map_solving, "run_graphviz", count)
    pages = [get_page(user, "exercise-map", mapped.pk) for user in (world.ada, world.tina)]
    assert len(asked) == 1
    assert all('class="frame-title"' in html for html in pages)
    titles = [activity.name("en") for activity in mapped.activities.all()]
    assert not any(title in graph for graph in asked[0] for title in (*titles, "functions"))


def test_a_map_that_is_too_large_is_a_list(
    world: World, mapped: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def refuse(graphs: Sequence[str], **limits: float) -> list[dict[str, object]]:
        asked.append(graphs)
        raise TooLargeForPictureError

    monkeypatch.setattr(map_solving, "run_graphviz", refuse)
    for _ in range(2):
        html = get_page(world.ada, "exercise-map", mapped.pk)
        assert "The map cannot be drawn" in html
        assert "after Leap years" in html
    assert len(asked) == 1, "what was too large is not tried again"


def test_graphviz_that_fails_leaves_the_list(
    world: World, mapped: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(graphs: Sequence[str], **limits: float) -> list[dict[str, object]]:
        raise MachineError("no memory")

    monkeypatch.setattr(map_solving, "run_graphviz", fail)
    assert "after Leap years" in get_page(world.ada, "exercise-map", mapped.pk)
    monkeypatch.undo()
    cache.clear()  # a minute later
    assert "cannot be drawn" not in get_page(world.ada, "exercise-map", mapped.pk)


def _list_boxes(html: str, kind: str) -> list[str]:
    """The titles in the boxes of a kind."""
    drawn = re.findall(rf'<g class="exercise {kind}"[^>]*>.*?</g>', html, re.DOTALL)
    return [
        " ".join(re.findall(r'<text (?!class="difficulty")[^>]*>([^<]+)</text>', image))
        for image in drawn
    ]
