"""The pages of an exam for its students: what it demands, its activities, handing in."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from kriterion.rendering.jobs import MarkdownText
from kriterion.web.accounts.models import User
from kriterion.web.accounts.site_access import require_user
from kriterion.web.courses.course_access import course_or_404, find_rights
from kriterion.web.courses.exam_terms import ExamPhase, Requirement
from kriterion.web.courses.models import Course
from kriterion.web.courses.rights import CourseRight
from kriterion.web.exams.exam_access import StudentExam, find_exam, takes_exams
from kriterion.web.exams.exam_entry import OtherExam, enter_exam, hand_in_exam
from kriterion.web.exams.models import Exam
from kriterion.web.exams.password_check import PasswordOutcome, check_exam_password
from kriterion.web.exams.session_proofs import forget_proof, read_devices, store_proof
from kriterion.web.submissions.pages.user_progress import list_series_progress
from kriterion.web.submissions.services.displayed_texts import show_texts

_View = Callable[[HttpRequest, User, Exam], HttpResponseBase]


def require_exam_taker(view: _View) -> Callable[..., HttpResponseBase]:
    """Decorate a view: pass it the user and the exam. Redirect users who do not take the exam."""

    @wraps(view)
    def guarded(request: HttpRequest, slug: str, series_id: int) -> HttpResponseBase:
        user = require_user(request)
        course = course_or_404(user, slug)
        exam = _exam_or_404(course, series_id)
        if not takes_exams(user, course):
            return _redirect_others(user, exam)
        return view(request, user, exam)

    return guarded


@login_required
@require_safe
@require_exam_taker
def show_exam(request: HttpRequest, user: User, exam: Exam) -> HttpResponseBase:
    """Show what the exam demands, its activities while the student takes it, or that it is over."""
    own = find_exam(user, exam, read_devices(request))
    match own.standing.phase:
        case ExamPhase.PUBLISHED:
            return redirect("course", slug=exam.series.course.slug)
        case ExamPhase.PLANNED:
            raise Http404
        case ExamPhase.OVER if own.entry is None:
            raise Http404
    context = _describe(user, own)
    context["address"] = read_devices(request).address
    context["is_viewed"] = hasattr(request, "student_view")
    return render(request, "exams/exam.html", context)


@login_required
@require_POST
@require_exam_taker
def enter(request: HttpRequest, user: User, exam: Exam) -> HttpResponse:
    """Enter the exam if the device meets its demands, or return to it."""
    devices = read_devices(request)
    own = find_exam(user, exam, devices)
    page = _redirect_to_page(exam)
    if not own.standing.accepts_entry:
        return page
    if Requirement.PASSWORD in own.standing.missing:
        problem = _check_password(request, exam)
        if problem:
            messages.error(request, problem)
            return page
    entered = enter_exam(user, exam, devices)
    if isinstance(entered, OtherExam):
        messages.error(
            request,
            gettext("You are already taking another exam, %(name)s. Hand it in first.")
            % {"name": entered.name},
        )
    return page


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@require_exam_taker
def hand_in(request: HttpRequest, user: User, exam: Exam) -> HttpResponse:
    """Ask whether to hand in, and do it."""
    own = find_exam(user, exam, read_devices(request))
    page = _redirect_to_page(exam)
    if own.standing.phase is not ExamPhase.RUNNING:
        return page
    if request.method == "POST":
        hand_in_exam(user, exam)
        forget_proof(request, exam)
        return page
    return render(request, "exams/hand_in.html", _describe(user, own))


def _check_password(request: HttpRequest, exam: Exam) -> str:
    """Check the password that was sent, and keep the proof; return what is wrong, or ""."""
    password = request.POST.get("password", "")[:1000]
    match check_exam_password(request, exam, password):
        case PasswordOutcome.RIGHT:
            store_proof(request, exam)
            return ""
        case PasswordOutcome.WRONG:
            return gettext("This is not the password of the exam.")
        case PasswordOutcome.TOO_MANY:
            return gettext("Too many wrong passwords. Try again in five minutes.")


def _describe(user: User, own: StudentExam) -> dict[str, object]:
    series = own.exam.series
    context: dict[str, object] = {
        "own": own,
        "course": series.course,
        "series": series,
        "phase": own.standing.phase.name.lower(),
        "needs_network": Requirement.NETWORK in own.standing.missing,
        "needs_password": Requirement.PASSWORD in own.standing.missing,
    }
    if own.standing.shows_content:
        text = MarkdownText(text=series.description, place="about", heading=2)
        [said] = show_texts([text], f"course {series.course_id}")
        [progress] = list_series_progress(user, [series])
        context |= {"said": said, "progress": progress}
    return context


def _exam_or_404(course: Course, series_id: int) -> Exam:
    # The series first: only a primary key may have any number of digits.
    series = get_object_or_404(course.series, pk=series_id)
    return get_object_or_404(Exam.objects.select_related("series__course"), series=series)


def _redirect_to_page(exam: Exam) -> HttpResponse:
    return redirect("exams:exam", slug=exam.series.course.slug, series_id=exam.series_id)


def _redirect_others(user: User, exam: Exam) -> HttpResponse:
    """Redirect users who take no exams here to the page where they see this one."""
    course = exam.series.course
    rights = find_rights(user, course)
    if CourseRight.REVIEW in rights:
        return redirect("exams:overview", slug=course.slug, series_id=exam.series_id)
    if CourseRight.MENTOR in rights:
        return redirect("course", slug=course.slug)
    raise Http404
