"""Attacks for real: on the judge as the host runs it, with nobody else within reach.

Each is tried on three judges: as it is; on a kernel without Landlock; and, to see that an attack is
one, without the fence at all.
"""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from kriterion.assessment.assess import assess
from kriterion.assessment.record import JudgeRecord
from kriterion.contracts.dodona_judge.statuses import Status
from kriterion.exercises.repository import load_exercise
from kriterion.installation.installation import Installation
from kriterion.submissions.intake import Refusal, take_in
from kriterion.tools.judge import load_judge
from tests.toolbox.suite_judge.attacks import INWARD, OUTWARD, SUITE
from tests.toolbox.suite_judge.conftest import JUDGE

pytestmark = pytest.mark.machine

OLD_KERNEL = Path(__file__).parents[1] / "fence" / "old_kernel.py"
UNFENCED = """
import runpy
from kriterion.toolbox.fence import processes
from kriterion.toolbox.suite_judge import child, own_copies
processes.hide = lambda: None
child._fence_in = lambda *_: ()
own_copies.remove_own_copies = lambda *_: None
runpy.run_module("kriterion.toolbox.suite_judge", run_name="__main__")
"""
RUNS = {
    "as it is": None,
    "without Landlock": 'exec python3 -P "${0%/*}/old_kernel.py" '
    "python3 -P -m kriterion.toolbox.suite_judge\n",
    "without a fence": 'exec python3 -P "${0%/*}/unfenced.py"\n',
}

# Who ends in no time, and is waited for by nobody, escapes the judge's clock, not the sandbox's.
HIDDEN = {"has children compute that nobody waits for": "cpu time limit"}

Assess = Callable[..., JudgeRecord]


@pytest.fixture(scope="module")
def installation() -> Installation:
    return Installation()


@pytest.fixture
def assess_by(tmp_path: Path, installation: Installation) -> Assess:
    """Assess a submission by one of the judges."""
    (tmp_path / "exercise" / "evaluation").mkdir(parents=True)
    (tmp_path / "exercise" / "evaluation" / "suite.yaml").write_text(SUITE)
    (tmp_path / "exercise" / "workdir").mkdir()
    (tmp_path / "exercise" / "workdir" / "given.txt").write_text("given")
    judge = tmp_path / "judge"
    judge.mkdir()
    shutil.copy(JUDGE / "config.json", judge)
    shutil.copy(OLD_KERNEL, judge)
    (judge / "unfenced.py").write_text(UNFENCED)

    def run(name: str, source: str, time_limit: float = 2) -> JudgeRecord:
        configuration = {
            "description": {"names": {"en": "Attacked"}},
            "evaluation": {"handler": "suite", "time_limit": time_limit},
            "programming_language": "python",
        }
        (tmp_path / "exercise" / "config.json").write_text(json.dumps(configuration))
        shutil.copy(JUDGE / "run", judge)
        if script := RUNS[name]:
            (judge / "run").write_text(f"#!/bin/sh\n{script}")
        exercise, _ = load_exercise(tmp_path / "exercise", tmp_path / "exercise")
        submission = take_in("attack.py", source.encode())
        assert exercise is not None and not isinstance(submission, Refusal)
        judged = assess(
            exercise,
            submission,
            judge=load_judge(judge),
            images=installation.images,
            sandbox=installation.sandbox,
        ).judge
        assert judged is not None
        return judged

    return run


def points(judged: JudgeRecord) -> int:
    """How many testcases were accepted."""
    tabs = judged.feedback.groups if judged.feedback else ()
    return sum(
        testcase.accepted is True
        for tab in tabs
        for context in tab.groups
        for testcase in context.groups
    )


@pytest.mark.parametrize("judge", ["as it is", "without Landlock"])
@pytest.mark.parametrize("attack", [*OUTWARD, *INWARD])
def test_an_attack_earns_no_point_and_breaks_no_stream(
    assess_by: Assess, judge: str, attack: str
) -> None:
    judged = assess_by(judge, {**OUTWARD, **INWARD}[attack])
    assert not judged.accepted
    assert points(judged) == 0
    # The judge came to its end, said what it had to, and found the fault with the student.
    assert judged.status not in (Status.CORRECT, Status.INTERNAL_ERROR), judged.feedback
    assert judged.violations == ()
    assert judged.ending in ("exited", "memory limit", HIDDEN.get(attack))


READING = (
    "reads the suite",
    "reads the suite by a link",
    "has another program read the suite",
    "reads what /proc says of others",
    "reads the memory of others",
    "leaves the fence",
)


@pytest.mark.parametrize("attack", READING)
def test_the_attacks_find_what_they_look_for_without_a_fence(
    assess_by: Assess, attack: str
) -> None:
    assert points(assess_by("without a fence", OUTWARD[attack], time_limit=30)) > 0
