"""Activities keep their rows, and so their submissions, wherever their token goes."""

import json
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from kriterion.web.catalog import repository_fetching
from kriterion.web.catalog.models import Activity, ActivityState
from kriterion.web.repositories.models import Repository
from kriterion.web.tools import machine

pytestmark = pytest.mark.django_db

FIRST, SECOND, THIRD = ("A" * 64, "B" * 64, "C" * 64)


class Course:
    """A repository whose versions are maps from paths to tokens, "" for none."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.repository = Repository(name="course")
        self.versions = 0

    def push(self, activities: Mapping[str, str], **inherited: object) -> dict[str, int]:
        """Fetch a version; returns the rows of its activities by their paths."""
        self.versions += 1
        archive = self.directory / f"{self.versions}.zip"
        with zipfile.ZipFile(archive, "w") as opened:
            opened.writestr("dirconfig.json", json.dumps(inherited))
            for path, token in activities.items():
                config: dict[str, object] = {"description": {"names": {"en": path}}}
                if token:
                    config["internals"] = {"token": token}
                opened.writestr(f"{path}/config.json", json.dumps(config))
                opened.writestr(f"{path}/description/description.en.md", "Do it.")
        if self.versions == 1:
            repository_fetching.add(self.repository, archive)
        else:
            repository_fetching.replace_upload(self.repository, archive)
        repository_fetching.fetch(self.repository)
        self.repository.refresh_from_db()
        assert self.repository.failure == ""
        rows = self.repository.activities.filter(state=ActivityState.OK)
        assert {row.path for row in rows} == set(activities)
        return {row.path: row.pk for row in rows}

    def find_problems(self, code: str) -> dict[str, str]:
        return {
            problem["file"]: problem["what"]
            for problem in self.repository.problems
            if problem["code"] == code
        }


@pytest.fixture
def course(tmp_path: Path, settings: object, monkeypatch: pytest.MonkeyPatch) -> Course:
    settings.DATA = tmp_path / "data"  # type: ignore[attr-defined]
    monkeypatch.setattr(machine, "_made", None)
    return Course(tmp_path)


def test_a_moved_and_renamed_activity_is_recognized_by_its_token(course: Course) -> None:
    before = course.push({"a": FIRST, "b": SECOND, "c": ""})
    after = course.push({"week-1/loops": FIRST, "b": SECOND, "c": ""})
    assert after == {"week-1/loops": before["a"], "b": before["b"], "c": before["c"]}


def test_activities_that_trade_places_keep_their_rows(course: Course) -> None:
    before = course.push({"a": FIRST, "b": SECOND, "c": THIRD})
    after = course.push({"b": FIRST, "c": SECOND, "a": THIRD})
    assert after == {"b": before["a"], "c": before["b"], "a": before["c"]}


def test_a_token_gains_the_path_of_a_removed_activity(course: Course) -> None:
    before = course.push({"a": FIRST, "b": SECOND})
    course.push({"a": FIRST})
    after = course.push({"b": FIRST})
    assert after == {"b": before["a"]}
    removed = Activity.objects.get(pk=before["b"])
    assert (removed.state, removed.path) == (ActivityState.REMOVED, f"b ({removed.pk})")
    assert course.push({"b": FIRST, "d": SECOND}) == {"b": before["a"], "d": before["b"]}


def test_a_new_activity_at_the_old_place_is_not_the_moved_one(course: Course) -> None:
    before = course.push({"a": FIRST})
    after = course.push({"a": SECOND, "b": FIRST})
    assert after["b"] == before["a"]
    assert after["a"] != before["a"]


def test_a_path_recognizes_an_activity_that_gets_a_token(course: Course) -> None:
    """As after an upgrade, or when Dodona has written its tokens."""
    before = course.push({"a": "", "b": ""})
    assert course.push({"a": FIRST, "b": SECOND}) == before
    assert course.push({"a": "", "b": SECOND}) == before
    assert course.push({"z": FIRST, "b": SECOND})["z"] == before["a"]


def test_the_same_name_does_not_join_activities_with_different_tokens(course: Course) -> None:
    before = course.push({"x/a": FIRST, "b": ""})
    after = course.push({"y/a": SECOND, "b": ""})
    assert after["y/a"] != before["x/a"]


def test_copies_are_reported_in_both_places_and_known_by_their_paths(course: Course) -> None:
    before = course.push({"a": FIRST, "b": SECOND})
    after = course.push({"a": FIRST, "copy": FIRST, "b": SECOND})
    assert (after["a"], after["b"]) == (before["a"], before["b"])
    assert course.find_problems("dodona.config.duplicate-token") == {
        "a/config.json": "is also the token of copy/config.json, so none of them is recognized "
        "by it after a move",
        "copy/config.json": "is also the token of a/config.json, so none of them is recognized "
        "by it after a move",
    }
    settled = course.push({"moved": FIRST, "copy": "", "b": SECOND})
    assert settled == {"moved": before["a"], "copy": after["copy"], "b": before["b"]}
    assert course.find_problems("dodona.config.duplicate-token") == {}


def test_an_inherited_token_names_no_activity(course: Course) -> None:
    before = course.push({"a": "", "b": ""}, internals={"token": FIRST})
    after = course.push({"a": "", "c": ""}, internals={"token": FIRST})
    assert after["a"] == before["a"]
    assert not Activity.objects.exclude(token="").exists()


@pytest.mark.parametrize("token", ["x" * 65, "a\nb"])
def test_an_invalid_token_is_reported_and_ignored(course: Course, token: str) -> None:
    before = course.push({"a": token})
    assert list(course.find_problems("dodona.config.invalid-token")) == ["a/config.json"]
    assert course.push({"a": token}) == before
    assert Activity.objects.get().token == ""


def test_tokens_of_other_repositories_do_not_matter(course: Course, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    other = Course(tmp_path / "other")
    first = course.push({"a": FIRST})
    second = other.push({"a": FIRST})
    assert first["a"] != second["a"]
    assert other.push({"b": FIRST})["b"] == second["a"]
    assert Activity.objects.get(pk=first["a"]).path == "a"
