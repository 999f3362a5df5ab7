"""Skills, kinds, authors and what an index leaves out: what each page shows to whom."""

from pathlib import Path

import pytest
from django.urls import reverse

from kriterion.web.accounts.models import Role, User
from kriterion.web.catalog.models import Activity
from kriterion.web.catalog.repository_fetching import fetch
from kriterion.web.courses.models import Listing
from kriterion.web.repositories.models import Repository, RepositoryState
from kriterion.web.submissions.models import Submission
from tests.authoring import made_course
from tests.authoring.made_course import make_exercise, make_index
from tests.web.conftest import World, client_for

pytestmark = pytest.mark.django_db

ADDRESS = "nadia@example.org"


@pytest.fixture
def course(tmp_path: Path, world: World) -> Repository:
    """A public repository: two listed exercises, an unlisted one, skills, an author."""
    root = made_course.write(
        tmp_path / "course",
        {
            **make_index(("Basics", ["sum", "max"])),
            **make_exercise(
                "sum",
                kind="project",
                stars=4.5,
                focus=["lists", "folds & maps"],
                authors=[["Nadia", ADDRESS], ["only@example.org", ""], ["Ilan", "no address"]],
            ),
            **make_exercise("max", kind="problem", stars=0, requirements=["lists"]),
            **make_exercise("spare", focus=["secrets"]),
        },
    )
    repository = Repository.objects.create(name="ocaml", directory=str(root))
    fetch(repository)
    repository.activities.update(is_public=True)
    repository.refresh_from_db()
    assert repository.state == RepositoryState.READY
    return repository


def get_page(user: User, name: str, *arguments: object, query: str = "") -> str:
    response = client_for(user).get(reverse(name, args=arguments) + query)
    assert response.status_code == 200
    return response.content.decode()


def get_status(user: User, name: str, *arguments: object, query: str = "") -> int:
    return client_for(user).get(reverse(name, args=arguments) + query).status_code


def get_activity(repository: Repository, path: str) -> Activity:
    return repository.activities.get(path=path)


def test_the_metadata_of_an_exercise_is_stored(course: Repository) -> None:
    activity = get_activity(course, "sum")
    assert (activity.task_kind, activity.difficulty, activity.is_listed) == ("project", 4.5, True)
    assert activity.authors[0] == ["Nadia", ADDRESS]
    assert get_activity(course, "max").difficulty == 0
    assert not get_activity(course, "spare").is_listed


def test_the_exercise_page_shows_its_metadata_and_links_its_skills(
    world: World, course: Repository
) -> None:
    html = get_page(world.ada, "activity", get_activity(course, "sum").pk)
    assert "Project" in html
    assert "Nadia" in html
    assert "Difficulty 4.5 of 5" in html
    assert html.count('<i class="on"></i>') == 4
    assert html.count('<i class="half"></i>') == 1
    assert reverse("exercise-skills", args=[course.pk]) + "?skill=folds%20%26%20maps" in html
    assert "Difficulty 0 of 5" in get_page(world.ada, "activity", get_activity(course, "max").pk)


def test_the_addresses_of_authors_are_visible_to_teachers_only(
    world: World, course: Repository
) -> None:
    activity = get_activity(course, "sum").pk
    for student in (world.ada, world.cleo):
        assert "@example.org" not in get_page(student, "activity", activity)
    cleo = User.objects.get(pk=world.cleo.pk)
    cleo.role = Role.TEACHER
    cleo.save()
    for teacher in (world.tina, world.root, cleo):
        html = get_page(teacher, "activity", activity)
        assert f'href="mailto:{ADDRESS}"' in html
        assert "only@example.org" in html
        assert "mailto:no" not in html
    assert "@" not in get_activity(course, "sum").search_text
    assert "Sum" in get_page(world.ada, "search", query="?q=nadia")


def test_a_skill_page_lists_exercises_that_train_or_require_it(
    world: World, course: Repository
) -> None:
    html = get_page(world.ada, "exercise-skills", course.pk)
    assert "lists" in html
    assert "folds &amp; maps" in html
    assert "secrets" not in html, "only a hidden exercise has it"
    one = get_page(world.ada, "exercise-skills", course.pk, query="?skill=lists")
    trained, _, required = one.partition("Exercises that require this skill")
    assert (">Sum<" in trained, ">Max<" in required) == (True, True)
    assert (">Max<" in trained, ">Sum<" in required) == (False, False)
    assert get_status(world.ada, "exercise-skills", course.pk, query="?skill=secrets") == 404
    assert get_status(world.tina, "exercise-skills", course.pk, query="?skill=secrets") == 200


@pytest.mark.parametrize(
    "query", ["?skill=", "?skill=%00", "?kind=%3Cscript%3E", "?kind=x&skill=y"]
)
def test_every_filter_combination_is_answered(world: World, course: Repository, query: str) -> None:
    for name in ("exercise-skills", "exercise-tree"):
        assert get_status(world.ada, name, course.pk, query=query) in (200, 404)


