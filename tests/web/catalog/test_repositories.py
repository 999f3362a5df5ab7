"""Repositories are fetched beside what is in use, read into rows, and lose nothing."""

import json
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from kriterion.web.catalog import repository_fetching as repositories
from kriterion.web.catalog.activity_groups import find_declared_groups
from kriterion.web.catalog.models import Activity, ActivityState, ActivityType
from kriterion.web.repositories.git_address import resolve
from kriterion.web.repositories.models import Repository, RepositoryState
from kriterion.web.tools import machine
from tests.web.git_server import commit, git_server, repository

EXAMPLES = Path(__file__).parents[3] / "examples"
pytestmark = pytest.mark.django_db


@pytest.fixture
def data(tmp_path: Path, settings: object, monkeypatch: pytest.MonkeyPatch) -> Path:
    settings.DATA = tmp_path / "data"  # type: ignore[attr-defined]
    monkeypatch.setattr(machine, "_made", None)
    return tmp_path / "data"


@pytest.fixture
def allow_local_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "kriterion.toml").write_text('git_hosts = ["127.0.0.1"]\n')
    monkeypatch.setenv("KRITERION_CONFIG", str(tmp_path / "kriterion.toml"))


@pytest.fixture
def host(tmp_path: Path) -> Iterator[str]:
    (tmp_path / "served").mkdir()
    with git_server(tmp_path / "served") as address:
        yield address


def fetch(row: Repository) -> Repository:
    repositories.fetch(row)
    row.refresh_from_db()
    return row


def make_exercise(title: str) -> dict[str, str]:
    return {
        "config.json": json.dumps(
            {
                "description": {"names": {"en": title}},
                "programming_language": "python",
                "labels": ["Loops"],
                "evaluation": {"handler": "suite"},
            }
        ),
        "description/description.en.md": "# Do it\n",
        "evaluation/suite.yaml": "testcases:\n- stdout: hello\n",
    }


def make_files(**exercises: str) -> dict[str, str]:
    return {
        f"{path.replace('__', '/')}/{name}": text
        for path, title in exercises.items()
        for name, text in make_exercise(title).items()
    }


def map_paths_to_states(row: Repository) -> dict[str, str]:
    return {activity.path: activity.state for activity in row.activities.all()}


def test_the_example_exercises_become_activities(data: Path) -> None:
    row = Repository.objects.create(name="examples", directory=str(EXAMPLES / "exercises"))
    fetch(row)
    assert (row.state, row.failure, row.format) == (RepositoryState.READY, "", "dodona")
    activities = list(row.activities.all())
    assert len(activities) >= 3
    assert all(activity.state == ActivityState.OK for activity in activities)
    assert all(activity.name("nl") and activity.search_text for activity in activities)


def test_the_example_course_is_read_completely(data: Path) -> None:
    row = Repository.objects.create(name="course", directory=str(EXAMPLES / "ocaml-course"))
    fetch(row)
    assert (row.state, row.failure, row.format) == (RepositoryState.READY, "", "learn-ocaml")
    assert {activity.type for activity in row.activities.all()} == {
        ActivityType.EXERCISE,
        ActivityType.LESSON,
        ActivityType.TUTORIAL,
        ActivityType.PLAYGROUND,
    }
    tree = find_declared_groups(row)
    assert tree is not None
    listed = list(tree.walk())
    exercises = row.activities.filter(type=ActivityType.EXERCISE)
    assert [activity.path for activity in exercises][: len(listed)] == listed
    assert any(activity.requires for activity in exercises)
    assert any(activity.difficulty for activity in exercises)


@pytest.mark.usefixtures("allow_local_host")
def test_a_push_is_fetched_and_existing_activities_keep_their_rows(
    data: Path, host: str, tmp_path: Path
) -> None:
    source = repository(tmp_path / "served" / "course", make_files(a="One", b="Two", c="Three"))
    row = fetch(repositories.add(Repository(name="course", git_url=f"{host}/course")))
    assert (row.state, row.failure) == (RepositoryState.READY, "")
    first_copy, first_commit = row.directory, row.commit
    numbers = {activity.path: activity.pk for activity in row.activities.all()}
    (source / "b" / "config.json").write_text("{")
    shutil.rmtree(source / "c")
    (source / "deeper").mkdir()
    shutil.move(source / "a", source / "deeper" / "a")
    newest = commit(source)
    fetch(row)
    assert row.commit == newest != first_commit
    assert row.directory != first_copy
    assert map_paths_to_states(row) == {
        "deeper/a": ActivityState.OK,
        "b": ActivityState.NOT_VALID,
        "c": ActivityState.REMOVED,
    }
    assert row.activities.get(path="deeper/a").pk == numbers["a"]
    assert row.activities.get(path="b").pk == numbers["b"]
    (problem,) = (problem for problem in row.problems if problem["severity"] == "error")
    assert problem["file"] == "b/config.json"
    assert "line 1" in problem["where"] + problem["what"]


