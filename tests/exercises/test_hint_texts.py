"""An author's hints are split into those that students reveal one by one."""

from dataclasses import replace
from pathlib import Path

import pytest

from kriterion.exercises.exercise import Exercise
from kriterion.exercises.exercise_loading import load_exercise
from kriterion.exercises.hint_texts import MAX_HINTS, split_hints


@pytest.mark.parametrize(
    ("text", "hints"),
    [
        ("", ()),
        ("# Hints\n", ()),
        ("Look it up.\n\nTwice.", ("Look it up.\n\nTwice.",)),
        ("- one\n- two\n  goes on\n", ("one", "two\ngoes on")),
        ("1. one\n\n   - part\n2) two", ("one\n\n - part", "two")),
        (
            "## General\n\n- a\n- b\n\n## Task\n\nc",
            ("**General**\n\na", "**General**\n\nb", "**Task**\n\nc"),
        ),
        (
            "- code:\n  ```python\n  # no heading\n  ```\n- b",
            ("code:\n  ```python\n  # no heading\n```", "b"),
        ),
    ],
)
def test_items_and_parts_are_hints(text: str, hints: tuple[str, ...]) -> None:
    assert split_hints(text) == hints


def test_the_last_of_too_many_hints_contains_the_rest() -> None:
    hints = split_hints("".join(f"- {number}\n" for number in range(MAX_HINTS + 5)))
    assert len(hints) == MAX_HINTS
    assert hints[-1].split() == ["49", "50", "51", "52", "53", "54"]


def test_hints_are_read_beside_the_description(tmp_path: Path) -> None:
    exercise = tmp_path / "loop"
    (exercise / "description").mkdir(parents=True)
    (exercise / "config.json").write_text('{"description": {"names": {"en": "Loop"}}}')
    (exercise / "description" / "hints.nl.md").write_text("- een\n- twee\n")
    (exercise / "description" / "hints.md").write_text("- one\n- two\n")
    loaded, _ = load_exercise(exercise, tmp_path)
    assert loaded is not None
    assert loaded.hints_in("nl") == ("een", "twee")
    assert loaded.hints_in("fr") == ("one", "two")
    assert loaded.hints_in("en") == ("one", "two")


def test_a_language_without_hints_falls_back_to_english_then_dutch_then_any() -> None:
    hints = {"nl": ("een",), "en": ("one",), "de": ("eins",), "fr": ()}
    exercise = Exercise(id="a", directory=Path("a"), repository=Path(), hints=hints)
    assert exercise.hints_in("es") == ("one",)
    assert exercise.hints_in("fr") == ("one",)
    assert replace(exercise, hints={"de": ("eins",), "nl": ("een",)}).hints_in("es") == ("een",)
    assert replace(exercise, hints={"fr": (), "de": ("eins",)}).hints_in("es") == ("eins",)
    assert replace(exercise, hints={"fr": ()}).hints_in("fr") == ()
