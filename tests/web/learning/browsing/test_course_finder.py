"""Courses with many activities: folded series, a filter, and what comes next."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from kriterion.web.catalog.activity_details import set_search_text
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.feedback_policy import FeedbackTime
from kriterion.web.courses.models import Listing
from kriterion.web.learning.browsing.course_finder import LONG
from kriterion.web.submissions.models import Submission, SubmissionState
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


def submit_many(
    world: World, *each: tuple[int, int | None], accepted: bool = False, first: int = 1
) -> None:
    """Submit that many points, of that maximum, to every exercise of the long series."""
    listings = Listing.objects.filter(series__name="Many").select_related("series")
    Submission.objects.bulk_create(
        Submission(
            user=world.ada,
            number=number,
            activity_id=listing.activity_id,
            course=world.course,
            series=listing.series,
            state=SubmissionState.FINISHED,
            status="correct" if accepted else "wrong",
            accepted=accepted,
            earned=None if possible is None else earned,
            possible=possible,
        )
        for listing in listings
        for number, (earned, possible) in enumerate(each, first)
    )


def test_each_row_shows_the_points_of_the_best_submission(long_course: World) -> None:
    submit_many(long_course, (3, 10), (7, 10), (5, 10))
    page = show(long_course)
    assert page.count("7/10 points") == LONG
    assert page.count("/10 points") == LONG
    submit_many(long_course, (4, 8), accepted=True, first=4)
    page = show(long_course)
    assert page.count("4/8 points") == LONG  # accepted, so it counts
    assert "/10 points" not in page


def test_no_points_are_shown_that_the_judge_does_not_give(long_course: World) -> None:
    submit_many(long_course, (0, None), (0, 0), accepted=True)
    assert " points" not in show(long_course)


def test_points_are_withheld_with_the_verdict(long_course: World) -> None:
    submit_many(long_course, (7, 10))
    long_course.course.series.filter(name="Many").update(feedback=FeedbackTime.NEVER)
    assert " points" not in show(long_course)


def test_the_points_need_no_query_per_row(long_course: World) -> None:
    show(long_course)
    with CaptureQueriesContext(connection) as without:
        show(long_course)
    submit_many(long_course, (3, 10), (7, 10))
    with CaptureQueriesContext(connection) as with_points:
        show(long_course)
    assert len(with_points) <= len(without)
