"""The groups of a course: list them, and change their members."""

from django.contrib import messages
from django.db.models import Count, Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST, require_safe

from kriterion.web.audit.audit_log import note
from kriterion.web.base.whole_numbers import read_number
from kriterion.web.courses.groups import (
    MAX_GROUPS,
    GroupNameError,
    NoMentorError,
    TooManyGroupsError,
    add_group,
    add_members,
    add_mentor,
    delete_group,
    remove_members,
    remove_mentor,
    rename_group,
)
from kriterion.web.courses.models import Course, CourseGroup
from kriterion.web.courses.rights import CourseRight
from kriterion.web.database.storable import make_storable
from kriterion.web.teaching.course_page import course_page, for_course

_MAX_CHOSEN = 500  # members at once


@require_safe
@for_course(CourseRight.MANAGE)
def groups(request: HttpRequest, course: Course) -> HttpResponse:
    """List the groups of a course with the number of their members."""
    mentors = Prefetch("mentors", course.memberships.select_related("user"))
    groups = course.groups.annotate(size=Count("members")).prefetch_related(mentors)
    context = {"groups": groups.order_by("name")}
    crumb = (gettext("Members"), reverse("teaching:members", args=[course.slug]))
    return course_page(
        request, "teaching/groups.html", "teaching:members", course, context, below=(crumb,)
    )


@require_POST
@for_course(CourseRight.MANAGE)
def add(request: HttpRequest, course: Course) -> HttpResponse:
    made = _make_group(request, course, request.POST.get("name", ""))
    if made is not None:
        messages.success(request, gettext("Saved."))
    return redirect("teaching:groups", slug=course.slug)


@require_POST
@for_course(CourseRight.MANAGE)
def rename(request: HttpRequest, course: Course, group_id: int) -> HttpResponse:
    group = get_object_or_404(course.groups, pk=group_id)
    try:
        rename_group(group, request.POST.get("name", ""))
    except GroupNameError:
        _refuse_name(request)
    else:
        note(request, "group.rename", group, course=course.name)
        messages.success(request, gettext("Saved."))
    return redirect("teaching:groups", slug=course.slug)


@require_POST
@for_course(CourseRight.MANAGE)
def delete(request: HttpRequest, course: Course, group_id: int) -> HttpResponse:
    """Delete a group; its members stay in the course."""
    group = get_object_or_404(course.groups, pk=group_id)
    note(request, "group.delete", group, course=course.name)
    delete_group(group)
    return redirect("teaching:groups", slug=course.slug)


@require_POST
@for_course(CourseRight.MANAGE)
def change_mentors(request: HttpRequest, course: Course, group_id: int) -> HttpResponse:
    """Add a member to a group's mentors, or remove them."""
    group = get_object_or_404(course.groups, pk=group_id)
    name = request.POST.get("user", "").strip()[:150]
    memberships = course.memberships.select_related("user")
    membership = memberships.filter(user__username=make_storable(name)).first()
    if membership is None:
        messages.error(request, gettext("No member of this course has this username."))
    elif request.POST.get("to") == "remove":
        remove_mentor(group, membership)
        note(request, "group.mentor-remove", group, course=course.name, user=name)
    else:
        try:
            add_mentor(group, membership)
        except NoMentorError:
            text = gettext("Teachers see everybody's work: they need not mentor a group.")
            messages.error(request, text)
        else:
            note(request, "group.mentor", group, course=course.name, user=name)
            messages.success(request, gettext("Saved."))
    return redirect("teaching:groups", slug=course.slug)


@require_POST
@for_course(CourseRight.MANAGE)
def change_members(request: HttpRequest, course: Course) -> HttpResponse:
    """Add the chosen members to a group, existing or new, or remove them from it."""
    keys = [read_number(value) for value in request.POST.getlist("member")[:_MAX_CHOSEN]]
    chosen = course.memberships.filter(pk__in=[key for key in keys if key is not None])
    memberships = list(chosen.select_related("user"))
    group = _find_group(request, course)
    if group is None:
        return redirect("teaching:members", slug=course.slug)
    is_added = request.POST.get("to") != "remove"
    changed = (add_members if is_added else remove_members)(group, memberships)
    users = [membership.user.username for membership in memberships]
    note(request, "group.members", group, course=course.name, added=is_added, users=users)
    if not memberships:
        messages.error(request, gettext("Choose members in the list first."))
    else:
        messages.success(request, _describe_change(group, changed, is_added=is_added))
    address = reverse("teaching:members", args=[course.slug])
    return redirect(f"{address}?group={group.pk}")


def _find_group(request: HttpRequest, course: Course) -> CourseGroup | None:
    """Return the group that a form names, which may be new; None with a message if it cannot be."""
    name = request.POST.get("name", "").strip()
    if name and request.POST.get("to") != "remove":
        return _make_group(request, course, name)
    key = read_number(request.POST.get("group", ""))
    group = None if key is None else course.groups.filter(pk=key).first()
    if group is None:
        messages.error(request, gettext("Choose a group, or enter the name of a new one."))
    return group


def _make_group(request: HttpRequest, course: Course, name: str) -> CourseGroup | None:
    try:
        group = add_group(course, name)
    except GroupNameError:
        _refuse_name(request)
        return None
    except TooManyGroupsError:
        text = gettext("A course has at most %(limit)d groups.")
        messages.error(request, text % {"limit": MAX_GROUPS})
        return None
    note(request, "group.add", group, course=course.name)
    return group


def _refuse_name(request: HttpRequest) -> None:
    text = gettext(
        "Names of groups have 1 to 100 characters without , ; or |, and differ within a course."
    )
    messages.error(request, text)


def _describe_change(group: CourseGroup, changed: int, *, is_added: bool) -> str:
    if is_added:
        text = ngettext(
            "%(n)d member added to %(group)s.", "%(n)d members added to %(group)s.", changed
        )
    else:
        text = ngettext(
            "%(n)d member removed from %(group)s.", "%(n)d members removed from %(group)s.", changed
        )
    return text % {"n": changed, "group": group.name}
