"""How pages present a submission: its state in words, its feedback, teachers' comments."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.translation import get_language, gettext, gettext_lazy, ngettext

from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion.assessment.class_comments import ClassCommentType
from kriterion.feedback.html.live import render_frame
from kriterion.feedback.html.log_panel import find_run_tools
from kriterion.feedback.icons import CROSS, WARNING, choose_status_icon
from kriterion.feedback.viewer import Viewer
from kriterion.markup.element import NOTHING, Markup
from kriterion.markup.visible_text import make_visible
from kriterion.translators import load_translator
from kriterion.web.accounts.site_access import require_user
from kriterion.web.submissions.concealed_feedback import conceal
from kriterion.web.submissions.models import Assessment, Submission, SubmissionState
from kriterion.web.submissions.queue.wait_estimate import WaitEstimate, estimate_wait
from kriterion.web.submissions.services.renderings import (
    PreparingError,
    render_feedback,
)
from kriterion.web.submissions.services.solution_classes import list_class_comments
from kriterion.web.submissions.submission_access import find_permission
from kriterion_tools.contracts.dodona_judge import host_phrases
from kriterion_tools.contracts.dodona_judge.statuses import Status

_MINUTE = 60
_PLAIN_CHARACTERS = 16 * 1024


@dataclass(frozen=True, kw_only=True, slots=True)
class StateLabel:
    """The state of a submission for a list or a heading: a word, an icon, a colour."""

    word: str
    icon: str
    kind: str  # good, bad, warn, info, free or none, as in the styles


def state_label(submission: Submission) -> StateLabel:
    """Return the label of a submission's state or, if it is finished, of its status."""
    match submission.state:
        case SubmissionState.QUEUED:
            return StateLabel(word=gettext("Queued"), icon="hourglass", kind="info")
        case SubmissionState.RUNNING:
            return StateLabel(word=gettext("Running"), icon="hourglass", kind="info")
        case SubmissionState.CANCELLED:
            return StateLabel(word=gettext("Cancelled"), icon="cross", kind="none")
        case SubmissionState.BLOCKED:
            return StateLabel(word=gettext("On hold"), icon="hourglass", kind="warn")
        case SubmissionState.FAILED:
            return StateLabel(word=gettext("Not assessed"), icon="warning", kind="warn")
    if not submission.shown.has_verdict:
        return StateLabel(word=gettext("Submitted"), icon="send", kind="info")
    status = Status(submission.status)
    if status is Status.CORRECT and not submission.accepted:
        return StateLabel(word=gettext("Not accepted"), icon=CROSS.name, kind="bad")
    word = load_translator(get_language() or "en").translate(host_phrases.name_status(status))
    if status is Status.UNKNOWN:  # the exercise has no judge
        return StateLabel(word=gettext("Analysed, no tests"), icon="info", kind="info")
    if status is Status.INTERNAL_ERROR:
        return StateLabel(word=word, icon=WARNING.name, kind="warn")
    return StateLabel(
        word=word,
        icon=choose_status_icon(status).name,
        kind="good" if submission.accepted else "bad",
    )


def describe_wait(wait: WaitEstimate) -> str:
    """Describe how many submissions precede one, and how long that may take."""
    if not wait.is_served:
        return gettext("Nothing can be assessed at the moment. Your submission stays in the queue.")
    if not wait.ahead:
        return gettext("Your submission is next.")
    if not wait.is_all:
        return ngettext(
            "There is at least %(count)d submission ahead of yours.",
            "There are at least %(count)d submissions ahead of yours.",
            wait.ahead,
        ) % {"count": wait.ahead}
    ahead = ngettext(
        "There is %(count)d submission ahead of yours.",
        "There are %(count)d submissions ahead of yours.",
        wait.ahead,
    ) % {"count": wait.ahead}
    if wait.expected_seconds is None:
        return ahead
    return f"{ahead} {_describe_seconds(wait.expected_seconds)}"


