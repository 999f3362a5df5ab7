"""Which submissions are compared, and who sees the result."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Exists, Max, OuterRef, Q, QuerySet

from kriterion.similarity.solution_pairs import MAX_SOLUTIONS
from kriterion.similarity.token_sequence import TOKENS_VERSION
from kriterion.web.accounts.models import User
from kriterion.web.accounts.site_access import may_administer
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.course_access import list_courses_with_right
from kriterion.web.courses.models import Course, MemberRole, Membership
from kriterion.web.courses.rights import CourseRight
from kriterion.web.similarity.models import ComparedChoice, SimilarPair, SolutionComparison
from kriterion.web.submissions.models import Submission, SubmissionState

_MAX_COURSES = 200


@dataclass(frozen=True, kw_only=True, slots=True)
class ComparisonScope:
    """The solutions of students to an exercise in some courses."""

    activity: Activity
    courses: tuple[int, ...]
    choice: ComparedChoice

    @property
    def courses_digest(self) -> str:
        return _digest(self.courses)

    def find(self) -> SolutionComparison | None:
        """Return the stored comparison."""
        return SolutionComparison.objects.filter(
            activity=self.activity, courses_digest=self.courses_digest, choice=self.choice
        ).first()


def list_courses(user: User, course: Course, activity: Activity) -> tuple[int, ...]:
    """Return the ids of the courses in which the user may review and students solve the exercise.

    The given course is always among them. If there are too many, only the newest are.
    """
    solved = Submission.objects.filter(activity=activity, course__isnull=False).order_by()
    if not may_administer(user):
        solved = solved.filter(course__in=list_courses_with_right(user, CourseRight.REVIEW))
    ids = {pk for pk in solved.values_list("course", flat=True).distinct() if pk is not None}
    newest = sorted(ids - {course.pk})[-(_MAX_COURSES - 1) :]
    return tuple(sorted((course.pk, *newest)))


def list_compared(activity_id: int, courses: Iterable[int], choice: str) -> list[tuple[int, int]]:
    """Return the ids of the submissions that are compared and of their authors, oldest first.

    If there are too many, the newest are returned.
    """
    rows = select_of_students(
        Submission.objects.filter(
            activity=activity_id, course__in=list(courses), state=SubmissionState.FINISHED
        )
    )
    if choice == ComparedChoice.ACCEPTED:
        rows = rows.filter(accepted=True)
    latest = rows.order_by().values("user", "course").annotate(latest=Max("pk"))
    pairs = sorted(latest.values_list("latest", "user"))
    return pairs[-MAX_SOLUTIONS:]


def select_of_students(rows: QuerySet[Submission]) -> QuerySet[Submission]:
    """Keep the submissions of those who are students of the submission's course now."""
    return rows.filter(_is_of_student(""))


def select_pairs(comparison: SolutionComparison, least: float) -> QuerySet[SimilarPair]:
    """Return the pairs of at least this similarity whose authors are still students of these
    courses.
    """
    in_scope = Q(left__course__in=comparison.courses, right__course__in=comparison.courses)
    return comparison.pairs.filter(
        in_scope, _is_of_student("left__"), _is_of_student("right__"), similarity__gte=least
    )


def digest_selection(submissions: Iterable[int], templates: Iterable[str]) -> str:
    """Return a digest that changes whenever the comparison would."""
    return _digest([TOKENS_VERSION, list(submissions), list(templates)])


def _is_of_student(path: str) -> Exists:
    students = Membership.objects.filter(
        course=OuterRef(f"{path}course"), user=OuterRef(f"{path}user"), role=MemberRole.STUDENT
    )
    return Exists(students)


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()
