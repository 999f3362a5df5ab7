"""Wrong programs earn less than the solutions of the official corpus; right ones earn the same.

KRITERION_REFERENCES is the directory with the public repositories as OWNER+NAME.
"""

from collections.abc import Callable

import pytest

from tests.toolbox.learn_ocaml_judge.conftest import Grade, Graded
from tests.toolbox.learn_ocaml_judge.recorded import CORPUS
from tests.toolbox.learn_ocaml_judge.wrong_variants import (
    ALL,
    Variants,
    join_right_program,
    join_wrong_program,
)

pytestmark = [
    pytest.mark.long(reason="six wrong programs for each of 16 exercises"),
    pytest.mark.reference,
    pytest.mark.machine,
    pytest.mark.skipif(not CORPUS.is_dir(), reason="set KRITERION_REFERENCES"),
]

SolutionOf = Callable[[str], Graded]


@pytest.fixture(scope="module")
def grade_solution(grade: Grade) -> SolutionOf:
    """Return the result of the corpus's own solution of an exercise."""
    known: dict[str, Graded] = {}

    def graded(exercise: str) -> Graded:
        if exercise not in known:
            directory = CORPUS / exercise
            known[exercise] = grade((directory / "solution.ml").read_bytes(), directory)
        return known[exercise]

    return graded


@pytest.mark.parametrize("variants", ALL, ids=lambda one: one.exercise)
def test_a_right_program_earns_as_much_as_the_solution(
    grade: Grade, grade_solution: SolutionOf, variants: Variants
) -> None:
    solution = grade_solution(variants.exercise)
    graded = grade(join_right_program(variants), CORPUS / variants.exercise)

    assert not solution.failed
    assert solution.points > 0
    assert (graded.points, graded.failed) == (solution.points, False), graded.text


@pytest.mark.parametrize(
    ("variants", "name"),
    [pytest.param(case, name, id=f"{case.exercise} {name}") for case in ALL for name in case.wrong],
)
def test_a_wrong_program_earns_less(
    grade: Grade, grade_solution: SolutionOf, variants: Variants, name: str
) -> None:
    graded = grade(join_wrong_program(variants, name), CORPUS / variants.exercise)

    assert "report" in graded.answers[-1], graded.answers  # only its behaviour is wrong
    assert graded.failed
    assert graded.points < grade_solution(variants.exercise).points


def test_every_exercise_has_six_wrong_programs() -> None:
    assert len(ALL) >= 15
    assert all(len(case.wrong) == 6 for case in ALL)
    assert all(set(wrong) <= set(case.right) for case in ALL for wrong in case.wrong.values())
