"""A whole repository becomes series of a course, in its own order."""

import pytest
from django.urls import reverse

from kriterion.web.accounts.models import Role, User
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Course, Listing
from kriterion.web.courses.repository_series import is_in_folder, list_folders, plan_series
from kriterion.web.repositories.models import Repository
from kriterion.web.teaching import repository_course
from tests.web.conftest import World, client_for


def _activities(repository: Repository, *paths: str) -> list[Activity]:
    return [
        Activity.objects.create(
            repository=repository, path=path, names={"en": path}, position=position
        )
        for position, path in enumerate(paths)
    ]


def _plan(repository: Repository, *paths: str) -> list[tuple[str, list[str]]]:
    planned = plan_series(repository, _activities(repository, *paths))
    return [(name, [activity.path for activity in listed]) for name, listed in planned]


def test_directories_become_series(db: None) -> None:
    repository = Repository.objects.create(name="course")
    assert _plan(repository, "intro", "01-loops/for", "01-loops/while", "lists/map") == [
        ("course", ["intro"]),
        ("01 loops", ["01-loops/for", "01-loops/while"]),
        ("lists", ["lists/map"]),
    ]


def test_an_index_decides_over_directories(db: None) -> None:
    inner = {"id": "b", "title": "Inner", "exercises": ["y", "gone"], "groups": []}
    tree = {
        "id": "",
        "title": "",
        "exercises": [],
        "groups": [{"id": "a", "title": "Week 1", "exercises": ["x", "x"], "groups": [inner]}],
    }
    repository = Repository.objects.create(name="course", tree=tree)
    assert _plan(repository, "x", "y") == [("Week 1", ["x", "y"])]


def test_a_teacher_adds_a_repository_in_one_click(world: World) -> None:
    client = client_for(world.tina)
    address = reverse("teaching:repository-series", args=[world.course.slug])
    assert "examples" in client.get(address).content.decode()
    page = client.post(address, {"repository": world.repository.pk}, follow=True).content.decode()
    assert "1 series added." in page
    made = world.course.series.get(name="examples")
    assert not made.visible
    assert made.position == max(world.course.series.values_list("position", flat=True))
    assert list(made.activities.order_by("path")) == [world.exercise, world.hidden_exercise]


def test_a_repository_becomes_a_course_in_one_click(world: World) -> None:
    client = client_for(world.tina)
    repository = reverse("repositories:repository", args=[world.repository.pk])
    address = reverse("teaching:course-of", args=[world.repository.pk])
    assert f'action="{address}"' in client.get(repository).content.decode()
    page = client.post(address, follow=True).content.decode()
    assert "1 series added." in page
    course = Course.objects.get(slug="examples")
    assert (course.name, course.visible) == ("examples", False)
    assert course.memberships.get().user == world.tina
    assert list(course.series.get().activities.order_by("path")) == [
        world.exercise,
        world.hidden_exercise,
    ]
    client.post(address)
    assert Course.objects.filter(name="examples").count() == 2