def test_exercises_can_be_filtered_by_kind_and_skill(world: World, course: Repository) -> None:
    tree = get_page(world.ada, "exercise-tree", course.pk, query="?kind=problem")
    assert (">Max<" in tree, ">Sum<" in tree) == (True, False)
    tree = get_page(
        world.ada, "exercise-tree", course.pk, query="?kind=problem&skill=folds+%26+maps"
    )
    assert "No exercises match these filters." in tree
    html = get_page(world.ada, "search", query="?kind=project")
    assert (">Max<" in html, ">Sum<" in html) == (False, True)
    html = get_page(world.ada, "search", query="?q=lists&kind=problem")
    assert (">Max<" in html, ">Sum<" in html) == (True, False)
    assert ">Sum<" in get_page(world.ada, "search", query="?q=project")


def test_unlisted_exercises_are_visible_to_teachers_only(world: World, course: Repository) -> None:
    spare = get_activity(course, "spare")
    assert get_status(world.ada, "activity", spare.pk) == 404
    assert get_status(world.tina, "activity", spare.pk) == 200
    assert ">Spare<" not in get_page(world.ada, "search", query="?q=spare")
    assert ">Spare<" in get_page(world.tina, "search", query="?q=spare")
    assert ">Spare<" not in get_page(world.ada, "exercise-tree", course.pk)
    html = get_page(world.tina, "exercise-tree", course.pk)
    assert ">Spare<" in html.partition("Not listed")[2]
    assert "Not listed" in get_page(world.tina, "activity", spare.pk)
    Listing.objects.create(series=world.series, activity=spare)
    for person in (world.ada, world.tina):
        html = get_page(person, "activity", spare.pk)
        assert "Not listed" not in html, "a teacher put it into a series"


def test_a_map_can_consist_of_links_alone(world: World, course: Repository, tmp_path: Path) -> None:
    made_course.write(
        tmp_path / "course",
        {**make_exercise("sum"), **make_exercise("max", backward_exercises=["sum"])},
    )
    fetch(course)
    course.activities.filter(path="spare").delete()
    assert "Exercise map" in get_page(world.ada, "exercise-tree", course.pk)
    assert 'class="exercise ready"' in get_page(world.ada, "exercise-map", course.pk)


def test_an_exercise_listed_later_becomes_visible_to_all(
    world: World, course: Repository, tmp_path: Path
) -> None:
    made_course.write(tmp_path / "course", make_index(("All", ["sum", "max", "spare"])))
    fetch(course)
    assert get_status(world.ada, "activity", get_activity(course, "spare").pk) == 200


def finish_and_read_page(world: World, activity: Activity, *, accepted: bool) -> str:
    submission = Submission.objects.create(
        user=world.ada,
        activity=activity,
        number=1,
        accepted=accepted,
        status="correct" if accepted else "wrong",
        state="finished",
    )
    html = get_page(world.ada, "submission", submission.pk)
    submission.delete()
    return html


def test_all_suggestions_are_on_the_page_and_the_first_five_are_open(
    world: World, course: Repository
) -> None:
    many = [
        Activity(repository=course, path=f"e{n}", names={"en": f"Next {n}."}, is_public=True)
        for n in range(9)
    ]
    Activity.objects.bulk_create(many)
    found = get_activity(course, "sum")
    found.next_on_success = [activity.path for activity in reversed(many)]
    found.save()
    first, _, rest = finish_and_read_page(world, found, accepted=True).partition("4 more</summary>")
    assert [n for n in range(9) if f"Next {n}." in first] == [4, 5, 6, 7, 8]
    assert [n for n in range(9) if f"Next {n}." in rest.partition("</details>")[0]] == [0, 1, 2, 3]
    assert first.index("Next 8.") < first.index("Next 7.")
    found.next_on_success = [activity.path for activity in many[:6]]
    found.save()
    assert "more</summary>" not in finish_and_read_page(world, found, accepted=True)


def test_without_suggestions_by_the_author_skills_determine_them(
    world: World, course: Repository
) -> None:
    trains, requires = get_activity(course, "sum"), get_activity(course, "max")
    assert ">Max<" in finish_and_read_page(world, trains, accepted=True)
    assert ">Sum<" in finish_and_read_page(world, requires, accepted=False)
    assert ">Max<" not in finish_and_read_page(world, trains, accepted=False)
    Submission.objects.create(user=world.ada, activity=requires, number=1, accepted=True)
    assert ">Max<" not in finish_and_read_page(world, trains, accepted=True), "it is solved"


def test_a_link_by_identifier_resolves_to_its_exercise(
    world: World, course: Repository, tmp_path: Path
) -> None:
    made_course.write(
        tmp_path / "course",
        make_exercise("max", forward_exercises=["sum-1"], backward_exercises=["sum-1"]),
    )
    fetch(course)
    assert ">Sum<" in finish_and_read_page(world, get_activity(course, "max"), accepted=False)
    assert ">Sum<" in get_page(world.ada, "activity", get_activity(course, "max").pk)
