"""How many students see the comments of each rule and class, and how many report them."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, Max, Q, QuerySet

from kriterion.web.comment_reports.models import AutomaticCommentReport
from kriterion.web.courses.models import Course
from kriterion.web.equivalence.models import ClassCommentReport
from kriterion.web.equivalence.services.comment_reports import count_reports
from kriterion.web.submissions.models import (
    CLASS_KEY,
    ClassComment,
    FeedbackRule,
    HiddenRule,
    Submission,
    SubmissionComment,
)

_KEY = ("submission__course", "rule")
_REPORTED = Q(report__isnull=False)
_HAS_REPORTERS = Q(reporters__gt=0)


@dataclass(frozen=True, kw_only=True, slots=True)
class RuleRate:
    """A rule in a course, or in no course: how many students it reached, how many report it.

    `text` is one of its comments there.
    """

    rule: FeedbackRule
    text: str
    submissions: int
    students: int
    reporters: int
    is_hidden: bool = False
    course: Course | None = None

    @property
    def percent(self) -> int:
        return _compute_percentage(self.reporters, self.students)


@dataclass(frozen=True, kw_only=True, slots=True)
class ClassRate:
    """A comment on a class: how many students it reaches, how many report it as it is now."""

    comment: ClassComment
    students: int
    reporters: int

    @property
    def percent(self) -> int:
        return _compute_percentage(self.reporters, self.students)


RateRow = dict[str, int | None]


def select_rule_rates(course: Course | None = None) -> QuerySet[SubmissionComment, RateRow]:
    """Return a row per course and rule, the most reported first; `course` selects one course.

    Without a course, the reported rules of all courses.
    """
    comments = SubmissionComment.objects.order_by()
    if course is None:
        comments = comments.filter(rule__in=AutomaticCommentReport.objects.values("comment__rule"))
    else:
        comments = comments.filter(submission__course=course)
    rows: QuerySet[SubmissionComment, RateRow] = (
        comments.values(*_KEY)
        .annotate(
            submissions=Count("pk"),
            students=Count("submission__user", distinct=True),
            reporters=Count("submission__user", distinct=True, filter=_REPORTED),
            latest=Max("pk"),
        )
        .order_by("-reporters", "-students", "rule", "submission__course")
    )
    return rows if course is not None else rows.filter(_HAS_REPORTERS)


def describe_rates(rows: list[RateRow]) -> list[RuleRate]:
    """Make rates of some rows of `select_rule_rates` with three queries."""
    comments = SubmissionComment.objects.select_related("rule").in_bulk(
        [row["latest"] for row in rows]
    )
    courses = Course.objects.in_bulk({row["submission__course"] for row in rows} - {None})
    hidden = set(
        HiddenRule.objects.filter(rule__in=[row["rule"] for row in rows]).values_list(
            "course", "rule"
        )
    )
    return [
        RuleRate(
            rule=comments[row["latest"]].rule,
            text=comments[row["latest"]].text,
            submissions=row["submissions"] or 0,
            students=row["students"] or 0,
            reporters=row["reporters"] or 0,
            is_hidden=(row["submission__course"], row["rule"]) in hidden,
            course=courses.get(row["submission__course"] or 0),
        )
        for row in rows
        if row["latest"] in comments
    ]


def select_reports(course: Course, rule: FeedbackRule) -> QuerySet[AutomaticCommentReport]:
    """Return the reports of a rule's comments in a course, newest first."""
    reports = AutomaticCommentReport.objects.filter(
        comment__rule=rule, comment__submission__course=course
    )
    related = reports.select_related("comment__submission__activity__repository")
    return related.select_related("comment__submission__user").order_by("-made_at", "-pk")


def count_recent_reports(courses: Collection[Course], since: datetime) -> dict[int, int]:
    """Return the number of reports of comments that students still see, by course."""
    automatic = (
        AutomaticCommentReport.objects.filter(
            comment__submission__course__in=courses, made_at__gte=since
        )
        .exclude(comment__rule__hidden_in__course=F("comment__submission__course"))
        .order_by()
        .values_list("comment__submission__course")
        .annotate(reports=Count("pk"))
    )
    of_classes = (
        ClassCommentReport.objects.filter(
            comment__course__in=courses,
            comment__draft=False,
            revision=F("comment__revision"),
            made_at__gte=since,
        )
        .order_by()
        .values_list("comment__course")
        .annotate(reports=Count("pk"))
    )
    counts: Counter[int] = Counter()
    for course, reports in (*automatic, *of_classes):
        counts[course] += reports
    return dict(counts)


def select_class_comments(course: Course | None = None) -> QuerySet[ClassComment]:
    """Return the published comments on classes, those with the most reports first.

    Without a course, those of all courses that are reported.
    """
    current = Q(reports__revision=F("revision"))
    rows = ClassComment.objects.filter(draft=False).annotate(
        reporters=Count("reports__submission__user", distinct=True, filter=current)
    )
    rows = (
        rows.filter(reporters__gt=0, course__isnull=False)
        if course is None
        else rows.filter(course=course)
    )
    return rows.select_related("activity__repository", "course").order_by("-reporters", "pk")


def describe_class_comments(comments: list[ClassComment]) -> list[ClassRate]:
    """Return the rates of some comments with two queries."""
    reporters = count_reports(comments)
    students = _count_students(comments)
    return [
        ClassRate(
            comment=comment,
            students=students.get(_make_key(comment), 0),
            reporters=reporters.get(comment.pk, 0),
        )
        for comment in comments
    ]


def _count_students(comments: list[ClassComment]) -> dict[tuple[object, ...], int]:
    """Return the number of students in the class of each comment, by its key."""
    rows = (
        Submission.objects.filter(
            course__in={comment.course_id for comment in comments},
            activity__in={comment.activity_id for comment in comments},
            digest__in={comment.digest for comment in comments},
        )
        .order_by()
        .values_list("course", *CLASS_KEY)
        .annotate(students=Count("user", distinct=True))
    )
    return {tuple(key): students for *key, students in rows}


def _make_key(comment: ClassComment) -> tuple[object, ...]:
    return (
        comment.course_id,
        comment.activity_id,
        comment.digest,
        comment.representer_version,
        comment.exercise_version,
    )


def _compute_percentage(part: int, whole: int) -> int:
    return round(100 * part / whole) if whole else 0
