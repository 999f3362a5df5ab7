"""What the exams of a user mean for a request: the rows behind the policy of `exam_terms`."""

from dataclasses import dataclass

from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from kriterion.web.accounts.models import User
from kriterion.web.accounts.site_access import may_administer
from kriterion.web.courses.course_access import list_courses_with_right, list_own_courses
from kriterion.web.courses.deadlines import find_terms_by_series
from kriterion.web.courses.exam_scope import ExamScope, RunningExam
from kriterion.web.courses.exam_terms import (
    Device,
    ExamPhase,
    ExamRules,
    ExamStanding,
    find_exam_standing,
)
from kriterion.web.courses.models import Course
from kriterion.web.courses.rights import CourseRight
from kriterion.web.courses.series_terms import SeriesTerms
from kriterion.web.exams.exam_absence import has_unpublished_exams
from kriterion.web.exams.models import Exam, ExamEntry

_ANNOUNCED = (ExamPhase.ENTRANCE, ExamPhase.RUNNING, ExamPhase.HANDED_IN)


@dataclass(frozen=True, kw_only=True, slots=True)
class StudentExam:
    """An exam as one student sees it; `terms` have their extra time."""

    exam: Exam
    entry: ExamEntry | None
    terms: SeriesTerms
    standing: ExamStanding


@dataclass(frozen=True, kw_only=True, slots=True)
class Devices:
    """The device of a request: its address, and by exam which password its session has proven.

    With `is_excused`, no exam demands anything of it: a teacher views a student's pages.
    """

    address: str | None = None
    known_revisions: dict[str, int]
    is_excused: bool = False

    def for_exam(self, exam: Exam) -> Device:
        known = self.known_revisions.get(str(exam.pk))
        return Device(address=self.address, known_revision=known)


def takes_exams(user: User, course: Course | int) -> bool:
    """Whether the exams of a course limit the user. They limit members who do not review there."""
    key = course if isinstance(course, int) else course.pk
    return (
        not may_administer(user)
        and key in list_own_courses(user)
        and key not in list_courses_with_right(user, CourseRight.MENTOR)
    )


def find_exams(user: User, device: Devices, *, only_in: int | None = None) -> list[StudentExam]:
    """Return the unpublished exams that limit the user, soonest end first.

    These are the exams of the courses that they take, and those that they entered before they left
    a course; or of one course only.
    """
    own, mentored = list_own_courses(user), list_courses_with_right(user, CourseRight.MENTOR)
    if may_administer(user) or (mentored and len(mentored) == len(own)):
        return []  # most requests of teachers cost no query
    if not has_unpublished_exams():
        return []  # every request asks, and most sites have none
    entered = user.exam_entries.values("exam")
    taken = Q(series__course__in=own) | Q(pk__in=entered)
    if only_in is not None:
        taken &= Q(series__course=only_in)
    exams = list(
        Exam.objects.filter(taken, published_at=None)
        .exclude(series__course__in=mentored)
        .select_related("series__course")
        .order_by("series__closes_at", "pk")
    )
    if not exams:
        return []
    entries = {entry.exam_id: entry for entry in user.exam_entries.filter(exam__in=exams)}
    terms = find_terms_by_series(user, [exam.series for exam in exams])
    return [
        _make_student_exam(user, exam, entries.get(exam.pk), terms[exam.series_id], device)
        for exam in exams
    ]


def find_exam(user: User, exam: Exam, device: Devices) -> StudentExam:
    """Return one exam of a course that the user takes, published or not."""
    terms = find_terms_by_series(user, [exam.series])[exam.series_id]
    return _make_student_exam(user, exam, exam.entries.filter(user=user).first(), terms, device)


def make_scope(user: User, exams: list[StudentExam], device: Devices) -> ExamScope:
    """Return the limits that follow from the user's exams."""

    def renew() -> ExamScope | None:
        again = User.objects.filter(pk=user.pk).first()
        return None if again is None else make_scope(again, find_exams(again, device), device)

    running = next((each for each in exams if each.standing.closes_other_pages), None)
    hidden = frozenset(each.exam.series_id for each in exams if each is not running)
    if running is None or running.entry is None:
        return ExamScope(user=user.pk, hidden=hidden, renew=renew)
    return ExamScope(
        user=user.pk,
        hidden=hidden,
        renew=renew,
        running=RunningExam(
            course=running.exam.series.course_id,
            series=running.exam.series_id,
            name=running.exam.series.name,
            address=reverse(
                "exams:exam", args=[running.exam.series.course.slug, running.exam.series_id]
            ),
            entered_at=running.entry.entered_at,
            is_open=running.standing.shows_content,
        ),
    )


def list_announced_exams(request: HttpRequest, course: Course | None = None) -> list[StudentExam]:
    """Return the exams that the request's student may enter or has entered, of a course or all."""
    exams: list[StudentExam] = getattr(request, "exams", [])
    return [
        each
        for each in exams
        if each.standing.phase in _ANNOUNCED and course in (None, each.exam.series.course)
    ]


def _make_student_exam(
    user: User, exam: Exam, entry: ExamEntry | None, terms: SeriesTerms, device: Devices
) -> StudentExam:
    is_visible = exam.series.visible and takes_exams(user, exam.series.course_id)
    standing = find_exam_standing(
        terms,
        ExamRules(is_published=exam.published_at is not None) if device.is_excused else exam.rules,
        None if entry is None else entry.part,
        device=device.for_exam(exam),
        moment=timezone.now(),
    )
    if not is_visible and standing.phase is not ExamPhase.PUBLISHED:
        standing = ExamStanding(phase=ExamPhase.PLANNED)
    return StudentExam(exam=exam, entry=entry, terms=terms, standing=standing)
