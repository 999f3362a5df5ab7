"""The pages of an exam for the teachers of its course."""

from datetime import datetime

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from kriterion.web.accounts.models import User
from kriterion.web.audit.audit_log import note
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.blind_mode import is_blind
from kriterion.web.courses.deadlines import find_terms_by_user
from kriterion.web.courses.exam_terms import ExamPhase
from kriterion.web.courses.models import Course, MemberRole, Membership, Series
from kriterion.web.courses.rights import CourseRight
from kriterion.web.exams.exam_entry import reopen_exam
from kriterion.web.exams.exam_form import ExamForm
from kriterion.web.exams.exam_setup import (
    find_first_start,
    find_last_end,
    hide_exam,
    is_over,
    publish_exam,
    save_exam,
    set_password,
)
from kriterion.web.exams.models import Exam, ExamEntry
from kriterion.web.teaching.course_page import course_page, for_course

_TAB = "teaching:course"
_PAGE = 100


@require_safe
@for_course(CourseRight.REVIEW)
def overview(request: HttpRequest, course: Course, series_id: int) -> HttpResponse:
    """Show who entered, from where, who handed in, and who still works."""
    exam = _exam_or_404(course, series_id)
    entries = {entry.user_id: entry for entry in exam.entries.all()}
    students = (
        User.objects.filter(Q(memberships__in=_list_students(course)) | Q(pk__in=list(entries)))
        .distinct()
        .order_by("username")
    )
    page = Paginator(students, _PAGE).get_page(request.GET.get("page"))
    terms = find_terms_by_user(exam.series, [user.pk for user in page])
    now = timezone.now()
    rows = [
        (
            user,
            entries.get(user.pk),
            _find_state(entries.get(user.pk), terms[user.pk].closes_at, now),
        )
        for user in page
    ]
    handed_in = sum(entry.handed_in_at is not None for entry in entries.values())
    context = {
        "exam": exam,
        "series": exam.series,
        "phase": _find_phase(exam),
        "last_end": find_last_end(exam.series),
        "page": page,
        "rows": rows,
        "entered": len(entries),
        "handed_in": handed_in,
        "known": _list_known_activities(exam.series),
        "language": get_language(),
        # Beside the times of submissions, these would tell whose they are.
        "hides_names": is_blind(request, course),
    }
    return course_page(
        request,
        "exams/overview.html",
        _TAB,
        course,
        context,
        below=_make_crumbs(course, exam.series),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@for_course(CourseRight.MANAGE)
def settings(request: HttpRequest, course: Course, series_id: int) -> HttpResponse:
    """Turn a series into an exam, or change what it demands."""
    series = get_object_or_404(course.series, pk=series_id)
    exam = Exam.objects.filter(series=series).first()
    form = ExamForm(series, exam, request.POST or None)
    if request.method == "POST" and form.is_valid():
        _store(request, series, exam, form)
        messages.success(request, gettext("Saved."))
        return redirect("exams:overview", slug=course.slug, series_id=series.pk)
    context = {"form": form, "exam": exam, "series": series}
    return course_page(
        request, "exams/settings.html", _TAB, course, context, below=_make_crumbs(course, series)
    )


@require_POST
@for_course(CourseRight.MANAGE)
def publish(request: HttpRequest, course: Course, series_id: int) -> HttpResponse:
    """Show the exam to its students after its end, or hide it again."""
    exam = _exam_or_404(course, series_id)
    if request.POST.get("to") == "hide":
        hide_exam(exam)
        note(request, "exam.hide", exam.series, course=course.name)
    elif not is_over(exam):
        messages.error(request, gettext("The exam is not over for every student yet."))
    else:
        publish_exam(exam)
        note(request, "exam.publish", exam.series, course=course.name)
    return _redirect_to(exam.series)


@require_POST
@for_course(CourseRight.MANAGE)
def turn_off(request: HttpRequest, course: Course, series_id: int) -> HttpResponse:
    """Make the exam an ordinary series, and delete the record of who entered it."""
    exam = _exam_or_404(course, series_id)
    entered = exam.entries.count()
    note(request, "exam.off", exam.series, course=course.name, entered=entered)
    exam.delete()
    return redirect("teaching:series", slug=course.slug, series_id=exam.series_id)


@require_POST
@for_course(CourseRight.MANAGE)
def reopen(request: HttpRequest, course: Course, series_id: int, entry_id: int) -> HttpResponse:
    """Let one student continue who has handed in."""
    exam = _exam_or_404(course, series_id)
    entry = get_object_or_404(ExamEntry.objects.select_related("user"), pk=entry_id, exam=exam)
    if reopen_exam(entry):
        note(request, "exam.reopen", exam.series, student=entry.user.username)
        messages.success(
            request,
            gettext("%(name)s can continue.") % {"name": entry.user.display_name},
        )
    return _redirect_to(exam.series)


def _store(request: HttpRequest, series: Series, exam: Exam | None, form: ExamForm) -> None:
    """Save a valid form, and record what changed; never the password."""
    changed = exam or Exam(series=series)
    changed.series = series
    changed.networks = form.cleaned_data["networks"]
    password = form.cleaned_data["password"]
    is_removed = bool(form.cleaned_data.get("remove_password"))
    if password or is_removed:
        set_password(changed, password)
    save_exam(
        changed,
        starts_at=form.cleaned_data["starts_at"],
        ends_at=form.cleaned_data["ends_at"],
    )
    note(
        request,
        "exam.on" if exam is None else "exam.change",
        series,
        course=series.course.name,
        starts_at=form.cleaned_data["starts_at"].isoformat(),
        ends_at=form.cleaned_data["ends_at"].isoformat(),
        networks=", ".join(changed.networks)[:500],
    )
    if password or is_removed:
        note(request, "exam.password", series, change="removed" if is_removed else "set")


def _find_state(entry: ExamEntry | None, ends_at: datetime | None, now: datetime) -> str:
    """Return a student's part as the teacher reads it."""
    if entry is None:
        return "absent"
    if entry.handed_in_at is not None:
        return "handed-in"
    return "over" if ends_at is None or ends_at < now else "working"


def _find_phase(exam: Exam) -> str:
    now, series = timezone.now(), exam.series
    if exam.published_at is not None:
        return ExamPhase.PUBLISHED.name.lower()
    starts_at = None if series.opens_at is None else find_first_start(series)
    if starts_at is None or series.closes_at is None or now < starts_at:
        return ExamPhase.PLANNED.name.lower()
    return (ExamPhase.OVER if is_over(exam) else ExamPhase.RUNNING).name.lower()


def _list_students(course: Course) -> QuerySet[Membership]:
    return course.memberships.filter(role=MemberRole.STUDENT, mentored_groups=None)


def _list_known_activities(series: Series) -> list[Activity]:
    """Return the activities that students may know: public ones, and those of other series."""
    others = Series.objects.filter(course=series.course_id).exclude(pk=series.pk)
    listed = series.activities.select_related("repository")
    return list(listed.filter(Q(is_public=True) | Q(series__in=others)).distinct())


def _exam_or_404(course: Course, series_id: int) -> Exam:
    # The series first: only a primary key may have any number of digits.
    series = get_object_or_404(course.series, pk=series_id)
    return get_object_or_404(Exam.objects.select_related("series__course"), series=series)


def _redirect_to(series: Series) -> HttpResponse:
    return redirect("exams:overview", slug=series.course.slug, series_id=series.pk)


def _make_crumbs(course: Course, series: Series) -> tuple[tuple[str, str], ...]:
    return (
        (gettext("Series"), reverse("teaching:course", args=[course.slug])),
        (series.name, reverse("teaching:series", args=[course.slug, series.pk])),
    )
