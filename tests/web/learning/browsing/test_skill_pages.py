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
from tests.authoring.made_course import exercise, index
from tests.web.conftest import World, client_for

pytestmark = pytest.mark.django_db

ADDRESS = "nadia@example.org"


@pytest.fixture
def course(tmp_path: Path, world: World) -> Repository:
    """A public repository: two listed exercises, an unlisted one, skills, an author."""
    root = made_course.write(
        tmp_path / "course",
        {
            **index(("Basics", ["sum", "max"])),
            **exercise(
                "sum",
                kind="project",
                stars=4.5,
                focus=["lists", "folds & maps"],
                authors=[["Nadia", ADDRESS], ["only@example.org", ""], ["Ilan", "no address"]],
            ),
            **exercise("max", kind="problem", stars=0, requirements=["lists"]),
            **exercise("spare", focus=["secrets"]),
        },
    )
    repository = Repository.objects.create(name="ocaml", directory=str(root))
    fetch(repository)
    repository.activities.update(is_public=True)
    repository.refresh_from_db()
    assert repository.state == RepositoryState.READY
    return repository


def page(user: User, name: str, *arguments: object, query: str = "") -> str:
    answer = client_for(user).get(reverse(name, args=arguments) + query)
    assert answer.status_code == 200
    return answer.content.decode()


def status(user: User, name: str, *arguments: object, query: str = "") -> int:
    return client_for(user).get(reverse(name, args=arguments) + query).status_code


def activity_at(repository: Repository, path: str) -> Activity:
    return repository.activities.get(path=path)


def test_the_metadata_of_an_exercise_is_stored(course: Repository) -> None:
    found = activity_at(course, "sum")
    assert (found.task_kind, found.difficulty, found.is_listed) == ("project", 4.5, True)
    assert found.authors[0] == ["Nadia", ADDRESS]
    assert activity_at(course, "max").difficulty == 0
    assert not activity_at(course, "spare").is_listed


def test_the_exercise_page_shows_its_metadata_and_links_its_skills(
    world: World, course: Repository
) -> None:
    html = page(world.ada, "activity", activity_at(course, "sum").pk)
    assert "Project" in html
    assert "Nadia" in html
    assert "Difficulty 4.5 of 5" in html
    assert html.count('<i class="on"></i>') == 4
    assert html.count('<i class="half"></i>') == 1
    assert reverse("exercise-skills", args=[course.pk]) + "?skill=folds%20%26%20maps" in html
    assert "Difficulty 0 of 5" in page(world.ada, "activity", activity_at(course, "max").pk)


def test_the_addresses_of_authors_are_visible_to_teachers_only(
    world: World, course: Repository
) -> None:
    activity = activity_at(course, "sum").pk
    for student in (world.ada, world.cleo):
        assert "@example.org" not in page(student, "activity", activity)
    cleo = User.objects.get(pk=world.cleo.pk)
    cleo.role = Role.TEACHER
    cleo.save()
    for teacher in (world.tina, world.root, cleo):
        html = page(teacher, "activity", activity)
        assert f'href="mailto:{ADDRESS}"' in html
        assert "only@example.org" in html
        assert "mailto:no" not in html
    assert "@" not in activity_at(course, "sum").search_text
    assert "Sum" in page(world.ada, "search", query="?q=nadia")


def test_a_skill_page_lists_exercises_that_train_or_require_it(
    world: World, course: Repository
) -> None:
    html = page(world.ada, "exercise-skills", course.pk)
    assert "lists" in html
    assert "folds &amp; maps" in html
    assert "secrets" not in html, "only a hidden exercise has it"
    one = page(world.ada, "exercise-skills", course.pk, query="?skill=lists")
    trained, _, required = one.partition("Exercises that require this skill")
    assert (">Sum<" in trained, ">Max<" in required) == (True, True)
    assert (">Max<" in trained, ">Sum<" in required) == (False, False)
    assert status(world.ada, "exercise-skills", course.pk, query="?skill=secrets") == 404
    assert status(world.tina, "exercise-skills", course.pk, query="?skill=secrets") == 200


@pytest.mark.parametrize(
    "query", ["?skill=", "?skill=%00", "?kind=%3Cscript%3E", "?kind=x&skill=y"]
)
def test_every_filter_combination_is_answered(world: World, course: Repository, query: str) -> None:
    for name in ("exercise-skills", "exercise-tree"):
        assert status(world.ada, name, course.pk, query=query) in (200, 404)


def test_exercises_can_be_filtered_by_kind_and_skill(world: World, course: Repository) -> None:
    tree = page(world.ada, "exercise-tree", course.pk, query="?kind=problem")
    assert (">Max<" in tree, ">Sum<" in tree) == (True, False)
    tree = page(world.ada, "exercise-tree", course.pk, query="?kind=problem&skill=folds+%26+maps")
    assert "No exercises match these filters." in tree
    found = page(world.ada, "search", query="?kind=project")
    assert (">Max<" in found, ">Sum<" in found) == (False, True)
    found = page(world.ada, "search", query="?q=lists&kind=problem")
    assert (">Max<" in found, ">Sum<" in found) == (True, False)
    assert ">Sum<" in page(world.ada, "search", query="?q=project")


def test_unlisted_exercises_are_visible_to_teachers_only(world: World, course: Repository) -> None:
    spare = activity_at(course, "spare")
    assert status(world.ada, "activity", spare.pk) == 404
    assert status(world.tina, "activity", spare.pk) == 200
    assert ">Spare<" not in page(world.ada, "search", query="?q=spare")
    assert ">Spare<" in page(world.tina, "search", query="?q=spare")
    assert ">Spare<" not in page(world.ada, "exercise-tree", course.pk)
    html = page(world.tina, "exercise-tree", course.pk)
    assert ">Spare<" in html.partition("Not listed")[2]
    assert "Not listed" in page(world.tina, "activity", spare.pk)
    Listing.objects.create(series=world.series, activity=spare)
    for person in (world.ada, world.tina):
        html = page(person, "activity", spare.pk)
        assert "Not listed" not in html, "a teacher put it into a series"


def test_a_map_can_consist_of_links_alone(world: World, course: Repository, tmp_path: Path) -> None:
    made_course.write(
        tmp_path / "course", {**exercise("sum"), **exercise("max", backward_exercises=["sum"])}
    )
    fetch(course)
    course.activities.filter(path="spare").delete()
    assert "Exercise map" in page(world.ada, "exercise-tree", course.pk)
    assert 'class="exercise ready"' in page(world.ada, "exercise-map", course.pk)


def test_an_exercise_listed_later_becomes_visible_to_all(
    world: World, course: Repository, tmp_path: Path
) -> None:
    made_course.write(tmp_path / "course", index(("All", ["sum", "max", "spare"])))
    fetch(course)
    assert status(world.ada, "activity", activity_at(course, "spare").pk) == 200


def finish_and_read_page(world: World, activity: Activity, *, accepted: bool) -> str:
    submission = Submission.objects.create(
        user=world.ada,
        activity=activity,
        number=1,
        accepted=accepted,
        status="correct" if accepted else "wrong",
        state="finished",
    )
    html = page(world.ada, "submission", submission.pk)
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
    found = activity_at(course, "sum")
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
    trains, requires = activity_at(course, "sum"), activity_at(course, "max")
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
        exercise("max", forward_exercises=["sum-1"], backward_exercises=["sum-1"]),
    )
    fetch(course)
    assert ">Sum<" in finish_and_read_page(world, activity_at(course, "max"), accepted=False)
    assert ">Sum<" in page(world.ada, "activity", activity_at(course, "max").pk)
