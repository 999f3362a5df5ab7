"""Predict the order in which queued submissions will be claimed, for estimates."""

from collections import Counter
from collections.abc import Iterable, Mapping

from django.db.models import Count, Q, QuerySet

from kriterion.web.courses.models import Course
from kriterion.web.submissions.models import Submission, SubmissionState

QUEUED_FIELDS = ("pk", "activity", "priority", "course")


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


def count_ahead(pk: int, priority: int, course_id: int | None, turn: int) -> Mapping[int, int]:
    """Count the queued submissions ahead of one, by activity.

    Every other course has as many ahead as the submission's own, scaled by the courses' weights.
    """
    queued = Submission.unlimited.filter(state=SubmissionState.QUEUED).order_by()
    ahead = Counter(_count_by_activity(queued.filter(priority__lt=priority)))
    alike = queued.filter(priority=priority)
    before = Q(turn__lt=turn) | Q(turn=turn, pk__lt=pk)
    own_ahead = _count_by_activity(alike.filter(before, course=course_id))
    ahead.update(own_ahead)
    weights = _load_weights()
    rounds = (sum(own_ahead.values()) + 1) / weights.get(course_id, 1)
    for course, activities in _count_by_course(_select_others(alike, course_id)).items():
        share = min(1.0, rounds * weights.get(course, 1) / sum(activities.values()))
        for activity, count in activities.items():
            ahead[activity] += round(count * share)
    return ahead


def _load_weights() -> dict[int | None, int]:
    """Return the weights of courses that have one other than 1."""
    return dict(Course.objects.exclude(queue_weight=1).values_list("pk", "queue_weight"))


def _count_by_activity(rows: QuerySet[Submission]) -> dict[int, int]:
    grouped = rows.values("activity").annotate(count=Count("pk"))
    return dict(grouped.values_list("activity", "count"))


def _count_by_course(rows: QuerySet[Submission]) -> dict[int | None, dict[int, int]]:
    counts: dict[int | None, dict[int, int]] = {}
    grouped = rows.values("course", "activity").annotate(count=Count("pk"))
    for course, activity, count in grouped.values_list("course", "activity", "count"):
        counts.setdefault(course, {})[activity] = count
    return counts


def _select_others(rows: QuerySet[Submission], course_id: int | None) -> QuerySet[Submission]:
    """Select the rows that are not of this course."""
    if course_id is None:
        return rows.filter(course__isnull=False)
    return rows.filter(~Q(course=course_id) | Q(course=None))
