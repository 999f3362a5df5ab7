"""Icons of verdicts, statuses and comments: a CSS class on pages, a character on terminals.

Source: the motif for each status is Dodona's (dodona-edu/dodona e7be6f0d2,
app/helpers/application_helper.rb); the drawings are our own.
"""

from typing import NamedTuple

from kriterion.markup.element import Markup, element
from kriterion_tools.contracts.dodona_judge.output_records import AnnotationSeverity
from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.contracts.exercism_analyzer.analysis import CommentType


class Icon(NamedTuple):
    """An icon. Its character is one cell wide on every terminal."""

    name: str
    character: str


CHECK = Icon("check", "✓")
CROSS = Icon("cross", "✗")
EYE = Icon("eye", "◉")
HOURGLASS = Icon("hourglass", "…")
INFORMATION = Icon("info", "i")
NEXT = Icon("down", "↓")
WARNING = Icon("warning", "!")

OF_SEVERITY = {
    AnnotationSeverity.ERROR: CROSS,
    AnnotationSeverity.WARNING: WARNING,
    AnnotationSeverity.INFO: INFORMATION,
}

OF_COMMENT = {
    CommentType.ESSENTIAL: CROSS,
    CommentType.ACTIONABLE: WARNING,
    CommentType.INFORMATIVE: INFORMATION,
    CommentType.CELEBRATORY: CHECK,
}


def choose_verdict_icon(accepted: bool) -> Icon:
    """Return a check or a cross."""
    return CHECK if accepted else CROSS


def render_icon(icon: Icon) -> Markup:
    """Render an icon. Screen readers skip it, because a label always stands beside it."""
    return element("span", class_=f"icon icon-{icon.name}", aria_hidden="true")


def choose_status_icon(status: Status) -> Icon:
    match status:  # mypy rejects a status without an icon
        case Status.CORRECT:
            return CHECK
        case Status.WRONG:
            return CROSS
        case Status.TIME_LIMIT_EXCEEDED:
            return Icon("alarm", "◷")
        case Status.RUNNING | Status.QUEUED:
            return HOURGLASS
        case Status.RUNTIME_ERROR:
            return Icon("flash", "ϟ")
        case Status.COMPILATION_ERROR:
            return Icon("flash-circle", "ϟ")
        case Status.MEMORY_LIMIT_EXCEEDED:
            return Icon("memory", "▤")
        case Status.OUTPUT_LIMIT_EXCEEDED:
            return Icon("script", "≡")
        case Status.INTERNAL_ERROR | Status.UNKNOWN:
            return WARNING
