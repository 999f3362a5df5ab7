import json
import os
from pathlib import Path

import pytest

from kriterion.exercises.exercise import Exercise
from kriterion.exercises.exercise_loading import load_exercise
from kriterion.exercises.exercism import load_track_exercise, make_slug
from kriterion.exercises.exercism.track_material import MAXIMUM_BYTES


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    directory = tmp_path / "two-fer"
    files = {
        ".meta/config.json": json.dumps(
            {"files": {"solution": ["two_fer.py"], "test": ["two_fer_test.py"]}}
        ),
        ".meta/example.py": "def two_fer(): ...",
        ".docs/instructions.md": "# Instructions",
        ".approaches/config.json": "{}",
        ".articles/config.json": "{}",
        "two_fer.py": "pass",
        "two_fer_test.py": "import two_fer",
        "data/.meta/words.txt": "a",
    }
    for name, text in files.items():
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        (directory / name).write_text(text)
    return directory


def _make_exercise(directory: Path, language: str | None = None) -> Exercise:
    return Exercise(
        id=directory.name,
        directory=directory,
        repository=directory.parent,
        programming_language=language,
    )


def test_tools_see_the_exercises_files_except_documentation(directory: Path) -> None:
    exercise, problems = load_track_exercise(_make_exercise(directory))
    assert set(exercise.material) == {
        *(".meta/config.json", ".meta/example.py", "two_fer.py", "two_fer_test.py"),
        "data/.meta/words.txt",
    }
    assert exercise.material["two_fer.py"] == b"pass"
    assert (exercise.slug, exercise.solution_file) == ("two-fer", "two_fer.py")
    assert exercise.programming_language == "python"
    assert problems == ()


@pytest.mark.parametrize(
    ("name", "language", "file"),
    [
        ("Two Fer", "python", "two_fer.py"),
        ("wizards-and-warriors-2", "csharp", "wizards_and_warriors_2.cs"),
        ("echo", "Haskell", "echo.hs"),
        ("echo", "brainfuck", "echo"),
        ("…", None, "exercise"),
    ],
)
def test_an_exercise_of_another_format_gets_a_solution_file_name(
    tmp_path: Path, name: str, language: str | None, file: str
) -> None:
    (tmp_path / name).mkdir()
    (tmp_path / name / "config.json").write_text("{}")
    exercise, problems = load_track_exercise(_make_exercise(tmp_path / name, language))
    assert exercise.solution_file == file
    assert set(exercise.material) == {".meta/config.json"}
    document = json.loads(exercise.material[".meta/config.json"])
    assert document["files"]["solution"] == [file]
    assert document["files"]["test"] == [
        file.replace(".", "_test.") if "." in file else f"{file}_test"
    ]
    assert problems == ()


def test_an_exercise_of_another_format_may_have_files_for_tools(tmp_path: Path) -> None:
    rules = tmp_path / "echo" / ".meta" / "analyzer" / "echo.yaml"
    rules.parent.mkdir(parents=True)
    rules.write_text("language: python")
    (tmp_path / "echo" / "solution.py").write_text("secret")
    exercise, problems = load_track_exercise(_make_exercise(tmp_path / "echo", "python"))
    assert set(exercise.material) == {".meta/config.json", ".meta/analyzer/echo.yaml"}
    assert problems == ()


def test_files_of_tools_are_not_taken_from_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "secret").write_text("secret")
    (tmp_path / "echo").mkdir()
    (tmp_path / "echo" / ".meta").symlink_to(tmp_path / "elsewhere")
    exercise, _ = load_track_exercise(_make_exercise(tmp_path / "echo", "python"))
    assert set(exercise.material) == {".meta/config.json"}


def test_a_broken_configuration_is_reported_and_replaced(directory: Path) -> None:
    (directory / ".meta" / "config.json").write_text("{")
    (directory / "config.json").write_text("{}")  # Dodona's: nobody has looked at the other yet
    exercise, problems = load_track_exercise(_make_exercise(directory, "python"))
    assert exercise.solution_file == "two_fer.py"
    assert [problem.file for problem in problems] == [".meta/config.json"]


def test_problems_of_a_track_exercise_are_not_repeated(directory: Path) -> None:
    (directory / ".meta" / "config.json").write_text('{"files": {"solution": 1}}')
    _, problems = load_exercise(directory)
    assert [problem.file for problem in problems] == [".meta/config.json"]
    assert load_track_exercise(_make_exercise(directory, "python"))[1] == ()


def test_special_and_oversized_files_are_dropped_and_reported(directory: Path) -> None:
    os.mkfifo(directory / "pipe")
    (directory / "out").symlink_to("/etc/passwd")
    (directory / "round").symlink_to(directory)
    with (directory / "huge").open("wb") as file:
        file.truncate(MAXIMUM_BYTES + 1)
    exercise, problems = load_track_exercise(_make_exercise(directory))
    assert not {"pipe", "out", "round", "huge"} & set(exercise.material)
    assert {problem.file for problem in problems} == {"pipe", "out", "huge"}


def test_a_slug_has_lower_case_letters_digits_and_single_dashes() -> None:
    assert make_slug("Wizards & Warriors_2") == "wizards-warriors-2"
    assert make_slug("--") == "exercise"
