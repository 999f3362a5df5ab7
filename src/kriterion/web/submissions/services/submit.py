"""Submit: turn a student's files into a queued submission, or refuse them with a reason."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop

from kriterion.errors import OperatorError
from kriterion.refusals import Refusal, RefusalKind
from kriterion.submissions.intake import accept_files
from kriterion.submissions.submission import SubmittedFiles
from kriterion.web.accounts.models import User
from kriterion.web.catalog.exercise_files import list_file_names, load_activity_track_exercise
from kriterion.web.catalog.models import Activity, ActivityState, ActivityType
from kriterion.web.courses.course_access import list_courses_with_right
from kriterion.web.courses.deadlines import find_terms
from kriterion.web.courses.models import Course, Series
from kriterion.web.courses.rights import CourseRight
from kriterion.web.courses.series_terms import SeriesTerms, find_standing
from kriterion.web.database import database_clock as clock
from kriterion.web.database.compiled_query import CompiledQuery
from kriterion.web.database.statement import insert_object
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.submissions.models import (
    Loss,
    PastAssessment,
    Priority,
    Submission,
    SubmissionState,
)
from kriterion.web.submissions.queue.offers import offer
from kriterion.web.submissions.queue.order import course_shares
from kriterion.web.submissions.queue.order.user_turns import choose_next_turn
from kriterion.web.submissions.queue.workers import ask_retry
from kriterion.web.submissions.services.series_times import hold_terms
from kriterion.web.submissions.services.submitter_state import (
    MAXIMUM_WAITING,
    load_submitter_state,
)
from kriterion.web.telemetry.span_names import SpanName
from kriterion.web.telemetry.traces import read_clock, record_span
from kriterion.web.tools.tool_choice import find_image_name
from kriterion_tools.contracts.dodona_judge.statuses import Status

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
CLOSED = RefusalKind(
    "submission.series-closed", gettext_noop("this series no longer accepts submissions")
)
ATTEMPTS_USED = RefusalKind(
    "submission.attempts-used",
    gettext_noop("all %(count)s attempts at this exercise are used"),
)

_user_lock = CompiledQuery(
    lambda user: (
        User.objects.select_for_update(no_key=True).filter(pk=user).order_by().values_list("pk")
    )
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
    last_known: int | None = None,
) -> Submission | Refusal:
    """Queue a student's files, or return why they are refused.

    `last_known` is the number of the latest submission that the student's page knows of, 0 for
    none. If it does not know the latest one, and that has the same files, this request repeats the
    one whose answer was lost: return that submission. The caller checks permission.
    """
    began = read_clock()
    checked = _check_files(activity, files, language)
    if isinstance(checked, Refusal):
        return checked
    image = find_image_name(activity, None if course is None else course.pk)
    with write_transaction():
        if connection.features.has_select_for_update:  # else one transaction writes at a time
            # One submission at a time per user, so that numbers and turns are unique.
            _user_lock.fetch_rows(user=user.pk)
        state = load_submitter_state(
            user.pk,
            activity.pk,
            priority=priority,
            course_id=None if course is None else course.pk,
        )
        is_behind = last_known is not None and last_known < state.number - 1
        if is_behind and (repeated := _find_repeated(user, activity, series, checked)) is not None:
            return repeated
        replaceable = None
        if course is not None and course.only_latest_waits and priority is Priority.INTERACTIVE:
            replaceable = _select_waiting(user, activity, course)
        if (
            priority is Priority.INTERACTIVE
            and state.has_too_many_waiting
            and (replaceable is None or not replaceable.exists())
        ):
            return Refusal(TOO_MANY_WAITING, {"count": MAXIMUM_WAITING})
        if series is not None:
            hold_terms(series.pk)
        terms = None if series is None else find_binding_terms(user, series)
        if terms is not None and (refusal := _refuse_by_terms(user, activity, series, terms)):
            return refusal
        turn = None if replaceable is None else _cancel(replaceable)
        submission = Submission(
            user=user,
            activity=activity,
            course=course,
            series=series,
            due_at=terms.deadline if terms else None,
            late_penalty=find_standing(terms, timezone.now()).penalty if terms else 0,
            number=state.number,
            language=language,
            priority=priority,
            turn=state.turn if turn is None else turn,
            image=image,
            files=_decode(checked),
            file_names=list(checked.files),
        )
        insert_object(submission)
        if not state.is_served:
            course_shares.activate(submission.course_id, priority)
        offer(priority)
    record_span(submission, SpanName.SUBMIT, began, attributes={"kriterion.image": image})
    return submission


def _find_repeated(
    user: User, activity: Activity, series: Series | None, files: SubmittedFiles
) -> Submission | None:
    """Return the user's latest submission if it has these files and may get or has a verdict."""
    over = (SubmissionState.CANCELLED, SubmissionState.FAILED)
    own = Submission.unlimited.filter(user=user, activity=activity)
    latest = own.order_by("-id").first()
    if latest is None or latest.state in over or latest.files != _decode(files):
        return None
    return latest if latest.series_id == (None if series is None else series.pk) else None


def _decode(submitted: SubmittedFiles) -> dict[str, str]:
    return {name: source.decode() for name, source in submitted.files.items()}