@pytest.mark.usefixtures("allow_local_host")
def test_the_old_version_stays_in_use_when_a_fetch_fails(
    data: Path, host: str, tmp_path: Path
) -> None:
    source = repository(tmp_path / "served" / "course", make_files(a="One"))
    row = fetch(repositories.add(Repository(name="course", git_url=f"{host}/course")))
    shutil.rmtree(source)
    copy = row.directory
    fetch(row)
    assert row.state == RepositoryState.FAILED
    assert "git reports" in row.failure
    assert row.directory == copy
    assert Path(copy).is_dir()
    assert map_paths_to_states(row) == {"a": ActivityState.OK}


def test_internal_addresses_are_not_cloned_unless_allowed(
    data: Path, host: str, tmp_path: Path
) -> None:
    repository(tmp_path / "served" / "course", make_files(a="One"))
    assert resolve("127.0.0.1", 80) == ["127.0.0.1"]
    row = fetch(
        repositories.add(
            Repository(name="course", git_url=f"{host}/course".replace("http:", "https:"))
        )
    )
    assert row.state == RepositoryState.FAILED
    assert "internal network" in row.failure
    assert not Activity.objects.exists()


def make_zip(path: Path, contents: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in contents.items():
            archive.writestr(name, text)
    return path


def test_an_archive_can_be_uploaded_and_replaced(data: Path, tmp_path: Path) -> None:
    archive = make_zip(tmp_path / "one.zip", make_files(a="One"))
    row = fetch(repositories.add(Repository(name="course"), archive))
    assert (row.state, row.failure) == (RepositoryState.READY, "")
    assert map_paths_to_states(row) == {"a": ActivityState.OK}
    repositories.replace_upload(row, make_zip(tmp_path / "two.zip", make_files(a="One", b="Two")))
    assert map_paths_to_states(fetch(row)) == {"a": ActivityState.OK, "b": ActivityState.OK}
    for _ in range(3):
        fetch(row)
    assert len(list((data / "repositories" / str(row.pk)).glob("copy-*"))) == 2
    assert Path(row.directory).is_dir()


def test_other_users_of_the_machine_cannot_read_tests_and_solutions(
    data: Path, tmp_path: Path
) -> None:
    (data / "repositories").mkdir(parents=True, mode=0o755)  # as an earlier version made it
    row = repositories.add(
        Repository(name="course"), make_zip(tmp_path / "one.zip", make_files(a="One"))
    )
    (data / "repositories").chmod(0o755)
    assert fetch(row).state == RepositoryState.READY
    assert (data / "repositories").stat().st_mode & 0o777 == 0o700


def test_an_invalid_archive_is_reported(data: Path, tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(b"no")
    row = fetch(repositories.add(Repository(name="course"), tmp_path / "a.zip"))
    assert (row.state, row.failure) == (
        RepositoryState.FAILED,
        "the file is not a zip or tar archive",
    )


def test_two_identical_activities_are_not_mistaken_for_a_moved_one(
    data: Path, tmp_path: Path
) -> None:
    row = fetch(
        repositories.add(
            Repository(name="course"), make_zip(tmp_path / "1.zip", make_files(x__a="A", y__a="B"))
        )
    )
    repositories.replace_upload(row, make_zip(tmp_path / "2.zip", make_files(z__a="A", y__a="B")))
    assert map_paths_to_states(fetch(row)) == {"z/a": ActivityState.OK, "y/a": ActivityState.OK}
    repositories.replace_upload(row, make_zip(tmp_path / "3.zip", make_files(p__a="A", q__a="B")))
    assert map_paths_to_states(fetch(row)) == {
        "z/a": ActivityState.REMOVED,
        "y/a": ActivityState.REMOVED,
        "p/a": ActivityState.OK,
        "q/a": ActivityState.OK,
    }


def test_a_fetch_keeps_the_visibility_set_by_an_administrator(data: Path, tmp_path: Path) -> None:
    row = fetch(
        repositories.add(
            Repository(name="course"), make_zip(tmp_path / "1.zip", make_files(a="A", b="B"))
        )
    )
    assert not row.activities.filter(is_public=True).exists()
    row.activities.filter(path="a").update(is_public=True)
    repositories.replace_upload(row, make_zip(tmp_path / "2.zip", make_files(a="A", b="B", c="C")))
    public = fetch(row).activities.filter(is_public=True)
    assert [activity.path for activity in public] == ["a"]
    row.activities.update(is_public=True)
    repositories.replace_upload(
        row, make_zip(tmp_path / "3.zip", make_files(a="A", b="B", c="C", d="D"))
    )
    assert not fetch(row).activities.filter(is_public=False).exists()
