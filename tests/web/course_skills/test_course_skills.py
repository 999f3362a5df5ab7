"""The skills of a course: what teachers change, and where students find it."""

from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from kriterion.web.audit.models import AuditEntry
from kriterion.web.catalog.models import Activity
from kriterion.web.course_skills.models import ActivitySkills
from kriterion.web.course_skills.skills import (
    MAX_NAME,
    MAX_SKILLS,
    InvalidSkillsError,
    list_activities_with_skills,
    parse_skills,
    use_course_skills,
)
from kriterion.web.courses.models import Course, Listing, MemberRole, Membership, Series
from kriterion.web.repositories.models import Repository
from tests.web.conftest import World, client_for

EXERCISES = Path(__file__).parents[3] / "examples" / "exercises"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", []),
        (" , ,", []),
        ("lists", ["lists"]),
        (" folds &  maps,lists , lists", ["folds & maps", "lists"]),
        ("a\nb", ["a b"]),
        ("x\0y", ["x\N{REPLACEMENT CHARACTER}y"]),
    ],
)
def test_skills_are_separated_by_commas(text: str, names: list[str]) -> None:
    assert parse_skills(text) == names


@pytest.mark.parametrize("text", ["x" * (MAX_NAME + 1), ",".join(map(str, range(MAX_SKILLS + 1)))])
def test_too_many_and_too_long_skills_are_invalid(text: str) -> None:
    with pytest.raises(InvalidSkillsError):
        parse_skills(text)


@given(st.lists(st.text(max_size=MAX_NAME), max_size=MAX_SKILLS))
def test_stored_skills_are_read_again_as_they_are(names: list[str]) -> None:
    try:
        parsed = parse_skills(",".join(names))
    except InvalidSkillsError:  # a name with commas is several
        return
    assert parse_skills(", ".join(parsed)) == parsed


def _post(world: World, activity: Activity, *, trains: str, requires: str, seen: str = "") -> int:
    key = activity.pk
    fields = {f"trains-{key}": trains, f"requires-{key}": requires}
    fields |= {f"trains-{key}-seen": seen, f"requires-{key}-seen": ""}
    address = reverse("course-skills:edit", args=[world.course.slug])
    return client_for(world.tina).post(address, fields).status_code


def _get_skills_page(world: World, query: str = "") -> str:
    address = reverse("course-skills", args=[world.course.slug])
    response = client_for(world.ada).get(address + query)
    return response.content.decode() if response.status_code == 200 else ""


def test_skills_of_a_course_replace_those_of_the_repository(world: World) -> None:
    Activity.objects.filter(pk=world.exercise.pk).update(trains=["lists"], requires=[])
    assert "lists" in _get_skills_page(world)
    assert _post(world, world.exercise, trains="loops", requires="numbers", seen="lists") == 302
    html = _get_skills_page(world)
    assert "loops" in html and "numbers" in html and "lists" not in html
    assert "Barcode" in _get_skills_page(world, "?skill=loops")
    assert _get_skills_page(world, "?skill=lists") == ""
    assert Activity.objects.get(pk=world.exercise.pk).trains == ["lists"], "for this course only"
    [entry] = AuditEntry.objects.all()
    assert (entry.action, entry.detail["trains"]) == ("course.skills", ["loops"])


def test_skills_as_in_the_repository_are_not_stored(world: World) -> None:
    Activity.objects.filter(pk=world.exercise.pk).update(trains=["lists"])
    _post(world, world.exercise, trains="loops", requires="", seen="lists")
    assert ActivitySkills.objects.count() == 1
    _post(world, world.exercise, trains="lists", requires="", seen="loops")
    assert not ActivitySkills.objects.exists()


def test_the_page_of_the_exercise_shows_the_skills_of_its_course(world: World) -> None:
    Repository.objects.update(directory=str(EXERCISES), format="dodona", commit="1")
    _post(world, world.exercise, trains="loops", requires="")
    address = reverse("activity", args=[world.exercise.pk])
    assert "loops" in client_for(world.ada).get(address).content.decode()
    assert "loops" not in client_for(world.root).get(address).content.decode()


