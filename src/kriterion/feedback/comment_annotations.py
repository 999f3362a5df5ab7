"""An analyzer's comments as annotations on the code, where it is known what they are about."""

from collections.abc import Iterator

from kriterion.contracts.dodona_judge.output import Annotation, Severity
from kriterion.contracts.exercism_analyzer.analysis import CommentType, Place
from kriterion.feedback.comments import ReadyComment, ReadyComments
from kriterion.markup.reading import read_html
from kriterion.markup.visible import shorten

MAXIMUM_TEXT = 300  # characters; the whole comment is elsewhere

_SEVERITIES = {
    CommentType.ESSENTIAL: Severity.ERROR,
    CommentType.ACTIONABLE: Severity.WARNING,
    CommentType.INFORMATIVE: Severity.INFO,
    CommentType.CELEBRATORY: Severity.INFO,
}


def annotations_of(ready: ReadyComments) -> tuple[Annotation, ...]:
    """An annotation for each place of each comment."""
    return tuple(annotation for comment in ready.comments for annotation in _annotations(comment))


def _annotations(comment: ReadyComment) -> Iterator[Annotation]:
    text = _gist(comment) if comment.places else ""
    for place in comment.places:
        yield _annotation(place, text, _SEVERITIES[comment.type])


def _annotation(place: Place, text: str, severity: Severity) -> Annotation:
    return Annotation(
        row=place.row,
        text=text,
        type=severity,
        column=place.column,
        rows=place.rows,
        columns=place.columns,
    )


def _gist(comment: ReadyComment) -> str:
    """The first paragraph."""
    return shorten(read_html(comment.html).plain.strip().partition("\n\n")[0], MAXIMUM_TEXT)
