"""An analyzer's comments beside the judge's feedback: on page and terminal, in the document."""

import json

import pytest
from msgspec.structs import replace
from rich.console import Console

from kriterion.assessment.assessment_record import (
    NOT_ACCEPTED,
    AnalyzerRecord,
    AnalyzerStatus,
    AssessmentRecord,
    ToolViolation,
)
from kriterion.feedback.json_document import encode_assessment
from kriterion_tools.contracts.dodona_judge.output_records import Permission
from kriterion_tools.contracts.exercism_analyzer.analysis import Comment, CommentPlace, CommentType
from kriterion_tools.contracts.exercism_analyzer.feedback_state import ExerciseKind
from tests.feedback.rendered import render_page, render_terminal
from tests.feedback.sample import ASSESSMENT
from tests.markup.parsed import list_elements

COMMENT = Comment(
    pointer="python.range",
    type=CommentType.ACTIONABLE,
    params={"name": "range"},
    places=(CommentPlace(row=5, column=18),),
)
RECORD = AnalyzerRecord(
    status=AnalyzerStatus.COMPLETED,
    summary="One thing.",
    comments=(COMMENT, Comment(pointer="python.lost")),
    tags=("construct:for-loop",),
    texts={"python.range": "# t\n\n`%{name}` may count down, 100%%.\n"},
    debugging="made of rules",
    stdout="printed",
    violations=(ToolViolation(document="tags.json", where="tags[1]", what="must be a string"),),
)
SKIPPED = AnalyzerRecord(status=AnalyzerStatus.SKIPPED, reason=NOT_ACCEPTED)
NOBODY = AnalyzerRecord(status=AnalyzerStatus.SKIPPED, reason="there is no analyzer for x here")
FAILED = AnalyzerRecord(status=AnalyzerStatus.FAILED, ending="crash", stderr="Traceback")
TIMED_OUT = AnalyzerRecord(status=AnalyzerStatus.FAILED, ending="timeout", wall_seconds=20.04)
STUDENT, STAFF = Permission.STUDENT, Permission.STAFF


def make_analyzed(record: AnalyzerRecord) -> AssessmentRecord:
    return replace(ASSESSMENT, analyzer=record)


def get_page(record: AnalyzerRecord, role: Permission = STUDENT, language: str = "en") -> str:
    return render_page(make_analyzed(record), role=role, language=language, title="x")


def print_text(assessment: AssessmentRecord, role: Permission = STUDENT) -> str:
    console = Console(width=100, no_color=True)
    with console.capture() as capture:
        console.print(render_terminal(assessment, role=role, language="en"))
    return "\n".join(line.rstrip() for line in capture.get().splitlines())


def test_comments_have_their_own_tab() -> None:
    html = get_page(RECORD)
    assert "<code>range</code> may count down, 100%." in html
    found = [attributes for _, attributes in list_elements(html)]
    ids = [attributes["id"] for attributes in found if "id" in attributes]
    assert {"comments", "comments-link", "comments-1"} <= set(ids)
    assert len(ids) == len(set(ids))
    links = {attributes["href"] for attributes in found if attributes.get("href", "")[:1] == "#"}
    assert {link.removeprefix("#") for link in links} <= set(ids)


@pytest.mark.parametrize("role", [STUDENT, STAFF])
def test_a_comment_is_shown_at_its_code(role: Permission) -> None:
    assert get_page(RECORD, role).count("may count down") == 2
    text = print_text(make_analyzed(RECORD), role)
    line = ASSESSMENT.submission.source.splitlines()[5]  # type: ignore[union-attr]
    assert f"! Recommended\n   6  {line}\n  range may count down" in text


@pytest.mark.parametrize(
    ("language", "name"), [("en", "Essential"), ("nl", "Essentieel")], ids=["en", "nl"]
)
def test_annotations_from_comments_have_their_type_as_severity(language: str, name: str) -> None:
    """Its code works: nothing in it is an error."""
    essential = Comment(pointer="python.range", type=CommentType.ESSENTIAL, places=COMMENT.places)
    html = render_page(
        replace(make_analyzed(replace(RECORD, comments=(essential,))), judge=None),
        role=STUDENT,
        language=language,
        title="x",
    )
    assert f"</span>{name}</strong>" in html
    assert "annotation-error" in html
    assert "Error</strong>" not in html and "Fout</strong>" not in html


def test_the_terminal_prints_comments_before_the_verdict() -> None:
    text = print_text(make_analyzed(RECORD))
    assert text.index("One thing.") < text.index("Recommended")
    assert text.index("Recommended") < text.rindex("Wrong")


