"""A whole repository: what is found in it, and how little one fault harms."""

import os
from pathlib import Path

import pytest

from kriterion.exercises.dodona import dodona_repository as walk
from kriterion.exercises.exercise import ActivityKind, ExerciseRepository
from kriterion.exercises.exercise_loading import load_exercise, load_repository
from tests.exercises.conftest import Plant


def _make_activity(name: str) -> dict[str, object]:
    return {
        f"{name}/config.json": {"description": {"names": {"en": name}}},
        f"{name}/description/description.en.md": "Text.",
    }


def _list_ids(repository: ExerciseRepository) -> list[str]:
    return [exercise.id for exercise in repository.exercises]


def _list_problems(repository: ExerciseRepository) -> list[str]:
    return [f"{problem.severity}: {problem}" for problem in repository.problems]


def test_activities_are_found_in_any_directory(plant: Plant) -> None:
    root = plant(
        {
            **_make_activity("b"),
            **_make_activity("a/deep/down"),
            **_make_activity("a-z"),
            **_make_activity("public/too"),
            **_make_activity(".hidden/not"),
            **_make_activity("b/evaluation/inner"),
            "c/no/config.txt": "",
        }
    )
    repository = load_repository(root)
    assert repository.directory == root.resolve()
    assert _list_ids(repository) == ["a-z", "a/deep/down", "b", "public/too"]
    assert _list_problems(repository) == []


def test_the_root_may_be_an_activity(plant: Plant) -> None:
    repository = load_repository(plant({**_make_activity("."), **_make_activity("inner")}))
    assert _list_ids(repository) == ["."]
    assert repository.exercises[0].name() == "."


def test_an_activity_loaded_alone_equals_that_of_its_repository(plant: Plant) -> None:
    root = plant(
        {
            "dirconfig.json": {"type": "content", "labels": ["a"]},
            "x/dirconfig.json": {"type": "exercise", "labels": ["b"]},
            **_make_activity("x/y/one"),
            **_make_activity("two"),
        }
    )
    repository = load_repository(root)
    assert [exercise.kind for exercise in repository.exercises] == [
        ActivityKind.READING,
        ActivityKind.EXERCISE,
    ]
    for exercise in repository.exercises:
        assert load_exercise(root / exercise.id, root) == (exercise, ())


def test_a_broken_config_harms_no_other_activity(plant: Plant) -> None:
    root = plant(
        {**_make_activity("a"), **_make_activity("b"), "b/config.json": "{", **_make_activity("c")}
    )
    repository = load_repository(root)
    assert _list_ids(repository) == ["a", "c"]
    assert len(repository.problems) == 1
    assert repository.problems[0].file == "b/config.json"
    assert repository.problems[0].where == "line 1, column 2"


def test_a_broken_dirconfig_harms_only_activities_below_it(plant: Plant) -> None:
    files = {"x/dirconfig.json": '{"evaluation": {}', **_make_activity("above")}
    for number in range(7):
        files |= _make_activity(f"x/{number}")
    root = plant(files)
    repository = load_repository(root)
    assert _list_ids(repository) == ["above"]
    assert _list_problems(repository) == [
        "error: x/dirconfig.json line 1, column 18: is not valid JSON: expecting ',' delimiter",
        "error: x/dirconfig.json: makes 7 exercises below it unusable: x/0, x/1, x/2, x/3, x/4, …",
    ]
    exercise, problems = load_exercise(root / "x" / "3", root)
    assert exercise is None
    assert [problem.file for problem in problems] == ["x/dirconfig.json"]


def test_activities_below_a_broken_dirconfig_are_checked_nevertheless(plant: Plant) -> None:
    root = plant({"dirconfig.json": b"", **_make_activity("a"), "a/config.json": "[]"})
    assert [problem.file for problem in load_repository(root).problems] == [
        "dirconfig.json",
        "a/config.json",
        "dirconfig.json",
    ]


