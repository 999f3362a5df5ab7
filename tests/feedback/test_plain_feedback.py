"""Feedback as plain text, for archives."""

from msgspec.structs import replace

from kriterion.feedback import plain_feedback
from kriterion.feedback.plain_feedback import write_plain_feedback
from kriterion.feedback.titles import make_tab_title
from kriterion.feedback.viewer import Viewer
from kriterion.feedback.withholding import Withholding
from kriterion.translators import load_translator
from kriterion_tools.contracts.dodona_judge.output_records import Message, Permission
from tests.feedback.sample import ASSESSMENT, OUTPUT


def write_message(message: Message, viewer: Viewer | None = None) -> str:
    assert ASSESSMENT.judge is not None
    output = replace(OUTPUT, messages=(message,), groups=(), annotations=())
    assessment = replace(ASSESSMENT, judge=replace(ASSESSMENT.judge, feedback=output))
    return write_plain_feedback(assessment, viewer or Viewer())


def test_the_text_has_tabs_tests_and_annotations() -> None:
    text = write_plain_feedback(ASSESSMENT, Viewer())
    assert ASSESSMENT.judge is not None
    for tab in OUTPUT.groups:
        if tab.permission is Permission.STUDENT:
            assert make_tab_title(tab) in text
    assert "Expected output" in text
    assert "Line " in text
    assert "\x1b" not in text


def test_tags_of_html_become_line_breaks_or_nothing() -> None:
    message = Message(format="html", description="<p>1 &lt; <b>2</b></p>next<script>x</script>")
    assert "1 < 2\nnext" in write_message(message)


def test_other_formats_keep_what_looks_like_a_tag() -> None:
    assert "<b> is a tag" in write_message(Message(description="<b> is a tag"))


def test_what_students_may_not_see_is_left_out() -> None:
    hidden = Message(description="for staff", permission=Permission.STAFF)
    assert "for staff" not in write_message(hidden)
    assert "for staff" in write_message(hidden, Viewer(role=Permission.STAFF))


def test_a_withheld_verdict_is_left_out() -> None:
    withheld = Viewer(withholding=Withholding(verdict=True, tabs=True))
    assert write_plain_feedback(ASSESSMENT, withheld).strip() == ""


def test_the_text_is_in_the_language_of_the_viewer() -> None:
    assert "Verwachte uitvoer" in write_plain_feedback(
        ASSESSMENT, Viewer(translator=load_translator("nl"))
    )


def test_a_long_text_is_cut() -> None:
    message = Message(description="x" * 100)
    assert ASSESSMENT.judge is not None
    output = replace(OUTPUT, messages=(message,) * 20_000)
    assessment = replace(ASSESSMENT, judge=replace(ASSESSMENT.judge, feedback=output))
    text = write_plain_feedback(assessment, Viewer())
    assert len(text) < plain_feedback.MAXIMUM_CHARACTERS + 1000
    assert "left out" in text