def test_a_course_of_a_repository_is_made_completely_or_not_at_all(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> int:
        raise RuntimeError("the process was killed")

    monkeypatch.setattr(repository_course, "add_series", fail)
    with pytest.raises(RuntimeError):
        client_for(world.tina).post(reverse("teaching:course-of", args=[world.repository.pk]))
    assert not Course.objects.filter(name="examples").exists()


def test_two_clicks_at_once_make_two_courses(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    slugs = iter([world.course.slug, "free"])
    monkeypatch.setattr(repository_course, "make_slug", lambda _: next(slugs))
    response = client_for(world.tina).post(
        reverse("teaching:course-of", args=[world.repository.pk])
    )
    assert response.status_code == 302
    assert Course.objects.filter(slug="free").exists()


def test_only_teachers_make_courses_of_what_they_may_use(world: World) -> None:
    address = reverse("teaching:course-of", args=[world.repository.pk])
    assert client_for(world.ada).post(address).status_code == 404
    Repository.objects.filter(pk=world.repository.pk).update(sharing="private")
    assert client_for(world.tina).post(address).status_code == 404
    assert Course.objects.count() == 2


def test_only_repositories_that_the_teacher_may_see_are_offered(world: World) -> None:
    other = Repository.objects.create(name="other")
    Activity.objects.create(repository=other, path="x", names={"en": "X"}, is_public=False)
    client = client_for(world.tina)
    address = reverse("teaching:repository-series", args=[world.course.slug])
    assert "other" not in client.get(address).content.decode().partition("<main")[2]
    assert client.post(address, {"repository": other.pk}).status_code == 404
    assert not Listing.objects.filter(activity__repository=other).exists()


def test_folders_are_listed_with_what_they_contain() -> None:
    paths = ["intro", "loops/for", "loops/hard/while", "loops/hard/until", "lists/map"]
    assert list_folders(paths) == [("", 5), ("lists", 1), ("loops", 3), ("loops/hard", 2)]
    assert list_folders([]) == []
    assert is_in_folder("loops/hard/while", "loops")
    assert is_in_folder("intro", "")
    assert not is_in_folder("loops-2/for", "loops")


def test_a_teacher_adds_a_folder_to_a_series(world: World) -> None:
    repository = Repository.objects.create(name="mine", owner=world.tina, sharing="private")
    _activities(repository, "loops/for", "lists/map", "loops/while", "loops-2/for")
    client = client_for(world.tina)
    address = reverse("teaching:folder-add", args=[world.course.slug, world.series.pk])
    series = reverse("teaching:series", args=[world.course.slug, world.series.pk])
    assert address in client.get(series).content.decode()
    assert f"?repository={repository.pk}" in client.get(address).content.decode()
    page = client.get(address, {"repository": repository.pk}).content.decode()
    assert all(folder in page for folder in ("loops", "loops-2", "lists"))
    given = {"repository": repository.pk, "folder": "loops"}
    assert "2 activities added." in client.post(address, given, follow=True).content.decode()
    listed = world.series.listings.values_list("activity__path", flat=True)
    assert list(listed.all()) == ["barcode", "loops/for", "loops/while"]
    client.post(address, {"repository": repository.pk, "folder": ""})
    assert list(listed.all())[3:] == ["lists/map", "loops-2/for"]
    client.post(address, {"repository": repository.pk, "folder": "nowhere"})
    assert world.series.listings.count() == 5


def test_a_folder_of_a_repository_that_the_teacher_may_not_use_is_not_found(world: World) -> None:
    theo = User.objects.create(username="theo", role=Role.TEACHER)
    secret = Repository.objects.create(name="vault", owner=theo, sharing="private")
    _activities(secret, "loops/for")
    client = client_for(world.tina)
    address = reverse("teaching:folder-add", args=[world.course.slug, world.series.pk])
    assert "vault" not in client.get(address).content.decode()
    for given in ({"repository": secret.pk}, {"repository": "x"}, {"repository": 2**70}):
        assert client.post(address, given | {"folder": "loops"}).status_code == 404
    assert client.get(address, {"repository": secret.pk}).status_code == 404
    assert world.series.listings.count() == 1


def test_lessons_tutorials_and_playgrounds_are_the_last_series(db: None) -> None:
    repository = Repository.objects.create(name="course")
    kinds = ("tutorial", "exercise", "playground", "lesson")
    activities = [
        Activity.objects.create(repository=repository, path="same", type=kind, names={"en": kind})
        for kind in kinds
    ]
    planned = plan_series(repository, activities)
    assert [(name, [each.type for each in listed]) for name, listed in planned] == [
        ("course", ["exercise"]),
        ("Lessons", ["lesson"]),
        ("Tutorials", ["tutorial"]),
        ("Playgrounds", ["playground"]),
    ]


def test_all_hidden_series_are_shown_at_once(world: World) -> None:
    client = client_for(world.tina)
    series = reverse("teaching:course", args=[world.course.slug])
    show = reverse("teaching:series-show", args=[world.course.slug])
    world.course.series.update(visible=True)
    assert show not in client.get(series).content.decode()
    for name in ("First", "Second"):
        world.course.series.create(name=name, visible=False)
    assert show in client.get(series).content.decode()
    page = client.post(show, follow=True).content.decode()
    assert "2 series are visible to students now." in page
    assert not world.course.series.filter(visible=False).exists()
