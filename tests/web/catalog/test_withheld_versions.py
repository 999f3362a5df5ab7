"""A version that loses many activities is withheld until it is confirmed; the old one is used."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from kriterion.web.catalog import repository_fetching as repositories
from kriterion.web.catalog.exercise_files import load_activity_exercise
from kriterion.web.catalog.models import ActivityState
from kriterion.web.catalog.withheld_versions import confirm
from kriterion.web.content.snapshots import take_snapshot
from kriterion.web.repositories.models import Repository, RepositoryState
from kriterion.web.tools import machine

pytestmark = pytest.mark.django_db


@pytest.fixture
def source(tmp_path: Path, settings: object, monkeypatch: pytest.MonkeyPatch) -> Path:
    settings.DATA = tmp_path / "data"  # type: ignore[attr-defined]
    monkeypatch.setattr(machine, "_made", None)
    for name in ("a", "b", "c", "d", "e"):
        write_exercise(tmp_path / "course" / name, name.title())
    return tmp_path / "course"


@pytest.fixture
def row(source: Path) -> Repository:
    return fetch(Repository.objects.create(name="course", directory=str(source)))


def write_exercise(directory: Path, title: str) -> None:
    (directory / "description").mkdir(parents=True)
    (directory / "description" / "description.en.md").write_text("Do it.\n")
    config = {"description": {"names": {"en": title}}, "evaluation": {"handler": "suite"}}
    (directory / "config.json").write_text(json.dumps(config))


def fetch(row: Repository) -> Repository:
    repositories.fetch(row)
    row.refresh_from_db()
    return row


def usable(row: Repository) -> list[str]:
    activities = row.activities.filter(state=ActivityState.OK).order_by("path")
    return [load_activity_exercise(activity).id for activity in activities]


def lose(source: Path, *names: str) -> None:
    for name in names:
        shutil.rmtree(source / name)


def test_an_exercise_is_read_as_it_was_until_the_repository_is_read_again(
    row: Repository, source: Path
) -> None:
    (source / "a" / "config.json").write_text("{ broken")
    activity = row.activities.get(path="a")
    assert load_activity_exercise(activity).name() == "A"
    before = row.digest
    fetch(row)
    assert row.digest != before
    assert row.activities.get(path="a").state == ActivityState.NOT_VALID


def test_reading_the_same_files_again_stores_nothing_more(row: Repository, tmp_path: Path) -> None:
    before = row.digest
    assert fetch(row).digest == before
    trees = tmp_path / "data" / "content" / "repositories" / "trees"
    assert [tree.name for tree in trees.iterdir()] == [before]


def test_a_version_that_loses_more_than_half_is_withheld(row: Repository, source: Path) -> None:
    lose(source, "a", "b", "c")
    before = row.digest
    fetch(row)
    assert (row.state, row.digest) == (RepositoryState.FAILED, before)
    assert "2 of the 5" in row.failure
    assert row.withheld is not None
    assert row.withheld["lost"] == ["a", "b", "c"]
    assert usable(row) == ["a", "b", "c", "d", "e"]


def test_broken_files_everywhere_are_withheld_and_reported(row: Repository, source: Path) -> None:
    for config in source.glob("*/config.json"):
        config.write_text("{ broken")
    fetch(row)
    assert "0 of the 5" in row.failure
    assert usable(row) == ["a", "b", "c", "d", "e"]
    assert {problem["file"] for problem in row.problems} >= {"a/config.json", "e/config.json"}


def test_a_confirmed_version_is_used(row: Repository, source: Path) -> None:
    lose(source, "a", "b", "c")
    fetch(row)
    assert row.withheld is not None
    assert confirm(row, row.withheld["digest"])
    fetch(row)
    assert (row.state, row.failure, row.withheld) == (RepositoryState.READY, "", None)
    assert usable(row) == ["d", "e"]


def test_only_the_version_that_was_confirmed_is_used(row: Repository, source: Path) -> None:
    lose(source, "a", "b", "c")
    fetch(row)
    assert row.withheld is not None
    assert not confirm(row, "0" * 64)
    assert confirm(row, row.withheld["digest"])
    lose(source, "d")
    fetch(row)
    assert row.state == RepositoryState.FAILED
    assert len(usable(row)) == 5


def test_a_corrected_version_is_used_without_a_confirmation(row: Repository, source: Path) -> None:
    lose(source, "a", "b", "c")
    fetch(row)
    for name in ("a", "b"):
        write_exercise(source / name, name)
    fetch(row)
    assert (row.state, row.withheld) == (RepositoryState.READY, None)
    assert usable(row) == ["a", "b", "d", "e"]


def test_a_few_activities_may_go(row: Repository, source: Path) -> None:
    lose(source, "a", "b")
    assert fetch(row).state == RepositoryState.READY
    lose(source, "c", "d")
    assert fetch(row).state == RepositoryState.READY
    assert usable(row) == ["e"]
    lose(source, "e")
    assert fetch(row).state == RepositoryState.FAILED


def test_content_that_was_lost_is_stored_again_when_the_site_starts(
    row: Repository, tmp_path: Path
) -> None:
    shutil.rmtree(tmp_path / "data" / "content")
    assert usable(row) == ["a", "b", "c", "d", "e"]  # from where it came
    repositories._record_digests()
    assert (tmp_path / "data" / "content" / "repositories" / "trees" / row.digest).is_dir()


@pytest.mark.parametrize("state", [RepositoryState.READY, RepositoryState.FAILED])
def test_what_an_earlier_version_read_is_recorded_when_the_site_starts(
    row: Repository, state: RepositoryState
) -> None:
    digest = row.digest
    Repository.objects.filter(pk=row.pk).update(digest="", state=state)
    repositories._record_digests()
    row.refresh_from_db()
    assert (row.digest, row.state) == (digest, state)


def test_what_was_read_meanwhile_keeps_its_digest(
    row: Repository, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Repository.objects.filter(pk=row.pk).update(digest="")

    def read_meanwhile(*words: Any, **options: Any) -> tuple[str, Path]:
        taken = take_snapshot(*words, **options)
        Repository.objects.filter(pk=row.pk).update(digest="1" * 64)
        return taken

    monkeypatch.setattr(repositories, "take_snapshot", read_meanwhile)
    repositories._record_digests()
    row.refresh_from_db()
    assert row.digest == "1" * 64
