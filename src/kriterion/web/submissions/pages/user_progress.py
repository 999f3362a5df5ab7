"""A user's progress: what they have solved, tried and read, in a constant number of queries."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import F, Max, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity, ActivityState, ActivityType, Reading
from kriterion.web.courses.course_access import (
    list_courses_with_right,
    list_own_courses,
    select_shown_listings,
    select_visible_series,
)
from kriterion.web.courses.deadlines import build_due_expression, find_due_dates
from kriterion.web.courses.models import Listing, Series
from kriterion.web.courses.rights import CourseRight
from kriterion.web.submissions.concealed_feedback import split_by_verdict
from kriterion.web.submissions.models import Draft, Submission, SubmissionState
from kriterion.web.submissions.pages.presentation import StateLabel
from kriterion.web.submissions.services.solved import filter_solved
from kriterion_tools.contracts.dodona_judge.statuses import Status

_SOON = timedelta(days=3)
_SHOWN_AFTER_DEADLINE = timedelta(days=14)  # how long a series stays on the home page
_MAX_SERIES = 20  # on the home page
# Kinds of StateLabel.
_HANDED_IN = "handed-in"  # a submitted exercise without tests: nothing more is required
_FREE = "free"  # a playground


OwnSubmissions = tuple[QuerySet[Submission], QuerySet[Submission]]


class EarnedPoints(NamedTuple):
    """Points of a submission, as the judge gave them."""

    earned: int
    possible: int


class ActivityRow(NamedTuple):
    """An activity in a list, with its state and the user's points."""

    activity: Activity
    state: StateLabel
    points: EarnedPoints | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Done:
    """A user's progress in some activities, as ids of activities.

    `blocked`: a solution is accepted, but a comment must be addressed before it counts.
    `handed_in`: a submission was analysed, but no tests tell whether it is correct, or the verdict
    is withheld. `tried`: the user has a submission or a draft, or has opened the lesson. `points`:
    those of the best submission whose verdict is shown, if the judge gives points.
    """

    solved: frozenset[int] = frozenset()
    blocked: frozenset[int] = frozenset()
    handed_in: frozenset[int] = frozenset()
    tried: frozenset[int] = frozenset()
    points: Mapping[int, EarnedPoints] = field(default_factory=dict)

    def make_row(self, activity: Activity) -> ActivityRow:
        return ActivityRow(activity, self.find_label(activity), self.points.get(activity.pk))

    def find_label(self, activity: Activity) -> StateLabel:
        """Return the label of an activity's state."""
        if activity.pk in self.solved:
            is_exercise = activity.type == ActivityType.EXERCISE
            word = gettext("Solved") if is_exercise else gettext("Read")
            return StateLabel(word=word, icon="check", kind="good")
        if activity.state != ActivityState.OK:
            return StateLabel(word=gettext("Unavailable"), icon="warning", kind="warn")
        if activity.is_held_back:
            return StateLabel(word=gettext("Held back"), icon="lock", kind="warn")
        if activity.type == ActivityType.PLAYGROUND:  # it is never finished
            return StateLabel(word=gettext("For experimenting"), icon="play", kind=_FREE)
        if activity.pk in self.blocked:
            return StateLabel(word=gettext("Comments to address"), icon="warning", kind="info")
        if activity.pk in self.handed_in:
            return StateLabel(word=gettext("Submitted"), icon="send", kind=_HANDED_IN)
        if activity.pk in self.tried:
            return StateLabel(word=gettext("Started"), icon="half", kind="info")
        return StateLabel(word=gettext("Not started"), icon="circle", kind="none")


def load_progress(user: User, activities: Iterable[int], own: OwnSubmissions | None = None) -> Done:
    """Return a user's progress in those activities, given by their ids.

    `own` are the user's submissions as `split_by_verdict` splits them, if that is known.
    """
    ids = list(activities)
    shown, withheld = (
        rows.filter(activity__in=ids).order_by() for rows in own or split_by_verdict(user)
    )
    outcomes = list(
        shown.values("activity", "accepted", "state", "status", "possible")
        .annotate(best=Max("earned"))
        .values_list("activity", "accepted", "state", "status", "best", "possible")
    )
    without_verdict = list(withheld.values_list("activity", "state").distinct())
    solved_by_submission = frozenset(
        filter_solved(shown).values_list("activity", flat=True).distinct()
    )
    accepted = {activity for activity, is_accepted, *_ in outcomes if is_accepted}
    untested = {
        (activity, state) for activity, _, state, status, *_ in outcomes if status == Status.UNKNOWN
    }
    tried = {row[0] for row in outcomes} | {row[0] for row in without_verdict}
    drafts = Draft.objects.filter(user=user, activity__in=ids).values_list("activity", flat=True)
    read = dict(
        Reading.objects.filter(user=user, activity__in=ids).values_list("activity", "read_at")
    )
    return Done(
        solved=solved_by_submission | {activity for activity, at in read.items() if at is not None},
        blocked=frozenset(accepted - solved_by_submission),
        handed_in=frozenset(
            activity
            for activity, state in (*untested, *without_verdict)
            if state == SubmissionState.FINISHED
        ),
        tried=frozenset(tried) | frozenset(drafts) | frozenset(read),
        points=_choose_points(
            (activity, EarnedPoints(best, possible), is_accepted)
            for activity, is_accepted, _, _, best, possible in outcomes
            if best is not None and possible
        ),
    )


