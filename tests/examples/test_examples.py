"""The example exercises, judged by real runs: each submission gets the expected status."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from kriterion.assessment.assess import assess
from kriterion.assessment.context import ToolContext
from kriterion.assessment.request import AssessmentRequest
from kriterion.exercises.exercise import ActivityKind
from kriterion.exercises.exercise_loading import load_exercise, load_repository
from kriterion.host.installation import Installation
from kriterion.submissions.intake import accept_file
from kriterion.refusals import Refusal

EXAMPLES = Path(__file__).parents[2] / "examples" / "exercises"


def _list_submissions() -> list[tuple[Path, str]]:
    """Return every submission of the examples with its expected status."""
    wrong = [
        (file.parent / name, status)
        for file in sorted(EXAMPLES.glob("*/submissions/expected.yaml"))
        for name, status in yaml.safe_load(file.read_text()).items()
    ]
    return [(file, "correct") for file in sorted(EXAMPLES.glob("*/solution/*"))] + wrong


def _list_cases() -> Iterator[Any]:
    """Yield the submissions as parameters; those after the first of a status take long together."""
    seen: set[str] = set()
    for file, status in _list_submissions():
        rest = (pytest.mark.long(reason="judges every submission"),) if status in seen else ()
        seen.add(status)
        yield pytest.param(file, status, marks=rest, id=f"{file.parent.parent.name}/{file.name}")


@pytest.fixture(scope="session")
def installation() -> Installation:
    return Installation()


def test_the_examples_have_no_problems() -> None:
    repository = load_repository(EXAMPLES)
    assert [str(problem) for problem in repository.problems] == []
    kinds = [exercise.kind for exercise in repository.exercises]
    assert kinds.count(ActivityKind.EXERCISE) >= 5
    assert kinds.count(ActivityKind.READING) >= 1


@pytest.mark.machine
@pytest.mark.parametrize(("file", "status"), list(_list_cases()))
def test_an_example_is_judged_as_its_author_expects(
    installation: Installation, file: Path, status: str
) -> None:
    exercise, _ = load_exercise(file.parent.parent, EXAMPLES)
    assert exercise is not None
    submission = accept_file(file.name, file.read_bytes())
    assert not isinstance(submission, Refusal)
    judged = assess(
        AssessmentRequest(
            exercise=exercise, submission=submission, judge=installation.judge(exercise, None)
        ),
        ToolContext(images=installation.images, sandbox=installation.sandbox),
    ).judge
    assert judged is not None
    assert (judged.status, judged.accepted) == (status, status == "correct"), judged.feedback
    assert judged.violations == ()
