"""How many classes the solutions of a course form, and how large each class is."""

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Course
from kriterion.web.equivalence.services.class_key import ClassKey
from kriterion.web.equivalence.services.comment_reports import count_reports
from kriterion.web.submissions.models import CLASS_KEY, ClassComment, Submission

_VERDICT_FILTERS = {"accepted": Q(accepted_count__gt=0), "rejected": Q(accepted_count=0)}
VERDICTS = frozenset(_VERDICT_FILTERS)
_KEY = CLASS_KEY[1:]  # within one exercise


@dataclass(frozen=True, kw_only=True, slots=True)
class ExerciseSummary:
    """The number of an exercise's represented submissions and of the texts they are reduced to."""

    activity: Activity
    submissions: int
    classes: int


@dataclass(frozen=True, kw_only=True, slots=True)
class ClassSummary:
    """The size of a class, how many of its submissions were accepted, and its comment.

    `reports` counts the students who say that the comment is wrong.
    """

    key: ClassKey
    submissions: int
    students: int
    accepted: int
    comment: ClassComment | None
    reports: int = 0


def summarize_exercises(course: Course) -> list[ExerciseSummary]:
    """Return the exercises of which the course has classes, by path."""
    rows = list(
        _select_represented(course)
        .order_by()
        .values("activity")
        .annotate(submissions=Count("pk"), classes=Count("digest", distinct=True))
    )
    activities = Activity.objects.in_bulk([row["activity"] for row in rows])
    summaries = [
        ExerciseSummary(
            activity=activities[row["activity"]],
            submissions=row["submissions"],
            classes=row["classes"],
        )
        for row in rows
    ]
    return sorted(summaries, key=lambda summary: (summary.activity.path, summary.activity.pk))


def select_classes(
    course: Course, activity: Activity, verdict: str = ""
) -> QuerySet[Submission, dict[str, object]]:
    """Return a row per class, the largest first.

    `verdict` selects classes with an accepted submission, or without one.
    """
    rows: QuerySet[Submission, dict[str, object]] = (
        _select_represented(course)
        .filter(activity=activity)
        .order_by()
        .values(*_KEY)
        .annotate(
            size=Count("pk"),
            students=Count("user", distinct=True),
            accepted_count=Count("pk", filter=Q(accepted=True)),
        )
        .order_by("-size", *_KEY)
    )
    return rows.filter(_VERDICT_FILTERS[verdict]) if verdict in VERDICTS else rows


def add_comments(
    course: Course, activity: Activity, rows: list[dict[str, object]]
) -> list[ClassSummary]:
    """Make summaries of some rows of `select_classes` with two queries."""
    comments = ClassComment.objects.filter(
        course=course, activity=activity, digest__in=[row["digest"] for row in rows]
    )
    comment_by_key = {ClassKey.from_comment(comment): comment for comment in comments}
    reports = count_reports(list(comment_by_key.values()))
    summaries = []
    for row in rows:
        key = ClassKey.parse("_".join(str(row[name]) for name in _KEY))
        if key is not None:  # a digest has letters and digits only
            comment = comment_by_key.get(key)
            summaries.append(
                ClassSummary(
                    key=key,
                    submissions=int(str(row["size"])),
                    students=int(str(row["students"])),
                    accepted=int(str(row["accepted_count"])),
                    comment=comment,
                    reports=0 if comment is None else reports.get(comment.pk, 0),
                )
            )
    return summaries


def _select_represented(course: Course) -> QuerySet[Submission]:
    return Submission.objects.filter(
        ~Q(digest=""),
        course=course,
        representer_version__isnull=False,
        exercise_version__isnull=False,
    )
