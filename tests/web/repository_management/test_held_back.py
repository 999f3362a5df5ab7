"""An exercise that cannot be solved is shown to teachers, not to students, until it is released."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from kriterion.authoring.finding import error
from kriterion.web.audit.models import AuditEntry
from kriterion.web.catalog import repository_fetching
from kriterion.web.catalog.held_back import store_trial
from kriterion.web.catalog.models import Activity
from kriterion.web.catalog.signals import repository_imported
from kriterion.web.courses.course_access import find_visible_activity, select_visible_activities
from kriterion.web.repositories.models import Repository
from kriterion.web.repository_management.check_work import find_failures
from kriterion.web.repository_management.models import CheckState, RepositoryCheck
from kriterion.web.submissions.models import Draft
from tests.web.conftest import World, client_for
from tests.web.repository_management.conftest import EXERCISE, archive, make_repository, url

FAILURE = error(
    "riddle/solution/solution.py",
    "is judged 'wrong' instead of 'correct'",
    fix="fix the solution or the tests",
    code="exercise.unexpected-status",
)
BROKEN = {
    **EXERCISE,
    "loops__config.json": (
        '{"description": {"names": {"en": "Loops"}}, "access": "public",'
        ' "programming_language": "python", "evaluation": {"handler": "suite"}}'
    ),
}


@pytest.fixture
def riddle(world: World) -> Activity:
    """An exercise in the course's series, of Tina's repository."""
    made = make_repository(world.tina).activities.get()
    world.series.listings.create(activity=made, position=9)
    return made


def _is_visible(world: World, activity: Activity, *names: str) -> list[bool]:
    people = [getattr(world, name) for name in names]
    seen = [find_visible_activity(user, activity.pk) is not None for user in people]
    assert seen == [
        select_visible_activities(user).filter(pk=activity.pk).exists() for user in people
    ]
    return seen


def test_an_exercise_that_its_solution_does_not_pass_is_for_teachers(
    world: World, riddle: Activity, tina: Client
) -> None:
    people = ("ada", "tina", "root")
    assert _is_visible(world, riddle, *people) == [True, True, True]
    store_trial(riddle.pk, [FAILURE])
    assert _is_visible(world, riddle, *people) == [False, True, True]
    ada = client_for(world.ada)
    address = reverse("activity", args=[riddle.pk])
    assert ada.get(address).status_code == 404
    assert "Riddle" not in ada.get(reverse("course", args=[world.course.slug])).content.decode()
    page = tina.get(address).content.decode()
    assert "Only teachers see this exercise" in page
    assert "is judged &#x27;wrong&#x27; instead of &#x27;correct&#x27;" in page
    course = tina.get(reverse("course", args=[world.course.slug])).content.decode()
    assert "Riddle" in course
    assert "Held back" in course


def test_a_public_exercise_that_is_held_back_is_not_public(world: World, riddle: Activity) -> None:
    Repository.objects.filter(pk=riddle.repository_id).update(sharing="public")
    Activity.objects.filter(pk=riddle.pk).update(is_public=True)
    assert _is_visible(world, riddle, "cleo") == [True]
    store_trial(riddle.pk, [FAILURE])
    assert _is_visible(world, riddle, "cleo", "tina") == [False, True]


def test_an_editor_releases_it_and_that_is_audited(
    world: World, riddle: Activity, tina: Client
) -> None:
    store_trial(riddle.pk, [FAILURE])
    repository = tina.get(url("repository", riddle.repository_id)).content.decode()
    assert "Only teachers see 1 exercise of this repository" in repository
    listed = tina.get(url("activities", riddle.repository_id) + "?held=1").content.decode()
    assert "Held back" in listed
    edit = url("activity-edit", riddle.repository_id, riddle.pk)
    assert "Show to students anyway" in tina.get(edit).content.decode()
    assert client_for(world.ada).post(edit, {"to": "release"}).status_code in (403, 404)
    assert tina.post(edit, {"to": "release"}).status_code == 302
    assert _is_visible(world, riddle, "ada") == [True]
    assert (
        "Only teachers"
        not in client_for(world.ada).get(reverse("activity", args=[riddle.pk])).content.decode()
    )
    store_trial(riddle.pk, [FAILURE])
    assert _is_visible(world, riddle, "ada") == [True]  # it stays released
    tina.post(edit, {"to": "hold"})
    assert _is_visible(world, riddle, "ada") == [False]
    actions = AuditEntry.objects.filter(action__startswith="activity.").order_by("pk")
    assert [entry.action for entry in actions] == ["activity.release", "activity.hold-back"]


def test_it_is_shown_again_once_a_solution_passes(world: World, riddle: Activity) -> None:
    store_trial(riddle.pk, [FAILURE])
    store_trial(riddle.pk, [])
    assert _is_visible(world, riddle, "ada") == [True]
    store_trial(riddle.pk, [FAILURE])
    assert _is_visible(world, riddle, "ada") == [False]  # the earlier release does not count


def test_what_a_student_submits_meanwhile_is_kept(world: World, riddle: Activity) -> None:
    Draft.objects.create(user=world.ada, activity=riddle, files={"a.py": "old"}, revision=1)
    store_trial(riddle.pk, [FAILURE])
    sent = {"name": "a.py", "text": "print(2)\n"}
    ada = client_for(world.ada)
    assert ada.post(reverse("submit", args=[riddle.pk]), sent).status_code == 302
    assert Draft.objects.get(user=world.ada).files == {"a.py": "print(2)\n"}
    assert client_for(world.cleo).post(reverse("submit", args=[riddle.pk]), sent).status_code == 404


@pytest.mark.parametrize(
    ("solutions", "failed", "failures"),
    [
        ((), (), None),  # without a solution nothing is known
        (("a.py",), (), 0),
        (("a.py",), ("a.py",), 1),
        (("a.py", "b.py"), ("a.py",), 0),  # one passes
        (("a.py", "b.py"), ("a.py", "b.py"), 2),
        (("a.py",), ("wrong.py",), 0),  # a known-wrong submission
    ],
)
def test_it_is_unsolvable_if_none_of_its_solutions_passes(
    solutions: tuple[str, ...], failed: tuple[str, ...], failures: int | None
) -> None:
    findings = [error(file, "x", code="exercise.unexpected-status") for file in failed]
    found = find_failures(solutions, findings)
    assert (None if found is None else len(found)) == failures


def _import(world: World, files: dict[str, str], made: Repository | None = None) -> Repository:
    sent: dict[str, Any] = {"name": "loops", "source": "upload", "archive": archive(**files)}
    client = client_for(world.tina)
    if made is None:
        client.post(url("repository-add"), {**sent, "sharing": "private"})
        return Repository.objects.get(name="loops")
    client.post(url("repository-edit", made.pk), {**sent, "sharing": "private"})
    made.refresh_from_db()
    return made


def test_an_import_holds_back_what_it_knows_to_be_unsolvable(world: World) -> None:
    made = _import(world, BROKEN)
    loops = made.activities.get()
    assert loops.is_held_back
    assert [row["code"] for row in loops.obstacles] == ["suite.missing"]
    store_trial(loops.pk, [FAILURE])
    fixed = {**BROKEN, "loops__evaluation__suite.yaml": "testcases:\n- stdout: hello\n"}
    _import(world, fixed, made)
    loops.refresh_from_db()
    # Reading it again says nothing about the solution.
    assert [row["code"] for row in loops.obstacles] == ["exercise.unexpected-status"]
    assert loops.is_held_back


def test_an_imported_version_is_checked_once(world: World) -> None:
    made = _import(world, EXERCISE)
    assert not RepositoryCheck.objects.exists()  # the tests fetch in the foreground
    for _ in range(2):
        repository_imported.send(sender=Repository, repository=made)
    check = RepositoryCheck.objects.get()
    assert (check.state, check.requested_by) == (CheckState.UNDER_WAY, "")
    Repository.objects.filter(pk=made.pk).update(digest="another")
    made.refresh_from_db()
    repository_imported.send(sender=Repository, repository=made)
    assert RepositoryCheck.objects.get().pk != check.pk


@pytest.mark.django_db(transaction=True)
def test_fetching_in_the_background_announces_the_import(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    (tmp_path / "course").mkdir()
    made = Repository.objects.create(name="c", directory=str(tmp_path / "course"))
    imported = []

    def receive(*, repository: Repository, **_: Any) -> None:
        imported.append(repository.pk)

    repository_imported.connect(receive)
    try:
        repository_fetching._fetch_waiting(made.pk)
        repository_fetching._fetch_waiting(made.pk)
    finally:
        repository_imported.disconnect(receive)
    assert imported == [made.pk]
