"""What a page shows of a submission: its state in words, its feedback, what teachers say of it."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.translation import get_language, gettext, gettext_lazy, ngettext

from kriterion.assessment.classes import CommentType
from kriterion.assessment.record import Assessment as Record
from kriterion.contracts.dodona_judge import texts
from kriterion.contracts.dodona_judge.statuses import Status
from kriterion.contracts.exercism_representer.names import put_names_back
from kriterion.contracts.exercism_representer.representation import Representation
from kriterion.errors import KriterionError
from kriterion.exercises.media import load_media
from kriterion.feedback.icons import CROSS, OF_STATUS, WARNING
from kriterion.feedback.live import render_frame
from kriterion.feedback.page import render_feedback
from kriterion.feedback.reader import Reader
from kriterion.markup.comment import render_comment
from kriterion.markup.element import Markup
from kriterion.markup.media import Media, media_of
from kriterion.site.access import permission_for, user_of
from kriterion.store.models import Activity, Assessment, ClassComment, Submission, SubmissionState
from kriterion.work.exercises import exercise_of
from kriterion.work.waiting import Waiting, waiting

_MINUTE = 60


@dataclass(frozen=True, kw_only=True, slots=True)
class Shown:
    """The state of a submission for a list or a headline: a word, an icon, a kind of colour."""

    word: str
    icon: str
    kind: str  # good, bad, warn, info, free or none, as styles have them


def shown(submission: Submission) -> Shown:
    """How a submission stands; its status when it is over, and never the machine's as a verdict."""
    match submission.state:
        case SubmissionState.QUEUED:
            return Shown(word=gettext("Waiting"), icon="hourglass", kind="info")
        case SubmissionState.RUNNING:
            return Shown(word=gettext("Running"), icon="hourglass", kind="info")
        case SubmissionState.CANCELLED:
            return Shown(word=gettext("Cancelled"), icon="cross", kind="none")
        case SubmissionState.BLOCKED:
            return Shown(word=gettext("Kept for later"), icon="hourglass", kind="warn")
        case SubmissionState.FAILED:
            return Shown(word=gettext("Not assessed"), icon="warning", kind="warn")
    status = Status(submission.status)
    if status is Status.CORRECT and not submission.accepted:
        return Shown(word=gettext("Not accepted"), icon=CROSS.name, kind="bad")
    word = texts.STATUS_NAMES[status].told(get_language() or "en")
    if status in (Status.INTERNAL_ERROR, Status.UNKNOWN):
        return Shown(word=word, icon=WARNING.name, kind="warn")
    return Shown(
        word=word, icon=OF_STATUS[status].name, kind="good" if submission.accepted else "bad"
    )


def told_waiting(found: Waiting) -> str:
    """How many are before somebody, and how long that may take."""
    if not found.is_served:
        return gettext("Nothing can be assessed at the moment. Yours is kept and has its turn.")
    if not found.ahead:
        return gettext("Yours is next.")
    before = ngettext(
        "%(count)d submission is before yours.",
        "%(count)d submissions are before yours.",
        found.ahead,
    ) % {"count": found.ahead}
    if found.expected_seconds is None:
        return before
    return f"{before} {_told_seconds(found.expected_seconds)}"


def _told_seconds(seconds: float) -> str:
    if seconds < _MINUTE:
        return gettext("That takes less than a minute.")
    minutes = round(seconds / _MINUTE)
    return ngettext(
        "That takes about %(count)d minute.", "That takes about %(count)d minutes.", minutes
    ) % {"count": minutes}


def waiting_of(submission: Submission) -> str:
    """What somebody who waits is told; nothing about those who do not."""
    if submission.state != SubmissionState.QUEUED:
        return ""
    if submission.failures:
        return gettext("The machine had trouble, so it is tried once more.")
    return told_waiting(waiting(submission))


def reader_of(request: HttpRequest, submission: Submission) -> Reader:
    """Who reads the feedback on a submission, with the pictures of its exercise."""
    return Reader(
        role=permission_for(user_of(request), submission),
        language=get_language() or "en",
        media=_media(submission.activity),
    )


def feedback_on(submission: Submission, reader: Reader) -> Markup:
    """The feedback on a submission that is over, or the frame that live feedback grows in."""
    if submission.state == SubmissionState.FINISHED:
        kept = Assessment.objects.filter(submission=submission).first()
        if kept is not None:
            return render_feedback(kept.record, submission.activity.name(reader.language), reader)
    if submission.is_over or submission.state == SubmissionState.BLOCKED:
        return Markup()
    return render_frame(reader)


@dataclass(frozen=True, kw_only=True, slots=True)
class TeachersComment:
    """What a teacher says to everybody with a solution like this one, in this one's own names."""

    html: Markup
    type: CommentType
    author: str


def comments_on_class(submission: Submission, record: Record | None) -> list[TeachersComment]:
    """What is said of the class of a submission."""
    representer = record.representer if record is not None else None
    versions = submission.representer_version, submission.exercise_version
    if not submission.digest or representer is None or None in versions:
        return []
    representation = Representation(
        text=representer.text or "",
        mapping=representer.mapping,
        version=representer.version or 1,
    )
    said = ClassComment.objects.filter(
        activity=submission.activity,
        digest=submission.digest,
        representer_version=versions[0] or 0,
        exercise_version=versions[1] or 0,
        draft=False,
    ).select_related("author")
    return [
        TeachersComment(
            html=render_comment(put_names_back(comment.markdown, representation)),
            type=CommentType(comment.type),
            author=comment.author.shown_name,
        )
        for comment in said
    ]


COMMENT_WORDS: Mapping[CommentType, object] = {
    CommentType.ESSENTIAL: gettext_lazy("Address this before you go on"),
    CommentType.ACTIONABLE: gettext_lazy("Worth doing"),
    CommentType.NON_ACTIONABLE: gettext_lazy("Good to know"),
    CommentType.CELEBRATORY: gettext_lazy("Well done"),
}


def _media(activity: Activity) -> Media:
    try:
        return media_of(load_media(exercise_of(activity)))
    except (KriterionError, OSError):  # the exercise is gone; its pictures do not show
        return {}
