"""Feedback on a submission of several files: each is shown, and comments lead to their file."""

import json
import re

import pytest
from msgspec.structs import replace
from rich.console import Console

from kriterion.assessment.assessment_record import (
    AnalyzerRecord,
    AnalyzerStatus,
    AssessmentRecord,
    SubmissionRecord,
)
from kriterion.feedback.json_document import encode_assessment
from kriterion_tools.contracts.dodona_judge.output_records import Permission
from kriterion_tools.contracts.exercism_analyzer.analysis import Comment, CommentPlace
from tests.feedback.rendered import render_page, render_terminal
from tests.feedback.sample import ASSESSMENT
from tests.markup.parsed import list_elements

SUBMISSION = SubmissionRecord(
    exercise="Two Fer",
    file_name="mine.py",
    source="main = 1\n",
    language="en",
    programming_language="python",
    other_files={"lib/words.py": "W = []\nX = {}\n", "<b>.txt": "<script>\n"},
)
COMMENT = Comment(
    pointer="a",
    places=(
        CommentPlace(row=0),
        CommentPlace(row=1, file="lib/words.py"),
        CommentPlace(row=0, file="mine.py"),
        CommentPlace(row=5, file="two_fer_test.py"),
    ),
)
RECORD = AnalyzerRecord(
    status=AnalyzerStatus.COMPLETED, comments=(COMMENT,), texts={"a": "# t\n\nSaid once.\n"}
)
SEVERAL = AssessmentRecord(submission=SUBMISSION, analyzer=RECORD)


def get_page(assessment: AssessmentRecord = SEVERAL) -> str:
    return render_page(assessment, role=Permission.STUDENT, language="en", title="x")


def test_every_file_has_a_tab_with_its_name() -> None:
    html = get_page()
    titles = ["mine.py", "lib/words.py", "&lt;b&gt;.txt"]
    links = [
        html.index(f'<a href="#{panel}" id="{panel}-link">{title}<')
        for panel, title in zip(("code", "code-2", "code-3"), titles, strict=True)
    ]
    assert links == sorted(links)
    assert [html.count(f'<h2 class="panel-title">{title}</h2>') for title in titles] == [1, 1, 1]
    ids = [a["id"] for tag, a in list_elements(html) if tag == "tr" and "id" in a]
    assert ids == ["code-line-1", "code-2-line-1", "code-2-line-2", "code-3-line-1"]
    assert "<script>\n" not in html.partition("<main")[2].partition("</main>")[0]


def test_each_tab_counts_its_own_annotations() -> None:
    tabs = get_page().partition('id="code-link"')[2].partition("</nav>")[0].split("</li>")
    badges = [re.findall(r'badge-quiet">.*?</span>(\d+)</span>', tab) for tab in tabs]
    assert badges[:3] == [["1"], ["1"], []]


def test_the_tab_of_a_single_file_has_no_file_name() -> None:
    alone = replace(SEVERAL, submission=replace(SUBMISSION, other_files={}))
    html = get_page(alone)
    assert '<h2 class="panel-title">Code</h2>' in html
    assert '<h2 class="panel-title">mine.py</h2>' not in html


def test_a_comment_links_to_its_lines_in_each_file() -> None:
    links = [
        (a["href"], a.get("data-file"), a["data-line"])
        for tag, a in list_elements(get_page())
        if tag == "a" and "data-line" in a
    ]
    assert links == [("#code-line-1", None, "1"), ("#code-2-line-2", "2", "2")]
    assert "lib/words.py: Line 2" in get_page()
    assert "two_fer_test.py" not in get_page()


def test_a_comment_is_shown_in_its_file() -> None:
    html = get_page()
    rows = [a.get("id", a.get("class")) for tag, a in list_elements(html) if tag == "tr"]
    assert rows == [
        *("code-line-1", "remarks"),
        *("code-2-line-1", "code-2-line-2", "remarks"),
        "code-3-line-1",
    ]


def test_a_terminal_shows_the_lines_of_each_file() -> None:
    console = Console(width=80, no_color=True)
    with console.capture() as capture:
        console.print(render_terminal(SEVERAL, role=Permission.STUDENT, language="en"))
    lines = [line.rstrip() for line in capture.get().splitlines()]
    at = lines.index("   1  main = 1")
    assert lines[at : at + 3] == ["   1  main = 1", "lib/words.py", "   2  X = {}"]


@pytest.mark.parametrize(("assessment", "is_listed"), [(SEVERAL, True), (ASSESSMENT, False)])
def test_a_document_lists_the_other_files_if_any(
    assessment: AssessmentRecord, is_listed: bool
) -> None:
    submission = json.loads(encode_assessment(assessment, Permission.STUDENT))["submission"]
    assert ("other_files" in submission) is is_listed
    if is_listed:
        assert list(submission["other_files"]) == ["lib/words.py", "<b>.txt"]
