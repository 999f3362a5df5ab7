"""Descriptions, boilerplates, solutions and what teachers are told."""

import os
from collections.abc import Mapping

import pytest

from kriterion.exercises.dodona import load_about
from kriterion.exercises.dodona.dodona_texts import MAXIMUM_SOLUTIONS, MAXIMUM_TEXT_BYTES
from kriterion.exercises.exercise import Exercise
from kriterion.exercises.exercise_loading import load_exercise
from tests.exercises.conftest import Plant

CONFIG = {"description": {"names": {"en": "Echo"}}}


def _load(plant: Plant, files: Mapping[str, object]) -> tuple[Exercise, list[str]]:
    root = plant({"config.json": CONFIG, "description/description.en.md": "Text.", **files})
    exercise, problems = load_exercise(root)
    assert exercise is not None
    return exercise, [f"{problem.severity}: {problem}" for problem in problems]


def test_descriptions_are_kept_by_language(plant: Plant) -> None:
    exercise, problems = _load(
        plant,
        {
            "description/description.nl.md": "Tekst\r\n",
            "description/description.pt-BR.md": b"\xef\xbb\xbfTexto",
            "description/description.en.md~": "an editor's copy",
            "description/notes.md": "not shown",
        },
    )
    assert problems == []
    expected = {code: (text.format, text.text) for code, text in exercise.descriptions.items()}
    assert expected == {
        "en": ("markdown", "Text."),
        "nl": ("markdown", "Tekst\r\n"),
        "pt-BR": ("markdown", "Texto"),
    }
    assert exercise.descriptions["nl"].file == "description/description.nl.md"


def test_one_html_description_makes_the_activity_html(plant: Plant) -> None:
    exercise, problems = _load(plant, {"description/description.nl.html": "<p>"})
    assert list(exercise.descriptions) == ["nl"]
    assert exercise.descriptions["nl"].format == "html"
    assert problems == [
        "warning: description/description.en.md: is not displayed because another description"
        " is in HTML (use one format for all descriptions)"
    ]


def test_a_description_without_a_language_is_reported(plant: Plant) -> None:
    exercise, problems = _load(plant, {"description/description.html": "<p>"})
    assert list(exercise.descriptions) == ["en"]
    assert problems == [
        "warning: description/description.html: has no language in its name"
        " (rename it to description.en.html)"
    ]


def test_a_description_falls_back_to_english_then_dutch(plant: Plant) -> None:
    exercise, _ = _load(plant, {"description/description.es.md": "Texto"})
    for asked, expected in (("es", "Texto"), ("fr", "Text."), ("nl", "Text.")):
        description = exercise.description(asked)
        assert description is not None
        assert description.text == expected
    exercise, _ = _load(plant, {"description/description.nl.md": "Tekst"})
    description = exercise.description("fr")
    assert description is not None
    assert description.text == "Text."


def test_an_oversized_description_is_dropped_and_the_exercise_stays(plant: Plant) -> None:
    exercise, problems = _load(
        plant, {"description/description.nl.md": b"x" * (MAXIMUM_TEXT_BYTES + 1)}
    )
    assert list(exercise.descriptions) == ["en"]
    assert problems == ["warning: description/description.nl.md: is larger than 4,194,304 bytes"]


@pytest.mark.parametrize("what", ["pipe", "directory", "link out", "link to nothing", "loop"])
def test_a_description_that_is_not_a_file_is_reported_and_the_exercise_stays(
    plant: Plant, what: str
) -> None:
    path = plant({"description/description.en.md": "Text."}) / "description/description.nl.md"
    match what:
        case "pipe":
            os.mkfifo(path)
        case "directory":
            path.mkdir()
        case "link out":
            path.symlink_to("/etc/passwd")
        case "link to nothing":
            path.symlink_to("nothing")
        case "loop":
            path.symlink_to(path.name)
    exercise, problems = _load(plant, {})
    assert list(exercise.descriptions) == ["en"]
    assert len(problems) == 1
    assert problems[0].startswith("warning: description/description.nl.md: ")