def _select_waiting(user: User, activity: Activity, course: Course) -> QuerySet[Submission]:
    """Select the user's earlier submissions to an exercise that have not begun to run."""
    return Submission.unlimited.filter(
        user=user,
        activity=activity,
        course=course,
        state__in=(SubmissionState.QUEUED, SubmissionState.BLOCKED),
        priority=Priority.INTERACTIVE,
        attempt=0,
    )


def _cancel(waiting: QuerySet[Submission]) -> int | None:
    """Cancel submissions that a new one replaces.

    Return the turn of the first one, None if there is none: the new submission takes its place.
    """
    # Locked, so that none is claimed meanwhile; one that is being claimed runs.
    locked = waiting.select_for_update(no_key=True, skip_locked=True)
    turns = dict(locked.order_by("pk").values_list("pk", "turn"))
    Submission.unlimited.filter(pk__in=turns).update(
        state=SubmissionState.CANCELLED, finished_at=clock.now()
    )
    return min(turns.values(), default=None)


def requeue_submission(submission: Submission) -> bool:
    """Requeue a failed or blocked submission; return False if it is neither."""
    image = find_image_name(submission.activity, submission.course_id)
    with write_transaction():
        retryable = (SubmissionState.FAILED, SubmissionState.BLOCKED)
        requeued = Submission.objects.filter(pk=submission.pk, state__in=retryable).update(
            state=SubmissionState.QUEUED,
            turn=choose_next_turn(
                submission.user_id, Priority(submission.priority), submission.course_id
            ),
            image=image,
            failures=0,
            failure="",
            summary="",
            not_before=None,
            cancel_asked=False,
            started_at=None,
            finished_at=None,
        )
        if requeued:
            course_shares.activate(submission.course_id, submission.priority)
            Loss.objects.filter(submission=submission).delete()
            offer(submission.priority)
    if requeued and submission.state == SubmissionState.BLOCKED:
        ask_retry()
    return bool(requeued)


def _check_files(
    activity: Activity, files: Mapping[str, str | bytes], language: str
) -> SubmittedFiles | Refusal:
    if activity.type != ActivityType.EXERCISE:
        return Refusal(NO_SUBMISSIONS)
    if activity.state != ActivityState.OK:
        return Refusal(UNAVAILABLE)
    expected_files: tuple[str, ...] = ()
    reserved: dict[str, Collection[str]] = {}
    if len(files) > 1:  # a single file is accepted under any name
        try:
            expected_files = list_file_names(activity)
            exercise = load_activity_track_exercise(activity)
        except OperatorError:
            return Refusal(UNAVAILABLE)
        configuration = exercise.configuration
        reserved = {
            "tests": configuration.test,
            "editor": configuration.editor,
            "material": exercise.material,
        }
    written = {
        name: content.encode("utf-8", "replace") if isinstance(content, str) else content
        for name, content in files.items()
    }
    return accept_files(written, language, expected_names=expected_files, **reserved)


def find_binding_terms(user: User, series: Series) -> SeriesTerms | None:
    """Return the terms of a series for a user, read afresh; None for its teachers."""
    if series.course_id in list_courses_with_right(user, CourseRight.REVIEW):
        return None
    return find_terms(user, Series.objects.get(pk=series.pk))


def _refuse_by_terms(
    user: User, activity: Activity, series: Series | None, terms: SeriesTerms
) -> Refusal | None:
    if not find_standing(terms, timezone.now()).accepts_submissions:
        return Refusal(CLOSED)
    if terms.attempts is not None and count_attempts(user, activity, series) >= terms.attempts:
        return Refusal(ATTEMPTS_USED, {"count": terms.attempts})
    return None


@dataclass(frozen=True, kw_only=True, slots=True)
class SubmissionLimits:
    """What a series' terms mean for one exercise and one user now, for its page."""

    is_closed: bool
    closes_at: datetime | None
    penalty: int
    attempts_left: int | None

    @property
    def refuses(self) -> bool:
        return self.is_closed or self.attempts_left == 0


def find_limits(user: User, activity: Activity, series: Series) -> SubmissionLimits | None:
    """Return the limits on the user's submissions; None for teachers of the course."""
    terms = find_binding_terms(user, series)
    if terms is None:
        return None
    now = find_standing(terms, timezone.now())
    used = 0 if terms.attempts is None else count_attempts(user, activity, series)
    return SubmissionLimits(
        is_closed=not now.accepts_submissions,
        closes_at=terms.closes_at,
        penalty=now.penalty,
        attempts_left=None if terms.attempts is None else max(terms.attempts - used, 0),
    )


def count_attempts(user: User, activity: Activity, series: Series | None) -> int:
    """Count the submissions for a series that use up attempts.

    Failures of the machine or the judge do not, even if a re-judging replaced them since; nor do
    submissions that were cancelled before they ran.
    """
    failed = Q(state=SubmissionState.FAILED) | Q(status=Status.INTERNAL_ERROR.value)
    past_failures = PastAssessment.objects.filter(failed, submission=OuterRef("pk"))
    unseen = Q(state=SubmissionState.CANCELLED, started_at=None)
    own_submissions = Submission.objects.filter(user=user, activity=activity, series=series)
    return own_submissions.exclude(failed | unseen | Exists(past_failures)).count()
