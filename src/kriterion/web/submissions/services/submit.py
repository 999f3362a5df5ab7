"""Submit: turn a student's files into a queued submission, or refuse them with a reason."""

from collections.abc import Collection, Mapping

from django.db import transaction
from django.utils.formats import number_format
from django.utils.translation import gettext, gettext_noop

from kriterion.errors import OperatorError
from kriterion.markup.visible_text import shorten, visible
from kriterion.submissions.intake import Refusal, take_in_files
from kriterion.submissions.submission import SubmittedFiles
from kriterion.web.accounts.models import User
from kriterion.web.catalog.exercise_files import files_of, track_exercise_of
from kriterion.web.catalog.models import Activity, ActivityState, ActivityType
from kriterion.web.courses.models import Course, Series
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.submissions.models import Loss, Priority, Submission, SubmissionState
from kriterion.web.submissions.queue.queue_engine import current_engine
from kriterion.web.submissions.queue.turns import next_turn
from kriterion.web.submissions.queue.workers import ask_retry

__all__ = ["Refusal", "requeue_submission", "submit_files"]

# Texts of `take_in_files` and `fault_of`, repeated here for the catalogues.
gettext_noop("the file is encoded as UTF-16; save it as UTF-8")
gettext_noop("the file is binary, not text; submit the source code")
gettext_noop("line %(line)s is not valid UTF-8; save the file as UTF-8")
gettext_noop("the file is too large: %(size)s bytes; the limit is %(most)s")
gettext_noop("contains characters other than letters, digits and _ . / -")
gettext_noop("is an absolute path")
gettext_noop("points outside the directory")
gettext_noop("is not a plain path")
gettext_noop("is too long")
gettext_noop("is in a directory reserved for the exercise")
gettext_noop("is one of the exercise's test files")
gettext_noop("is a file provided by the exercise")
gettext_noop("conflicts with another file")
gettext_noop("there is no file to submit")
gettext_noop("at most %(count)s files can be submitted")
gettext_noop("this exercise accepts only one file")
gettext_noop("the file name “%(name)s” %(fault)s")

_SHOWN = 60  # characters of a name in a message
MAXIMUM_WAITING = 30  # per user; with fair scheduling, more has no use


def submit_files(
    user: User,
    activity: Activity,
    files: Mapping[str, str | bytes],
    *,
    language: str,
    course: Course | None = None,
    series: Series | None = None,
    priority: Priority = Priority.INTERACTIVE,
) -> Submission | Refusal:
    """Queue a student's files. Judges receive the exercise's main file.

    The caller checks permission. A refusal's reason is in the page's language.
    """
    taken = _taken(activity, files, language)
    if isinstance(taken, Refusal):
        return taken
    with write_transaction():
        # One submission at a time per user, so that numbers and turns are unique.
        User.objects.select_for_update(no_key=True).only("pk").get(pk=user.pk)
        if priority is Priority.INTERACTIVE and _count_waiting(user, activity) >= MAXIMUM_WAITING:
            return Refusal(
                gettext(
                    "%(count)d of your submissions are still waiting to be assessed; wait "
                    "for one of them to finish"
                )
                % {"count": MAXIMUM_WAITING}
            )
        submission = Submission.objects.create(
            user=user,
            activity=activity,
            course=course,
            series=series,
            number=_next_number(user, activity),
            language=language,
            priority=priority,
            turn=next_turn(user.pk, priority),
            files={name: source.decode() for name, source in taken.files.items()},
            file_names=list(taken.files),
        )
        transaction.on_commit(lambda: current_engine().submit(submission.pk))
    return submission


def requeue_submission(submission: Submission) -> bool:
    """Requeue a failed or blocked submission; False if it is neither."""
    with write_transaction():
        again = (SubmissionState.FAILED, SubmissionState.BLOCKED)
        tried = Submission.objects.filter(pk=submission.pk, state__in=again).update(
            state=SubmissionState.QUEUED,
            turn=next_turn(submission.user_id, Priority(submission.priority)),
            failures=0,
            failure="",
            summary="",
            not_before=None,
            cancel_asked=False,
            started_at=None,
            finished_at=None,
        )
        if tried:
            Loss.objects.filter(submission=submission).delete()
        transaction.on_commit(lambda: current_engine().submit(submission.pk))
    if tried and submission.state == SubmissionState.BLOCKED:
        ask_retry()
    return bool(tried)


def _taken(
    activity: Activity, files: Mapping[str, str | bytes], language: str
) -> SubmittedFiles | Refusal:
    if activity.type != ActivityType.EXERCISE:
        return Refusal(gettext("this activity does not accept submissions"))
    if activity.state != ActivityState.OK:
        return Refusal(gettext("this exercise is currently unavailable"))
    asked: tuple[str, ...] = ()
    own: dict[str, Collection[str]] = {}
    if len(files) > 1:  # a single file needs no look at the exercise
        try:
            asked = files_of(activity)
            exercise = track_exercise_of(activity)
        except OperatorError:
            return Refusal(gettext("this exercise is currently unavailable"))
        said = exercise.configuration
        own = {"tests": said.test, "editor": said.editor, "material": exercise.material}
    written = {
        name: content.encode("utf-8", "replace") if isinstance(content, str) else content
        for name, content in files.items()
    }
    taken = take_in_files(written, language, asked=asked, **own)
    if isinstance(taken, Refusal):
        return Refusal(gettext(taken.words), _localised(taken.values))
    return taken


def _localised(values: Mapping[str, int | str]) -> dict[str, str]:
    return {name: _localised_value(name, value) for name, value in values.items()}


def _localised_value(name: str, value: int | str) -> str:
    if isinstance(value, int):
        return number_format(value, force_grouping=True)
    return gettext(value) if name == "fault" else visible(shorten(value, _SHOWN))


def _next_number(user: User, activity: Activity) -> int:
    theirs = Submission.objects.filter(user=user, activity=activity)
    return (theirs.order_by("-id").values_list("number", flat=True).first() or 0) + 1


def _count_waiting(user: User, activity: Activity) -> int:
    """Count the queued submissions, and those blocked for this exercise.

    Blocked ones are requeued together, with early turns.
    """
    theirs = Submission.objects.filter(user=user)
    queued = theirs.filter(state=SubmissionState.QUEUED).count()
    return queued + theirs.filter(activity=activity, state=SubmissionState.BLOCKED).count()
