"""Activities as the core knows them, from both example repositories."""

from pathlib import Path

import pytest

from kriterion.errors import OperatorError
from kriterion.web.catalog.exercise_files import (
    load_activity_exercise,
    load_activity_track_exercise,
    load_playground,
)
from kriterion.web.catalog.models import Activity
from kriterion.web.repositories.models import Repository
from tests.web.queue_fixtures import EXERCISES

COURSE = EXERCISES.parent / "ocaml-course"


@pytest.fixture
def course(db: None) -> Repository:
    return Repository.objects.create(name="course", format="learn-ocaml", directory=str(COURSE))


def find_first_name(directory: Path) -> str:
    return min(file.stem for file in directory.iterdir() if file.stem not in ("index", "lessons"))


def test_an_exercise_is_found_by_its_path(exercise: Activity, course: Repository) -> None:
    assert load_activity_exercise(exercise).id == "barcode"
    assert load_activity_exercise(exercise) is load_activity_exercise(exercise)  # and kept
    assert load_activity_track_exercise(exercise).solution_file == "barcode.py"
    clock = Activity(repository=course, path="basics/clock")
    assert load_activity_exercise(clock).id == "basics/clock"
    assert "solution.ml" in load_activity_exercise(clock).solutions


def test_playgrounds_are_found_by_their_ids(course: Repository) -> None:
    playground = find_first_name(COURSE / "playground")
    assert load_playground(Activity(repository=course, path=playground)).id == playground


@pytest.mark.parametrize("read", [load_activity_exercise, load_playground])
@pytest.mark.parametrize("path", ["no-such", "../ocaml-course/basics/clock", "/etc"])
def test_a_missing_activity_is_unavailable(course: Repository, read: object, path: str) -> None:
    assert callable(read)
    with pytest.raises(OperatorError):
        read(Activity(repository=course, path=path))


def test_a_new_version_is_read_again(tmp_path: Path, db: None) -> None:
    directory = tmp_path / "one"
    (directory / "evaluation").mkdir(parents=True)
    config = directory / "config.json"
    config.write_text('{"type": "exercise", "description": {"names": {"en": "Old"}}}')
    (directory / "description").mkdir()
    (directory / "description" / "description.en.md").write_text("Text")
    repository = Repository.objects.create(
        name="r", format="dodona", directory=str(tmp_path), commit="1"
    )
    activity = Activity(repository=repository, path="one")
    assert load_activity_exercise(activity).name() == "Old"
    config.write_text('{"type": "exercise", "description": {"names": {"en": "New"}}}')
    assert load_activity_exercise(activity).name() == "Old"
    repository.commit = "2"
    assert load_activity_exercise(activity).name() == "New"
