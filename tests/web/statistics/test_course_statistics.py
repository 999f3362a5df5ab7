"""What is counted of a course's submissions, and how its page shows it."""

from collections import Counter
from datetime import UTC, date, datetime, timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from kriterion.web.accounts.models import User
from kriterion.web.courses.models import Membership
from kriterion.web.courses.review_scope import ReviewScope
from kriterion.web.statistics.services.course_statistics import (
    MANY_ATTEMPTS,
    Spread,
    compute_statistics,
)
from kriterion.web.statistics.services.periods import (
    MAX_DAYS,
    choose_step,
    count_until,
    find_period,
    list_periods,
)
from kriterion.web.submissions.models import Submission, SubmissionState
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.web.conftest import World, client_for

MONDAY = datetime(2026, 3, 30, 21, 30, tzinfo=UTC)  # 23:30 in summer time, in Brussels
DAYS = st.dates(date(2020, 1, 1), date(2030, 1, 1))


@pytest.fixture(autouse=True)
def empty_cache(request: pytest.FixtureRequest) -> None:
    """Empty the cache, which is in the database, for the tests that use it."""
    if "db" in request.fixturenames:
        request.getfixturevalue("db")
        cache.clear()


def submit(world: World, user: User, *statuses: str, at: datetime = MONDAY) -> None:
    """One submission per status, an hour after the other; only a correct one is accepted."""
    first = Submission.objects.filter(user=user, activity=world.exercise).count() + 1
    for number, status in enumerate(statuses):
        submission = Submission.objects.create(
            user=user,
            activity=world.exercise,
            course=world.course,
            series=world.series,
            number=first + number,
            state=SubmissionState.FINISHED,
            status=status,
            accepted=status == "correct",
            files={"a.py": ""},
        )
        moment = at + timedelta(hours=number)
        Submission.objects.filter(pk=submission.pk).update(created_at=moment)


@pytest.fixture
def students(world: World) -> list[User]:
    Submission.objects.all().delete()
    created = [User.objects.create(username=f"student{number}") for number in range(4)]
    Membership.objects.bulk_create(Membership(user=user, course=world.course) for user in created)
    return created


def test_attempts_count_until_the_first_accepted_one(world: World, students: list[User]) -> None:
    submit(world, students[0], "correct", "wrong")
    submit(world, students[1], "wrong", "wrong", "correct")
    submit(world, students[2], *["wrong"] * 14, "correct")
    submit(world, students[3], "runtime error")
    counts = compute_statistics(ReviewScope(course=world.course))
    assert counts.attempts == {1: 1, 3: 1, MANY_ATTEMPTS: 1}
    assert counts.unsolved == 1
    exercise = counts.exercises[world.exercise.pk]
    assert (exercise.tried, exercise.solved) == (4, 3)
    assert exercise.attempts == Spread(1, 1.75, 2.5, 6.0, 15)


def test_days_and_hours_are_those_of_the_sites_clock(world: World, students: list[User]) -> None:
    submit(world, students[0], "wrong", "correct")
    with timezone.override("Europe/Brussels"):
        counts = compute_statistics(ReviewScope(course=world.course))
    assert counts.working_hours == {(1, 23): 1, (2, 0): 1}
    assert counts.statuses == {
        date(2026, 3, 30): {Status.WRONG: 1},
        date(2026, 3, 31): {Status.CORRECT: 1},
    }
    assert counts.exercises[world.exercise.pk].solved_on == {date(2026, 3, 31): 1}


def test_only_assessed_submissions_of_students_count(world: World, students: list[User]) -> None:
    submit(world, world.tina, "correct")
    submit(world, students[0], "wrong")
    Submission.objects.filter(user=students[0]).update(state=SubmissionState.CANCELLED)
    assert compute_statistics(ReviewScope(course=world.course)).submissions == 0
    other = world.course.series.create(name="Another")
    submit(world, students[1], "wrong")
    assert compute_statistics(ReviewScope(course=world.course), world.series).submissions == 1
    assert compute_statistics(ReviewScope(course=world.course), other).submissions == 0


def test_the_page_shows_each_plot_as_a_table(world: World, students: list[User]) -> None:
    submit(world, students[0], "wrong", "correct")
    submit(world, students[1], "time limit exceeded", at=MONDAY + timedelta(days=200))
    address = reverse("statistics:course", args=[world.course.slug])
    page = client_for(world.tina).get(address)
    content = page.content.decode()
    assert content.count("<figure") == content.count("<table") == 5
    plots = {plot.kind: plot for plot in page.context["plots"]}
    assert [row.cells[0][0] for row in plots["bars"].rows][:2] == [0, 1]
    assert plots["bars"].rows[-1].cells[0][0] == 1  # not solved
    statuses = plots["stacked"]
    assert [column.colour for column in statuses.columns] == ["good", "bad", "teal"]
    assert len(statuses.rows) == 29  # weeks
    assert sum(value or 0 for row in statuses.rows for value, _ in row.cells) == 3


def test_a_course_without_submissions_has_no_plots(world: World) -> None:
    Submission.objects.all().delete()
    address = reverse("statistics:course", args=[world.course.slug])
    page = client_for(world.tina).get(address)
    assert "<figure" not in page.content.decode()


def test_the_number_of_queries_does_not_grow(world: World, students: list[User]) -> None:
    client = client_for(world.tina)
    address = reverse("statistics:course", args=[world.course.slug])
    counts = []
    for user in students:
        submit(world, user, "wrong", "correct")
        cache.clear()
        client.get(address)  # fills what is cached about tools and texts
        cache.clear()
        with CaptureQueriesContext(connection) as queries:
            client.get(address)
        counts.append(len(queries))
    assert len(set(counts)) == 1


@given(days=st.lists(DAYS, min_size=1))
def test_periods_cover_every_day_once(days: list[date]) -> None:
    step = choose_step(days)
    assert step == (1 if (max(days) - min(days)).days < MAX_DAYS else 7)
    periods = list_periods(days, step)
    assert periods == sorted(set(periods))
    assert {find_period(day, step) for day in days} <= set(periods)
    totals = count_until(Counter(days), periods, step)
    assert totals == sorted(totals)
    assert totals[-1] == len(days)
