"""What is rendered: the feedback itself, and plain text with the reason where that takes long."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from benchmarks.slow_submissions import NUMBER, list_slow_submissions, make_ordinary_submission
from kriterion.feedback.html.assessment_page import render_feedback
from kriterion.feedback.viewer import Viewer
from kriterion.rendering import render_job as rendering
from kriterion.rendering.jobs import Care, FeedbackHtml, RenderedComparison
from kriterion.rendering.process_limits import ProcessBounds
from kriterion.rendering.render_job import render
from kriterion.translators import load_translator
from kriterion_tools.contracts.dodona_judge.output_records import FullOutput, Message, Permission
from tests.rendering.jobs import make_comparison_job, make_feedback_job

PLENTY = ProcessBounds(piece_seconds=60, whole_seconds=60, process_seconds=60)
NONE = ProcessBounds(piece_seconds=0, whole_seconds=0, process_seconds=60)
REASON = "rendering this takes too long"
FORMATS = ("html", "markdown", "callout", "python", "console", "plain", "code", "java")


def render_record(record_name: str = "ordinary", bounds: ProcessBounds = PLENTY) -> str:
    slow = {
        submission.name: submission
        for submission in (make_ordinary_submission(), *list_slow_submissions())
    }[record_name]
    rendered = render(make_feedback_job(slow.record), bounds).rendered
    assert isinstance(rendered, FeedbackHtml)
    return rendered.feedback


@pytest.mark.long(reason="renders all golden feedback")
def test_ordinary_feedback_is_unchanged() -> None:
    record = make_ordinary_submission().record
    expected = render_feedback(
        record, "Title", Viewer(role=Permission.STUDENT, translator=load_translator("en"))
    )
    assert render_record() == expected
    assert "source-keyword" in expected


@pytest.mark.long(reason="renders all golden feedback")
def test_plain_feedback_has_the_same_texts_and_says_why() -> None:
    html = render_record(bounds=NONE)
    assert "source-keyword" not in html
    assert "return x + 1" in html
    assert "Two" in html
    assert REASON in html
    assert "Shown without colours" in html


def test_the_reason_is_in_the_readers_language() -> None:
    job = make_feedback_job(make_ordinary_submission().record, language="nl")
    rendered = render(job, NONE).rendered
    assert isinstance(rendered, FeedbackHtml)
    assert "Zonder kleuren getoond" in rendered.feedback
    assert "dit opmaken duurt te lang" in rendered.feedback


@pytest.mark.long(reason="renders hundreds of submissions")
def test_there_are_two_hundred_slow_submissions_of_different_kinds() -> None:
    names = [submission.name for submission in list_slow_submissions()]
    assert len(set(names)) == len(names) == NUMBER == 200
    kinds = {name.split()[0].rstrip(",") for name in names}
    assert kinds >= {"code", "markdown", "html", "difference", "table", "console", "annotations"}


@pytest.mark.long(reason="renders pieces that take seconds")
@pytest.mark.parametrize(
    "name",
    [
        "code java 'a b\\n'",
        "code c ' \\n'",
        "code python ' \\n'",
        "markdown '!['",
        "markdown, a wide table",
        "difference, long lines",
        "annotations",
    ],
)
def test_slow_pieces_fall_back_to_plain_text(name: str) -> None:
    bounds = ProcessBounds(piece_seconds=0.02, whole_seconds=0.1, process_seconds=60)
    html = render_record(name, bounds)
    assert "too long" in html


def test_html_beyond_the_size_of_a_page_is_cut_with_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    record = make_ordinary_submission().record
    assert record.judge is not None
    messages = tuple(Message(description="a\n" * 500) for _ in range(200))
    feedback = replace(record.judge.feedback, messages=messages)
    record = replace(record, judge=replace(record.judge, feedback=feedback))
    monkeypatch.setattr(rendering, "MAXIMUM_HTML", 50_000)
    rendered = render(make_feedback_job(record), PLENTY).rendered
    assert isinstance(rendered, FeedbackHtml)
    assert 0 < len(rendered.feedback) <= 50_000
    assert "There is too much feedback to show all of it" in rendered.feedback
    assert "code-line-20" in rendered.feedback


def test_identical_files_have_no_panel() -> None:
    job = make_comparison_job(("a\n", "a\n"), ("a\n", "b\n"))
    rendered = render(job, PLENTY).rendered
    assert isinstance(rendered, RenderedComparison)
    same, different = rendered.panels
    assert same is None
    assert "<del>a</del>" in str(different)


def test_a_slow_comparison_shows_both_files() -> None:
    rendered = render(make_comparison_job(("one\n", "other\n")), NONE).rendered
    assert isinstance(rendered, RenderedComparison)
    panel = str(rendered.panels[0])
    assert "one" in panel
    assert "other" in panel
    assert REASON in panel


@settings(max_examples=60)
@given(
    st.lists(
        st.builds(Message, description=st.text(max_size=60), format=st.sampled_from(FORMATS)),
        max_size=4,
    ),
    st.text(max_size=60),
    st.sampled_from(Care),
    st.sampled_from([PLENTY, NONE]),
)
def test_any_feedback_is_rendered_with_any_limits(
    messages: list[Message], source: str, care: Care, bounds: ProcessBounds
) -> None:
    record = make_ordinary_submission().record
    assert record.judge is not None
    output = FullOutput(
        accepted=False, status=record.judge.status, messages=tuple(messages), groups=()
    )
    try:
        job = make_feedback_job(
            replace(
                record,
                submission=replace(record.submission, source=source),
                judge=replace(record.judge, feedback=output),
            )
        )
    except UnicodeEncodeError:  # half a surrogate pair, which the store replaces
        return
    rendered = render(replace(job, care=care), bounds).rendered
    assert isinstance(rendered, FeedbackHtml)
    assert rendered.feedback
