"""The suite judge as a host runs it: in the sandbox, without access to other processes.

There are three variants: the normal one; one as on a kernel without Landlock; and one without the
fence, which shows that an attack is real.
"""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

import kriterion_tools
from kriterion.assessment.assess import assess
from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion.assessment.context import ToolContext
from kriterion.assessment.request import AssessmentRequest
from kriterion.exercises.exercise_loading import load_exercise
from kriterion.feedback.json_document import encode_assessment
from kriterion.host.installation import Installation
from kriterion.refusals import Refusal
from kriterion.submissions.intake import accept_file
from kriterion.tools.judge_run import load_judge
from kriterion_tools.contracts.dodona_judge.output_records import Permission
from tests.feedback.rendered import render_page, render_terminal

JUDGE = Path(kriterion_tools.__file__).parent / "suite_judge"
OLD_KERNEL = Path(__file__).parents[1] / "fence" / "old_kernel.py"
UNFENCED = """
import runpy
from kriterion_tools.fence import user_processes as processes
from kriterion_tools.suite_judge import child, leftovers, own_copies
processes.hide = lambda: None
child._enter_fence = lambda *_: ()
own_copies.remove_own_copies = lambda *_: None
leftovers.Leftovers.remove = lambda *_: None
runpy.run_module("kriterion_tools.suite_judge", run_name="__main__")
"""
RUNS = {
    "as it is": None,
    "without Landlock": 'exec python3 -P "${0%/*}/old_kernel.py" '
    "python3 -P -m kriterion_tools.suite_judge\n",
    "without a fence": 'exec python3 -P "${0%/*}/unfenced.py"\n',
}

Assess = Callable[..., AssessmentRecord]


@pytest.fixture(scope="session")
def installation() -> Installation:
    return Installation()


@pytest.fixture
def assess_by(tmp_path: Path, installation: Installation) -> Assess:
    """Assess a submission by one of the judges."""
    (tmp_path / "exercise" / "evaluation").mkdir(parents=True)
    (tmp_path / "exercise" / "workdir").mkdir()
    (tmp_path / "exercise" / "workdir" / "given.txt").write_text("given")
    judge = tmp_path / "judge"
    judge.mkdir()
    own = json.loads((JUDGE / "config.json").read_text())
    files = [*own["run_files"], OLD_KERNEL.name, "unfenced.py"]
    (judge / "config.json").write_text(json.dumps({**own, "run_files": files}))
    shutil.copy(OLD_KERNEL, judge)
    (judge / "unfenced.py").write_text(UNFENCED)

    def run(name: str, source: str, suite: str, time_limit: float = 2) -> AssessmentRecord:
        (tmp_path / "exercise" / "evaluation" / "suite.yaml").write_text(suite)
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
        submission = accept_file("attack.py", source.encode())
        assert exercise is not None and not isinstance(submission, Refusal)
        return assess(
            AssessmentRequest(exercise=exercise, submission=submission, judge=load_judge(judge)),
            ToolContext(images=installation.images, sandbox=installation.sandbox),
        )

    return run


def render_for_role(role: Permission, assessment: AssessmentRecord) -> str:
    """Return all feedback that a role can read: page, terminal and JSON, without the code."""
    console = Console(width=200, record=True, file=None, force_terminal=False, quiet=True)
    console.print(render_terminal(assessment, role=role, language="en"))
    page = render_page(assessment, role=role, language="en", title="A title")
    document = json.loads(encode_assessment(assessment, role))
    del document["submission"]["source"]
    return "\n".join((console.export_text(), page, json.dumps(document)))
