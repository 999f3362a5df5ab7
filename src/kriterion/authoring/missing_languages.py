"""Texts that an activity lacks in one of its natural languages."""

from collections.abc import Iterator

from kriterion.authoring.author_places import find_origin, inside
from kriterion.authoring.finding import notice
from kriterion.exercises.exercise import Exercise
from kriterion_tools.diagnostic import Diagnostic


def find_missing_languages(exercise: Exercise) -> Iterator[Diagnostic]:
    """Yield a name, description or boilerplate that exists in one language and not in another.

    Readers see the other language's text, which is rarely serious.
    """
    languages = sorted(exercise.names.keys() | exercise.descriptions.keys())
    if exercise.names:
        yield from _find_missing_names(exercise, languages)
    if exercise.descriptions:
        yield from _find_missing_descriptions(exercise, languages)
    if exercise.boilerplates and "" not in exercise.boilerplates:
        yield from _find_missing_boilerplates(exercise, languages)


def _find_missing_names(exercise: Exercise, languages: list[str]) -> Iterator[Diagnostic]:
    for language in languages:
        if language not in exercise.names:
            yield notice(
                find_origin(exercise, "description.names")[0],
                f"there is a description in '{language}' but no name",
                where=f"description.names.{language}",
                code="translation.no-name",
            )


def _find_missing_descriptions(exercise: Exercise, languages: list[str]) -> Iterator[Diagnostic]:
    ending = next(iter(exercise.descriptions.values())).file.rpartition(".")[2]
    for language in languages:
        if language not in exercise.descriptions:
            yield notice(
                inside(exercise, "description"),
                f"there is a name in '{language}' but no description",
                fix=f"add description.{language}.{ending}",
                code="translation.no-description",
            )


def _find_missing_boilerplates(exercise: Exercise, languages: list[str]) -> Iterator[Diagnostic]:
    for language in languages:
        if language not in exercise.boilerplates:
            yield notice(
                inside(exercise, "description", "boilerplate"),
                f"there is a description in '{language}' but no boilerplate",
                fix=f"add boilerplate.{language}, or boilerplate for every language",
                code="translation.no-boilerplate",
            )
