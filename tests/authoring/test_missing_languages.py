import pytest

from kriterion.authoring.missing_languages import find_missing_languages
from kriterion.exercises.exercise_loading import load_exercise
from tests.authoring.conftest import Write


@pytest.mark.parametrize(
    ("names", "files", "messages"),
    [
        (["en"], ["description.en.md"], []),
        (["en", "nl"], ["description.en.md", "description.nl.md"], []),
        (
            ["en", "nl"],
            ["description.en.md"],
            ["a/description: there is a name in 'nl' but no description (add description.nl.md)"],
        ),
        (
            ["en"],
            ["description.en.html", "description.fr.html"],
            [
                "a/config.json description.names.fr: there is a description in 'fr' but no name",
            ],
        ),
        (["en", "nl"], [], []),  # that is told as a problem of the exercise
        (
            ["en", "nl"],
            ["description.en.md", "description.nl.md", "boilerplate/boilerplate"],
            [],
        ),
        (
            ["en", "nl"],
            ["description.en.md", "description.nl.md", "boilerplate/boilerplate.nl"],
            [
                "a/description/boilerplate: there is a description in 'en' but no boilerplate"
                " (add boilerplate.en, or boilerplate for every language)"
            ],
        ),
    ],
)
def test_parts_missing_in_one_language_are_reported(
    write: Write, names: list[str], files: list[str], messages: list[str]
) -> None:
    config = {"description": {"names": dict.fromkeys(names, "A")}}
    root = write({"a/config.json": config} | {f"a/description/{file}": "text" for file in files})
    exercise, _ = load_exercise(root / "a")
    assert exercise is not None
    assert [str(finding) for finding in find_missing_languages(exercise)] == messages
