"""Courses with many activities: folded series, a filter, and what comes next."""

import pytest
from django.urls import reverse

from kriterion.web.catalog.activity_details import set_search_text
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Listing
from kriterion.web.learning.browsing.course_finder import LONG
from tests.web.conftest import World, client_for


@pytest.fixture
def long_course(world: World) -> World:
    """The world's course with a second series of many exercises."""
    series = world.course.series.create(name="Many", position=9)
    for number in range(LONG):
        activity = Activity(
            repository=world.repository, path=f"many/{number}", names={"en": f"Exercise {number}"}
        )
        set_search_text(activity)
        activity.save()
        Listing.objects.create(series=series, activity=activity, position=number)
    return world


def show(world: World, query: str = "") -> str:
    page = client_for(world.ada).get(reverse("course", args=[world.course.slug]) + query)
    return page.content.decode()


def test_a_short_course_is_not_folded(world: World) -> None:
    page = show(world)
    assert "series-fold" not in page
    assert 'name="find"' not in page


def test_the_series_of_a_long_course_are_folded_but_the_current_one(long_course: World) -> None:
    page = show(long_course)
    assert page.count('<details class="fold series-fold"') == 2
    assert page.count('<details class="fold series-fold" open>') == 1
    assert "Exercise 7" in page
    assert "Next:" in page


def test_a_long_course_is_filtered_by_words_and_by_what_is_to_do(long_course: World) -> None:
    page = show(long_course, "?find=EXERCISE+29")
    assert "Exercise 29" in page
    assert "Exercise 28" not in page
    assert "No activities found" in show(long_course, "?find=nothing-is-called-this")
    assert "Exercise 7" in show(long_course, "?show=todo")
