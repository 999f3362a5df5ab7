"""An analyzer's comments are shown each on its own, the most urgent first."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from kriterion.assessment.assessment_record import SubmissionRecord
from kriterion.feedback import phrases
from kriterion.feedback.analysis.comment_annotations import CommentAnnotation, annotate_comments
from kriterion.feedback.analysis.prepared_comments import (
    MAXIMUM_CHARACTERS,
    MAXIMUM_COMMENTS,
    PreparedComments,
    prepare_comments,
)
from kriterion.feedback.html.code_panel import render_annotation
from kriterion.feedback.html.comment_panel import render_comments, render_missing_comments
from kriterion.feedback.terminal import comment_list
from kriterion.feedback.terminal.source_lines import highlight_files
from kriterion.feedback.viewer import Viewer
from kriterion.markup.markdown.exercism_comment import render_comment
from kriterion.translators import load_translator
from kriterion_tools.contracts.dodona_judge.output_records import AnnotationSeverity, Permission
from kriterion_tools.contracts.exercism_analyzer.analysis import (
    Analysis,
    Comment,
    CommentPlace,
    CommentType,
)
from kriterion_tools.contracts.exercism_analyzer.feedback_state import ExerciseKind, FeedbackState

STUDENT = Viewer()
STAFF = Viewer(role=Permission.STAFF)
DUTCH = Viewer(translator=load_translator("nl"))
ESSENTIAL, ACTIONABLE, INFORMATIVE, CELEBRATORY = CommentType

TEXTS = {
    "plain": "# plain\n\nSaid *plainly*.\n",
    "named": "Rename `%{name}`, 100%%.\n\n```python\n%{name} = 1\n```\n",
    "title": "# only a title\n",
    "long": "# t\n\nSee [the manual](https://example.org/a), and do this:\n\n- that\n",
    "note": "```exercism/caution\nTake care.\n```\n",
}


def prepare(
    *comments: Comment, viewer: Viewer = STUDENT, summary: str | None = None
) -> PreparedComments:
    analysis = Analysis(summary=summary, comments=comments)
    return prepare_comments(analysis, TEXTS, viewer, file_name="a.py")


def print_text(renderable: Any) -> str:
    console = Console(width=80, no_color=True, file=None)
    with console.capture() as capture:
        console.print(renderable)
    return "\n".join(line.rstrip() for line in capture.get().splitlines())


# Source: what exercism/website 16bb79f pins of a parameterised comment.
def test_a_comment_is_filled_in_and_rendered() -> None:
    prepared = prepare(Comment(pointer="named", params={"name": "iHiD"}))
    (comment,) = prepared.comments
    assert comment.type is INFORMATIVE
    assert comment.html.startswith("<p>Rename <code>iHiD</code>, 100%.</p>\n<pre>iHiD = ")
    assert prepared.faults == ()


def test_a_missing_parameter_is_reported_and_the_comment_is_kept() -> None:
    prepared = prepare(Comment(pointer="named"))
    assert len(prepared.comments) == 1
    assert [str(fault) for fault in prepared.faults] == [
        "analysis.json named: the text has a placeholder 'name', for which there is no parameter"
    ]


def test_essential_comments_come_first() -> None:
    prepared = prepare(Comment(pointer="plain"), Comment(pointer="named", type=ESSENTIAL))
    assert [comment.type for comment in prepared.comments] == [ESSENTIAL, INFORMATIVE]


@pytest.mark.parametrize(
    ("pointer", "message"),
    [
        (
            "unknown",
            "analysis.json unknown: has no text: no comment library of the analyzer has unknown.md",
        ),
        ("title", "analysis.json title: has no text, or only a title"),
    ],
)
def test_an_unreadable_comment_asks_nothing_of_the_student(pointer: str, message: str) -> None:
    prepared = prepare(Comment(pointer=pointer, type=ESSENTIAL), Comment(pointer="plain"))
    assert len(prepared.comments) == 1
    assert prepared.state is FeedbackState.NON_ACTIONABLE
    assert [str(fault) for fault in prepared.faults] == [message]


def test_a_comment_that_breaks_the_renderer_affects_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def breaking(text: str, **named: Any) -> Any:
        if "plainly" in text:
            raise RuntimeError("no")
        return render_comment(text, **named)

    monkeypatch.setattr("kriterion.feedback.analysis.prepared_comments.render_comment", breaking)
    prepared = prepare(Comment(pointer="plain"), Comment(pointer="note"))
    assert len(prepared.comments) == 1
    assert [str(fault) for fault in prepared.faults] == [
        "analysis.json plain: cannot be rendered: RuntimeError('no')"
    ]


def test_identical_comments_are_merged_with_all_their_locations() -> None:
    prepared = prepare(
        Comment(pointer="named", params={"name": "a"}, places=(CommentPlace(row=1),)),
        Comment(pointer="named", params={"name": "b"}),
        Comment(pointer="named", params={"name": "a"}, places=(CommentPlace(row=5),)),
    )
    assert [comment.places for comment in prepared.comments] == [
        (CommentPlace(row=1), CommentPlace(row=5)),
        (),
    ]


def test_locations_are_in_the_students_file_unique_and_limited() -> None:
    many = tuple(CommentPlace(row=row) for row in (3, 3, *range(100)))
    elsewhere = CommentPlace(row=1, file="other.py")
    (comment,) = prepare(Comment(pointer="plain", places=(elsewhere, *many))).comments
    assert comment.places == tuple(CommentPlace(row=row) for row in (3, 0, 1, 2, *range(4, 20)))


def test_surplus_comments_are_counted() -> None:
    many = [Comment(pointer="plain", params={"x": str(number)}) for number in range(60)]
    prepared = prepare(*many)
    assert (len(prepared.comments), prepared.left_out) == (MAXIMUM_COMMENTS, 10)


def test_the_number_of_long_comments_is_limited() -> None:
    texts = {"long": "word " * 10_000}
    many = [Comment(pointer="long", params={"x": str(number)}) for number in range(5)]
    prepared = prepare_comments(Analysis(comments=tuple(many)), texts, STUDENT)
    assert len(prepared.comments) == MAXIMUM_CHARACTERS // 50_000
    assert prepared.left_out == 3


def test_a_summary_is_shown_with_and_without_comments() -> None:
    assert prepare(summary="Fine").summary == "Fine"
    assert prepare(Comment(pointer="unknown"), summary="One thing").summary == ""
    assert prepare(Comment(pointer="plain"), summary="Fine").summary == "Fine"


def test_a_summary_is_plain_text_above_the_comments() -> None:
    prepared = prepare(Comment(pointer="plain"), summary="Nearly <b>there</b>, *so* far")
    page = render_comments(prepared, STUDENT)
    terminal = print_text(comment_list.render_comments(prepared, STUDENT))
    assert "Nearly &lt;b&gt;there&lt;/b&gt;, *so* far" in page
    assert page.index("Nearly") < page.index("Said <em>plainly</em>")
    assert "Nearly <b>there</b>, *so* far" in terminal
    assert terminal.index("Nearly") < terminal.index("Said plainly")


@pytest.mark.parametrize(
    ("type_", "kind", "english", "dutch"),
    [
        (
            ESSENTIAL,
            ExerciseKind.CONCEPT,
            "Address the essential comments before going on.",
            "Verwerk de essentiële opmerkingen voor je verdergaat.",
        ),
        (
            ACTIONABLE,
            ExerciseKind.PRACTICE,
            "The recommended improvements are worth a look before going on.",
            "De aanbevolen verbeteringen zijn het bekijken waard voor je verdergaat.",
        ),
    ],
)
def test_what_to_do_first_is_stated(
    type_: CommentType, kind: ExerciseKind, english: str, dutch: str
) -> None:
    prepared = prepare(Comment(pointer="plain", type=type_))
    for viewer, words in ((STUDENT, english), (DUTCH, dutch)):
        assert words in render_comments(prepared, viewer, kind=kind)
        assert words in print_text(comment_list.render_comments(prepared, viewer, kind=kind))


@pytest.mark.parametrize(
    ("type_", "kind"),
    [
        (ACTIONABLE, ExerciseKind.CONCEPT),
        (INFORMATIVE, ExerciseKind.PRACTICE),
        (CELEBRATORY, ExerciseKind.PRACTICE),
    ],
)
def test_other_comments_block_nothing(type_: CommentType, kind: ExerciseKind) -> None:
    html = render_comments(prepare(Comment(pointer="plain", type=type_)), STUDENT, kind=kind)
    assert "callout" not in html


def test_every_comment_shows_its_type_and_links_to_its_lines() -> None:
    places = (CommentPlace(row=1), CommentPlace(row=1, column=4), CommentPlace(row=6))
    html = render_comments(prepare(Comment(pointer="plain", type=ACTIONABLE, places=places)), DUTCH)
    assert 'id="comments-1"' in html
    assert "Aanbevolen" in html
    assert re.findall(r'href="(#code-line-\d+)"[^>]*>([^<]+)', html) == [
        ("#code-line-2", "Regel 2"),
        ("#code-line-7", "Regel 7"),
    ]


@pytest.mark.parametrize(
    ("viewer", "marked"), [(DUTCH, ' lang="en"'), (STUDENT, "")], ids=["Dutch", "English"]
)
def test_a_comment_in_another_language_than_the_page_says_so(viewer: Viewer, marked: str) -> None:
    analysis = Analysis(comments=(Comment(pointer="plain", places=(CommentPlace(row=2),)),))
    prepared = prepare_comments(analysis, TEXTS, viewer, languages={"plain": "en"})
    assert f'<div class="rich"{marked}><p>Said' in render_comments(prepared, viewer)
    [annotation] = annotate_comments(prepared)
    assert f'<span class="text"{marked}>Said' in render_annotation(annotation, viewer)


def test_a_note_is_named_in_the_readers_language() -> None:
    prepared = prepare(Comment(pointer="note"), viewer=DUTCH)
    assert "<strong>Let op</strong>" in prepared.comments[0].html


def test_only_staff_see_faults_of_comments() -> None:
    prepared = prepare(Comment(pointer="unknown"), Comment(pointer="plain"))
    for expected in (
        render_comments(prepared, STUDENT),
        print_text(comment_list.render_comments(prepared, STUDENT)),
    ):
        assert "no such comment" not in expected
    for expected in (
        render_comments(prepared, STAFF),
        print_text(comment_list.render_comments(prepared, STAFF)),
    ):
        assert "no comment library of the analyzer has" in expected


def test_comments_are_printed_on_a_terminal() -> None:
    prepared = prepare(
        Comment(pointer="named", params={"name": "\x1b[31mx"}, places=(CommentPlace(row=2),)),
        Comment(pointer="plain", type=ESSENTIAL),
        summary="Two things \x1b[2J",
    )
    assert print_text(comment_list.render_comments(prepared, STUDENT)).splitlines()[1:] == [
        "Comments ───────────────────────────────────────────────────────────────────────",
        "Address the essential comments before going on.",
        "Two things",
        "",
        "✗ Essential",
        "  Said plainly.",
        "",
        "i Good to know  Line 3",
        "  Rename ␛[31mx, 100%.",
        "",
        "  ␛[31mx = 1",
    ]


def test_the_reason_for_missing_comments_is_given() -> None:
    text = "Comments follow once the judge accepts the solution."
    assert text in render_missing_comments(phrases.NO_COMMENTS_YET, STUDENT)
    assert text in print_text(
        comment_list.render_missing_comments(phrases.NO_COMMENTS_YET, STUDENT)
    )


def test_comments_annotate_their_code() -> None:
    prepared = prepare(
        Comment(
            pointer="named",
            type=ACTIONABLE,
            params={"name": "x"},
            places=(
                CommentPlace(row=2, column=4, rows=1, columns=3),
                CommentPlace(row=0, file="a.py"),
                CommentPlace(row=0, file="b.py"),
            ),
        ),
        Comment(pointer="plain"),
    )
    assert annotate_comments(prepared) == (
        CommentAnnotation(
            row=2,
            column=4,
            rows=1,
            columns=3,
            text="Rename x, 100%.",
            type=AnnotationSeverity.WARNING,
            comment=ACTIONABLE,
        ),
        CommentAnnotation(
            row=0, text="Rename x, 100%.", type=AnnotationSeverity.WARNING, comment=ACTIONABLE
        ),
    )


def test_an_annotation_starts_at_its_location() -> None:
    prepared = prepare(
        Comment(pointer="long", places=(CommentPlace(row=2, column=4, rows=3, columns=9),))
    )
    assert annotate_comments(prepared) == (
        CommentAnnotation(
            row=2,
            text="See the manual, and do this…",
            type=AnnotationSeverity.INFO,
            comment=INFORMATIVE,
        ),
    )


def test_a_comment_on_a_terminal_shows_its_lines() -> None:
    places = (CommentPlace(row=0), CommentPlace(row=2, column=2, columns=1), CommentPlace(row=9))
    prepared = prepare(Comment(pointer="plain", places=places))
    source = "".join(f"x{number} = 1\n" for number in range(4))
    record = SubmissionRecord(exercise="", file_name="a.py", source=source, language="en")
    codes = highlight_files(record)
    assert print_text(comment_list.render_comments(prepared, STUDENT, codes=codes)).splitlines()[
        3:
    ] == [
        "i Good to know",
        "   1  x0 = 1",
        "   ⋯",
        "   3  x2 = 1",
        "   4  x3 = 1",
        "  Said plainly.",
    ]


def test_a_terminal_shows_the_first_of_many_lines() -> None:
    places = tuple(CommentPlace(row=row) for row in range(20))
    prepared = prepare(Comment(pointer="plain", places=places))
    record = SubmissionRecord(exercise="", file_name="a.py", source="x\n" * 30, language="en")
    text = print_text(
        comment_list.render_comments(prepared, STUDENT, codes=highlight_files(record))
    )
    assert text.splitlines()[-3:] == ["   5  x", "   ⋯", "  Said plainly."]


@given(st.dictionaries(st.sampled_from(["a", "b"]), st.text(max_size=60)), st.text(max_size=60))
def test_any_texts_can_be_shown(texts: dict[str, str], value: str) -> None:
    comments = tuple(Comment(pointer=name, params={"x": value}) for name in ("a", "b"))
    prepared = prepare_comments(Analysis(summary=value, comments=comments), texts, STAFF)
    assert "<script" not in render_comments(prepared, STAFF)
    assert "\x1b" not in print_text(comment_list.render_comments(prepared, STAFF))
