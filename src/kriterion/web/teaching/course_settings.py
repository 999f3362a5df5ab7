"""A course and its settings: create, change, copy, archive, delete."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from kriterion.web.accounts.site_access import administrators_only, may_administer, require_user
from kriterion.web.audit.audit_log import describe_changes, note
from kriterion.web.base.form_storing import store_fields
from kriterion.web.courses.copy_course import copy_course
from kriterion.web.courses.course_access import may_create_courses
from kriterion.web.courses.models import Course, MemberRole, Membership
from kriterion.web.courses.rights import CourseRight
from kriterion.web.teaching.course_form import CopyForm, CourseForm
from kriterion.web.teaching.course_page import course_page, for_course
from kriterion.web.tools.tool_fetching import remove_copies

_TAB = "teaching:course"


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def add(request: HttpRequest) -> HttpResponse:
    """Create a course; its creator teaches it, unless they are an administrator."""
    user = require_user(request)
    if not may_create_courses(user):
        raise Http404
    form = CourseForm(request.POST or None, for_administrator=user.is_administrator)
    if request.method == "POST" and form.is_valid():
        with transaction.atomic():
            new_course = form.save()
            if not user.is_administrator:
                Membership.objects.create(course=new_course, user=user, role=MemberRole.TEACHER)
        note(request, "course.add", new_course, **describe_changes(form))
        return redirect("teaching:course", slug=new_course.slug)
    context = {
        "form": form,
        "title": gettext("New course"),
        "trail": [(gettext("Courses"), reverse("courses"))],
    }
    return render(request, "teaching/new_course.html", context)


@require_safe
@for_course(CourseRight.MANAGE)
def course(request: HttpRequest, course: Course) -> HttpResponse:
    """Show a course's series."""
    series = list(course.series.annotate(size=Count("listings")).order_by("position", "pk"))
    hidden = sum(not each.visible for each in series)
    context = {"series": series, "hidden": hidden}
    return course_page(request, "teaching/course.html", _TAB, course, context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_course(CourseRight.MANAGE)
def edit(request: HttpRequest, course: Course) -> HttpResponse:
    form = CourseForm(
        request.POST or None,
        instance=Course.objects.get(pk=course.pk),
        for_administrator=may_administer(request.user),
    )
    if request.method == "POST" and form.is_valid():
        if not store_fields(form):
            raise Http404
        note(request, "course.change", form.instance, **describe_changes(form))
        messages.success(request, gettext("Saved."))
        return redirect("teaching:course-edit", slug=form.instance.slug)
    context = {
        "form": form,
        "title": gettext("Settings"),
        "may_copy": _may_copy(request, course),
        "may_delete": may_administer(request.user),
    }
    return course_page(request, "teaching/settings.html", "teaching:course-edit", course, context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_course(CourseRight.MANAGE)
def copy(request: HttpRequest, course: Course) -> HttpResponse:
    """Copy a course's series and activities into a new course, with its times moved."""
    if not _may_copy(request, course):
        raise Http404
    user = require_user(request)
    form = CopyForm(course, request.POST or None)
    if request.method == "POST" and form.is_valid():
        copied = copy_course(course, user, form.plan)
        note(request, "course.copy", copied, copied=course.slug)
        messages.success(
            request, gettext("Copied. Students see the course when you make it visible.")
        )
        return redirect("teaching:course", slug=copied.slug)
    above = (gettext("Settings"), reverse("teaching:course-edit", args=[course.slug]))
    context = {"form": form, "title": gettext("Copy this course"), "action": gettext("Copy")}
    return course_page(
        request, "teaching/form.html", "teaching:course-edit", course, context, below=(above,)
    )


@require_POST
@administrators_only
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete a course; its submissions stay with their students."""
    deleted = get_object_or_404(Course, slug=slug)
    note(request, "course.delete", deleted)
    judges = list(deleted.tools.all())
    deleted.delete()
    for judge in judges:
        remove_copies(judge)
    messages.success(request, gettext("Course removed."))
    return redirect("courses")


def _may_copy(request: HttpRequest, course: Course) -> bool:
    """Whether the user may create courses, or teaches this one."""
    user = require_user(request)
    return may_create_courses(user) or course.pk in user.course_roles
