"""Attacks for real: on the judge as the host runs it, with nobody else within reach.

What reaches for others is tried on three judges: as it is; on a kernel without Landlock; and, to
see that an attack is one, without the fence at all.
"""

import pytest

from kriterion.assessment.assessment_record import JudgeRecord
from kriterion_tools.contracts.dodona_judge.output_records import Permission
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.toolbox.suite_judge.attacks import INWARD, OUTWARD, SUITE
from tests.toolbox.suite_judge.attacks_by_kind import BY_KIND, KINDS, MARK, TESTCASES
from tests.toolbox.suite_judge.attacks_by_kind import SUITE as SUITE_WITH_SECRETS
from tests.toolbox.suite_judge.sandboxed import Assess, render_for_role

pytestmark = pytest.mark.machine

# Who ends in no time, and is waited for by nobody, escapes the judge's clock, not the sandbox's.
HIDDEN = {"has children compute that nobody waits for": "cpu time limit"}


def get_points(judged: JudgeRecord) -> int:
    """How many testcases were accepted."""
    return sum(list_outcomes(judged))


def list_outcomes(judged: JudgeRecord) -> list[bool]:
    """Of each testcase whether it was accepted."""
    return [
        testcase.accepted is True
        for tab in judged.feedback.groups
        for context in tab.groups
        for testcase in context.groups
    ]


@pytest.mark.long(reason="every attack once more, in the sandbox, under each kind of judge")
@pytest.mark.parametrize("judge", ["as it is", "without Landlock"])
@pytest.mark.parametrize("attack", [*OUTWARD, *INWARD])
def test_an_attack_earns_no_point_and_breaks_no_stream(
    assess_by: Assess, judge: str, attack: str
) -> None:
    judged = assess_by(judge, {**OUTWARD, **INWARD}[attack], SUITE).judge
    assert judged is not None
    assert not judged.accepted
    assert get_points(judged) == 0
    # The judge came to its end, said what it had to, and found the fault with the student.
    assert judged.status not in (Status.CORRECT, Status.INTERNAL_ERROR), judged.feedback
    assert judged.violations == ()
    assert judged.ending in ("exited", "memory limit", HIDDEN.get(attack))


@pytest.mark.long(reason="every attack from within, in the sandbox")
@pytest.mark.parametrize("attack", BY_KIND)
def test_an_attack_from_within_earns_nothing_and_reveals_no_secret(
    assess_by: Assess, attack: str
) -> None:
    assessment = assess_by("as it is", BY_KIND[attack], SUITE_WITH_SECRETS)
    judged = assessment.judge
    assert judged is not None
    assert not judged.accepted
    outcomes = list_outcomes(judged)
    assert not any(outcomes), judged.feedback
    # An attack that fills the sandbox's memory ends the judge before it has tried every testcase.
    assert len(outcomes) == TESTCASES or judged.ending == "memory limit", judged.feedback
    assert judged.status not in (Status.CORRECT, Status.INTERNAL_ERROR), judged.feedback
    assert judged.violations == ()
    assert judged.ending in ("exited", "memory limit")
    assert MARK not in render_for_role(Permission.STUDENT, assessment)


def test_there_are_attacks_of_many_kinds() -> None:
    assert len(KINDS) >= 20
    assert all(any(attack.startswith(f"{kind}: ") for attack in BY_KIND) for kind in KINDS)


READING = (
    "reads the suite",
    "reads the suite by a link",
    "has another program read the suite",
    "reads what /proc says of others",
    "reads the memory of others",
    "leaves the fence",
)


@pytest.mark.long(reason="judges each attack")
@pytest.mark.parametrize("attack", READING)
def test_without_a_fence_the_attacks_succeed(assess_by: Assess, attack: str) -> None:
    judged = assess_by("without a fence", OUTWARD[attack], SUITE, time_limit=30).judge
    assert judged is not None
    assert get_points(judged) > 0
