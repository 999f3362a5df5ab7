"""A judge may bring the exercise along that it is tried on."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from kriterion.assessment.context import ToolContext
from kriterion.authoring.judges.judge_check import check_judge
from kriterion.authoring.judges.judge_sample import load_sample
from kriterion.host.installation import Installation
from kriterion.tools.catalog import SHIPPED_JUDGES
from kriterion.tools.judge_run import Judge
from kriterion_tools.diagnostic import Severity
from tests.rehearsed import Rehearsed

RIGHT = b'{"accepted": true, "status": "correct"}'
CONFIG = {"description": {"names": {"en": "Sample"}}, "programming_language": "python"}


def add_sample(judge: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        file = judge / "sample" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


def test_a_judge_is_tried_on_its_own_sample(judge: Callable[[], Judge]) -> None:
    sample_judge = judge()
    files = {"config.json": json.dumps(CONFIG), "solution/solution.py": "print('mine')\n"}
    add_sample(sample_judge.directory, {**files, "description/description.en.md": "Print."})
    sandbox = Rehearsed(pieces=[RIGHT])
    check_judge(
        "judge",
        sample_judge.directory,
        image=None,
        languages=None,
        images={},
        sample=None,
        context=ToolContext(sandbox=sandbox, images={}),
    )
    archives = [tree.archive for run in sandbox.runs for tree in run.trees.values()]
    assert any(b"print('mine')" in archive for archive in archives)


@pytest.mark.parametrize(
    "files",
    [
        {},
        {"readme.txt": "of something else"},
        {"config.json": "{"},
        {"config.json": json.dumps(CONFIG), "description/description.en.md": "No solution."},
    ],
)
def test_without_a_solution_there_is_no_sample(
    judge: Callable[[], Judge], files: dict[str, str]
) -> None:
    sample_judge = judge()
    add_sample(sample_judge.directory, files)
    assert load_sample(sample_judge.directory) is None


@pytest.mark.machine
@pytest.mark.parametrize("name", SHIPPED_JUDGES)
def test_the_built_in_judges_pass_their_samples(name: str) -> None:
    installation = Installation()
    judge = installation.named(name)
    report = check_judge(
        name,
        judge.directory,
        image=judge.image,
        languages=judge.languages,
        images=installation.images,
        sample=None,
        context=installation.make_context(),
    )
    assert any(fact.startswith("sample run: 'correct'") for fact in report.facts), report
    assert [finding for finding in report.findings if finding.severity is not Severity.NOTICE] == []
