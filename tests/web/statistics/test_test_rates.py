"""How often each test of an exercise fails, and the list of the submissions behind it."""

import threading
from collections.abc import Mapping

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from kriterion.feedback.test_outcomes import CheckedTest
from kriterion.web.accounts.models import User
from kriterion.web.courses.models import Course, Membership
from kriterion.web.submissions.models import (
    Assessment,
    ExerciseTest,
    Submission,
    SubmissionTests,
    TestPattern,
)
from kriterion.web.submissions.queue.test_index import store_tests
from kriterion.web.submissions.services import test_results
from kriterion.web.submissions.services.replace_assessment import (
    BaseAssessment,
    replace_assessment,
)
from kriterion.web.submissions.services.test_results import (
    count_test_results,
    find_failed_patterns,
    keep_latest,
)
from kriterion.web.submissions.worker.comment_indexing import index_batch
from tests.feedback.sample import ASSESSMENT
from tests.web.conftest import World, client_for

HOSTILE = "<script>alert(1)</script>\N{RIGHT-TO-LEFT OVERRIDE}\0\ud800"


@pytest.fixture(autouse=True)
def no_submissions(world: World) -> None:
    Submission.objects.all().delete()
    cache.clear()


def submit(
    world: World,
    user: User,
    outcomes: Mapping[str, bool],
    *,
    status: str = "wrong",
    course: Course | None = None,
) -> Submission:
    """Add an assessed submission with these outcomes by the names of tests."""
    submission = Submission.objects.create(
        user=user,
        activity=world.exercise,
        course=course or world.course,
        series=None if course else world.series,
        number=Submission.objects.filter(user=user).count() + 1,
        state="finished",
        status=status,
        files={"a.py": ""},
    )
    tests = [CheckedTest(("Tab", name, "", ""), passed) for name, passed in outcomes.items()]
    store_tests(submission.pk, world.exercise.pk, tests)
    return submission


def get_page(world: World, user: User, **query: str | int) -> str:
    cache.clear()
    url = reverse("statistics:tests", args=[world.course.slug, world.exercise.pk])
    return client_for(user).get(url, query).content.decode()


def list_rates(world: World, **query: str | int) -> list[tuple[str, int, int]]:
    """Return the rows of the page as Tina sees it: name, reached, failed."""
    cache.clear()
    url = reverse("statistics:tests", args=[world.course.slug, world.exercise.pk])
    rows = client_for(world.tina).get(url, query).context["rows"]
    return [(row["name"].removeprefix("Tab › "), row["reached"], row["failed"]) for row in rows]


def list_behind(world: World, test: str, **query: str | int) -> set[int]:
    """Return the ids in the list that the page links to for a test."""
    cache.clear()
    client = client_for(world.tina)
    url = reverse("statistics:tests", args=[world.course.slug, world.exercise.pk])
    [row] = [row for row in client.get(url, query).context["rows"] if row["name"].endswith(test)]
    listed = client.get(row["url"]).context["rows"]
    return {list_row.submission.pk for list_row in listed}


def test_the_latest_submissions_count_and_the_list_agrees(world: World) -> None:
    old = submit(world, world.ada, {"first": False, "second": False})
    new = submit(world, world.ada, {"first": True, "second": False})
    ben = submit(world, world.ben, {"first": False}, status="time limit exceeded")
    assert list_rates(world) == [("second", 1, 1), ("first", 2, 1)]
    assert list_rates(world, of="all") == [("second", 2, 2), ("first", 3, 2)]
    assert list_behind(world, "first") == {ben.pk}
    assert list_behind(world, "second") == {new.pk}
    assert list_behind(world, "first", of="all") == {old.pk, ben.pk}
    assert "Timeout: 1" in get_page(world, world.tina)


def test_only_students_of_the_course_count(world: World) -> None:
    other = Course.objects.create(slug="other", name="Other")
    Membership.objects.create(user=world.ada, course=other)
    ada = submit(world, world.ada, {"first": False})
    submit(world, world.ada, {"first": False}, course=other)
    submit(world, world.tina, {"first": False})
    submit(world, world.cleo, {"first": False})
    assert list_rates(world) == list_rates(world, of="all") == [("first", 1, 1)]
    assert list_behind(world, "first", of="all") == {ada.pk}


