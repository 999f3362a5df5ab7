"""The judge where Kriterion may make no cgroups: an ordinary user's, in a service not delegated to.

There, the sandbox refuses memory that no process maps; what the judge does with it must do without.
"""

from pathlib import Path

import pytest

from kriterion.assessment.assess import assess
from kriterion.assessment.context import ToolContext
from kriterion.assessment.request import AssessmentRequest
from kriterion.exercises.exercise_loading import load_exercise
from kriterion.host.installation import Installation
from kriterion.refusals import Refusal
from kriterion.sandbox.backends.bubblewrap.bubblewrap import Bubblewrap
from kriterion.sandbox.cgroups.sampled_groups import SampledGroups
from kriterion.submissions.intake import accept_file
from kriterion.tools.judge_run import load_judge
from tests.toolbox.suite_judge.conftest import JUDGE

pytestmark = pytest.mark.machine

EXERCISE = Path(__file__).parents[3] / "examples" / "exercises" / "tides"


@pytest.mark.parametrize(
    ("file", "status"),
    [
        ("solution/solution.py", "correct"),
        ("submissions/wrong-answer.py", "wrong"),
        ("submissions/syntax-error.py", "compilation error"),
    ],
)
def test_a_submission_gets_the_same_status_without_cgroups(file: str, status: str) -> None:
    exercise, _ = load_exercise(EXERCISE, EXERCISE.parent)
    submission = accept_file("solution.py", (EXERCISE / file).read_bytes())
    assert exercise is not None and not isinstance(submission, Refusal)
    judged = assess(
        AssessmentRequest(exercise=exercise, submission=submission, judge=load_judge(JUDGE)),
        ToolContext(images=Installation().images, sandbox=Bubblewrap(groups=SampledGroups(""))),
    ).judge
    assert judged is not None
    assert judged.enforced["memory"].startswith("sampled")
    assert judged.status == status
