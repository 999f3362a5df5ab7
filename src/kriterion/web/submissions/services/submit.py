"""Submit: turn a student's files into a queued submission, or refuse them with a reason."""

from collections.abc import Collection, Mapping

from django.db import transaction
from django.utils.translation import gettext_noop

from kriterion.errors import OperatorError
from kriterion.refusals import Refusal, RefusalKind
from kriterion.submissions.intake import take_in_files
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

MAXIMUM_WAITING = 30  # per user; with fair scheduling, more has no use

TOO_MANY_WAITING = RefusalKind(
    "submission.too-many-waiting",
    gettext_noop(
        "%(count)s of your submissions are still waiting to be assessed; wait for one of them to "
        "finish"
    ),
)
NO_SUBMISSIONS = RefusalKind(
    "submission.not-accepted", gettext_noop("this activity does not accept submissions")
)
UNAVAILABLE = RefusalKind(
    "submission.exercise-unavailable", gettext_noop("this exercise is currently unavailable")
)


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

    The caller checks permission.
    """
    taken = _taken(activity, files, language)
    if isinstance(taken, Refusal):
        return taken
    with write_transaction():
        # One submission at a time per user, so that numbers and turns are unique.
        User.objects.select_for_update(no_key=True).only("pk").get(pk=user.pk)
        if priority is Priority.INTERACTIVE and _count_waiting(user, activity) >= MAXIMUM_WAITING:
            return Refusal(TOO_MANY_WAITING, {"count": MAXIMUM_WAITING})
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
        return Refusal(NO_SUBMISSIONS)
    if activity.state != ActivityState.OK:
        return Refusal(UNAVAILABLE)
    asked: tuple[str, ...] = ()
    own: dict[str, Collection[str]] = {}
    if len(files) > 1:  # a single file needs no look at the exercise
        try:
            asked = files_of(activity)
            exercise = track_exercise_of(activity)
        except OperatorError:
            return Refusal(UNAVAILABLE)
        said = exercise.configuration
        own = {"tests": said.test, "editor": said.editor, "material": exercise.material}
    written = {
        name: content.encode("utf-8", "replace") if isinstance(content, str) else content
        for name, content in files.items()
    }
    return take_in_files(written, language, asked=asked, **own)


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