def _choose_points(given: Iterable[tuple[int, EarnedPoints, bool]]) -> dict[int, EarnedPoints]:
    """Return the best points by activity; those of an accepted submission precede all others.

    The maximum may have changed between submissions, so shares are compared.
    """
    best: dict[int, tuple[bool, float, EarnedPoints]] = {}
    for activity, points, is_accepted in given:
        candidate = (is_accepted, points.earned / points.possible, points)
        best[activity] = max(best.get(activity, candidate), candidate)
    return {activity: points for activity, (_, _, points) in best.items()}


@dataclass(frozen=True, kw_only=True, slots=True)
class SeriesProgress:
    """A series with its activities and their states, and how many are solved."""

    series: Series
    rows: tuple[ActivityRow, ...]
    solved: int
    due_at: datetime | None
    due: str  # "late", "soon" or ""
    pinned: tuple[ActivityRow, ...]

    @property
    def query(self) -> str:
        """Return the query string that links an activity to this series."""
        return f"?series={self.series.pk}"

    @property
    def total(self) -> int:
        """Return the number of required activities."""
        return sum(row.state.kind != _FREE for row in self.rows)

    @property
    def is_begun(self) -> bool:
        return any(row.state.kind in ("good", "info", _HANDED_IN) for row in self.rows)

    @property
    def next(self) -> Activity | None:
        """Return the first activity that is to do."""
        return next((row.activity for row in self.rows if is_to_do(row.state)), None)


def is_to_do(state: StateLabel) -> bool:
    """Whether an activity in this state is still to be done."""
    return state.kind in ("none", "info")


def list_series_progress(
    user: User, series: Iterable[Series], own: OwnSubmissions | None = None
) -> list[SeriesProgress]:
    """Return a user's progress in some series."""
    wanted = list(series)
    listings = (
        Listing.objects.filter(select_shown_listings(user), series__in=wanted)
        .select_related("activity__repository")
        .order_by("series", "position", "pk")
    )
    by_series: dict[int, list[Listing]] = {}
    for listing in listings:
        by_series.setdefault(listing.series_id, []).append(listing)
    ids = {listing.activity_id for listed in by_series.values() for listing in listed}
    done = load_progress(user, ids, own)
    due = find_due_dates(user, wanted)
    return [
        _make_series_progress(course, by_series.get(course.pk, []), done, due[course.pk])
        for course in wanted
    ]


def open_series(user: User, own: OwnSubmissions | None = None) -> list[SeriesProgress]:
    """Return the unfinished series of the courses a user takes, earliest deadline first."""
    earliest_deadline = timezone.now() - _SHOWN_AFTER_DEADLINE
    open_ones = (
        select_visible_series(user)
        .annotate(due_at=build_due_expression(user))
        .filter(course__in=list_own_courses(user), course__archived=False)
        .exclude(course__in=list_courses_with_right(user, CourseRight.REVIEW))
        .filter(Q(due_at__isnull=True) | Q(due_at__gt=earliest_deadline))
        .select_related("course")
        .order_by(F("due_at").asc(nulls_last=True), "course", "position", "pk")[:_MAX_SERIES]
    )
    return [
        progress
        for progress in list_series_progress(user, open_ones, own)
        if progress.next is not None
    ]


def _make_series_progress(
    series: Series, listings: list[Listing], done: Done, due_at: datetime | None
) -> SeriesProgress:
    rows = tuple(done.make_row(listing.activity) for listing in listings)
    pinned = tuple(row for row, listing in zip(rows, listings, strict=True) if listing.pinned)
    solved = sum(listing.activity_id in done.solved for listing in listings)
    due = ""
    if due_at is not None and any(is_to_do(row.state) for row in rows):
        remaining = due_at - timezone.now()
        due = "late" if remaining < timedelta() else "soon" if remaining < _SOON else ""
    return SeriesProgress(
        series=series, rows=rows, solved=solved, due_at=due_at, due=due, pinned=pinned
    )
