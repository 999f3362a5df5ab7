"""One exercise in learn-ocaml's format, as the house knows it."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kriterion.exercises.exercise import Access, ActivityKind, DescriptionFormat, Exercise
from kriterion.exercises.exercise_loading import load_exercise
from kriterion.exercises.exercise_media import find_media, load_media
from kriterion.sandbox.directory_tree import load_tree
from kriterion_tools.diagnostic import Diagnostic, Severity
from tests.exercises.conftest import Plant

Write = Callable[..., dict[str, Any]]


def _load(root: Path, name: str) -> tuple[Exercise, list[Diagnostic]]:
    exercise, problems = load_exercise(root / "exercises" / name)
    assert exercise is not None
    return exercise, list(problems)


def test_an_exercise_holds_everything_of_its_directory(plant: Plant, exercise: Write) -> None:
    messages = {
        "kind": "problem",
        "stars": 2.7,
        "authors": [["Ada Example", ""], ["Bo Example", "bo@example.org"]],
        "focus": ["arithmetic"],
        "requirements": ["functions"],
        "forward_exercises": ["basics/triple"],
        "backward_exercises": ["basics/successor"],
    }
    root = plant(exercise("exercises/basics/double", **messages)).resolve()
    directory = root / "exercises" / "basics" / "double"
    loaded, problems = _load(root, "basics/double")
    assert problems == []
    assert loaded.id == "basics/double"
    assert loaded.place == "exercises/basics/double"
    assert (loaded.directory, loaded.repository) == (directory, root)
    assert loaded.kind is ActivityKind.EXERCISE
    assert [loaded.name(language) for language in ("en", "nl", "fr")] == ["Double"] * 3
    description = loaded.description("fr")
    assert description is not None
    assert description.text.startswith("# Double")
    assert description.format is DescriptionFormat.MARKDOWN
    assert description.file == "exercises/basics/double/descr.md"
    assert loaded.programming_language == "ocaml"
    assert loaded.evaluation == {"handler": "learn-ocaml"}
    assert loaded.boilerplate("fr") == "let double n = n\n"
    assert loaded.solutions == {"solution.ml": "let double n = two * n\n"}
    assert loaded.prelude == "let two = 2\n"
    assert loaded.labels == ("problem",)
    assert loaded.access is Access.PRIVATE
    assert loaded.contact == "bo@example.org"
    assert loaded.trains == ("arithmetic",)
    assert loaded.requires == ("functions",)
    assert loaded.next_on_success == ("basics/triple",)
    assert loaded.next_on_difficulty == ("basics/successor",)
    assert loaded.difficulty == 2.5


def test_its_judge_gets_copies_of_its_files(plant: Plant, exercise: Write) -> None:
    root = plant(
        exercise("exercises/double")
        | {
            "exercises/double/depend.txt": "more.ml\n",
            "exercises/double/more.ml": "",
        }
    )
    loaded, _ = _load(root, "double")
    assert loaded.resources is not None
    copied = load_tree(loaded.resources).archive
    assert all(name in copied for name in (b"test.ml", b"prepare.ml", b"meta.json", b"depend.txt"))


@pytest.mark.parametrize("name", ["prelude.ml", "prepare.ml", "template.ml", "solution.ml"])
def test_a_missing_code_file_counts_as_empty(plant: Plant, exercise: Write, name: str) -> None:
    files = exercise("exercises/double")
    del files[f"exercises/double/{name}"]
    loaded, problems = _load(plant(files), "double")
    assert loaded.kind is ActivityKind.EXERCISE
    assert [(str(problem), problem.severity, problem.upstream) for problem in problems] == [
        (
            f"exercises/double/{name}: does not exist and counts as empty (add it)"
            " [learn-ocaml refuses this]",
            Severity.WARNING,
            True,
        )
    ]


def test_an_exercise_without_a_grader_can_be_read(plant: Plant, exercise: Write) -> None:
    files = exercise("exercises/double")
    del files["exercises/double/test.ml"]
    loaded, problems = _load(plant(files), "double")
    assert loaded.kind is ActivityKind.READING
    assert (loaded.evaluation, loaded.resources) == ({}, None)
    assert [str(problem) for problem in problems] == [
        "exercises/double/test.ml: does not exist, so submissions cannot be graded (add it)"
        " [learn-ocaml refuses this]"
    ]


@pytest.mark.parametrize(
    ("title_txt", "name"),
    [("Twice as much\n", "Twice as much"), (" \n", "double"), (None, "double")],
)
def test_a_title_is_also_read_from_its_older_place(
    plant: Plant, exercise: Write, title_txt: str | None, name: str
) -> None:
    files = exercise("exercises/double", title="")
    if title_txt is not None:
        files["exercises/double/title.txt"] = title_txt
    loaded, (problem,) = _load(plant(files), "double")
    assert loaded.name() == name
    assert problem.file == "exercises/double/meta.json"
    assert problem.severity is Severity.WARNING


def test_a_fault_in_meta_is_reported_with_path_line_and_column(
    plant: Plant, exercise: Write
) -> None:
    files = exercise("exercises/double")
    files["exercises/double/meta.json"] = (
        '{"learnocaml_version": "1",\n "kind": "exercise", "stars": 1, "titel": "Double"}'
    )
    _, problems = load_exercise(plant(files) / "exercises" / "double")
    assert str(problems[0]) == (
        "exercises/double/meta.json titel, line 2, column 34: is not a known key"
        " (did you mean 'title'?) [learn-ocaml refuses this]"
    )


@pytest.mark.parametrize("content", ["{", "", "[]", "3", '{"a": }', "\0"])
def test_an_exercise_needs_a_meta(plant: Plant, exercise: Write, content: str) -> None:
    root = plant(exercise("exercises/double"))
    (root / "exercises" / "double" / "meta.json").write_text(content)
    loaded, problems = load_exercise(root / "exercises" / "double")
    assert loaded is None
    assert Severity.ERROR in [problem.severity for problem in problems]
    assert all(problem.file == "exercises/double/meta.json" for problem in problems)


def test_a_directory_without_meta_is_not_an_exercise(plant: Plant, exercise: Write) -> None:
    root = plant({**exercise("exercises/a"), **exercise("exercises/double")})
    (root / "exercises" / "double" / "meta.json").unlink()
    for name in ("double", "nothing"):
        loaded, problems = load_exercise(root / "exercises" / name, root)
        assert loaded is None
        assert f"exercises/{name}/meta.json: does not exist" in str(problems[0])


def test_a_file_instead_of_a_directory_is_not_an_exercise(plant: Plant, exercise: Write) -> None:
    root = plant(exercise("exercises/double") | {"exercises/file": ""})
    loaded, problems = load_exercise(root / "exercises" / "file", root)
    assert loaded is None
    assert [str(problem) for problem in problems] == [
        "exercises/file: cannot be read: not a directory"
    ]


def test_hints_may_be_in_several_languages(plant: Plant, exercise: Write) -> None:
    more = {"hints.md": "- Twice.\n- Add it.\n", "hints.nl.md": "- Tweemaal.\n"}
    files = exercise("exercises/double") | {
        f"exercises/double/{name}": text for name, text in more.items()
    }
    loaded, problems = _load(plant(files), "double")
    assert dict(loaded.hints) == {"en": ("Twice.", "Add it."), "nl": ("Tweemaal.",)}
    assert not problems


def test_a_description_may_be_in_several_languages(plant: Plant, exercise: Write) -> None:
    more = {"descr.html": "<p>Double", "descr.fr.md": "Doublez", "descr.nl.html": "<p>Verdubbel"}
    files = exercise("exercises/double") | {
        f"exercises/double/{name}": text for name, text in more.items()
    }
    loaded, (problem,) = _load(plant(files), "double")
    assert {language: text.text for language, text in loaded.descriptions.items()} == {
        "en": "<p>Double",
        "fr": "Doublez",
        "nl": "<p>Verdubbel",
    }
    assert (
        str(problem)
        == "exercises/double/descr.md: is not displayed because descr.html takes precedence"
    )


def test_a_description_for_a_language_comes_first(plant: Plant, exercise: Write) -> None:
    files = exercise("exercises/double") | {"exercises/double/descr.en.md": "In English"}
    loaded, _ = _load(plant(files), "double")
    assert [text.text for text in loaded.descriptions.values()] == ["In English"]


def test_a_missing_description_is_reported(plant: Plant, exercise: Write) -> None:
    files = exercise("exercises/double")
    del files["exercises/double/descr.md"]
    loaded, (problem,) = _load(plant(files), "double")
    assert loaded.description() is None
    assert str(problem) == "exercises/double: has no description (add descr.html or descr.md)"


@pytest.mark.parametrize(
    "address",
    [
        "images/map.png",
        "./images/map.png",
        "/static/geo/map/images/map.png",
        "/exercises/geo/map/images/map.png",
    ],
)
def test_pictures_are_found_by_the_addresses_used_in_real_texts(
    plant: Plant, exercise: Write, address: str
) -> None:
    files = exercise("exercises/geo/map") | {"exercises/geo/map/images/map.png": b"png"}
    loaded, problems = _load(plant(files), "geo/map")
    assert problems == []
    assert find_media(loaded, address) == loaded.directory / "images" / "map.png"
    assert load_media(loaded)[address.removeprefix("./")] == b"png"


@pytest.mark.parametrize(
    "address", ["test.ml", "../map/test.ml", "/static/geo/map/test.ml", ".hidden/a.png", "link/a"]
)
def test_no_other_files_of_an_exercise_are_published(
    plant: Plant, exercise: Write, address: str, tmp_path: Path
) -> None:
    files = exercise("exercises/geo/map") | {"exercises/geo/map/.hidden/a.png": b"png"}
    root = plant(files)
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "a").write_bytes(b"secret")
    (root / "exercises" / "geo" / "map" / "link").symlink_to(tmp_path / "outside")
    loaded, problems = _load(root, "geo/map")
    assert find_media(loaded, address) is None
    assert load_media(loaded) == {}
    assert [str(problem) for problem in problems] == [
        "exercises/geo/map/link: is a link that leads out of the repository"
    ]


NAMES = [
    "meta.json",
    "descr.md",
    "prelude.ml",
    "prepare.ml",
    "template.ml",
    "solution.ml",
    "test.ml",
    "max_score.txt",
    "title.txt",
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", ["bytes", "directory", "outside", "nothing", "fifo", "huge"])
def test_a_file_of_any_kind_gives_an_exercise_or_a_named_problem(
    plant: Plant, exercise: Write, tmp_path: Path, name: str, kind: str
) -> None:
    files = exercise("exercises/double", title="") | exercise("exercises/other")
    files |= {"exercises/double/max_score.txt": "5", "exercises/double/title.txt": "Double"}
    root = plant(files)
    path = root / "exercises" / "double" / name
    path.unlink()
    match kind:
        case "bytes":
            path.write_bytes(bytes(range(256)) * 10)
        case "directory":
            path.mkdir()
        case "outside":
            (tmp_path / "secret").write_text("let secret = 1")
            path.symlink_to(tmp_path / "secret")
        case "nothing":
            path.symlink_to("nowhere")
        case "fifo":
            os.mkfifo(path)
        case "huge":
            with path.open("wb") as file:
                file.truncate(2**33)
    loaded, problems = load_exercise(root / "exercises" / "double")
    refused = [problem for problem in problems if problem.severity is Severity.ERROR]
    assert (loaded is None) == bool(refused)
    assert "let secret" not in repr(loaded)
    if kind != "bytes" or name not in ("prepare.ml", "test.ml"):
        assert f"exercises/double/{name}" in [problem.file for problem in problems]


@pytest.mark.parametrize(
    ("meta", "max_score_txt", "declared"),
    [({}, None, None), ({}, "7", 7), ({"max_score": 9}, "7", 9), ({"max_score": 9}, None, 9)],
)
def test_the_declared_score_comes_from_meta_then_from_its_file(
    plant: Plant,
    exercise: Write,
    meta: dict[str, int],
    max_score_txt: str | None,
    declared: int | None,
) -> None:
    files = exercise("exercises/double", **meta)
    if max_score_txt is not None:
        files["exercises/double/max_score.txt"] = max_score_txt
    loaded, problems = _load(plant(files), "double")
    assert loaded.declared_maximum == declared
    assert problems == []
