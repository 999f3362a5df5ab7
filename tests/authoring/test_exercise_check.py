from collections.abc import Callable

import pytest

from kriterion.assessment.context import ToolContext
from kriterion.authoring.check_material import Material, read_repository
from kriterion.authoring.check_report import CheckReport
from kriterion.authoring.exercise_check import check_exercises
from kriterion.authoring.subject import SubjectKind
from kriterion.errors import MachineError
from kriterion.tools.judge_run import Judge
from kriterion_tools.diagnostic import Severity
from tests.authoring.conftest import Write
from tests.rehearsed import Rehearsed

RIGHT = b'{"accepted": true, "status": "correct"}'
WRONG = b'{"accepted": false, "status": "wrong"}'


@pytest.fixture
def material(write: Write) -> Material:
    named = {"description": {"names": {"en": "A"}}}
    return read_repository(
        write(
            {
                "a/config.json": named,
                "a/description/description.en.md": "x",
                "a/solution/solution.py": "x",
                "read/config.json": {"type": "content", "description": {"names": {"en": "Read"}}},
                "read/description/description.en.md": "x",
            }
        )
    )


def _check(
    material: Material, judge: Judge | None, sandbox: Rehearsed | None
) -> tuple[CheckReport, list[tuple[int, int, str]]]:
    watched: list[tuple[int, int, str]] = []
    report = check_exercises(
        "here",
        SubjectKind.REPOSITORY,
        material,
        find_judge=lambda _: judge,
        images={},
        context=None if sandbox is None else ToolContext(sandbox=sandbox, images={}),
        missing=Severity.ERROR,
        watch=lambda *progress: watched.append(progress),
    )
    return report, watched


def test_a_correct_solution_is_only_counted(
    material: Material, judge: Callable[..., Judge]
) -> None:
    report, watched = _check(material, judge(), Rehearsed(pieces=[RIGHT]))
    assert report.findings == ()
    assert report.facts == ("1 exercise", "1 reading", "1 submission judged")
    assert watched == [(0, 1, ""), (1, 1, "a/solution/solution.py")]


def test_a_wrong_solution_is_an_error(material: Material, judge: Callable[..., Judge]) -> None:
    report, _ = _check(material, judge(), Rehearsed(pieces=[WRONG]))
    assert report.count(Severity.ERROR) == 1
    assert not report.machine_failed


def test_a_machine_failure_is_distinguished(
    material: Material, judge: Callable[..., Judge]
) -> None:
    report, _ = _check(material, judge(), Rehearsed(MachineError("disk full")))
    assert report.machine_failed
    assert "this machine failed: disk full" in report.findings[0].what


def test_without_a_bench_nothing_is_run(material: Material, judge: Callable[..., Judge]) -> None:
    report, watched = _check(material, judge(), None)
    assert (report.findings, watched) == ((), [])
    assert report.facts[-1] == "1 submission not judged"


def test_without_a_judge_everything_else_is_checked(material: Material) -> None:
    report, _ = _check(material, None, Rehearsed())
    assert [finding.severity for finding in report.findings] == [Severity.ERROR]
    assert report.facts[-1] == "1 submission not judged"


def test_an_impossible_limit_is_the_judges_fault(
    material: Material, judge: Callable[..., Judge]
) -> None:
    report, _ = _check(material, judge(configuration='{"time_limit": -1}'), Rehearsed())
    assert "cannot be judged: run configuration time_limit" in report.findings[0].what
