"""Finding activities: deadlines, progress, and nothing the user may not see."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.urls import reverse
from django.utils import timezone

from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.catalog.repository_fetching import fetch
from kriterion.web.courses.models import Course, Listing, Membership, Series
from kriterion.web.repositories.models import Repository
from kriterion.web.submissions.models import Draft, Submission
from tests.web.conftest import World, client_for

pytestmark = pytest.mark.django_db

EXAMPLES = Path(__file__).parents[4] / "examples"


def get_page(user: User, name: str, *arguments: object, query: str = "") -> str:
    response = client_for(user).get(reverse(name, args=arguments) + query)
    assert response.status_code == 200
    return response.content.decode()


def test_home_lists_deadlines_by_date_and_marks_late_ones(world: World) -> None:
    for name, days in (("Later", 30), ("Sooner", 1), ("Missed", -1), ("Forgotten", -100)):
        series = Series.objects.create(
            course=world.course, name=name, deadline=timezone.now() + timedelta(days=days)
        )
        Listing.objects.create(series=series, activity=world.exercise)
    html = get_page(world.ada, "home")
    assert html.index("Missed") < html.index("Sooner") < html.index("Later")
    assert "Forgotten" not in html
    assert "Hidden" not in html
    Submission.objects.update(accepted=True)
    assert "Sooner" not in get_page(world.ada, "home")


def test_home_points_users_without_a_course_to_the_courses(world: World) -> None:
    assert reverse("courses") in get_page(world.cleo, "home")


def test_a_course_shows_the_students_progress(world: World) -> None:
    assert "0 of 1" in get_page(world.ada, "course", "programming")
    Submission.objects.update(accepted=True)
    html = get_page(world.ada, "course", "programming")
    assert "1 of 1" in html
    assert "Solved" in html
    assert "0 of 1" in get_page(world.ben, "course", "programming")


def test_a_draft_counts_as_started_and_a_playground_never_as_to_do(world: World) -> None:
    playground = Activity.objects.create(
        repository=world.repository, path="play", type="playground", names={"en": "Play"}
    )
    Listing.objects.create(series=world.series, activity=playground)
    assert "0 of 1" in get_page(world.ben, "course", "programming")
    assert "Started" not in get_page(world.ben, "course", "programming")
    Membership.objects.get_or_create(user=world.ben, course=world.course)
    assert "Start:" in get_page(world.ben, "home")
    Draft.objects.create(user=world.ben, activity=world.exercise, files={"a.py": "x"})
    assert "Started" in get_page(world.ben, "course", "programming")
    assert "Continue:" in get_page(world.ben, "home")
    Submission.objects.update(accepted=True)
    assert world.series.name not in get_page(world.ada, "home").partition("Recent submissions")[0]


def test_the_description_of_a_series_is_shown_and_never_runs(world: World) -> None:
    Series.objects.update(description="Do *this* first. <script>alert(1)</script>")
    html = get_page(world.ada, "course", "programming")
    assert "<em>this</em>" in html
    assert "<script>alert" not in html


def test_a_hidden_series_is_visible_to_teachers_only(world: World) -> None:
    assert "Tides" not in get_page(world.ada, "course", "programming")
    assert "Tides" in get_page(world.tina, "course", "programming")


def test_joining_an_open_course_twice_registers_once(world: World) -> None:
    client = client_for(world.cleo)
    for _ in range(2):
        client.post(reverse("join", args=["programming"]))
    assert Membership.objects.filter(user=world.cleo, course=world.course).count() == 1


def test_a_closed_course_is_joined_by_invitation(world: World) -> None:
    Course.objects.filter(slug="programming").update(registration="closed")
    client_for(world.cleo).post(reverse("join", args=["programming"]))
    assert not Membership.objects.filter(user=world.cleo).exists()


def test_search_matches_every_word_among_visible_activities(world: World) -> None:
    assert "Barcode" in get_page(world.ada, "search", query="?q=BAR")
    assert "No results" in get_page(world.ada, "search", query="?q=bar+none")
    assert "No results" in get_page(world.ada, "search", query="?q=tides")
    assert "Tides" in get_page(world.tina, "search", query="?q=tides")
    assert "Programming" in get_page(world.cleo, "search", query="?q=progra")
    assert "Secret" not in get_page(world.ada, "search", query="?q=secret+")


@pytest.mark.parametrize(
    "query", ["", "?q=", "?q=x", "?q=%00", "?q=%25%27%22%3Cscript%3E", "?page=x"]
)
def test_every_search_query_is_answered(world: World, query: str) -> None:
    assert "<script>" not in get_page(world.ada, "search", query=query)


def test_the_tree_follows_the_directories_of_the_repository(world: World) -> None:
    repository = Repository.objects.create(name="ocaml", directory=str(EXAMPLES / "ocaml-course"))
    fetch(repository)
    client = client_for(world.ada)
    assert client.get(reverse("exercise-tree", args=[repository.pk])).status_code == 404
    repository.activities.update(is_public=True)
    html = get_page(world.ada, "exercise-tree", repository.pk)
    assert "Exercise map" in html
    assert "Tutorials" in html
    skill = Activity.objects.filter(repository=repository).exclude(trains=[])[0].trains[0]
    narrowed = get_page(world.ada, "exercise-tree", repository.pk, query=f"?skill={skill}")
    assert narrowed.count('class="row"') < html.count('class="row"')
    assert reverse("exercise-map", args=[repository.pk]) in html


def test_a_course_with_many_exercises_needs_few_queries(
    world: World, django_assert_max_num_queries: object
) -> None:
    activities = Activity.objects.bulk_create(
        Activity(repository=world.repository, path=f"e{number}") for number in range(300)
    )
    for number in range(10):
        series = Series.objects.create(course=world.course, name=f"s{number}")
        Listing.objects.bulk_create(
            Listing(series=series, activity=activity)
            for activity in activities[number * 30 : number * 30 + 30]
        )
    client = client_for(world.ada)
    for address in (reverse("course", args=["programming"]), reverse("home")):
        with django_assert_max_num_queries(18):  # type: ignore[operator]
            assert client.get(address).status_code == 200
