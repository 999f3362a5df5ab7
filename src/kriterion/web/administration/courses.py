"""Administration of courses and their members."""

from django.contrib import messages
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from kriterion.web.accounts.site_access import administrators_only
from kriterion.web.administration.forms import CourseForm, MemberForm
from kriterion.web.administration.shared_page_parts import page, paged
from kriterion.web.audit.audit_log import changes, note
from kriterion.web.courses.models import Course, Membership
from kriterion.web.tools.tool_fetching import remove_copies


@require_safe
@administrators_only
@never_cache
def courses(request: HttpRequest) -> HttpResponse:
    found = Course.objects.annotate(people=Count("memberships", distinct=True))
    return page(request, "courses", "courses", {"page": paged(request, found.order_by("name"))})


@require_http_methods(["GET", "HEAD", "POST"])
@administrators_only
def add(request: HttpRequest) -> HttpResponse:
    form = CourseForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        made = form.save()
        note(request, "course.add", made, **changes(form))
        return redirect("administration:course", course_id=made.pk)
    return page(request, "form", "courses", form_context(form, gettext("New course"), trail()))


@require_safe
@administrators_only
@never_cache
def course(request: HttpRequest, course_id: int) -> HttpResponse:
    """Show a course with its series and members."""
    found = get_object_or_404(Course, pk=course_id)
    members = found.memberships.select_related("user").order_by("-role", "user__username")
    context = {
        "course": found,
        "series": found.series.annotate(size=Count("listings")).order_by("position", "pk"),
        "page": paged(request, members),
        "member_form": MemberForm(),
        "trail": trail(),
    }
    return page(request, "course", "courses", context)


@require_http_methods(["GET", "HEAD", "POST"])
@administrators_only
def edit(request: HttpRequest, course_id: int) -> HttpResponse:
    found = get_object_or_404(Course, pk=course_id)
    form = CourseForm(request.POST or None, instance=found)
    if request.method == "POST" and form.is_valid():
        form.save()
        note(request, "course.change", found, **changes(form))
        return redirect("administration:course", course_id=found.pk)
    return page(request, "form", "courses", form_context(form, found.name, trail(found)))


@require_POST
@administrators_only
def delete(request: HttpRequest, course_id: int) -> HttpResponse:
    """Delete a course; its submissions stay with their students."""
    found = get_object_or_404(Course, pk=course_id)
    note(request, "course.delete", found)
    judges = list(found.tools.all())
    found.delete()
    for judge in judges:
        remove_copies(judge)
    messages.success(request, gettext("Course removed."))
    return redirect("administration:courses")


@require_POST
@administrators_only
def add_member(request: HttpRequest, course_id: int) -> HttpResponse:
    """Add a user to a course, or change their role."""
    found = get_object_or_404(Course, pk=course_id)
    form = MemberForm(request.POST)
    if form.is_valid():
        user, role = form.cleaned_data["user"], form.cleaned_data["role"]
        Membership.objects.update_or_create(course=found, user=user, defaults={"role": role})
        note(request, "course.member", found, user=user.username, role=role)
    else:
        for problem in form.errors.values():
            messages.error(request, str(problem[0]))
    return redirect("administration:course", course_id=found.pk)


@require_POST
@administrators_only
def remove_member(request: HttpRequest, membership_id: int) -> HttpResponse:
    found = get_object_or_404(Membership.objects.select_related("course", "user"), pk=membership_id)
    note(request, "course.member-remove", found.course, user=found.user.username)
    found.delete()
    return redirect("administration:course", course_id=found.course_id)


def form_context(form: object, title: str, trail: list[tuple[str, str]]) -> dict[str, object]:
    """Return the context of a page that is just a form."""
    return {"form": form, "title": title, "trail": trail}


def trail(found: Course | None = None) -> list[tuple[str, str]]:
    """Return the breadcrumbs of pages about courses, or about this course."""
    above = [(gettext("Courses"), reverse("administration:courses"))]
    if found is not None:
        above.append((found.name, reverse("administration:course", args=[found.pk])))
    return above
