"""Comments that are as bad as can be, from the bytes that an analyzer wrote to what people see."""

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from kriterion.assessment.analyzer_run import AnalyzerRun, analyze
from kriterion.assessment.assessment_record import (
    AnalyzerRecord,
    AnalyzerStatus,
    AssessmentRecord,
    SubmissionRecord,
)
from kriterion.assessment.context import ToolContext
from kriterion.exercises.exercism import MetaConfiguration, TrackExercise
from kriterion.feedback.json_document import encode_assessment
from kriterion.submissions.submission import SubmittedFiles
from kriterion.tools.exercism_tool import ExercismTool
from kriterion_tools.contracts.dodona_judge.output_records import Permission
from kriterion_tools.tool_documents import MAXIMUM_CHARACTERS
from tests.feedback.rendered import render_page, render_terminal
from tests.rehearsed import FINE, Rehearsed

SOURCE = "def f(x):\n    return x\n"
GOOD: dict[str, Any] = {"comment": "python.good", "type": "essential", "places": [{"row": 1}]}
SECRET = "the password of the machine"

BAD: dict[str, list[Any]] = {
    "a hundred thousand": ["a"] * 100_000,
    "a hundred thousand numbers": [3] * 100_000,
    "objects that say nothing": [{}] * 100_000,
    "numbers": [0, -1, 1.5, 10**400, True],
    "nulls and lists": [None, [], [[]], [None]],
    "params that are null": [{"comment": "python.asks", "params": None}],
    "params with null": [{"comment": "python.asks", "params": {"what": None}}],
    "params that are nested": [{"comment": "python.asks", "params": {"what": {"a": [{}, [1]]}}}],
    "params that are deep": [{"comment": "python.asks", "params": {"what": [[[[[[[[1]]]]]]]]}}],
    "params that are no object": [{"comment": "python.asks", "params": ["what"]}],
    "very many params": [{"comment": "python.asks", "params": {str(n): n for n in range(20_000)}}],
    "a way up": ["../secret", "..", "...", "python...secret", {"comment": "../../secret"}],
    "absolute paths": ["/secret", "/etc/passwd", "python./secret", "C:\\secret"],
    "a NUL": ["python\0", "python.good\0.md", {"comment": "\0"}],
    "directories": ["python", "python.directory", "python.directory.inside"],
    "links that lead out": ["python.link", "python.outside.secret"],
    "a pipe": ["python.pipe"],
    "long pointers": ["a" * 400, "a." * 240 + "a", "x" * 100_000],
    "templates that are filled in by templates": [
        {"comment": "python.asks", "params": {"what": "%{what}%{what}"}}
    ],
    "templates that grow": [{"comment": "python.grows", "params": {"what": "y" * 32_000}}],
    "comments that are nested": [{"comment": "python.asks", "params": {"what": "> - " * 8_000}}],
    "comments full of code": [{"comment": "python.asks", "params": {"what": "```\n" * 8_000}}],
    "markup": [{"comment": "python.asks", "params": {"what": "<script>alert(1)</script><b>"}}],
    "terminal's own": [{"comment": "python.asks", "params": {"what": "\x1b]0;x\x07\x1b[2J"}}],
    "places without end": [
        {"comment": "python.asks", "params": {"what": str(n)}, "places": [{"row": 0}] * 100}
        for n in range(300)
    ],
    "places that are none": [
        {"comment": "python.asks", "places": [{"row": 2**31 - 1, "columns": 2**31 - 1}]},
        {"comment": "python.asks", "places": [{"row": 0, "rows": 2**31 - 1}, {"row": -1}, 7]},
        {"comment": "python.asks", "places": {"row": 3}, "params": {"line": "9" * 30}},
    ],
}


@pytest.fixture
def library(tmp_path: Path) -> Path:
    comments = tmp_path / "analyzer-comments" / "python"
    (comments / "directory.md").mkdir(parents=True)
    (comments / "directory").mkdir()
    (tmp_path / "secret.md").write_text(SECRET)
    (comments / "good.md").write_text("# good\n\nThis stays.\n")
    (comments / "asks.md").write_text("# asks\n\nSay %{what} here.\n")
    (comments / "grows.md").write_text("%{what}\n" * 2_000)
    (comments / "link.md").symlink_to(tmp_path / "secret.md")
    (comments / "outside").symlink_to(tmp_path)
    os.mkfifo(comments / "pipe.md")
    return comments.parent


def _analyze_solution(library: Path, content: bytes) -> AssessmentRecord:
    exercise = TrackExercise(slug="f", configuration=MetaConfiguration(solution=("f.py",)))
    analyzing = AnalyzerRun(
        tool=ExercismTool(directory=library, place="/opt/analyzer"),
        exercise=exercise,
        libraries=(library,),
    )
    sandbox = Rehearsed(replace(FINE, files={"/mnt/output/analysis.json": content}))
    context = ToolContext(images={}, sandbox=sandbox, make_root=lambda _: "")
    submission = SubmittedFiles(file_name="f.py", source=SOURCE.encode())
    return AssessmentRecord(
        submission=SubmissionRecord(exercise="f", file_name="f.py", source=SOURCE, language="en"),
        analyzer=analyze(analyzing, submission, context),
    )


@pytest.mark.parametrize("role", [Permission.STUDENT, Permission.STAFF])
@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_a_bad_comment_costs_only_itself(bad: list[Any], role: Permission, library: Path) -> None:
    content = json.dumps({"comments": [*bad, GOOD]}, separators=(",", ":")).encode()
    assert len(content) <= MAXIMUM_CHARACTERS
    assessment = _analyze_solution(library, content)
    record = assessment.analyzer
    assert isinstance(record, AnalyzerRecord)
    assert record.status is AnalyzerStatus.COMPLETED
    assert SECRET not in "".join(record.texts.values())
    page = render_page(assessment, role=role, language="en", title="f")
    console = Console(width=80, no_color=True)
    with console.capture() as capture:
        console.print(render_terminal(assessment, role=role, language="en"))
    document = encode_assessment(assessment, role=role)
    for document_text in (page, capture.get(), document.decode()):
        assert "This stays." in document_text
        assert SECRET not in document_text
        assert len(document_text) < 4 * MAXIMUM_CHARACTERS
    assert "<script>alert" not in page
    assert "\x1b]" not in capture.get()
