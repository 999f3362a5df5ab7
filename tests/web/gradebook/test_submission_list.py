"""The submissions of a course: filters, pages, and the way from one to the next."""

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from kriterion.web.accounts.models import User
from kriterion.web.courses.models import Membership
from kriterion.web.gradebook.services.submission_filter import STATUSES, SubmissionFilter
from kriterion.web.submissions.models import Submission, SubmissionState
from tests.web.conftest import World, client_for
from tests.web.gradebook.test_results import build_url, submit


def list_submission_ids(world: World, **query: str | int) -> list[int]:
    page = client_for(world.tina).get(build_url("submissions", world), query)
    return [row.submission.pk for row in page.context["rows"]]


@pytest.fixture
def many(world: World) -> World:
    Submission.objects.filter(pk=world.submission.pk).update(state="finished", status="wrong")
    submit(world, world.ben, status="correct", accepted=True, summary="5 of 5", digest="abc")
    submit(world, world.ben, state=SubmissionState.FAILED, series=None)
    submit(world, world.cleo, course=world.secret_course, series=None)
    return world


FILTERS: dict[str, tuple[dict[str, str | int], list[str]]] = {
    "all": ({}, ["ben", "ben", "ada"]),
    "a student": ({"student": "ben"}, ["ben", "ben"]),
    "a status": ({"status": "correct"}, ["ben"]),
    "a state": ({"status": "failed"}, ["ben"]),
    "a name": ({"text": "AD"}, ["ada"]),
    "a summary": ({"text": "5 of"}, ["ben"]),
    "a class": ({"digest": "abc"}, ["ben"]),
    "nonsense": (
        {"status": "x", "digest": "'", "series": "-1", "before": "x"},
        ["ben", "ben", "ada"],
    ),
}


@pytest.mark.parametrize("name", FILTERS)
def test_a_filter_restricts_the_list(many: World, name: str) -> None:
    query, expected = FILTERS[name]
    if "student" in query:
        query = {"student": User.objects.get(username=query["student"]).pk}
    users = dict(Submission.objects.values_list("pk", "user__username"))
    assert [users[key] for key in list_submission_ids(many, **query)] == expected


def test_a_series_and_an_exercise_restrict_the_list(many: World) -> None:
    assert len(list_submission_ids(many, series=many.series.pk)) == 2
    assert list_submission_ids(many, series=many.hidden_series.pk) == []
    assert len(list_submission_ids(many, activity=many.exercise.pk)) == 3


def test_submissions_of_another_course_are_not_listed(many: World) -> None:
    assert "cleo" not in client_for(many.tina).get(build_url("submissions", many)).content.decode()


def test_a_page_begins_where_the_last_one_ended(world: World) -> None:
    Submission.objects.all().delete()
    created = [submit(world, world.ben).pk for _ in range(60)]
    first = list_submission_ids(world)
    submit(world, world.ben)  # moves nothing
    second = list_submission_ids(world, before=first[-1])
    assert first + second == created[::-1]


def test_a_submission_links_to_its_neighbours_in_the_list(many: World) -> None:
    client = client_for(many.tina)
    first, second = Submission.objects.filter(user=many.ben).order_by("pk")
    query = SubmissionFilter(student=many.ben.pk).to_query()
    page = client.get(reverse("submission", args=[first.pk]), {"list": query}).content.decode()
    assert f'href="{reverse("submission", args=[second.pk])}?list=' in page
    assert f'href="{reverse("submission", args=[many.submission.pk])}?list=' not in page
    assert 'rel="next"' not in page.partition("Back to the list")[2]


def test_a_list_of_one_student_says_whose_it_is(many: World) -> None:
    client, dora = client_for(many.tina), User.objects.create(username="dora")
    address = build_url("submissions", many)
    assert "Submissions of ben" in client.get(address, {"student": many.ben.pk}).content.decode()
    assert "dora" not in client.get(address, {"student": dora.pk}).content.decode()
    Membership.objects.create(user=dora, course=many.course)
    assert "Submissions of dora" in client.get(address, {"student": dora.pk}).content.decode()


def test_a_student_does_not_see_the_list(many: World) -> None:
    client = client_for(many.ada)
    page = client.get(reverse("submission", args=[many.submission.pk]), {"list": "student=1"})
    assert "Back to the list" not in page.content.decode()


@given(
    st.builds(
        SubmissionFilter,
        series=st.none() | st.integers(0, 10**9),
        activity=st.none() | st.integers(0, 10**9),
        student=st.none() | st.integers(0, 10**9),
        status=st.sampled_from(["", *STATUSES]),
        digest=st.text("0123456789abcdef", max_size=64),
        text=st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), max_size=50),
    )
)
def test_a_filter_survives_its_query_string(chosen: SubmissionFilter) -> None:
    from django.http import QueryDict

    assert SubmissionFilter.from_query(QueryDict(chosen.to_query()).dict()) == chosen


@given(st.dictionaries(st.sampled_from(["series", "status", "digest", "text"]), st.text()))
def test_any_query_string_is_a_filter(query: dict[str, str]) -> None:
    assert SubmissionFilter.from_query(query).to_query() is not None
