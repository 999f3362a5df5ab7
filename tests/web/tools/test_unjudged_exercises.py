"""Exercises whose judge or test runner this site lacks are not offered to students."""

import json
from pathlib import Path

import pytest
from django.db import DatabaseError
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from kriterion.web.catalog.held_back import release
from kriterion.web.catalog.models import Activity
from kriterion.web.catalog.repository_fetching import fetch
from kriterion.web.courses.models import Course, MemberRole, Membership
from kriterion.web.repositories.models import Repository
from kriterion.web.submissions.models import Draft
from kriterion.web.tools import machine, unjudged_exercises
from kriterion.web.tools.models import Tool, ToolKind, ToolState
from kriterion.web.tools.signals import tool_fetched
from tests.places import open_to_all
from tests.tracks import make_track
from tests.web.conftest import World, client_for


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, settings: object, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.DATA = tmp_path / "data"  # type: ignore[attr-defined]
    monkeypatch.setattr(machine, "_made", None)


@pytest.fixture
def riddle(world: World, tmp_path: Path) -> Activity:
    """An exercise in the course's series that names the judge `odd`, which is not installed."""
    directory = tmp_path / "repository" / "riddle"
    (directory / "description").mkdir(parents=True)
    configuration = {
        "description": {"names": {"en": "Riddle"}},
        "programming_language": "python",
        "labels": ["needle"],
        "access": "public",
        "evaluation": {"handler": "odd"},
    }
    (directory / "config.json").write_text(json.dumps(configuration))
    (directory / "description" / "description.en.md").write_text("Do it.")
    repository = Repository.objects.create(name="riddles", directory=str(directory.parent))
    fetch(repository)
    made = repository.activities.get()
    world.series.listings.create(activity=made, position=9)
    return made


def _add_judge(tmp_path: Path, course: Course | None = None) -> Tool:
    directory = open_to_all(tmp_path) / "odd"
    directory.mkdir()
    (directory / "run").write_text("#!/bin/sh\n")
    (directory / "run").chmod(0o755)
    judge = Tool.objects.create(
        kind=ToolKind.JUDGE,
        name="odd",
        directory=str(directory),
        state=ToolState.READY,
        course=course,
    )
    tool_fetched.send(sender=Tool, tool=judge)
    return judge


def _list_codes(activity: Activity) -> list[str]:
    activity.refresh_from_db()
    return [row["code"] for row in activity.obstacles]


def test_students_are_not_offered_an_exercise_whose_judge_is_missing(
    world: World, riddle: Activity
) -> None:
    ada = client_for(world.ada)
    Draft.objects.create(user=world.ada, activity=riddle, files={"a.py": "x"}, revision=1)
    course = reverse("course", args=[world.course.slug])
    for address in (reverse("home"), course, reverse("search") + "?q=needle"):
        assert "Riddle" not in ada.get(address).content.decode()
    answer = ada.get(reverse("activity", args=[riddle.pk]))
    assert answer.status_code == 404
    assert "Not available at the moment" in answer.content.decode()


def test_teachers_see_it_with_the_reason(world: World, riddle: Activity) -> None:
    page = client_for(world.tina).get(reverse("activity", args=[riddle.pk])).content.decode()
    assert "Only teachers see this exercise" in page
    assert "judge &#x27;odd&#x27; is not installed on this site" in page


def test_those_who_could_never_open_it_are_told_nothing(world: World, riddle: Activity) -> None:
    Activity.objects.filter(pk=riddle.pk).update(is_public=False)
    world.hidden_series.listings.create(activity=riddle)
    world.series.listings.filter(activity=riddle).delete()
    answer = client_for(world.cleo).get(reverse("activity", args=[riddle.pk]))
    assert answer.status_code == 404
    assert "Not available at the moment" not in answer.content.decode()


def test_it_is_offered_as_long_as_the_judge_is_installed(
    world: World,
    riddle: Activity,
    tmp_path: Path,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    assert _list_codes(riddle) == ["exercise.judge-not-installed"]
    judge = _add_judge(tmp_path)
    assert _list_codes(riddle) == []
    assert not riddle.is_held_back
    assert client_for(world.ada).get(reverse("activity", args=[riddle.pk])).status_code == 200
    with django_capture_on_commit_callbacks(execute=True):
        judge.delete()
    assert _list_codes(riddle) == ["exercise.judge-not-installed"]
    assert riddle.is_held_back


def test_a_release_does_not_cover_a_judge_that_goes_missing_later(
    riddle: Activity,
    tmp_path: Path,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    release(riddle.pk, shown=True)
    fetch(riddle.repository)
    assert _list_codes(riddle) == ["exercise.judge-not-installed"]
    assert not riddle.is_held_back
    judge = _add_judge(tmp_path)
    riddle.refresh_from_db()
    riddle.obstacles = [{"code": "suite.missing"}]  # released in spite of another obstacle
    riddle.save()
    with django_capture_on_commit_callbacks(execute=True):
        judge.delete()
    assert _list_codes(riddle) == ["suite.missing", "exercise.judge-not-installed"]
    assert riddle.is_held_back


def test_a_courses_own_judge_suffices(
    world: World, riddle: Activity, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings_file = tmp_path / "kriterion.toml"
    settings_file.write_text("teachers_add_judges = true\n")
    monkeypatch.setenv("KRITERION_CONFIG", str(settings_file))
    monkeypatch.setattr(machine, "_made", None)
    _add_judge(tmp_path, world.course)
    assert _list_codes(riddle) == []


def test_a_track_without_its_test_runner_is_for_teachers(world: World, tmp_path: Path) -> None:
    make_track(tmp_path / "track")
    track = Repository.objects.create(name="track", directory=str(tmp_path / "track"))
    fetch(track)
    leap = track.activities.get(path="exercises/practice/leap")
    assert _list_codes(leap) == ["exercise.no-test-runner"]
    world.series.listings.create(activity=leap, position=9)
    Membership.objects.create(user=world.cleo, course=world.course, role=MemberRole.STUDENT)
    page = client_for(world.cleo).get(reverse("course", args=[world.course.slug]))
    assert "leap" not in page.content.decode().lower()
    Repository.objects.filter(pk=track.pk).update(default_judge="suite")
    track.refresh_from_db()
    fetch(track)
    assert "exercise.no-test-runner" not in _list_codes(leap)


def test_a_test_runner_may_know_only_some_exercises(
    tmp_path: Path, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings_file = tmp_path / "kriterion.toml"
    settings_file.write_text(
        "[test_runners.theirs]\n"
        f'directory = "{tmp_path}"\nprogramming_languages = ["python"]\nexercises = ["leap"]\n'
    )
    monkeypatch.setenv("KRITERION_CONFIG", str(settings_file))
    make_track(tmp_path / "track")
    track = Repository.objects.create(name="track", directory=str(tmp_path / "track"))
    fetch(track)
    codes = {row.path.rpartition("/")[2]: _list_codes(row) for row in track.activities.all()}
    assert codes == {"leap": [], "two-fer": ["exercise.no-test-runner"]}


def test_a_tool_is_removed_even_if_exercises_cannot_be_read(
    riddle: Activity,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    judge = _add_judge(tmp_path)

    def fail(*_: object) -> None:
        raise DatabaseError

    monkeypatch.setattr(unjudged_exercises, "store_site_obstacles", fail)
    with django_capture_on_commit_callbacks(execute=True):
        judge.delete()
    assert not Tool.objects.filter(name="odd").exists()
