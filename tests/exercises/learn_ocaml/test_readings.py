"""One lesson or tutorial is read without the others."""

from pathlib import Path

import pytest

from kriterion.exercises.learn_ocaml.course import load_course
from kriterion.exercises.learn_ocaml.readings import (
    load_lesson,
    load_repository_playgrounds,
    load_tutorial,
)
from kriterion_tools.contracts.learn_ocaml_repository.tutorial import markdown_form

COURSE = Path(__file__).parents[3] / "examples" / "ocaml-course"


def test_each_one_equals_that_of_the_whole_course() -> None:
    course = load_course(COURSE)
    assert course.lessons
    assert course.tutorials
    for entry, lesson in course.lessons.items():
        assert load_lesson(COURSE, entry.id) == lesson
    for name, tutorial in course.tutorials.items():
        assert load_tutorial(COURSE, name) == tutorial
    assert load_repository_playgrounds(COURSE) == course.playgrounds


@pytest.mark.parametrize("name", ["no-such", "../exercises", "/etc/passwd", "", "lessons"])
def test_unlisted_ones_are_not_read(name: str) -> None:
    assert load_lesson(COURSE, name) is None
    assert load_tutorial(COURSE, name) is None


def test_a_repository_without_any_reads_nothing(tmp_path: Path) -> None:
    assert load_lesson(tmp_path, "a") is None
    assert load_tutorial(tmp_path, "a") is None
    assert load_repository_playgrounds(tmp_path) == ()


def test_a_tutorial_is_read_without_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tutorials").mkdir()
    for name in ("one", "two"):
        (tmp_path / "tutorials" / f"{name}.md").write_text(f"# {name}\n\n## Step\n\nText\n")
    read: list[str] = []

    def note(name: str, text: str) -> object:
        read.append(name)
        return markdown_form.read_markdown_tutorial(name, text)

    monkeypatch.setattr("kriterion.exercises.learn_ocaml.tutorials._READERS", {".md": note})
    assert load_tutorial(tmp_path, "two") is not None
    assert read == ["two"]