def test_students_see_skills_of_visible_series_only(world: World) -> None:
    _post(world, world.hidden_exercise, trains="secrets", requires="")
    assert ActivitySkills.objects.count() == 1
    assert "secrets" not in _get_skills_page(world)
    teachers = client_for(world.tina).get(reverse("course-skills", args=[world.course.slug]))
    assert "secrets" in teachers.content.decode()


def test_the_course_page_links_to_skills_if_it_has_any(world: World) -> None:
    link, page = (reverse(name, args=[world.course.slug]) for name in ("course-skills", "course"))
    ada = client_for(world.ada)
    assert f'"{link}"' not in ada.get(page).content.decode()
    _post(world, world.exercise, trains="loops", requires="")
    assert f'"{link}"' in ada.get(page).content.decode()


def test_an_invalid_row_stores_nothing_and_keeps_what_was_typed(world: World) -> None:
    key, other = world.exercise.pk, world.hidden_exercise.pk
    fields = {f"trains-{key}": "y" * 61, f"requires-{key}": "kept"}
    fields |= {f"trains-{other}": "valid", f"requires-{other}": ""}
    fields |= {f"{name}-{row}-seen": "" for name in ("trains", "requires") for row in (key, other)}
    tina = client_for(world.tina)
    address = reverse("course-skills:edit", args=[world.course.slug])
    response = tina.post(address, fields)
    assert response.status_code == 422
    page = response.content.decode()
    assert "y" * 61 in page and "kept" in page and "valid" in page
    assert not ActivitySkills.objects.exists()


def test_a_row_that_was_left_alone_does_not_overwrite_a_colleagues_change(world: World) -> None:
    key, other = world.exercise.pk, world.hidden_exercise.pk
    _post(world, world.exercise, trains="of a colleague", requires="")
    fields = {f"trains-{key}": "", f"requires-{key}": "", f"trains-{other}": "mine"}
    fields |= {f"requires-{other}": ""}
    fields |= {f"{name}-{row}-seen": "" for name in ("trains", "requires") for row in (key, other)}
    client_for(world.tina).post(reverse("course-skills:edit", args=[world.course.slug]), fields)
    stored = {row.activity_id: row.trains for row in ActivitySkills.objects.all()}
    assert stored == {key: ["of a colleague"], other: ["mine"]}


def test_activities_of_other_courses_cannot_be_changed(world: World) -> None:
    other = Course.objects.create(slug="other", name="Other")
    series = Series.objects.create(course=other, name="Series")
    activity = Activity.objects.create(repository=world.repository, path="elsewhere")
    Listing.objects.create(series=series, activity=activity)
    _post(world, activity, trains="loops", requires="")
    assert not ActivitySkills.objects.exists()
    Membership.objects.create(user=world.cleo, course=world.course, role=MemberRole.ASSISTANT)
    address = reverse("course-skills:edit", args=[world.course.slug])
    assert client_for(world.cleo).get(address).status_code == 404


def test_activities_come_once_in_the_order_of_the_series(world: World) -> None:
    again = Series.objects.create(course=world.course, name="Again", position=3)
    Listing.objects.create(series=again, activity=world.exercise)
    assert [activity.path for activity in list_activities_with_skills(world.course)] == [
        "barcode",
        "tides",
    ]
    rows = list(list_activities_with_skills(world.course))
    assert use_course_skills(world.course, rows) == set()


def test_the_page_takes_the_same_queries_for_few_and_for_many(world: World) -> None:
    counts = []
    for number in (0, 25):
        for index in range(number):
            activity = Activity.objects.create(repository=world.repository, path=f"e{index}")
            Listing.objects.create(series=world.series, activity=activity)
        with CaptureQueriesContext(connection) as queries:
            client_for(world.tina).get(reverse("course-skills:edit", args=[world.course.slug]))
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_names_of_skills_are_escaped(world: World) -> None:
    _post(world, world.exercise, trains="<script>alert(1)</script>", requires="")
    assert "<script>alert" not in _get_skills_page(world)
    edit = reverse("course-skills:edit", args=[world.course.slug])
    assert "<script>alert" not in client_for(world.tina).get(edit).content.decode()
