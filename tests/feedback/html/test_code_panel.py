from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from kriterion.assessment.assessment_record import SubmissionRecord
from kriterion.feedback.annotation_placement import MAXIMUM_ANNOTATIONS
from kriterion.feedback.html.code_panel import MAXIMUM_LINES, render_code
from kriterion.feedback.viewer import Viewer
from kriterion.markup.effort import limit_effort
from kriterion.markup.element import Markup
from kriterion_tools.contracts.dodona_judge.output_records import Annotation, AnnotationSeverity
from tests.feedback.sample import ASSESSMENT, OUTPUT, SOURCE
from tests.markup.parsed import list_elements

VIEWER = Viewer()


def render_listing(
    source: str | None, file_name: str, annotations: Sequence[Annotation] = ()
) -> Markup:
    submission = SubmissionRecord(exercise="", file_name=file_name, source=source, language="en")
    return render_panel(submission, annotations)


def render_panel(submission: SubmissionRecord, annotations: Sequence[Annotation] = ()) -> Markup:
    [tab] = render_code(submission, annotations, VIEWER)
    return tab.panel


def test_every_line_of_code_can_be_linked_to() -> None:
    html = render_listing(SOURCE, "countdown.py")
    ids = [a["id"] for tag, a in list_elements(html) if tag == "tr"]
    assert ids == [f"code-line-{number}" for number in range(1, 14)]


def test_an_annotation_is_shown_under_its_last_line() -> None:
    html = render_listing(SOURCE, "countdown.py", OUTPUT.annotations)
    rows = [a.get("id", a.get("class")) for tag, a in list_elements(html) if tag == "tr"]
    assert rows[6:10] == ["code-line-7", "remarks", "code-line-8", "remarks"]
    assert rows[-1] == "remarks"


def test_a_mark_keeps_the_syntax_colours() -> None:
    annotation = Annotation(row=0, column=2, columns=3, text="x", type=AnnotationSeverity.ERROR)
    html = render_listing("def f(): pass", "f.py", (annotation,))
    assert (
        '<span class="source-keyword">de</span>'
        '<span class="source-keyword marked marked-error">f </span>'
        '<span class="source-function marked marked-error">f</span>'
    ) in html


def test_only_a_web_address_becomes_a_link() -> None:
    for url, linked in (("https://example.org/E1", True), ("javascript:alert(1)", False)):
        annotation = Annotation(row=0, text="x", external_url=url)
        html = render_listing("x", "", (annotation,))
        assert ("<a " in html) is linked
        assert "javascript" not in html


def test_missing_code_is_mentioned_and_keeps_its_annotations() -> None:
    html = render_listing(None, "", OUTPUT.annotations)
    assert "The submitted code is not available here." in html
    assert "Line 7: " in html


def test_empty_code_is_one_empty_line() -> None:
    assert 'id="code-line-1"' in render_listing("", "", OUTPUT.annotations)


def test_hostile_code_is_shown_as_text() -> None:
    html = render_listing("</code><script>alert(1)</script>\u202e\0", "x.html")
    assert "script" not in {tag for tag, _ in list_elements(html)}
    assert "⟨U+202E⟩" in html


def test_a_file_without_a_name_is_highlighted_in_the_exercises_language() -> None:
    submission = replace(ASSESSMENT.submission, file_name="submission")
    assert "source-keyword" not in render_panel(submission)
    for language, coloured in (("python", True), ("klingon", False)):
        named = replace(submission, programming_language=language)
        assert ("source-keyword" in render_panel(named)) is coloured


def test_surplus_annotations_are_counted() -> None:
    many = [Annotation(row=0, rows=10**9, text="x")] * (MAXIMUM_ANNOTATIONS + 7)
    html = render_listing("x\n" * 30_000, "", many)
    assert html.count('class="annotation ') == MAXIMUM_ANNOTATIONS
    assert "⋯ 7 more annotations" in html


def test_a_very_long_annotation_mentions_both_lengths() -> None:
    html = render_listing("x", "", [Annotation(row=0, text="y" * 10_000)])
    assert "Only the first 4000 of 10000 characters are shown." in html


def test_long_code_is_cut_and_no_annotation_is_lost() -> None:
    last = Annotation(row=MAXIMUM_LINES + 5, text="far down", type=AnnotationSeverity.ERROR)
    html = render_listing("x\n" * (MAXIMUM_LINES + 10), "a.txt", [last])
    assert f'id="code-line-{MAXIMUM_LINES}"' in html
    assert f'id="code-line-{MAXIMUM_LINES + 1}"' not in html
    assert f"Only the first {MAXIMUM_LINES} of {MAXIMUM_LINES + 10} lines are shown." in html
    assert "far down" in html
    assert f"Line {MAXIMUM_LINES + 6}" in html


def test_slow_code_keeps_its_lines_and_annotations() -> None:
    class Impatient:
        def render_or_fall_back(self, render: Callable[[], Any], plain: Callable[[], Any]) -> Any:
            return plain()

    with limit_effort(Impatient()):
        html = render_listing(
            SOURCE, "a.py", [Annotation(row=0, text="look", type=AnnotationSeverity.INFO)]
        )
    assert "source-" not in html
    assert 'id="code-line-1"' in html
    assert "look" in html
    assert "Shown without colours" in html
