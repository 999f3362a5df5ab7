"""Kind, names, labels and access of an activity, and what is warned of."""

from typing import Any

import pytest

from kriterion.exercises.dodona import listing
from kriterion.exercises.dodona.merged_configuration import MergedConfiguration
from kriterion.exercises.exercise import Access, ActivityKind
from kriterion.exercises.problem import Problems
from kriterion_tools.diagnostic import Severity


def _merge_values(**values: Any) -> MergedConfiguration:
    return MergedConfiguration().merge(values, "f")


@pytest.mark.parametrize(
    ("word", "kind", "warned"),
    [
        (None, ActivityKind.EXERCISE, False),
        ("exercise", ActivityKind.EXERCISE, False),
        ("Exercise", ActivityKind.EXERCISE, False),
        ("content", ActivityKind.READING, False),
        ("CONTENT", ActivityKind.READING, False),
        ("ContentPage", ActivityKind.READING, False),
        ("quiz", ActivityKind.EXERCISE, True),
        (7, ActivityKind.EXERCISE, True),
    ],
)
def test_an_activity_is_an_exercise_unless_it_is_content(
    word: object, kind: ActivityKind, warned: bool
) -> None:
    problems = Problems()
    assert listing.read_kind(_merge_values(type=word), problems) is kind
    assert [problem.severity for problem in problems] == [Severity.WARNING] * warned


@pytest.mark.parametrize(
    ("values", "access", "warned"),
    [
        ({}, Access.PRIVATE, False),
        ({"access": "public"}, Access.PUBLIC, False),
        ({"access": "private"}, Access.PRIVATE, False),
        ({"visibility": "visible"}, Access.PUBLIC, False),
        ({"visibility": "open"}, Access.PUBLIC, False),
        ({"visibility": "invisible"}, Access.PRIVATE, False),
        ({"visibility": "hidden"}, Access.PRIVATE, False),
        ({"visibility": "closed"}, Access.PRIVATE, False),
        ({"visibility": "open", "access": "private"}, Access.PRIVATE, False),
        ({"visibility": "open", "access": None}, Access.PUBLIC, False),
        ({"visibility": "open", "access": "Privat"}, Access.PRIVATE, True),
        ({"visibility": "open", "access": 1}, Access.PRIVATE, True),
        ({"visibility": "everybody"}, Access.PRIVATE, True),
    ],
)
def test_an_invalid_access_setting_means_private(
    values: dict[str, object], access: Access, warned: bool
) -> None:
    problems = Problems()
    assert listing.read_access(_merge_values(**values), problems) is access
    assert [problem.severity for problem in problems] == [Severity.WARNING] * warned


@pytest.mark.parametrize(
    ("description", "names", "problems"),
    [
        (None, {}, []),
        ({"names": {"nl": "Echo", "es": "Eco"}}, {"nl": "Echo", "es": "Eco"}, []),
        ({"names": {"nl": "", "en": " ", "fr": None}}, {}, []),
        ("x", {}, ["f description: must be an object, not 'x'"]),
        ({"names": "x"}, {}, ["f description.names: must be an object, not 'x'"]),
        (
            {"names": {"en": 1, "nl": "a"}},
            {"nl": "a"},
            ["f description.names.en: must be a string, not 1"],
        ),
        ({"names": {"e\x1bn": 1}}, {}, ["f description.names.e\\x1bn: must be a string, not 1"]),
    ],
)
def test_names_are_by_language(
    description: object, names: dict[str, str], problems: list[str]
) -> None:
    found = Problems()
    assert listing.read_names(_merge_values(description=description), found) == names
    assert list(map(str, found)) == problems


def test_labels_are_lower_case_and_unique() -> None:
    above = _merge_values(labels=["Strings", "loops", 1])
    merged = above.merge({"labels": ["LOOPS", 2.5, True, None, " ", "é"]}, "g")
    assert listing.read_labels(merged) == ("strings", "loops", "1", "2.5", "true", "é")
    assert listing.read_labels(MergedConfiguration()) == ()
