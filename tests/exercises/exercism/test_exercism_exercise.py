import json
from pathlib import Path

import pytest

from kriterion.exercises.exercise import EditorFile, RepositoryFormat
from kriterion.exercises.exercise_loading import find_repository, load_exercise, load_repository

TRACK = {
    "slug": "python",
    "exercises": {
        "concept": [{"slug": "black-jack", "name": "Black Jack!"}],
        "practice": [{"slug": "two-fer", "name": "Two Fer"}, {"slug": "leap"}, 7],
    },
}
CONFIG = {
    "files": {
        "solution": ["two_fer.py"],
        "test": ["two_fer_test.py"],
        "example": [".meta/example.py"],
    }
}


@pytest.fixture
def track(tmp_path: Path) -> Path:
    files = {
        "config.json": json.dumps(TRACK),
        "exercises/practice/two-fer/.meta/config.json": json.dumps(CONFIG),
        "exercises/practice/two-fer/.meta/example.py": "def two_fer(): ...",
        "exercises/practice/two-fer/.docs/instructions.md": "# Instructions\n",
        "exercises/practice/two-fer/two_fer.py": "pass\n",
        "exercises/practice/leap/.meta/config.json": "{}",
        "exercises/concept/black-jack/.meta/config.json": "{}",
        "exercises/shared/.docs/help.md": "Help",
        "exercises/practice/broken/.meta/config.json": "{",
        "exercises/practice/notes.md": "",
    }
    root = tmp_path / "python"
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def test_a_track_exercise_is_read(track: Path) -> None:
    exercise, problems = load_exercise(track / "exercises/practice/two-fer")
    assert exercise is not None
    assert problems == ()
    assert (exercise.id, exercise.name()) == ("exercises/practice/two-fer", "Two Fer")
    assert (exercise.repository, exercise.programming_language) == (track, "python")
    description = exercise.description("nl")
    assert description is not None
    assert description.text == "# Instructions\n"
    assert exercise.boilerplate() == "pass\n"
    assert exercise.solutions == {".meta/example.py": "def two_fer(): ..."}
    assert exercise.evaluation == {}


def test_a_track_has_concept_and_practice_exercises(track: Path) -> None:
    assert find_repository(track / "exercises/practice/two-fer") == track
    repository = load_repository(track)
    assert repository.format is RepositoryFormat.EXERCISM
    assert {exercise.id: exercise.name() for exercise in repository.exercises} == {
        "exercises/concept/black-jack": "Black Jack!",
        "exercises/practice/leap": "Leap",
        "exercises/practice/two-fer": "Two Fer",
    }
    assert {problem.file for problem in repository.problems} == {
        "exercises/practice/broken/.meta/config.json"
    }


def test_an_exercise_can_be_used_alone(track: Path, tmp_path: Path) -> None:
    alone = (track / "exercises/practice/two-fer").rename(tmp_path / "two-fer")
    exercise, problems = load_exercise(alone)
    assert exercise is not None
    assert (exercise.id, exercise.name(), exercise.programming_language) == (".", "Two Fer", None)
    assert problems == ()


def test_invalid_json_in_the_configuration_makes_the_exercise_unusable(track: Path) -> None:
    exercise, problems = load_exercise(track / "exercises/practice/broken")
    assert exercise is None
    assert [problem.file for problem in problems] == ["exercises/practice/broken/.meta/config.json"]


def test_an_unreadable_track_harms_no_exercise(track: Path) -> None:
    (track / "config.json").write_text("[")
    exercise, problems = load_exercise(track / "exercises/practice/two-fer")
    assert exercise is not None
    assert exercise.programming_language is None
    assert [problem.file for problem in problems] == ["config.json"]


@pytest.mark.parametrize("name", ["../leap/.meta/config.json", "/etc/passwd", "a\0b", ""])
def test_a_file_outside_the_exercise_is_reported_and_not_read(track: Path, name: str) -> None:
    place = track / "exercises/practice/two-fer"
    (place / ".meta" / "config.json").write_text(json.dumps({"files": {"example": [name]}}))
    exercise, problems = load_exercise(place)
    assert exercise is not None
    assert exercise.solutions == {}
    assert len(problems) == 1


def test_a_dodona_exercise_is_still_recognised(track: Path, tmp_path: Path) -> None:
    place = (track / "exercises/practice/two-fer").rename(tmp_path / "two-fer")
    (place / "config.json").write_text('{"evaluation": {"handler": "tested"}}')
    exercise, _ = load_exercise(place)
    assert exercise is not None
    assert exercise.evaluation["handler"] == "tested"


def test_the_editor_has_the_solution_files_then_the_provided_ones(track: Path) -> None:
    directory = track / "exercises/practice/two-fer"
    roles = {
        "solution": ["two_fer.py", "given.py", "lib/words.py"],
        "editor": ["given.py", "missing.py"],
    }
    (directory / ".meta/config.json").write_text(json.dumps({"files": roles}))
    (directory / "given.py").write_bytes(b"GIVEN = 1\r\n")
    exercise, problems = load_exercise(directory)
    assert exercise is not None
    assert problems == ()
    assert exercise.editor_files == (
        EditorFile(name="two_fer.py", text="pass\n"),
        EditorFile(name="lib/words.py"),
        EditorFile(name="given.py", text="GIVEN = 1\n", is_read_only=True),
    )
    assert exercise.templates == ("pass\n", "")


def test_something_is_left_to_edit(track: Path) -> None:
    directory = track / "exercises/practice/two-fer"
    roles = {"solution": ["two_fer.py"], "editor": ["two_fer.py"]}
    (directory / ".meta/config.json").write_text(json.dumps({"files": roles}))
    exercise, _ = load_exercise(directory)
    assert exercise is not None
    assert exercise.editor_files == (EditorFile(name="two_fer.py", text="pass\n"),)


def test_provided_files_may_be_larger_than_a_submission(track: Path) -> None:
    directory = track / "exercises/practice/two-fer"
    roles = {"solution": ["two_fer.py"], "editor": ["data.py"]}
    (directory / ".meta/config.json").write_text(json.dumps({"files": roles}))
    (directory / "data.py").write_text("#" * 90_000)
    exercise, problems = load_exercise(directory)
    assert exercise is not None
    assert [len(file.text) for file in exercise.editor_files] == [5, 90_000]
    assert problems == ()


def test_a_file_that_is_too_large_for_the_page_is_reported_with_a_remedy(track: Path) -> None:
    directory = track / "exercises/practice/two-fer"
    (directory / "two_fer.py").write_text("#" * 262_141)
    exercise, problems = load_exercise(directory)
    assert exercise is not None
    assert exercise.editor_files == (EditorFile(name="two_fer.py"),)
    (problem,) = problems
    assert problem.what == "is larger than 262,140 bytes"
    assert problem.fix.startswith("shorten it, or remove it from the files in .meta/config.json")


def test_the_editor_has_a_limited_number_of_files(track: Path) -> None:
    directory = track / "exercises/practice/two-fer"
    names = [f"file{number}.py" for number in range(25)]
    (directory / ".meta/config.json").write_text(json.dumps({"files": {"solution": names}}))
    exercise, _ = load_exercise(directory)
    assert exercise is not None
    assert [file.name for file in exercise.editor_files] == names[:20]


def test_other_formats_have_no_editor_files(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"type": "exercise"}')
    (tmp_path / "description").mkdir()
    exercise, _ = load_exercise(tmp_path)
    assert exercise is not None
    assert exercise.editor_files == ()
