"""Which files of a directory are the student's, and in which language."""

import json
import os
from pathlib import Path

import pytest

from kriterion_tools.solution.solution_files import Solution, load_solution
from kriterion_tools.solution.unusable import UnusableSolution


def make_directory(place: Path, **files: str | dict[str, list[str]]) -> Path:
    for name, content in files.items():
        path = place / name.replace("__", ".").replace("_S_", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        text = content if isinstance(content, str) else json.dumps({"files": content})
        path.write_text(text)
    return place


def loaded(place: Path, slug: str = "two-fer", language: str | None = None) -> Solution:
    solution = load_solution(slug, place, language)
    assert isinstance(solution, Solution), solution
    return solution


@pytest.mark.parametrize("configuration", [".meta", ".exercism"])
def test_the_configuration_lists_the_exercises_files(tmp_path: Path, configuration: str) -> None:
    roles = {"solution": ["a.py"], "test": ["check.py"], "editor": ["given.py"]}
    make_directory(tmp_path, a__py="x", check__py="x", given__py="x", helper__py="x", a__js="x")
    (tmp_path / configuration).mkdir()
    (tmp_path / configuration / "config.json").write_text(json.dumps({"files": roles}))
    (tmp_path / configuration / "example.py").write_text("x")
    solution = loaded(tmp_path)
    assert set(solution.files) == {"a.py", "helper.py"}
    assert solution.language == "python"


@pytest.mark.parametrize(
    "test",
    ["two_fer_test.py", "test_two_fer.py", "two-fer.spec.py", "TwoFerTest.py", "two_fer.test.py"],
)
def test_without_a_configuration_tests_are_recognised_by_name(tmp_path: Path, test: str) -> None:
    make_directory(tmp_path, two_fer__py="x", latest__py="x", contest__py="x")
    (tmp_path / test).write_text("x")
    assert set(loaded(tmp_path).files) == {"two_fer.py", "latest.py", "contest.py"}


def test_the_file_named_after_the_exercise_determines_the_language(tmp_path: Path) -> None:
    make_directory(tmp_path, TwoFer__java="x", a__js="x", b__js="x")
    assert set(loaded(tmp_path).files) == {"TwoFer.java"}
    assert loaded(tmp_path, "other").language == "javascript"
    assert loaded(tmp_path, language="js").language == "javascript"


def test_a_header_has_the_language_of_its_neighbours(tmp_path: Path) -> None:
    make_directory(tmp_path, leap__h="x", leap__cpp="x")
    assert loaded(tmp_path, "leap").language == "cpp"
    assert set(loaded(tmp_path, "leap").files) == {"leap.h", "leap.cpp"}


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"files": 1}', '{"files": {"solution": 1}}', "[" * 9999]
)
def test_an_invalid_configuration_counts_as_missing(tmp_path: Path, text: str) -> None:
    make_directory(tmp_path, two_fer__py="x")
    (tmp_path / ".meta").mkdir()
    (tmp_path / ".meta" / "config.json").write_text(text)
    assert set(loaded(tmp_path).files) == {"two_fer.py"}


def test_links_pipes_and_hidden_files_are_not_part_of_a_solution(tmp_path: Path) -> None:
    place = make_directory(tmp_path / "in", two_fer__py="x")
    (tmp_path / "secret.py").write_text("secret")
    (place / "link.py").symlink_to(tmp_path / "secret.py")
    (place / ".hidden.py").write_text("x")
    os.mkfifo(place / "pipe.py")
    assert set(loaded(place).files) == {"two_fer.py"}


def test_a_lone_file_is_a_solution(tmp_path: Path) -> None:
    (tmp_path / "any.rb").write_text("x")
    assert loaded(tmp_path / "any.rb").language == "ruby"


def test_a_directory_without_source_files_has_no_solution(tmp_path: Path) -> None:
    make_directory(tmp_path, README__md="x")
    assert isinstance(load_solution("two-fer", tmp_path), UnusableSolution)
    assert isinstance(load_solution("two-fer", tmp_path, "python"), UnusableSolution)
    assert isinstance(load_solution("two-fer", tmp_path / "README.md"), UnusableSolution)


def test_a_configuration_that_is_not_a_file_is_ignored_without_waiting(tmp_path: Path) -> None:
    for name in ("pipe", "endless", "long"):
        place = make_directory(tmp_path / name, two_fer__py="x = 1")
        (place / ".meta").mkdir()
    os.mkfifo(tmp_path / "pipe" / ".meta" / "config.json")
    (tmp_path / "endless" / ".meta" / "config.json").symlink_to("/dev/zero")
    (tmp_path / "long" / ".meta" / "config.json").write_text("[" * 2_000_000)
    for name in ("pipe", "endless", "long"):
        assert set(loaded(tmp_path / name).files) == {"two_fer.py"}


def test_a_named_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "kept.py").write_text("x = 1")
    (tmp_path / "mine.py").symlink_to("kept.py")
    assert loaded(tmp_path / "mine.py").files == {"mine.py": b"x = 1"}