def test_comments_are_shown_without_a_judge() -> None:
    text = print_text(replace(make_analyzed(RECORD), judge=None))
    assert "may count down" in text
    assert "No tests were run." in text


def test_staff_see_faults_of_comments_and_students_do_not() -> None:
    for output in (get_page(RECORD, STAFF), print_text(make_analyzed(RECORD), STAFF)):
        assert "no comment library of the analyzer has" in output
        assert "tags[1]" in output
    for output in (get_page(RECORD), print_text(make_analyzed(RECORD))):
        assert "python.lost" not in output
        assert "tags[1]" not in output


def test_without_comments_students_see_no_tab() -> None:
    silent = replace(RECORD, comments=(Comment(pointer="python.lost"),))
    assert 'id="comments' not in get_page(silent)
    assert "Comments" not in print_text(make_analyzed(silent))
    assert 'id="comments' in get_page(silent, STAFF)


def test_pending_comments_are_announced() -> None:
    assert "Comments follow once the judge accepts" in get_page(SKIPPED)
    assert "Opmerkingen volgen zodra" in get_page(SKIPPED, language="nl")
    assert "Comments follow once the judge accepts" in print_text(make_analyzed(SKIPPED))


@pytest.mark.parametrize(("record", "first"), [(RECORD, "comments"), (SKIPPED, "code")])
def test_the_tab_with_something_to_read_comes_first(record: AnalyzerRecord, first: str) -> None:
    last_two = [first, *({"comments", "code"} - {first})]
    identities = [attributes.get("id", "") for _, attributes in list_elements(get_page(record))]
    for suffix in ("-link", ""):
        wanted = [f"{identity}{suffix}" for identity in last_two]
        assert [identity for identity in identities if identity in wanted] == wanted


def test_comments_nobody_writes_are_not_announced() -> None:
    assert 'id="comments' not in get_page(NOBODY)
    assert "Comments" not in print_text(make_analyzed(NOBODY))


def test_a_timeout_is_called_a_timeout() -> None:
    assert "the analyzer timed out. This is not the fault of your solution" in get_page(TIMED_OUT)
    assert "de analyzer overschreed zijn tijdslimiet" in get_page(TIMED_OUT, language="nl")
    assert "the analyzer timed out" in print_text(make_analyzed(TIMED_OUT))
    assert "Analyzer: timed out · 20.0 s" in get_page(TIMED_OUT, STAFF)
    assert "Analyzer: tijdslimiet overschreden" in get_page(TIMED_OUT, STAFF, "nl")


def test_a_failing_analyzer_is_not_the_students_fault() -> None:
    assert "This is not the fault of your solution" in get_page(FAILED)
    assert "Dat ligt niet aan je oplossing" in get_page(FAILED, language="nl")
    assert "This is not the fault of your solution" in print_text(make_analyzed(FAILED))


def test_a_concept_exercise_asks_nothing_before_continuing() -> None:
    assert "worth a look before" in get_page(RECORD)
    assert "worth a look before" not in get_page(
        replace(RECORD, exercise_kind=ExerciseKind.CONCEPT)
    )


def test_the_document_has_the_comments_with_their_texts() -> None:
    messages = json.loads(encode_assessment(make_analyzed(RECORD), STAFF))["analyzer"]
    assert (messages["status"], messages["summary"]) == ("completed", "One thing.")
    assert messages["tags"] == ["construct:for-loop"]
    first, second = messages["comments"]
    assert first == {
        "pointer": "python.range",
        "type": "actionable",
        "params": {"name": "range"},
        "places": [{"row": 5, "column": 18, "rows": None, "columns": None, "file": None}],
        "text": "# t\n\n`range` may count down, 100%.\n",
    }
    assert (second["type"], second["text"]) == ("informative", None)
    assert "texts" not in messages


def test_students_do_not_see_the_analyzers_log() -> None:
    secret = {"debugging", "stdout", "stderr", "violations"}
    messages = json.loads(encode_assessment(make_analyzed(RECORD), STUDENT))["analyzer"]
    assert not secret & set(messages)
    messages = json.loads(encode_assessment(make_analyzed(RECORD), STAFF))["analyzer"]
    assert secret <= set(messages)
    assert messages["debugging"] == "made of rules"


def test_a_summary_without_comments_is_shown() -> None:
    only = replace(RECORD, comments=(), violations=())
    for output in (get_page(only), print_text(make_analyzed(only))):
        assert "One thing." in output
    for output in (
        get_page(replace(only, summary=None)),
        print_text(make_analyzed(replace(only, summary=None))),
    ):
        assert "One thing." not in output
