"""Fills in, renders and sorts an analyzer's comments for a viewer, the most urgent first.

An error in one comment does not affect the others. A comment that cannot be rendered does not count
as advice to the student; staff see the reason.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from kriterion.feedback import phrases
from kriterion.feedback.automatic_comments import find_comment_rule
from kriterion.feedback.viewer import Viewer
from kriterion.markup.effort import render_or_plain
from kriterion.markup.element import NOTHING, Markup, element
from kriterion.markup.markdown.exercism_comment import Note, render_comment
from kriterion_tools.contracts.exercism_analyzer.analysis import (
    Analysis,
    Comment,
    CommentPlace,
    CommentType,
    sort_by_urgency,
)
from kriterion_tools.contracts.exercism_analyzer.analyzer_files import ANALYSIS
from kriterion_tools.contracts.exercism_analyzer.feedback_state import (
    FeedbackState,
    find_feedback_state,
)
from kriterion_tools.contracts.exercism_analyzer.pointers import find_comment_path
from kriterion_tools.contracts.exercism_analyzer.templates import fill_in
from kriterion_tools.errors import ContractViolation

COMMENTS_ID = "comments"

# Exercism's guidelines ask for one to three.
MAXIMUM_COMMENTS = 50
MAXIMUM_PLACES = 20  # of one comment
MAXIMUM_CHARACTERS = 128 * 1024

_NOTES = {
    Note.NOTE: phrases.NOTE,
    Note.CAUTION: phrases.CAUTION,
    Note.ADVANCED: phrases.ADVANCED,
}


@dataclass(frozen=True, kw_only=True, slots=True)
class PreparedComment:
    """A rendered comment, and the places in the submitted files that it refers to; `file` is None
    for the main file. `rule` is the digest of its rule. `language` is that of the text, if the page
    is in another one.
    """

    type: CommentType
    html: Markup
    places: tuple[CommentPlace, ...] = ()
    rule: str = ""
    language: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class PreparedComments:
    """The rendered comments of an analysis.

    `left_out` counts the comments beyond the limits. `faults`, for staff, are errors such as a
    comment without a text, or a parameter without a value.
    """

    summary: str = ""
    comments: tuple[PreparedComment, ...] = ()
    left_out: int = 0
    faults: tuple[ContractViolation, ...] = ()

    @property
    def state(self) -> FeedbackState:
        """The state that follows from the types of the rendered comments."""
        return find_feedback_state(comment.type for comment in self.comments)


def prepare_comments(
    analysis: Analysis,
    texts: Mapping[str, str],
    viewer: Viewer,
    *,
    languages: Mapping[str, str] | None = None,
    file_name: str = "",
    other_files: Collection[str] = (),
) -> PreparedComments:
    """Prepare the comments of an analysis; `texts` is the comment library, by pointer, and
    `languages` are those of its texts, as far as they are known.

    Places outside of the submitted files `file_name` and `other_files` are dropped.
    """
    comments = list(_merge_equal_comments(sort_by_urgency(analysis.comments)))
    ready: list[PreparedComment] = []
    faults: list[ContractViolation] = []
    left = MAXIMUM_CHARACTERS
    left_out = 0
    for number, comment in enumerate(comments):
        text = _fill_in_text(comment, texts, faults)
        left -= len(text or "")
        if left < 0 or number == MAXIMUM_COMMENTS:
            left_out = len(comments) - number
            break
        place = f"{COMMENTS_ID}-{number + 1}"
        if text is not None and (html := _render_text(comment, text, place, viewer, faults)):
            places = _select_places(file_name, other_files, comment)
            language = (languages or {}).get(comment.pointer, viewer.language)
            prepared = PreparedComment(
                type=comment.type,
                html=html,
                places=places,
                rule=find_comment_rule(comment).digest,
                language=None if language == viewer.language else language,
            )
            ready.append(prepared)
    return PreparedComments(
        # A summary makes no sense if none of the comments can be rendered.
        summary=(analysis.summary or "") if ready or not comments else "",
        comments=tuple(ready),
        left_out=left_out,
        faults=tuple(faults),
    )


def _merge_equal_comments(comments: Iterable[Comment]) -> Iterable[Comment]:
    """Merge equal comments into one with all their places."""
    merged: dict[tuple[object, ...], Comment] = {}
    for comment in comments:
        key = (comment.pointer, comment.type, *sorted(comment.params.items()))
        if key in merged:
            comment = replace(comment, places=(*merged[key].places, *comment.places))
        merged[key] = comment
    return merged.values()


def _select_places(
    file_name: str, other_files: Collection[str], comment: Comment
) -> tuple[CommentPlace, ...]:
    """Return the distinct places in the submitted files, at most `MAXIMUM_PLACES`."""
    places = (
        place if place.file in other_files else replace(place, file=None)
        for place in comment.places
        if place.file in (None, file_name, *other_files)
    )
    return tuple(dict.fromkeys(places))[:MAXIMUM_PLACES]


def _fill_in_text(
    comment: Comment, texts: Mapping[str, str], faults: list[ContractViolation]
) -> str | None:
    """Return the Markdown of a comment, or None if the library has no text for it."""
    template = texts.get(comment.pointer)
    if template is None:
        faults.append(_explain_missing_text(comment))
        return None
    filled = fill_in(template, comment.params)
    for name in filled.missing:
        what = f"the text has a placeholder {name!r}, for which there is no parameter"
        faults.append(_make_violation(comment, what, code="analysis.missing-param"))
    if filled.cut:
        what = "the text with its parameters is too long and is truncated"
        faults.append(_make_violation(comment, what, code="analysis.text-too-long"))
    return filled.text


def _explain_missing_text(comment: Comment) -> ContractViolation:
    try:
        file = find_comment_path(comment.pointer)
    except ValueError as fault:
        what = f"has no text: the pointer {fault}"
        return _make_violation(comment, what, code="analysis.no-text")
    what = f"has no text: no comment library of the analyzer has {file}"
    return _make_violation(comment, what, code="analysis.no-text")


def _render_text(
    comment: Comment, filled: str, place: str, viewer: Viewer, faults: list[ContractViolation]
) -> Markup:
    """Render the filled-in text, or add a fault and return nothing."""
    names = {note: viewer.translate(phrase) for note, phrase in _NOTES.items()}
    try:
        html = render_or_plain(
            lambda: render_comment(filled, place=place, note_names=names),
            lambda: element("pre", filled),
        )
    except Exception as error:  # neither a text nor a bug in a library may break the page
        what = f"cannot be rendered: {error!r}"
        faults.append(_make_violation(comment, what, code="analysis.not-rendered"))
        return NOTHING
    if not html.strip():
        what = "has no text, or only a title"
        faults.append(_make_violation(comment, what, code="analysis.empty-text"))
        return NOTHING
    return html


def _make_violation(comment: Comment, what: str, *, code: str) -> ContractViolation:
    return ContractViolation(ANALYSIS, comment.pointer, what, code=code)
