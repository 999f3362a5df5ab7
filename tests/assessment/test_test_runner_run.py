"""The verdict and the feedback that the results of a test runner give."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kriterion.assessment.assess import assess
from kriterion.assessment.assessment_record import JudgeRecord
from kriterion.assessment.context import ToolContext
from kriterion.assessment.request import AssessmentRequest
from kriterion.assessment.test_runner_run import TestRunnerRun
from kriterion.exercises.exercise import Description, DescriptionFormat, Exercise
from kriterion.exercises.exercism import MetaConfiguration, TrackExercise
from kriterion.host.installation import Installation
from kriterion.sandbox.image import Image, ImageKind
from kriterion.sandbox.run import Ending, Outcome
from kriterion.submissions.submission import SubmittedFiles
from kriterion.tools.exercism_tool import ExercismTool
from kriterion.tools.test_runner import load_test_runner
from kriterion_tools.contracts.dodona_judge.output_records import Message, Permission
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.assessment.shell_tools import START, ShellTools
from tests.rehearsed import FINE, Rehearsed

INSTRUCTIONS = "# Instructions\n\n## 1. Bake it\n\nBake.\n\n## 2. Eat it\n\nEat.\n"
EXERCISE = Exercise(
    id="leap",
    directory=Path("/nowhere/leap"),
    repository=Path("/nowhere"),
    programming_language="python",
    descriptions={
        "en": Description(format=DescriptionFormat.MARKDOWN, text=INSTRUCTIONS, file="i.md")
    },
)
RUNNING = TestRunnerRun(
    tool=ExercismTool(directory=None, place="/opt/test-runner", image="it"),
    exercise=TrackExercise(
        slug="leap", configuration=MetaConfiguration(solution=("leap.py",), test=("leap_test.py",))
    ),
)
PASSED = {"name": "leaps", "status": "pass", "test_code": "leap(2000)"}
FAILED = {"name": "walks", "status": "fail", "message": "\x1b[31mTrue\x1b[0m", "output": "hm"}
BROKEN = {"name": "falls", "status": "error", "message": "KeyError"}


def _assess(results: Any, outcome: Outcome = FINE, language: str = "en") -> JudgeRecord:
    files = {} if results is None else {"/mnt/output/results.json": json.dumps(results).encode()}
    sandbox = Rehearsed(replace(outcome, files=files))
    request = AssessmentRequest(
        exercise=EXERCISE,
        submission=SubmittedFiles(file_name="mine.py", source=b"", language=language),
        judge=RUNNING,
    )
    images = {"it": Image(name="it", kind=ImageKind.ENGINE)}
    judged = assess(request, ToolContext(images=images, sandbox=sandbox)).judge
    assert judged is not None
    return judged


def _list_texts(messages: tuple[Message, ...], role: Permission = Permission.STUDENT) -> list[str]:
    return [message.description for message in messages if role.may_see(message.permission)]


@pytest.mark.parametrize(
    ("results", "status"),
    [
        ({"version": 1, "status": "pass"}, Status.CORRECT),
        ({"version": 2, "status": "pass", "tests": [PASSED]}, Status.CORRECT),
        ({"version": 1, "status": "fail", "message": "no"}, Status.WRONG),
        ({"version": 2, "status": "fail", "tests": [PASSED, FAILED]}, Status.WRONG),
        ({"version": 2, "status": "fail", "tests": [FAILED, BROKEN]}, Status.RUNTIME_ERROR),
        (
            {"version": 2, "status": "error", "message": "no", "tests": [BROKEN]},
            Status.RUNTIME_ERROR,
        ),
        ({"version": 2, "status": "error", "message": "no"}, Status.COMPILATION_ERROR),
        ({"version": 2, "status": "pass", "tests": [PASSED, FAILED]}, Status.WRONG),
        ({"version": 2, "status": "pass", "tests": []}, Status.INTERNAL_ERROR),
        ({"status": "fine"}, Status.INTERNAL_ERROR),
        (None, Status.INTERNAL_ERROR),
    ],
    ids=str,
)
def test_results_give_a_verdict(results: Any, status: Status) -> None:
    judged = _assess(results)
    assert (judged.status, judged.accepted) == (status, status is Status.CORRECT)
    assert judged.feedback.status is status


@pytest.mark.parametrize(
    ("ending", "status"),
    [
        (Ending.WALL_LIMIT, Status.TIME_LIMIT_EXCEEDED),
        (Ending.MEMORY_LIMIT, Status.MEMORY_LIMIT_EXCEEDED),
        (Ending.OUTPUT_LIMIT, Status.OUTPUT_LIMIT_EXCEEDED),
    ],
)
def test_a_limit_that_a_solution_exceeds_is_its_verdict(ending: Ending, status: Status) -> None:
    judged = _assess(None, replace(FINE, ending=ending, exit_status=None, stderr=b"secret"))
    assert (judged.status, judged.accepted) == (status, False)
    assert _list_texts(judged.feedback.messages) == []
    assert "secret" in str(_list_texts(judged.feedback.messages, Permission.STAFF))


def test_a_crash_of_the_test_runner_is_not_the_students_fault() -> None:
    passed = {"version": 2, "status": "pass", "tests": [PASSED]}
    judged = _assess(passed, replace(FINE, exit_status=1))
    assert judged.status is Status.INTERNAL_ERROR
    assert judged.summary == "The judge failed, your solution was not assessed."
    assert judged.feedback.groups == ()


def test_each_test_is_shown_with_its_code_message_and_output() -> None:
    judged = _assess({"version": 2, "status": "fail", "tests": [PASSED, FAILED]})
    (tab,) = judged.feedback.groups
    assert (tab.description, tab.badge_count) == ("Tests", 1)
    (first,), (second,) = (context.groups for context in tab.groups)
    assert first.description == Message(description="leaps")
    assert first.messages == (Message(format="python", description="leap(2000)"),)
    assert (first.accepted, second.accepted) == (True, False)
    assert [message.description for message in second.messages] == [
        "\x1b[31mTrue\x1b[0m",
        "Your code printed:",
        "hm",
    ]


def test_tests_of_a_task_are_shown_under_its_title() -> None:
    tests = [
        {**PASSED, "task_id": 1},
        {**FAILED, "task_id": 1},
        {**PASSED, "task_id": 2},
        {**PASSED, "task_id": 3},
        PASSED,
    ]
    judged = _assess({"version": 3, "status": "fail", "tests": tests}, language="nl")
    contexts = judged.feedback.groups[0].groups
    titles = [context.description and context.description.description for context in contexts]
    assert titles == ["Taak 1: Bake it", "Taak 2: Eat it", "Taak 3", None]
    assert [len(context.groups) for context in contexts] == [2, 1, 1, 1]
    assert [context.accepted for context in contexts] == [False, True, True, True]


def test_a_message_about_all_tests_is_shown_once() -> None:
    judged = _assess({"version": 2, "status": "error", "message": "SyntaxError: line 1"})
    assert judged.summary == "The tests could not be run."
    assert _list_texts(judged.feedback.messages) == ["SyntaxError: line 1"]
    assert judged.feedback.groups == ()


def test_violations_of_a_test_runner_are_for_staff() -> None:
    judged = _assess({"status": "fail", "message": "no", "tests": [FAILED]})
    assert [violation.code for violation in judged.violations] == ["results.invalid-version"]
    assert _list_texts(judged.feedback.messages) == ["no"]
    staff = _list_texts(judged.feedback.messages, Permission.STAFF)
    assert "results.json version: must be 1, 2 or 3, not null" in staff[-1]


WRITES = """printf '{"version": 2, "status": "STATUS", "tests": [' >results.json
printf '{"name": "%s", "status": "STATUS", "message": "no"}]}' "$1" >>results.json
"""


@pytest.mark.machine
def test_tests_run_in_the_sandbox(installation: Installation, shell_tools: ShellTools) -> None:
    """A forged result in the input is never taken for the tool's."""
    script = START + 'grep -q MINE "$2/leap.py" || exit 3\n' + WRITES.replace("STATUS", "pass")
    tool = shell_tools.made(script, load_test_runner, one_directory=True)
    context = ToolContext(images={}, sandbox=installation.sandbox)
    files = SubmittedFiles(
        file_name="leap.py",
        source=b"MINE",
        other_files={"results.json": b'{"version": 1, "status": "fail", "message": "forged"}'},
    )
    request = AssessmentRequest(
        exercise=EXERCISE, submission=files, judge=replace(RUNNING, tool=tool)
    )
    judged = assess(request, context).judge
    assert judged is not None
    assert (judged.status, judged.accepted) == (Status.CORRECT, True)
    assert judged.environment is not None and judged.environment.kind == "host"