def test_series_and_groups_restrict(world: World) -> None:
    submit(world, world.ada, {"first": False})
    submit(world, world.ben, {"first": True})
    group = world.course.groups.create(name="1A")
    group.members.add(Membership.objects.get(course=world.course, user=world.ben))
    assert list_rates(world, group=group.pk) == [("first", 1, 0)]
    other = world.course.series.create(name="Another")
    assert list_rates(world, series=other.pk) == []
    assert list_rates(world, series=world.series.pk) == [("first", 2, 1)]


def test_outcomes_in_common_are_stored_once(world: World) -> None:
    for user in (world.ada, world.ben, world.cleo):
        submit(world, user, {"first": True, "second": False})
    assert TestPattern.objects.count() == 1
    assert ExerciseTest.objects.count() == 2
    assert SubmissionTests.objects.count() == 3
    submission = submit(world, world.ada, {"first": True})
    assert TestPattern.objects.count() == 2
    store_tests(submission.pk, world.exercise.pk, [])
    assert not SubmissionTests.objects.filter(submission=submission).exists()


def test_outcomes_follow_the_assessment(world: World) -> None:
    submission = submit(world, world.ada, {})
    base = BaseAssessment(submission_id=submission.pk, state="finished", attempt=0)
    assert replace_assessment(base, Assessment.packed(ASSESSMENT), {}, by="tina")
    stored = list_rates(world)
    assert len(stored) > 5
    SubmissionTests.objects.all().delete()
    Assessment.objects.update(comments_stored=False)
    assert "still being read" in get_page(world, world.tina)
    assert list_rates(world) == []
    assert index_batch(threading.Event()) == 1
    assert list_rates(world) == stored
    assert "still being read" not in get_page(world, world.tina)


def test_hostile_names_are_shown_as_text(world: World) -> None:
    submission = submit(world, world.ada, {HOSTILE: False})
    page = get_page(world, world.tina)
    assert "<script>alert" not in page
    assert "\N{RIGHT-TO-LEFT OVERRIDE}" not in page
    assert list_behind(world, "") == {submission.pk}


def test_a_test_with_a_name_per_submission_does_not_fill_the_page(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(test_results, "MAXIMUM_PATTERNS", 3)
    for number in range(5):
        submit(world, world.ada, {f"random {number}": False})
    counted = count_test_results(Submission.objects.all())
    assert (len(counted.tests), counted.submissions, counted.left_out) == (3, 5, 2)
    assert "2 submissions are left out" in get_page(world, world.tina, of="all")


def test_the_number_of_queries_does_not_grow(world: World) -> None:
    client = client_for(world.tina)
    url = reverse("statistics:tests", args=[world.course.slug, world.exercise.pk])
    counts = []
    for number in (1, 20):
        submit(world, world.ada, {f"test {place}": False for place in range(number)})
        client.get(url)
        cache.clear()
        with CaptureQueriesContext(connection) as queries:
            client.get(url)
        counts.append(len(queries))
    assert len(set(counts)) == 1


def test_the_latest_is_the_latest_assessed_one(world: World) -> None:
    first = submit(world, world.ada, {"first": False})
    waiting = submit(world, world.ada, {"first": False})
    Submission.objects.filter(pk=waiting.pk).update(state="queued")
    assert list(keep_latest(Submission.objects.all())) == [first]


def test_a_test_of_another_course_finds_nothing(world: World) -> None:
    submit(world, world.ada, {"first": False})
    client = client_for(world.tina)
    url = reverse("gradebook:submissions", args=[world.course.slug])
    for unknown in ("999999", str(2**70), "x"):
        assert client.get(url, {"test": unknown}).status_code == 200
    assert find_failed_patterns(999_999) == []


def test_the_statistics_link_to_the_tests_of_each_exercise(world: World) -> None:
    submit(world, world.ada, {"first": False})
    page = client_for(world.tina).get(reverse("statistics:course", args=[world.course.slug]))
    url = reverse("statistics:tests", args=[world.course.slug, world.exercise.pk])
    assert url in page.content.decode()
