"""What needs a mentor's attention in the groups that they mentor, for the home page."""

from collections import Counter
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Count, Exists, OuterRef, Q
from django.utils import timezone

from kriterion.web.accounts.models import User
from kriterion.web.courses.course_access import list_courses_with_right, select_visible_series
from kriterion.web.courses.models import Course, MemberRole, Membership
from kriterion.web.courses.review_scope import filter_mentored
from kriterion.web.courses.rights import CourseRight
from kriterion.web.gradebook.services.need_for_help import count_stuck
from kriterion.web.review.models import Review, ReviewThread
from kriterion.web.submissions.models import Submission, SubmissionState

_MAX_COURSES = 12
_RECENT = timedelta(days=7)


@dataclass(frozen=True, kw_only=True, slots=True)
class MentorAttention:
    """What needs attention in the user's groups of a course, as counts.

    `unreviewed` counts pairs of student and exercise whose recent submissions have no complete
    review. `stuck` counts students who recently tried an exercise often without success, `silent`
    those who submitted nothing to what is open.
    """

    course: Course
    questions: int
    second_looks: int
    unreviewed: int
    stuck: int
    silent: int

    @property
    def needs_attention(self) -> bool:
        return any((self.questions, self.second_looks, self.unreviewed, self.stuck, self.silent))


def find_mentor_attention(user: User) -> list[MentorAttention]:
    """Return the courses in which the user only mentors, in a fixed number of queries."""
    mentored = filter_mentored(user)
    if mentored is None:
        return []
    keys = set(list_courses_with_right(user, CourseRight.MENTOR))
    keys -= set(list_courses_with_right(user, CourseRight.REVIEW))
    courses = list(
        Course.objects.filter(pk__in=keys, archived=False).order_by("name", "pk")[:_MAX_COURSES]
    )
    seen = Submission.objects.filter(mentored, course__in=courses).order_by()
    threads = ReviewThread.objects.filter(submission__in=seen, waiting_since__isnull=False)
    questions = Counter(threads.order_by().values_list("course_id", flat=True))
    reviews = Review.objects.filter(submission__in=seen, second_look_at__isnull=False)
    second_looks = Counter(reviews.values_list("submission__course_id", flat=True))
    is_done = Q(review__completed_at__isnull=False) | Q(review__released_at__isnull=False)
    submitted = (
        seen.filter(
            state=SubmissionState.FINISHED,
            created_at__gte=timezone.now() - _RECENT,
            series__in=select_visible_series(user),
        )
        .values("course_id", "user_id", "series_id", "activity_id")
        .annotate(done=Count("pk", filter=is_done))
    )
    unreviewed = Counter(row["course_id"] for row in submitted.filter(done=0))
    recent = seen.filter(created_at__gte=timezone.now() - _RECENT)
    stuck = count_stuck(recent)
    silent = _count_silent(user, courses)
    return [
        MentorAttention(
            course=course,
            questions=questions[course.pk],
            second_looks=second_looks[course.pk],
            unreviewed=unreviewed[course.pk],
            stuck=stuck.get(course.pk, 0),
            silent=silent[course.pk],
        )
        for course in courses
    ]


def _count_silent(mentor: User, courses: list[Course]) -> Counter[int]:
    """Count the students in the mentor's groups who submitted nothing, by course.

    Only courses with a series that the mentor sees count: in others nothing can be submitted.
    """
    groups = {group for course in courses for group in mentor.mentored_groups[course.pk]}
    submitted = Submission.objects.filter(course=OuterRef("course"), user=OuterRef("user"))
    begun = select_visible_series(mentor).filter(course__in=courses).order_by()
    members = (
        Membership.objects.filter(
            ~Exists(submitted),
            course__in=begun.values("course"),
            groups__in=groups,
            role=MemberRole.STUDENT,
        )
        .exclude(user=mentor)
        .distinct()
    )
    return Counter(course for course, _ in members.order_by().values_list("course_id", "pk"))
