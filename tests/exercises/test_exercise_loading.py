"""Which repository an exercise belongs to."""

import os
from pathlib import Path

import pytest

from kriterion.exercises.exercise import RepositoryFormat
from kriterion.exercises.exercise_loading import find_repository, load_exercise, load_repository
from kriterion.exercises.learn_ocaml import repository_layout as layout
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
def test_the_repository_is_the_clone_or_the_topmost_dirconfig(
    plant: Plant, marks: tuple[str, ...], root: str
) -> None:
    planted = plant({"a/b/c/config.json": {}, **dict.fromkeys(marks, "")})
    assert find_repository(planted / "a" / "b" / "c") == (planted / root).resolve()


def test_a_shared_system_directory_is_not_a_repository(plant: Plant) -> None:
    root = plant({"dirconfig.json": "{", ".git/HEAD": "", "a/b/config.json": {}})
    root.chmod(0o1777)
    assert find_repository(root / "a" / "b") == (root / "a" / "b").resolve()


def test_an_exercise_is_found_from_any_directory(
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


def test_circular_links_are_not_an_exercise(plant: Plant) -> None:
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


OCAML = ("meta.json", "test.ml")


def _make_exercise(*directories: str) -> dict[str, str]:
    return {f"{directory}/{name}": "{}" for directory in directories for name in OCAML}


@pytest.mark.parametrize(
    ("files", "directory", "root"),
    [
        (_make_exercise("a/exercises/x"), "a/exercises/x", "a"),
        (_make_exercise("a/exercises/x/y"), "a/exercises/x", "a"),
        (_make_exercise("a/exercises/x"), "a", "a"),
        ({"a/exercises/index.json": "{"}, "a/exercises", "a"),
        ({"a/exercises/index.json": "{", "a/lessons/x.json": ""}, "a/lessons", "a"),
        # The nearest wins, and what is in a clone need not be all of it.
        ({".git/HEAD": "", **_make_exercise("a/exercises/x")}, "a/exercises/x", "a"),
        ({"a/.git/HEAD": "", **_make_exercise("exercises/x", "a/b/c")}, "a/b", "a"),
        # Other things beside exercises do not belong to their repository.
        ({**_make_exercise("exercises/x"), "a/config.json": ""}, "a", "a"),
        (
            {**_make_exercise("exercises/x"), "a/b/config.json": "", "a/dirconfig.json": ""},
            "a/b",
            "a",
        ),
        # A lone exercise is its own.
        (_make_exercise("a/b"), "a/b", "a/b"),
        (_make_exercise("a/b"), "a", "a"),
    ],
)
def test_a_learn_ocaml_repository_has_its_exercises_below_it(
    plant: Plant, files: dict[str, str], directory: str, root: str
) -> None:
    planted = plant(files)
    assert find_repository(planted / directory) == (planted / root).resolve()


@pytest.mark.parametrize(
    ("files", "kind"),
    [
        (_make_exercise("exercises/x"), RepositoryFormat.LEARN_OCAML),
        (_make_exercise("exercises/x/y/z"), RepositoryFormat.LEARN_OCAML),
        (_make_exercise("x"), RepositoryFormat.LEARN_OCAML),
        (_make_exercise("."), RepositoryFormat.LEARN_OCAML),
        ({"exercises/index.json": "no JSON"}, RepositoryFormat.LEARN_OCAML),
        ({"exercises/x/config.json": "{}"}, RepositoryFormat.DODONA),
        ({"exercises/x/meta.json": "{}"}, RepositoryFormat.DODONA),
        ({"dirconfig.json": "{}", **_make_exercise("x")}, RepositoryFormat.DODONA),
        ({"x/config.json": "{}", **_make_exercise("x/solution")}, RepositoryFormat.DODONA),
        (_make_exercise(".hidden/x"), RepositoryFormat.DODONA),
        ({"README.md": ""}, RepositoryFormat.DODONA),
    ],
)
def test_a_format_is_recognised_by_file_names(
    plant: Plant, files: dict[str, str], kind: RepositoryFormat
) -> None:
    assert load_repository(plant(files)).format is kind


def test_the_search_for_a_format_is_bounded(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    root = plant(_make_exercise("a/b/c"))
    assert load_repository(root).format is RepositoryFormat.LEARN_OCAML
    monkeypatch.setattr(layout, "_MAXIMUM_SEARCHED", 2)
    assert load_repository(root).format is RepositoryFormat.DODONA


def test_a_lone_learn_ocaml_exercise_is_its_own_repository(plant: Plant) -> None:
    meta = {"learnocaml_version": "1", "kind": "exercise", "stars": 1, "title": "Alone"}
    exercise, _ = load_exercise(plant({"a/meta.json": meta, "a/test.ml": ""}) / "a")
    assert exercise is not None
    assert (exercise.id, exercise.place, exercise.name()) == (".", ".", "Alone")
