"""Four hostile runs beside twenty honest ones: every verdict is the same as on an idle machine."""

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion.assessment.request import AssessmentRequest
from kriterion.exercises.exercise_loading import load_exercise
from kriterion.host.installation import Installation
from kriterion.refusals import Refusal
from kriterion.submissions.intake import accept_file
from kriterion.tools.catalog import SHIPPED_JUDGES
from kriterion.tools.judge_run import load_judge
from tests.sandbox.test_interference import COUNTERS, exhausted

pytestmark = pytest.mark.machine

HOSTILE, HONEST, AT_ONCE = 4, 20, 4
SUITE = """
tabs:
  - testcases:
      - {expression: "double(2)", return: 4}
  - testcases:
      - {statement: "print(double(1))", stdout: "2"}
"""
# A correct solution, one that is wrong, one that is no program, and one that ends by an error. The
# first needs what the hostile take.
SOLUTIONS = {
    "correct": """
import multiprocessing, os, select, socket, subprocess
ours, theirs = socket.socketpair()
socket.send_fds(ours, [b"x"], [0, 1, 2])
assert len(socket.recv_fds(theirs, 1, 3)[1]) == 3
select.epoll().register(theirs, select.EPOLLIN)
assert subprocess.run(["true"]).returncode == 0
def double(number):
    return 2 * number
""",
    "wrong": "def double(number):\n    return number\n",
    "compilation error": "def double(number:\n",
    "runtime error": "def double(number):\n    return 2 / 0\n",
}
# Taken together where the taking of one leaves room for the others: two minutes for all.
GROUPS = (
    ("descriptors_in_flight", "epoll_watches", "pipe_pages"),
    ("inotify_instances", "inotify_watches", "message_queues"),
    ("pending_signals", "timers", "locked_memory", "keys"),
    ("processes",),
)


def test_every_listed_counter_is_exhausted() -> None:
    assert sorted(name for group in GROUPS for name in group) == sorted(COUNTERS)


@pytest.fixture(scope="module")
def installation() -> Installation:
    installation = Installation()
    probe = installation.sandbox.probe()
    if not probe.works:
        pytest.skip(f"NO SANDBOX ON THIS MACHINE: {probe.fault}\n{probe.fix}")
    if probe.enforced["other runs"] != "own uid":
        pytest.skip("runs share a uid on this machine, and do not overlap")
    return installation


def assess(installation: Installation, directory: Path, status: str) -> AssessmentRecord:
    loaded, _ = load_exercise(directory, directory)
    assert loaded is not None
    judge = load_judge(SHIPPED_JUDGES["suite"])
    intake = accept_file("solution.py", SOLUTIONS[status].encode())
    assert not isinstance(intake, Refusal)
    return installation.assess(AssessmentRequest(exercise=loaded, submission=intake, judge=judge))


@pytest.fixture(scope="module")
def exercise(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("neighbours") / "exercise"
    (directory / "evaluation").mkdir(parents=True)
    (directory / "evaluation" / "suite.yaml").write_text(SUITE)
    configuration = {
        "description": {"names": {"en": "Double"}},
        "programming_language": "python",
        "evaluation": {"handler": "suite", "time_limit": 60, "memory_limit": 200_000_000},
    }
    (directory / "config.json").write_text(json.dumps(configuration))
    return directory


@pytest.mark.alone(reason="its hostile runs take all that the machine gives them")
@pytest.mark.long(reason="twenty assessments beside four hostile runs, for each group")
@pytest.mark.parametrize("counters", GROUPS, ids=lambda group: ", ".join(group))
def test_no_verdict_depends_on_the_load_of_others(
    installation: Installation, exercise: Path, counters: tuple[str, ...]
) -> None:
    with ThreadPoolExecutor(HOSTILE) as pool, ExitStack() as stack:
        for taken in pool.map(
            lambda _: stack.enter_context(exhausted(installation.sandbox, *counters)),
            range(HOSTILE),
        ):
            assert taken
        statuses = [list(SOLUTIONS)[number % len(SOLUTIONS)] for number in range(HONEST)]
        with ThreadPoolExecutor(AT_ONCE) as honest:
            assessed = list(
                honest.map(lambda status: assess(installation, exercise, status), statuses)
            )
    found = [assessment.judge.status for assessment in assessed if assessment.judge is not None]
    assert found == statuses
