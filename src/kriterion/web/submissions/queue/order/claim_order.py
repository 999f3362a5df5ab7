"""Predict the order in which queued submissions will be claimed, for estimates."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from kriterion.web.courses.models import Course
from kriterion.web.submissions.models import Priority, Submission, SubmissionState
from kriterion.web.submissions.models.queue_share import NO_COURSE
from kriterion.web.submissions.queue.order.course_shares import list_flows

QUEUED_FIELDS = ("pk", "activity", "priority", "course")

# Submissions that are counted for an estimate: of each group, the first ones.
MAX_COUNTED = {Priority.INTERACTIVE: 10_000, Priority.BACKGROUND: 2_000}
_MAX_COURSES = 20  # with background submissions, that are looked at; the rest count as these do


@dataclass(frozen=True, kw_only=True, slots=True)
class SubmissionsAhead:
    """The number of submissions ahead, by activity; if not `is_all`, there are more."""

    by_activity: Mapping[int, int]
    is_all: bool = True


def interleave_courses(
    queued: Iterable[tuple[int, int, int, int | None]],
) -> list[tuple[int, int]]:
    """Interleave rows of QUEUED_FIELDS, sorted by turn, in the order in which courses are served.

    Returns the ids of the submissions and of their activities.
    """
    weights = _load_weights()
    places: Counter[tuple[int, int | None]] = Counter()  # so far, by priority and course
    rows = []
    for pk, activity, priority, course in queued:
        places[priority, course] += 1
        rows.append((priority, places[priority, course] / weights.get(course, 1), pk, activity))
    return [(pk, activity) for _, _, pk, activity in sorted(rows)]


def count_ahead(pk: int, priority: int, course_id: int | None, turn: int) -> SubmissionsAhead:
    """Count the queued submissions ahead of one.

    Every other course has as many ahead as the submission's own, scaled by the courses' weights.
    However many wait, a limited number of them is read.
    """
    lane = Priority(priority)
    queued = Submission.unlimited.filter(state=SubmissionState.QUEUED)
    alike = queued.filter(priority=lane)
    before = Q(turn__lte=turn) & (Q(turn__lt=turn) | Q(pk__lt=pk))  # an index has the first part
    own = _count_first(alike.filter(before, course=course_id), MAX_COUNTED[lane])
    own_number = own.total()
    is_all = own_number < MAX_COUNTED[lane]
    weights = _load_weights()
    rounds = (own_number + 1) / weights.get(course_id, 1)
    if lane is Priority.BACKGROUND:
        others = [flow or None for flow in list_flows(lane) if flow != (course_id or NO_COURSE)]
        live = _count_live(queued)
        return SubmissionsAhead(
            by_activity=own
            + sum(live.values(), Counter())
            + _estimate_background(alike, others, rounds, weights),
            is_all=is_all,
        )
    ahead = Counter(own)
    for course, activities in _count_live(queued).items():
        if course != course_id:
            share = min(1.0, rounds * weights.get(course, 1) / activities.total())
            for activity, count in activities.items():
                ahead[activity] += round(count * share)
    return SubmissionsAhead(by_activity=ahead, is_all=is_all)


def _estimate_background(
    alike: QuerySet[Submission],
    courses: Sequence[int | None],
    rounds: float,
    weights: Mapping[int | None, int],
) -> Counter[int]:
    """Estimate how many submissions of these courses are served in so many rounds, by activity.

    If a course has more than are read, the others count as those that are.
    """
    found: Counter[int] = Counter()
    examined = courses[:_MAX_COURSES]
    for course in examined:
        served = math.ceil(rounds * weights.get(course, 1))
        most = max(min(served, MAX_COUNTED[Priority.BACKGROUND] // len(examined)), 1)
        first = _count_first(alike.filter(course=course), most)
        scale = served / most if first.total() == most else 1.0
        for activity, count in first.items():
            found[activity] += round(count * scale)
    rest = len(courses) / max(len(examined), 1)
    return Counter({activity: round(count * rest) for activity, count in found.items()})


def _load_weights() -> dict[int | None, int]:
    """Return the weights of courses that have one other than 1."""
    return dict(Course.objects.exclude(queue_weight=1).values_list("pk", "queue_weight"))


def _count_first(rows: QuerySet[Submission], most: int) -> Counter[int]:
    """Count the first rows of a course by activity.

    The database does not group them: SQLite would read everything that was ever submitted, because
    another index has the activities in order.
    """
    ordered = rows.order_by("course_id", "priority", "turn", "pk")
    return Counter(ordered.values_list("activity", flat=True)[:most])


def _count_live(queued: QuerySet[Submission]) -> dict[int | None, Counter[int]]:
    """Count the submissions that users wait for, by course and activity."""
    live = queued.filter(priority=Priority.INTERACTIVE).order_by("priority", "turn", "pk")
    counts: dict[int | None, Counter[int]] = {}
    for course, activity in live.values_list("course", "activity")[
        : MAX_COUNTED[Priority.INTERACTIVE]
    ]:
        counts.setdefault(course, Counter())[activity] += 1
    return counts
