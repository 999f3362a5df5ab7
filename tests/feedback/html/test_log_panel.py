"""What analyzers and representers print is for staff, whatever became of their runs."""

from typing import Any, get_args

import pytest
from msgspec.structs import replace

from kriterion.assessment.assessment_record import (
    AnalyzerRecord,
    AnalyzerStatus,
    AssessmentRecord,
    RepresenterRecord,
    RepresenterStatus,
)
from kriterion.feedback import phrases
from kriterion.feedback.html.log_panel import Tool, find_run_tools, render_log_text
from kriterion.feedback.viewer import Viewer
from kriterion_tools.contracts.dodona_judge.output_records import Permission
from tests.feedback.rendered import render_page
from tests.feedback.sample import ASSESSMENT

SECRET = "<b>rule 7</b>\x1b[31m"
STAFF = Viewer(role=Permission.STAFF)


def _make_record(tool: type[Tool], status: str, ending: str) -> AssessmentRecord:
    kind: Any = AnalyzerStatus
    field = "analyzer"
    if tool is RepresenterRecord:
        kind, field = RepresenterStatus, "representer"
    record = tool(
        status=kind(status),
        ending=ending,
        stdout=f"out {SECRET}",
        stderr=f"err {SECRET}",
        debugging=f"why {SECRET}",
    )
    return replace(ASSESSMENT, **{field: record})


LOGGED = [
    pytest.param(_make_record(tool, status, ending), file, id=f"{file} {ending}")
    for tool, statuses, file in (
        (AnalyzerRecord, ("completed", "failed"), "analysis.out"),
        (RepresenterRecord, ("generated", "failed"), "representation.out"),
    )
    for status, ending in zip((*statuses, "failed"), ("finished", "crash", "timeout"), strict=True)
]


def _get_page(assessment: AssessmentRecord, role: Permission) -> str:
    return render_page(assessment, role=role, language="en", title="x")


@pytest.mark.parametrize(("assessment", "file"), LOGGED)
@pytest.mark.parametrize("role", [Permission.STAFF, Permission.ZEUS])
def test_staff_read_logs_on_the_page(
    assessment: AssessmentRecord, file: str, role: Permission
) -> None:
    html = _get_page(assessment, role)
    assert 'href="#logs"' in html and 'id="logs"' in html
    for begin in ("out", "err", "why"):
        assert f"{begin} &lt;b&gt;rule 7&lt;/b&gt;␛[31m" in html
    for name in ("stdout", "stderr", file):
        assert f"<code>{name}</code>" in html


@pytest.mark.parametrize(("assessment", "file"), LOGGED)
def test_students_do_not_see_logs(assessment: AssessmentRecord, file: str) -> None:
    html = _get_page(assessment, Permission.STUDENT)
    assert "rule 7" not in html
    assert "logs" not in html.partition("<main")[2].partition("<script")[0]
    assert file not in html


@pytest.mark.parametrize(("assessment", "file"), LOGGED)
def test_logs_are_rendered_as_text(assessment: AssessmentRecord, file: str) -> None:
    text = render_log_text(assessment, STAFF)
    for name in ("stdout", "stderr", file):
        assert f"--- {name} ---\n" in text
    assert text.count(SECRET) == 3


def test_a_run_without_logs_says_so() -> None:
    silent = replace(
        ASSESSMENT, analyzer=AnalyzerRecord(status=AnalyzerStatus.COMPLETED, ending="finished")
    )
    assert "No logs were written." in _get_page(silent, Permission.STAFF)
    assert "No logs were written." in render_log_text(silent, STAFF)


def test_a_tool_that_did_not_run_has_no_logs() -> None:
    skipped = AnalyzerRecord(status=AnalyzerStatus.SKIPPED, reason="x")
    assert find_run_tools(replace(ASSESSMENT, analyzer=skipped)) == []
    assert 'id="logs"' not in _get_page(replace(ASSESSMENT, analyzer=skipped), Permission.STAFF)


def test_every_status_has_a_name() -> None:
    statuses = {*map(str, AnalyzerStatus), *map(str, RepresenterStatus)}
    assert set(phrases.TOOL_STATUS_NAMES) == statuses
    assert get_args(Tool) == (AnalyzerRecord, RepresenterRecord)
