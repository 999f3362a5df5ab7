"""The members of a course, and who asks to join it."""

import secrets

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Prefetch, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from kriterion.web.accounts.site_access import may_administer, require_user
from kriterion.web.audit.audit_log import note
from kriterion.web.base.whole_numbers import read_number
from kriterion.web.courses.blind_mode import is_blind
from kriterion.web.courses.institution_enrolment import set_institution_groups
from kriterion.web.courses.memberships import LastTeacherError, remove_member, set_role
from kriterion.web.courses.models import Course, JoinRequest, MemberRole, Membership
from kriterion.web.courses.rights import CourseRight
from kriterion.web.database.storable import make_storable
from kriterion.web.teaching.course_page import course_page, for_course, read_scope
from kriterion.web.teaching.member_forms import NewMemberForm, RoleForm

_PAGE = 100
_MAX_REQUESTS = 500
_MAX_NAMES_TEXT = 20_000  # characters


@require_safe
@for_course(CourseRight.MENTOR)
def members(request: HttpRequest, course: Course) -> HttpResponse:
    """List the members, or those whose name contains some words."""
    query = request.GET.get("q", "").strip()[:150]
    role = request.GET.get("role", "")
    scope = read_scope(request, course)
    memberships = (
        course.memberships.filter(scope.select())
        .select_related("user")
        .prefetch_related(Prefetch("groups", scope.select_groups()))
        .order_by("-role", "user__username", "pk")
    )
    if role in MemberRole.values:
        memberships = memberships.filter(role=role)
    for word in query.split()[:5]:
        memberships = memberships.filter(
            Q(user__username__icontains=word)
            | Q(user__first_name__icontains=word)
            | Q(user__last_name__icontains=word)
        )
    context = {
        "page": Paginator(memberships, _PAGE).get_page(request.GET.get("page")),
        "scope": scope,
        "links_to_work": not is_blind(request, course),
        "query": query,
        "role": role,
        "roles": MemberRole.choices,
        "form": NewMemberForm(),
        "requests": course.join_requests.select_related("user").order_by("pk")[:_MAX_REQUESTS],
        "waiting": course.pending_members.order_by("username")[:_MAX_REQUESTS],
        "link": _build_link(request, course),
        "has_institution": bool(settings.OIDC_SERVER),
        "institution_groups": list(course.institution_groups.values_list("name", flat=True)),
    }
    return course_page(request, "teaching/members.html", "teaching:members", course, context)


@require_POST
@for_course(CourseRight.MANAGE)
def add(request: HttpRequest, course: Course) -> HttpResponse:
    """Add a user by name, or change their role."""
    form = NewMemberForm(request.POST)
    if form.is_valid():
        user, role = form.cleaned_data["user"], MemberRole(form.cleaned_data["role"])
        try:
            set_role(course, user, role, may_orphan=may_administer(request.user))
        except LastTeacherError:
            _refuse_last_teacher(request)
        else:
            note(request, "course.member", course, user=user.username, role=role)
    else:
        for problem in form.errors.values():
            messages.error(request, str(problem[0]))
    return redirect("teaching:members", slug=course.slug)


@require_POST
@for_course(CourseRight.MANAGE)
def change_role(request: HttpRequest, course: Course, membership_id: int) -> HttpResponse:
    membership = get_object_or_404(course.memberships.select_related("user"), pk=membership_id)
    form = RoleForm(request.POST)
    if form.is_valid():
        role = MemberRole(form.cleaned_data["role"])
        try:
            set_role(course, membership.user, role, may_orphan=may_administer(request.user))
        except LastTeacherError:
            _refuse_last_teacher(request)
        else:
            note(request, "course.member", course, user=membership.user.username, role=role)
            messages.success(request, gettext("Saved."))
    if membership.user_id == require_user(request).pk:
        return redirect("course", slug=course.slug)  # they may no longer see the members
    return redirect("teaching:members", slug=course.slug)


@require_POST
@for_course(CourseRight.MANAGE)
def remove(request: HttpRequest, course: Course, membership_id: int) -> HttpResponse:
    """Remove a member. Their submissions stay."""
    membership = get_object_or_404(course.memberships.select_related("user"), pk=membership_id)
    try:
        remove_member(membership, may_orphan=may_administer(request.user))
    except LastTeacherError:
        _refuse_last_teacher(request)
    else:
        note(request, "course.member-remove", course, user=membership.user.username)
        if membership.user_id == require_user(request).pk:
            return redirect("courses")
    return redirect("teaching:members", slug=course.slug)


@require_POST
@for_course(CourseRight.MANAGE)
def change_link(request: HttpRequest, course: Course) -> HttpResponse:
    """Make a link with which anyone can join, in place of the former one, or turn it off."""
    course.join_key = secrets.token_urlsafe(20) if request.POST.get("to") == "new" else ""
    course.save(update_fields=["join_key"])
    note(request, "course.join-link", course, on=bool(course.join_key))
    return redirect("teaching:members", slug=course.slug)


@require_POST
@for_course(CourseRight.MANAGE)
def answer_requests(request: HttpRequest, course: Course) -> HttpResponse:
    """Approve or decline the chosen requests to join."""
    chosen = [read_number(value) for value in request.POST.getlist("request")[:_MAX_REQUESTS]]
    requests = JoinRequest.objects.filter(
        course=course, pk__in=[key for key in chosen if key is not None]
    )
    approves = request.POST.get("to") == "approve"
    users = [request_.user for request_ in requests.select_related("user")]
    if approves:
        for user in users:
            Membership.objects.get_or_create(course=course, user=user)
    requests.delete()
    names = [user.username for user in users]
    note(request, "course.join-requests", course, approved=approves, users=names)
    if approves and users:
        text = ngettext("%(n)d student added.", "%(n)d students added.", len(users))
        messages.success(request, text % {"n": len(users)})
    return redirect("teaching:members", slug=course.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def join_by_link(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Join a course by its link, even one that only members see."""
    course = get_object_or_404(Course, slug=slug, archived=False)
    if not (course.join_key and secrets.compare_digest(course.join_key.encode(), key.encode())):
        raise Http404
    user = require_user(request)
    if course.pk in user.course_roles:
        return redirect("course", slug=slug)
    if request.method == "POST":
        set_role(course, user, MemberRole.STUDENT)
        messages.success(request, gettext("You have joined this course."))
        return redirect("course", slug=slug)
    return render(request, "teaching/join.html", {"course": course})


@require_POST
@for_course(CourseRight.MANAGE)
def change_institution_groups(request: HttpRequest, course: Course) -> HttpResponse:
    """Say which groups of the institution are enrolled when they log in."""
    names = make_storable(request.POST.get("names", "")[:_MAX_NAMES_TEXT]).splitlines()
    kept = set_institution_groups(course, names)
    note(request, "course.institution-groups", course, groups=kept)
    messages.success(request, gettext("Saved."))
    return redirect("teaching:members", slug=course.slug)


def _build_link(request: HttpRequest, course: Course) -> str:
    if not course.join_key:
        return ""
    return request.build_absolute_uri(
        reverse("teaching:join-by-link", args=[course.slug, course.join_key])
    )


def _refuse_last_teacher(request: HttpRequest) -> None:
    text = gettext("A course needs a teacher. Make another member a teacher first.")
    messages.error(request, text)
