"""Solutions of public courses pass their own graders, except those with known reasons.

The official corpus has a table of points and a test of its own. KRITERION_REFERENCES is the
directory with the public repositories as OWNER+NAME.
"""

import os
from pathlib import Path

import pytest

from tests.toolbox.learn_ocaml_judge.conftest import Grade

pytestmark = pytest.mark.reference

# The number of exercises in a repository, and those that fail for a known reason.
REPOSITORIES: dict[str, tuple[int, set[str]]] = {
    "Rui00Barata+learn-ocaml-ubi": (
        144,
        {
            # Its solution fails a comparison in its own test.
            "exercise-repository/exercises/F5/5-totoloto",
            # Its solution is not well typed.
            "exercise-repository/exercises/F5/5-lists-sublists-4",
        },
    ),
    "emaj9+learnocaml-inclass-activities": (7, set()),
    "erikmd+learn-ocaml-meetup-demo-repository": (2, set()),
    "gasche+paris8-corpus-2019": (33, set()),
    "ocaml-sf+learn-ocaml": (6, set()),
    "ocaml-sf+learn-ocaml-example-repository": (3, set()),
    "ocaml-sf+learnocaml-cpge-public": (3, set()),
    "yurug+learn-ocaml-tutorial": (1, set()),
}


@pytest.mark.long(reason="grades a whole course")
@pytest.mark.parametrize("repository", REPOSITORIES)
def test_the_solutions_of_a_public_course_pass(grade: Grade, repository: str) -> None:
    if "KRITERION_REFERENCES" not in os.environ:
        pytest.skip("KRITERION_REFERENCES names no directory with the public repositories")
    root = Path(os.environ["KRITERION_REFERENCES"]) / repository
    exercises = sorted(test.parent for test in root.rglob("test.ml"))
    number, odd = REPOSITORIES[repository]

    failing = {
        str(exercise.relative_to(root)) for exercise in exercises if not has_passed(grade, exercise)
    }

    assert (len(exercises), failing) == (number, odd)


def has_passed(grade: Grade, exercise: Path) -> bool:
    """Return whether the solution passes as in learn-ocaml: a report without failing items."""
    solution = (exercise / "solution.ml").read_bytes()
    graded = grade(solution, exercise, call_seconds=None, cpu_seconds=60)
    return "report" in graded.answers[-1] and not graded.failed
