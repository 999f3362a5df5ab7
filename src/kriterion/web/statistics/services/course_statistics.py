"""Counts of the submissions of a course's students.

Two queries count in the database; their rows are bounded by students times exercises, and by hours
times statuses. Results are cached for a minute, because many teachers look at a course at once.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from hashlib import sha256
from statistics import quantiles
from typing import Any, Final, NamedTuple
from zoneinfo import ZoneInfo

from django.core.cache import cache
from django.db.models import CharField, Count, Func, Min, Q, QuerySet
from django.utils import timezone

from kriterion.web.courses.models import MemberRole, Membership, Series
from kriterion.web.courses.review_scope import ReviewScope
from kriterion.web.submissions.models import Submission, SubmissionState
from kriterion_tools.contracts.dodona_judge.statuses import Status

MANY_ATTEMPTS: Final = 11  # this many and more are counted together
_CACHE_SECONDS: Final = 60


class Spread(NamedTuple):
    """The attempts of students at an exercise: the fewest, the quartiles, the most."""

    fewest: float
    lower: float
    median: float
    upper: float
    most: float


@dataclass(frozen=True, kw_only=True, slots=True)
class ExerciseStatistics:
    """How many students tried and solved an exercise, and on which days they solved it."""

    tried: int = 0
    solved: int = 0
    attempts: Spread | None = None
    solved_on: Counter[date] = field(default_factory=Counter)


@dataclass(frozen=True, kw_only=True, slots=True)
class CourseStatistics:
    """The counts of a course or of one of its series.

    `attempts` counts pairs of student and exercise by the attempts until the first accepted
    submission; MANY_ATTEMPTS stands for all that took as many or more. `working_hours` has ISO
    weekday and hour, by the site's clock.
    """

    attempts: Counter[int]
    unsolved: int
    exercises: dict[int, ExerciseStatistics]
    statuses: dict[date, Counter[Status]]
    working_hours: Counter[tuple[int, int]]

    @property
    def submissions(self) -> int:
        return self.working_hours.total()


class _UtcHour(Func):
    """The UTC hour of a moment as text, `2026-11-23 14`.

    Django's own functions of dates are Python functions on SQLite, ten times slower.
    """

    output_field = CharField()

    def as_sqlite(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        return self.as_sql(compiler, connection, template="substr(%(expressions)s, 1, 13)", **extra)

    def as_postgresql(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        template = "to_char(%(expressions)s AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24')"
        return self.as_sql(compiler, connection, template=template, **extra)


def read_statistics(scope: ReviewScope, series: Series | None = None) -> CourseStatistics:
    """Return the statistics of a scope's people, in all or one of its series, at most a minute old.

    They count what the scope's reviewer sees.
    """
    digest = sha256(scope.key.encode()).hexdigest()
    key = f"statistics:{digest}:{'' if series is None else series.pk}"
    known = cache.get(key)
    if isinstance(known, CourseStatistics):
        return known
    computed = compute_statistics(scope, series)
    cache.set(key, computed, _CACHE_SECONDS)
    return computed


def compute_statistics(scope: ReviewScope, series: Series | None = None) -> CourseStatistics:
    students = Membership.objects.filter(course=scope.course, role=MemberRole.STUDENT)
    chosen = Submission.objects.filter(
        scope.select(),
        course=scope.course,
        user__in=students.values("user_id"),
        state=SubmissionState.FINISHED,
    ).order_by()
    if series is not None:
        chosen = chosen.filter(series=series)
    elif scope.mentor is not None:
        chosen = chosen.filter(series__in=scope.series)
    attempts: Counter[int] = Counter()
    unsolved = 0
    by_exercise: dict[int, list[_Work]] = {}
    for work in _read_work(chosen):
        by_exercise.setdefault(work.activity, []).append(work)
        if work.until_solved is None:
            unsolved += 1
        else:
            attempts[min(work.until_solved, MANY_ATTEMPTS)] += 1
    statuses: dict[date, Counter[Status]] = {}
    working_hours: Counter[tuple[int, int]] = Counter()
    for moment, status, count in _read_hours(chosen):
        statuses.setdefault(moment.date(), Counter())[status] += count
        working_hours[moment.isoweekday(), moment.hour] += count
    return CourseStatistics(
        attempts=attempts,
        unsolved=unsolved,
        exercises={pk: _describe_exercise(work) for pk, work in by_exercise.items()},
        statuses=statuses,
        working_hours=working_hours,
    )


class _Work(NamedTuple):
    """One student's work on one exercise."""

    activity: int
    attempts: int
    until_solved: int | None
    solved_at: datetime | None


def _read_work(chosen: QuerySet[Submission]) -> Iterable[_Work]:
    accepted = Q(accepted=True)
    rows = chosen.values_list("user_id", "activity_id").annotate(
        count=Count("pk"),
        first=Min("number"),
        first_accepted=Min("number", filter=accepted),
        solved_at=Min("created_at", filter=accepted),
    )
    for _, activity, count, first, first_accepted, solved_at in rows.iterator():
        until = None if first_accepted is None else first_accepted - first + 1
        yield _Work(activity, count, until, solved_at)


def _read_hours(chosen: QuerySet[Submission]) -> Iterable[tuple[datetime, Status, int]]:
    """Yield the beginning of each hour in local time, a status, and how many have it.

    In zones that differ from UTC by half an hour, hours begin at half past.
    """
    zone = timezone.get_current_timezone()
    assert isinstance(zone, ZoneInfo)
    rows = chosen.annotate(hour=_UtcHour("created_at")).values_list("hour", "status")
    for hour, status, count in rows.annotate(count=Count("pk")).iterator():
        begin = datetime.strptime(hour, "%Y-%m-%d %H").replace(tzinfo=UTC)
        yield begin.astimezone(zone), Status(status), count


def _describe_exercise(work: list[_Work]) -> ExerciseStatistics:
    days = [
        timezone.localdate(attempted.solved_at)
        for attempted in work
        if attempted.solved_at is not None
    ]
    return ExerciseStatistics(
        tried=len(work),
        solved=len(days),
        attempts=_find_spread([attempted.attempts for attempted in work]),
        solved_on=Counter(days),
    )


def _find_spread(attempts: list[int]) -> Spread:
    """Return the minimum, the quartiles and the maximum; all are equal for a single student."""
    lower, median, upper = (
        quantiles(attempts, n=4, method="inclusive") if len(attempts) > 1 else attempts * 3
    )
    return Spread(min(attempts), lower, median, upper, max(attempts))
