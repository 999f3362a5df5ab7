"""Members that may be a library's: a name is replaced only where it is the student's."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from tests.cases import collect_failures
from tests.toolbox.representer.test_edits import represent_solution

LANGUAGES = sorted(path.stem for path in (Path(__file__).parent / "members").glob("[a-z]*.py"))
FEWEST = 200  # pairs that only differ in a library's member


def list_pairs(
    language: str, which: str, folder: str = "members"
) -> Iterator[tuple[str, str, str]]:
    """Yield each pair's name and its two programs."""
    pairs = getattr(import_module(f"tests.toolbox.representer.{folder}.{language}"), which)
    for name, (program, one, other) in pairs.items():
        yield name, program.replace("NAME", one), program.replace("NAME", other)


def test_there_are_enough_pairs() -> None:
    assert sum(len(list(list_pairs(language, "DIFFERENT"))) for language in LANGUAGES) >= FEWEST


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_library_member_makes_a_difference_despite_a_namesake(language: str) -> None:
    with collect_failures() as cases:
        for name, one, other in list_pairs(language, "DIFFERENT"):
            with cases.case(name):
                assert (
                    represent_solution(one, language).text
                    != represent_solution(other, language).text
                )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_name_of_a_member_of_the_student_makes_no_difference(language: str) -> None:
    with collect_failures() as cases:
        for name, one, other in list_pairs(language, "SAME"):
            with cases.case(name):
                assert (
                    represent_solution(one, language).text
                    == represent_solution(other, language).text
                )