def test_a_boilerplate_falls_back_to_the_one_without_language(plant: Plant) -> None:
    exercise, problems = _load(
        plant,
        {
            "description/boilerplate/boilerplate": "# any\n",
            "description/boilerplate/boilerplate.nl": "# nl\n",
            "description/boilerplate/readme.txt": "not one",
        },
    )
    assert problems == []
    assert exercise.boilerplates == {"": "# any\n", "nl": "# nl\n"}
    assert exercise.boilerplate("nl") == "# nl\n"
    assert exercise.boilerplate("en") == "# any\n"


def test_a_boilerplate_falls_back_to_english_then_dutch(plant: Plant) -> None:
    exercise, _ = _load(plant, {"description/boilerplate/boilerplate.nl": "nl"})
    assert exercise.boilerplate("fr") == "nl"
    exercise, _ = _load(plant, {"description/boilerplate/boilerplate.en": "en"})
    assert exercise.boilerplate("fr") == "en"


def test_an_exercise_may_have_no_boilerplate(plant: Plant) -> None:
    assert _load(plant, {})[0].boilerplate() is None


def test_files_named_solution_come_first(plant: Plant) -> None:
    exercise, problems = _load(
        plant,
        {
            "solution/another.py": "1",
            "solution/solution.py": "2",
            "solution/solution.nl.py": "3",
            "solution/Echo.java": "4",
            "solution/.DS_Store": b"\0",
            "solution/__pycache__/solution.pyc": b"\0",
        },
    )
    assert problems == []
    assert list(exercise.solutions.items()) == [
        ("solution.nl.py", "3"),
        ("solution.py", "2"),
        ("Echo.java", "4"),
        ("another.py", "1"),
    ]


def test_a_solution_longer_than_a_submission_is_cut(plant: Plant) -> None:
    exercise, problems = _load(plant, {"solution/solution.py": "x" * 65_536})
    assert exercise.solutions == {"solution.py": "x" * 65_535}
    assert problems == [
        "warning: solution/solution.py: is truncated to 65,535 bytes, the limit for a submission"
    ]


def test_a_solution_with_invalid_utf8_is_reported(plant: Plant) -> None:
    exercise, problems = _load(plant, {"solution/solution.py": b"# \xe9"})
    assert exercise.solutions == {"solution.py": "# �"}
    assert len(problems) == 1


def test_the_number_of_solutions_is_limited(plant: Plant) -> None:
    many = {f"solution/s{number:04}.py": "" for number in range(MAXIMUM_SOLUTIONS + 2)}
    exercise, problems = _load(plant, many)
    assert len(exercise.solutions) == MAXIMUM_SOLUTIONS
    assert problems == [
        "warning: solution/s0100.py: is ignored, as are all later solutions: only the first 100 of"
        " 102 are read"
    ]


@pytest.mark.parametrize(
    ("names", "language", "found"),
    [
        ((), "en", None),
        (("README.md", "readme.NL.md"), "nl", "readme.NL.md"),
        (("README.md", "About.nl.md"), "nl", "About.nl.md"),
        (("README.md", "README.nl.md"), "en", "README.md"),
        (("README", "README.nl.md"), "en", "README"),
        (("README.nl.md", "README.en.md"), "fr", "README.en.md"),
        (("about.nl.md", "about.en.md"), "fr", "about.en.md"),
        (("about.en.md", "notes.md"), "fr", "about.en.md"),
        (("about.fr.md",), "en", None),
    ],
)
def test_teachers_get_advice_for_their_language(
    plant: Plant, names: tuple[str, ...], language: str, found: str | None
) -> None:
    exercise, problems = _load(plant, {name: name for name in names})
    assert problems == []
    assert load_about(exercise, language) == found
