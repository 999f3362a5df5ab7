"""Renders the panel with an analyzer's comments."""

from collections.abc import Iterable, Iterator, Sequence

from kriterion.feedback import icons, phrases
from kriterion.feedback.analysis.prepared_comments import (
    COMMENTS_ID,
    PreparedComment,
    PreparedComments,
)
from kriterion.feedback.html.element_ids import CODE_ID, make_line_id
from kriterion.feedback.html.tabs import render_panel
from kriterion.feedback.viewer import Viewer
from kriterion.markup.element import NOTHING, Markup, element, join_html
from kriterion_tools.contracts.exercism_analyzer.analysis import CommentPlace
from kriterion_tools.contracts.exercism_analyzer.feedback_state import (
    Advice,
    ExerciseKind,
    choose_advice,
)
from kriterion_tools.errors import ContractViolation
from kriterion_tools.translation.translator import Phrase

ADVICE: dict[Advice, Phrase] = {
    Advice.ADDRESS: phrases.ADDRESS_FIRST,
    Advice.CONSIDER: phrases.CONSIDER_FIRST,
}
_CALLOUTS = {
    Advice.ADDRESS: "callout-danger",
    Advice.CONSIDER: "callout-warning",
}


def render_comments(
    ready: PreparedComments,
    viewer: Viewer,
    *,
    kind: ExerciseKind = ExerciseKind.PRACTICE,
    other_files: Sequence[str] = (),
) -> Markup:
    """Render the panel: advice on what to do first, the summary, and the comments.

    `other_files` are the submitted files without the main one, in the order of the Code tab.
    """
    advised = choose_advice(ready.state, kind)
    more = viewer.translate(phrases.COMMENTS_LEFT_OUT, count=ready.left_out)
    return render_panel(
        viewer.translate(phrases.COMMENTS),
        COMMENTS_ID,
        _render_callout(viewer.translate(ADVICE[advised]), _CALLOUTS[advised])
        if advised in ADVICE
        else NOTHING,
        element("p", ready.summary, class_="summary") if ready.summary else NOTHING,
        *(
            _render_comment(comment, f"{COMMENTS_ID}-{number}", other_files, viewer)
            for number, comment in enumerate(ready.comments, start=1)
        ),
        element("p", f"⋯ {more}", class_="left-out") if ready.left_out else NOTHING,
        _render_faults(ready.faults, viewer) if ready.faults and viewer.is_staff else NOTHING,
    )


def render_missing_comments(reason: Phrase, viewer: Viewer) -> Markup:
    """Render the panel with the reason why there are no comments."""
    label = _render_callout(viewer.translate(reason), "callout-info")
    return render_panel(viewer.translate(phrases.COMMENTS), COMMENTS_ID, label)


def _render_callout(text: str, kind: str) -> Markup:
    return element("div", element("p", text), class_=f"callout {kind} advice")


def _render_comment(
    comment: PreparedComment, identity: str, other_files: Sequence[str], viewer: Viewer
) -> Markup:
    return element(
        "article",
        element(
            "h3",
            icons.render_icon(icons.OF_COMMENT[comment.type]),
            viewer.translate(phrases.COMMENT_TYPE_NAMES[comment.type]),
            *_render_line_links(comment.places, other_files, viewer),
        ),
        element("div", comment.html, class_="rich", lang=comment.language),
        id=identity,
        class_=f"comment comment-{comment.type}",
        data_rule=comment.rule if viewer.marks_rules else None,
    )


def _render_line_links(
    places: Iterable[CommentPlace], other_files: Sequence[str], viewer: Viewer
) -> Iterator[Markup]:
    """Render a link to each line that a comment refers to, without duplicates."""
    for file, row in dict.fromkeys((place.file, place.row + 1) for place in places):
        label = viewer.translate(phrases.LINE, number=row)
        number = 1 if file is None else other_files.index(file) + 2
        link = element(
            "a",
            label if file is None else f"{file}: {label}",
            class_="tab-link",
            data_tab=CODE_ID,
            data_line=row,
            data_file=number if number > 1 else None,
            href=f"#{make_line_id(row, number)}",
        )
        yield join_html((" ", link))


def _render_faults(faults: tuple[ContractViolation, ...], viewer: Viewer) -> Markup:
    return element(
        "details",
        element("summary", viewer.translate(phrases.COMMENT_FAULTS, count=len(faults))),
        element("ul", *(element("li", str(fault)) for fault in faults)),
        class_="comment-faults",
    )
