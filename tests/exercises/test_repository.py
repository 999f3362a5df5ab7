"""Which repository an exercise belongs to."""

import os
from pathlib import Path

import pytest

from kriterion.exercises.repository import find_repository, load_exercise
from tests.exercises.conftest import Plant


@pytest.mark.parametrize(
    ("marks", "root"),
    [
        ((), "a/b/c"),
        (("dirconfig.json",), "."),
        (("a/b/dirconfig.json",), "a/b"),
        (("a/dirconfig.json", "a/b/dirconfig.json"), "a"),
        (("a/b/c/dirconfig.json",), "a/b/c"),
        (("a/.git/HEAD",), "a"),
        (("a/.git",), "a"),
        (("a/.git/HEAD", "dirconfig.json"), "a"),
        (("a/.git/HEAD", "a/b/dirconfig.json"), "a"),
        ((".git/HEAD", "a/.git/HEAD"), "a"),
    ],
)
def test_the_repository_is_the_clone_else_what_is_below_the_topmost_dirconfig(
    plant: Plant, marks: tuple[str, ...], root: str
) -> None:
    planted = plant({"a/b/c/config.json": {}, **dict.fromkeys(marks, "")})
    assert find_repository(planted / "a" / "b" / "c") == (planted / root).resolve()


def test_a_directory_that_all_share_is_no_repository(plant: Plant) -> None:
    root = plant({"dirconfig.json": "{", ".git/HEAD": "", "a/b/config.json": {}})
    root.chmod(0o1777)
    assert find_repository(root / "a" / "b") == (root / "a" / "b").resolve()


def test_an_exercise_is_found_from_wherever_one_stands(
    plant: Plant, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = plant({"dirconfig.json": {"programming_language": "python"}, "a/config.json": {}})
    monkeypatch.chdir(root / "a")
    (root.parent / "link").symlink_to(root / "a")
    expected = load_exercise(root / "a")
    assert expected[0] is not None
    assert expected[0].id == "a"
    assert expected[0].programming_language == "python"
    assert load_exercise(Path()) == expected
    assert load_exercise(Path("../a")) == expected
    assert load_exercise(root.parent / "link") == expected


def test_a_lone_directory_is_its_own_repository(plant: Plant) -> None:
    exercise, _ = load_exercise(plant({"a/config.json": {}}) / "a")
    assert exercise is not None
    assert exercise.id == "."
    assert exercise.name() == "a"


def test_links_in_a_circle_are_no_exercise(plant: Plant) -> None:
    root = plant({})
    (root / "a").symlink_to("a")
    assert load_exercise(root / "a")[0] is None


def test_reading_one_exercise_reads_no_other(plant: Plant) -> None:
    # A pipe would be told, were it looked at.
    root = plant({"a/config.json": {}, "b/x": "", "dirconfig.json": {}})
    os.mkfifo(root / "b" / "config.json")
    os.mkfifo(root / "b" / "dirconfig.json")
    _, problems = load_exercise(root / "a")
    assert {problem.file.split("/")[0] for problem in problems} == {"a"}
