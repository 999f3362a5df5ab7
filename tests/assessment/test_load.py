"""A verdict does not depend on how busy the machine is."""

import json
import os
from pathlib import Path

import pytest

from benchmarks.load import Case, Verdict, assess_all, list_example_cases, start_busy_processes
from kriterion.exercises.exercise_loading import load_exercise
from kriterion.host.installation import Installation
from kriterion.submissions.submission import SubmittedFiles

pytestmark = pytest.mark.machine

TIME_LIMIT = 2


@pytest.fixture
def nearly_too_slow(tmp_path: Path) -> Case:
    """A right submission that has to compute for 70 % of its time limit."""
    (tmp_path / "evaluation").mkdir()
    (tmp_path / "evaluation" / "suite.yaml").write_text("testcases: [{expression: f(), return: 5}]")
    configuration = {
        "description": {"names": {"en": "Slow"}},
        "evaluation": {"handler": "suite", "time_limit": TIME_LIMIT},
        "programming_language": "python",
    }
    (tmp_path / "config.json").write_text(json.dumps(configuration))
    exercise, _ = load_exercise(tmp_path, tmp_path)
    assert exercise is not None
    source = (
        "import time\n"
        "def f():\n"
        f"    while time.process_time() < {0.7 * TIME_LIMIT}: pass\n"
        "    return 5\n"
    )
    return Case(exercise, SubmittedFiles(file_name="slow.py", source=source.encode()))


@pytest.mark.alone(reason="it compares a quiet machine with a busy one")
@pytest.mark.long(reason="32 assessments while two processes keep processors busy")
def test_verdicts_on_a_busy_machine_equal_those_on_an_idle_one(installation: Installation) -> None:
    examples = list_example_cases()[::3]  # each way to end is among them
    alone = assess_all(installation, examples, at_once=1)
    with start_busy_processes(2):
        together = assess_all(installation, examples * 2, at_once=4)
    assert len(together) == 24
    assert together == alone * 2
    assert len({verdict.status for verdict in alone}) == 7


@pytest.mark.alone(reason="it keeps every processor busy")
@pytest.mark.long(reason="it waits for nothing else to run")
def test_a_submission_near_its_limit_is_not_judged_by_real_time(
    installation: Installation, nearly_too_slow: Case
) -> None:
    with start_busy_processes(2 * len(os.sched_getaffinity(0)) - 1):  # half a processor for each
        verdicts = assess_all(installation, [nearly_too_slow], at_once=1)
    assert verdicts == [Verdict("correct", True, (True,))]