def test_an_inherited_fault_is_reported_once(plant: Plant) -> None:
    root = plant(
        {
            "dirconfig.json": {"evaluation": {"memory_limit": 10**12}, "access": "?"},
            **_make_activity("a"),
            **_make_activity("b"),
        }
    )
    repository = load_repository(root)
    assert _list_ids(repository) == ["a", "b"]
    assert len(repository.problems) == 2


def test_a_linked_activity_is_a_separate_one(plant: Plant) -> None:
    root = plant({**_make_activity("a"), "x/dirconfig.json": {"labels": ["x"]}})
    (root / "x" / "b").symlink_to("../a")
    repository = load_repository(root)
    assert [(exercise.id, exercise.labels) for exercise in repository.exercises] == [
        ("a", ()),
        ("x/b", ("x",)),
    ]


def test_circular_links_terminate(plant: Plant) -> None:
    root = plant({**_make_activity("a/one"), **_make_activity("b/two")})
    (root / "a" / "up").symlink_to("..")
    (root / "a" / "other").symlink_to("../b")
    (root / "b" / "other").symlink_to("../a")
    (root / "b" / "itself").symlink_to("itself")
    repository = load_repository(root)
    assert _list_ids(repository) == ["a/one", "a/other/two", "b/other/one", "b/two"]
    assert _list_problems(repository) == [
        f"warning: {link}: is a link to a directory that contains it"
        for link in ("a/other/other", "a/up", "b/other/other", "b/other/up")
    ]


def test_a_link_out_of_the_repository_is_not_followed(plant: Plant, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "config.json").write_text("{}")
    root = plant(_make_activity("a"))
    (root / "b").symlink_to(tmp_path / "outside")
    repository = load_repository(root)
    assert _list_ids(repository) == ["a"]
    assert _list_problems(repository) == ["error: b: is a link that leads out of the repository"]


def test_a_too_deep_directory_is_reported(plant: Plant) -> None:
    deep = "/".join(["d"] * (walk.MAXIMUM_DEPTH + 1))
    repository = load_repository(plant({**_make_activity("a"), **_make_activity(f"{deep}/far")}))
    assert _list_ids(repository) == ["a"]
    assert len(repository.problems) == 1
    assert repository.problems[0].what == "is nested more than 64 directories deep"


def test_too_many_directories_are_reported(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walk, "MAXIMUM_DIRECTORIES", 3)
    root = plant({**_make_activity("a"), **_make_activity("b"), **_make_activity("c")})
    repository = load_repository(root)
    assert _list_ids(repository) == ["a", "b"]
    assert _list_problems(repository) == [
        "error: .: has too many directories: only the first 3 are read"
    ]


def test_an_unreadable_directory_is_reported(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    root = plant({**_make_activity("a"), **_make_activity("b/c")}).resolve()
    scandir = os.scandir

    def forbid(path: Path) -> object:
        if path == root / "b":
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", forbid)  # root may read what has no permission bits
    repository = load_repository(root)
    assert _list_ids(repository) == ["a"]
    assert _list_problems(repository) == ["error: b: cannot be read: permission denied"]


def test_odd_bytes_in_a_name_are_escaped_for_the_terminal(plant: Plant) -> None:
    root = plant({**_make_activity("a"), os.fsdecode(b"x\xff/\x1b[2J/config.json"): {}})
    repository = load_repository(root)
    assert _list_ids(repository) == ["a"]
    problems = _list_problems(repository)
    assert "error: x\\xff/\\x1b[2J: has a name that is not plain text (rename it)" in problems
    assert all(problem.isprintable() for problem in problems)


@pytest.mark.parametrize("files", [{}, {"dirconfig.json": {}}, {"a/b.txt": ""}])
def test_a_repository_without_exercises_is_reported(plant: Plant, files: dict[str, object]) -> None:
    assert _list_problems(load_repository(plant(files))) == [
        "warning: .: contains no exercises: no config.json was found"
    ]


def test_a_missing_repository_is_reported(plant: Plant) -> None:
    assert "error: .: does not exist" in _list_problems(load_repository(plant({}) / "nowhere"))