def _describe_seconds(seconds: float) -> str:
    if seconds < _MINUTE:
        return gettext("This should take less than a minute.")
    minutes = round(seconds / _MINUTE)
    return ngettext(
        "This should take about %(count)d minute.",
        "This should take about %(count)d minutes.",
        minutes,
    ) % {"count": minutes}


def describe_queue_wait(submission: Submission) -> str:
    """Describe the wait of a queued submission; "" for others."""
    if submission.state != SubmissionState.QUEUED:
        return ""
    if submission.failures:
        return gettext("Something went wrong on the server. The submission will be assessed again.")
    return describe_wait(estimate_wait(submission))


def make_viewer(request: HttpRequest, submission: Submission) -> Viewer:
    """Conceal from a submission what the user must not see; return the viewer of its feedback."""
    conceal(require_user(request), [submission])
    return Viewer(
        role=find_permission(require_user(request), submission),
        translator=load_translator(get_language() or "en"),
        withholding=submission.shown.withholding,
    )


def find_record_with_logs(submission: Submission, reader: Viewer) -> AssessmentRecord | None:
    """Return the record of a submission if it has logs that the viewer may see."""
    if not reader.is_staff or submission.state != SubmissionState.FINISHED:
        return None
    assessment = Assessment.objects.filter(submission=submission).first()
    return (
        assessment.record if assessment is not None and find_run_tools(assessment.record) else None
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class TeachersComment:
    """A teacher's comment on a class of solutions, rendered with the names in this solution."""

    html: Markup
    type: ClassCommentType
    author: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PresentedFindings:
    """The feedback and comments on a submission.

    While the feedback is being rendered, or if that failed, `code` is the submitted code as text.
    """

    feedback: Markup = NOTHING
    comments: tuple[TeachersComment, ...] = ()
    programs_stopped: bool = False
    is_preparing: bool = False
    code: str = ""


def render_findings(submission: Submission, reader: Viewer) -> PresentedFindings:
    """Return the feedback on a finished submission, or the frame for live feedback."""
    if submission.state == SubmissionState.FINISHED:
        return _present_finished(submission, reader)
    if submission.is_over or submission.state == SubmissionState.BLOCKED:
        return PresentedFindings()
    return PresentedFindings(feedback=render_frame(reader))


def _present_finished(submission: Submission, reader: Viewer) -> PresentedFindings:
    class_comments = list_class_comments(submission)
    try:
        rendered = render_feedback(submission, reader.role, reader.language, class_comments)
    except PreparingError:
        return PresentedFindings(is_preparing=True, code=_read_code_beginning(submission))
    if rendered is None:
        return PresentedFindings()
    comments = tuple(
        TeachersComment(
            html=Markup(html),
            type=ClassCommentType(comment.type),
            author=comment.author.display_name,
        )
        for comment, html in zip(class_comments, rendered.comments, strict=False)
    )
    return PresentedFindings(
        feedback=Markup(rendered.feedback),
        comments=comments,
        programs_stopped=rendered.programs_stopped,
        code="" if rendered.feedback else _read_code_beginning(submission),
    )


def _read_code_beginning(submission: Submission) -> str:
    """Return the beginning of the submitted code; the rest can be downloaded."""
    texts = submission.texts
    if len(texts) < 2:
        code = "".join(texts.values())
    else:
        code = "\n".join(f"=== {name} ===\n{text}" for name, text in texts.items())
    return make_visible(code[:_PLAIN_CHARACTERS])


COMMENT_WORDS: Mapping[ClassCommentType, object] = {
    ClassCommentType.ESSENTIAL: gettext_lazy("Address this before you continue"),
    ClassCommentType.ACTIONABLE: gettext_lazy("Worth doing"),
    ClassCommentType.NON_ACTIONABLE: gettext_lazy("Good to know"),
    ClassCommentType.CELEBRATORY: gettext_lazy("Well done"),
}
