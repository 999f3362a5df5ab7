"""What a grader reads beside an exercise's code is looked at before anything is graded."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kriterion.exercises.exercise import ActivityKind
from kriterion.exercises.exercise_loading import load_exercise
from kriterion.exercises.learn_ocaml.grading_file_check import find_shared_files
from kriterion.exercises.repository_files import Files
from tests.exercises.conftest import Plant

Write = Callable[..., dict[str, Any]]
PLACE = "exercises/double"


def list_problems(plant: Plant, exercise: Write, files: dict[str, str]) -> list[str]:
    """The problems of the exercise with these files; what has some cannot be used."""
    root = plant(exercise(PLACE) | {f"{PLACE}/{name}": text for name, text in files.items()})
    return load_problems(root)


def load_problems(root: Path) -> list[str]:
    exercise, problems = load_exercise(root / PLACE)
    assert (exercise is None) == bool(problems)
    return [str(problem).removeprefix(f"{PLACE}/") for problem in problems]


@pytest.mark.parametrize(
    "files",
    [
        {"allow.json": '{"allow": ["files"]}'},
        {"test_libs.txt": "learn-ocaml.mutation_testing\n"},
        {"depend.txt": "# shared\nlib/a.mli\n./more.ml\n", "lib/a.mli": "", "more.ml": ""},
        {"allow.json": '{"allow": []}', "test_libs.txt": "", "depend.txt": ""},
    ],
)
def test_files_the_grader_accepts_are_not_problems(
    plant: Plant, exercise: Write, files: dict[str, str]
) -> None:
    assert list_problems(plant, exercise, files) == []


@pytest.mark.parametrize(
    ("files", "problem"),
    [
        (
            {"allow.json": '["files"]'},
            "allow.json: must be one object with only the key 'allow' and a list of strings (write",
        ),
        ({"allow.json": '{"allow": ["fils"]}'}, "allow.json line 1, column 12: "),
        ({"test_libs.txt": "\nvg\n"}, "test_libs.txt line 2, column 1: "),
        ({"depend.txt": "\nmore.ml"}, "depend.txt line 2: 'more.ml' does not exist"),
        ({"depend.txt": "a.txt", "a.txt": ""}, "depend.txt line 1: 'a.txt' cannot be loaded: only"),
        ({"depend.txt": "../b.ml"}, "depend.txt line 1: '../b.ml' does not exist"),
        (
            {"depend.txt": "../../../../b.ml"},
            "depend.txt line 1: '../../../../b.ml' is not in the re",
        ),
        ({"depend.txt": "/etc/x.ml"}, "depend.txt line 1: '/etc/x.ml' is not in the exercise's"),
        ({"depend.txt": "a\0.ml"}, "depend.txt line 1: 'a\\x00.ml' is not in the exercise's"),
        ({"depend.txt": "a" * 5000 + ".ml"}, "depend.txt line 1: 'aaaaaaa"),
    ],
)
def test_files_the_grader_rejects_are_reported(
    plant: Plant, exercise: Write, files: dict[str, str], problem: str
) -> None:
    (first,) = list_problems(plant, exercise, files)
    assert first.startswith(problem)


@pytest.mark.parametrize("name", ["allow.json", "test_libs.txt", "depend.txt"])
@pytest.mark.parametrize("kind", ["pipe", "directory", "out", "absolute", "nothing", "loop"])
def test_special_files_are_reported_instead_of_ignored(
    plant: Plant, exercise: Write, name: str, kind: str
) -> None:
    root = plant(exercise(PLACE) | {"shared.txt": ""})
    place = root / PLACE / name
    if kind == "pipe":
        os.mkfifo(place)
    elif kind == "directory":
        place.mkdir()
    else:
        (root / PLACE / "own.txt").write_text("")
        target = {
            "out": "../../shared.txt",
            "absolute": str(root / PLACE / "own.txt"),
            "nothing": "nowhere",
            "loop": name,
        }
        place.symlink_to(target[kind])
    (problem,) = load_problems(root)
    assert problem.startswith(f"{name}: ")
    assert "when submissions are graded" in problem


def test_a_link_within_the_exercise_is_followed(plant: Plant, exercise: Write) -> None:
    root = plant(exercise(PLACE) | {f"{PLACE}/libraries": "learn-ocaml.test_lib\n"})
    (root / PLACE / "test_libs.txt").symlink_to("libraries")
    assert load_problems(root) == []


def test_grading_files_do_not_matter_in_an_ungraded_exercise(plant: Plant, exercise: Write) -> None:
    files = exercise(PLACE) | {f"{PLACE}/allow.json": "?"}
    del files[f"{PLACE}/test.ml"]
    loaded, _ = load_exercise(plant(files) / PLACE)
    assert loaded is not None
    assert loaded.kind is ActivityKind.READING


def test_a_file_of_another_directory_is_shared(plant: Plant, exercise: Write) -> None:
    files = {f"{PLACE}/depend.txt": "../shared/more.ml\nown.ml\n", f"{PLACE}/own.ml": ""}
    root = plant(exercise(PLACE) | files)
    shared = (root / PLACE).parent / "shared"
    shared.mkdir()
    (shared / "more.ml").write_text("let one = 1")
    assert load_problems(root) == []
    found = find_shared_files(Files(root), root / PLACE)
    assert found == {"../shared/more.ml": shared / "more.ml"}


def test_a_shared_file_may_not_lead_out_of_the_repository(
    plant: Plant, exercise: Write, tmp_path_factory: pytest.TempPathFactory
) -> None:
    secret = tmp_path_factory.mktemp("outside") / "secret.ml"
    secret.write_text("let secret = 1")
    root = plant(exercise(PLACE) | {f"{PLACE}/depend.txt": "../link.ml\n"})
    ((root / PLACE).parent / "link.ml").symlink_to(secret)
    (problem,) = load_problems(root)
    assert problem.startswith("depend.txt line 1: '../link.ml' is a link that leads out of the")
