"""Administrators read how many workers a deadline needs, from what the site has measured."""

import re

import pytest
from pytest import MonkeyPatch

from kriterion.web.administration import capacity_measurements
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Membership
from kriterion.web.database import database_clock as clock
from kriterion.web.submissions.models import Worker
from tests.web.administration.test_capacity_measurements import submit_late
from tests.web.conftest import World, client_for

PAGE = "/administration/capacity/"
GIVEN: dict[str, str | float] = {
    "students": 300,
    "seconds": 2,
    "submissions": 5,
    "window": 24,
    "slots": 4,
    "target": 30,
}


@pytest.fixture
def measured_world(world: World, monkeypatch: MonkeyPatch) -> World:
    """A site with enough assessments, of two seconds each, in two images."""
    monkeypatch.setattr(capacity_measurements, "FEWEST_DURATIONS", 4)
    monkeypatch.setattr(capacity_measurements, "FEWEST_ARRIVALS", 4)
    for number in range(10, 16):
        submit_late(world.ben, world.exercise, number)
    for number in range(16, 18):
        submit_late(world.ben, world.exercise, number, image="seldom")
    return world


def read_page(world: World, **query: str | float) -> str:
    response = client_for(world.root).get(PAGE, {name: f"{value}" for name, value in query.items()})
    assert response.status_code == 200
    return response.content.decode()


def test_a_site_that_measured_nothing_asks_for_the_duration(world: World) -> None:
    page = read_page(world)
    assert "too few submissions to measure" in page
    assert 'name="duration"' not in page
    assert 'id="answer"' not in page


def test_given_durations_are_enough(world: World) -> None:
    page = read_page(world, **GIVEN)
    assert re.search(r'id="answer">\d+ workers? (is|are) enough for 300 students\.', page)
    assert page.count("<figure") == 2
    assert "The workers that run now are too few: 0 slots" in page


def test_a_site_answers_from_its_measurements_at_once(measured_world: World) -> None:
    now = clock.now()
    Worker.objects.create(name="w", host="h", pid=1, concurrency=64, started_at=now, seen_at=now)
    page = read_page(measured_world)
    students = Membership.objects.filter(course=measured_world.course, role="student").count()
    assert f"1 worker is enough for {students} students." in page
    assert "The workers that run now are enough: 64 slots; 64 are needed." in page
    assert "All exercises: 2.0 s" in page
    assert '<th scope="row">python</th>' in page
    assert "seldom" not in page  # too few to say anything


def test_an_exercise_is_chosen_for_its_duration(measured_world: World) -> None:
    chosen = {**GIVEN, "seconds": "", "duration": f"exercise-{measured_world.exercise.pk}"}
    assert "enough for 300 students" in read_page(measured_world, **chosen)
    other = Activity.objects.exclude(pk=measured_world.exercise.pk).count() + 10**6
    page = read_page(measured_world, **{**chosen, "duration": f"exercise-{other}"})
    assert 'id="answer"' not in page


@pytest.mark.parametrize(
    "wrong",
    [
        {"students": 0},
        {"students": 10**9},
        {"students": "many"},
        {"seconds": "nan"},
        {"seconds": "1e400"},
        {"window": -1},
        {"window": "x"},
        {"slots": 10**6},
        {"target": -1},
        {"seconds": 86400, "students": 40_000, "target": 0, "slots": 1},
    ],
    ids=str,
)
def test_impossible_values_are_refused_with_a_reason(
    world: World, wrong: dict[str, str | float]
) -> None:
    page = read_page(world, **{**GIVEN, **wrong})
    assert 'class="errors"' in page
    assert 'id="answer"' not in page
