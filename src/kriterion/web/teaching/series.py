"""The series of a course: times, activities, and students' extra time."""

from dataclasses import asdict
from datetime import datetime
from typing import TypeVar
from urllib.parse import urlencode

from django.contrib import messages
from django.db.models import Max
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import get_language, gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from kriterion.web.accounts.models import User
from kriterion.web.accounts.site_access import require_user
from kriterion.web.audit.audit_log import describe_changes, note
from kriterion.web.base.whole_numbers import read_number
from kriterion.web.catalog.models import Activity, ActivityState
from kriterion.web.courses.course_access import select_usable_activities
from kriterion.web.courses.models import Course, Extension, Listing, Series
from kriterion.web.courses.rights import CourseRight
from kriterion.web.courses.series_terms import ExtraTime
from kriterion.web.submissions.services.series_times import grant_extra_time, save_series
from kriterion.web.submissions.services.test_results import list_tabs
from kriterion.web.teaching.course_page import course_page, for_course
from kriterion.web.teaching.series_forms import ExtraTimeForm, SeriesForm

_TAB = "teaching:course"
_MAX_PINNED = 20  # activities of a course
_MAX_RESULTS = 50


@require_http_methods(["GET", "HEAD", "POST"])
@for_course(CourseRight.MANAGE)
def add_series(request: HttpRequest, course: Course) -> HttpResponse:
    form = SeriesForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        last = course.series.aggregate(last=Max("position"))["last"]
        form.instance.course = course
        form.instance.position = 0 if last is None else last + 1
        made = form.save(commit=False)
        save_series(made)
        note(request, "series.add", made, course=course.name, **describe_changes(form))
        return redirect("teaching:series", slug=course.slug, series_id=made.pk)
    context = {"form": form, "title": gettext("New series")}
    return course_page(
        request, "teaching/form.html", _TAB, course, context, below=(_make_crumb(course),)
    )


@require_http_methods(["GET", "HEAD", "POST"])
@for_course(CourseRight.MANAGE)
def series(request: HttpRequest, course: Course, series_id: int) -> HttpResponse:
    """Show and change a series, its activities, and a search for more."""
    current = get_object_or_404(course.series, pk=series_id)
    form = SeriesForm(request.POST or None, instance=current, tabs=list_tabs(current))
    if request.method == "POST" and form.is_valid():
        save_series(form.save(commit=False))
        note(request, "series.change", current, **describe_changes(form))
        messages.success(request, gettext("Saved."))
        return redirect("teaching:series", slug=course.slug, series_id=current.pk)
    query = request.GET.get("q", "")[:200]
    context = {
        "series": current,
        "form": form,
        "listings": current.listings.select_related("activity__repository"),
        "extensions": current.extensions.select_related("user").order_by("user__username"),
        "extra_form": ExtraTimeForm(current),
        "query": query,
        "results": _search(require_user(request), query, current) if query.strip() else None,
        "language": get_language(),
    }
    return course_page(
        request, "teaching/series.html", _TAB, course, context, below=(_make_crumb(course),)
    )


@require_POST
@for_course(CourseRight.MANAGE)
def add_extension(request: HttpRequest, course: Course, series_id: int) -> HttpResponse:
    """Give a student extra time in a series, or change it."""
    changed = get_object_or_404(course.series, pk=series_id)
    form = ExtraTimeForm(changed, request.POST)
    if form.is_valid():
        user, reason = form.cleaned_data["user"], form.cleaned_data["reason"]
        extra = form.extra_time
        grant_extra_time(changed, user, extra, reason=reason)
        note(
            request,
            "series.extra-time",
            changed,
            user=user.username,
            **_describe_extra_time(extra),
        )
    else:
        for problem in form.errors.values():
            messages.error(request, str(problem[0]))
    return redirect(_make_series_url(changed, "extra-time"))


@require_POST
@for_course(CourseRight.MANAGE)
def remove_extension(request: HttpRequest, course: Course, extension_id: int) -> HttpResponse:
    """Remove a student's extra time; work submitted during it still counts as in time."""
    extensions = Extension.objects.select_related("series__course", "user")
    removed = get_object_or_404(extensions, pk=extension_id, series__course=course)
    note(request, "series.extra-time-remove", removed.series, user=removed.user.username)
    removed.delete()
    return redirect(_make_series_url(removed.series, "extra-time"))


@require_POST
@for_course(CourseRight.MANAGE)
def delete_series(request: HttpRequest, course: Course, series_id: int) -> HttpResponse:
    """Delete a series; its submissions stay."""
    deleted = get_object_or_404(course.series, pk=series_id)
    note(request, "series.delete", deleted)
    deleted.delete()
    return redirect("teaching:course", slug=course.slug)


@require_POST
@for_course(CourseRight.MANAGE)
def show_all_series(request: HttpRequest, course: Course) -> HttpResponse:
    """Show all hidden series to students, each from the time that it opens."""
    number = course.series.filter(visible=False).update(visible=True)
    note(request, "series.show-all", course, series=number)
    text = ngettext(
        "%(n)d series is visible to students now.",
        "%(n)d series are visible to students now.",
        number,
    )
    messages.success(request, text % {"n": number})
    return redirect("teaching:course", slug=course.slug)


@require_POST
@for_course(CourseRight.MANAGE)
def move_series(request: HttpRequest, course: Course, series_id: int) -> HttpResponse:
    """Move a series up or down by one."""
    series = get_object_or_404(course.series, pk=series_id)
    rows = list(course.series.order_by("position", "pk"))
    _swap_with_neighbour(rows, series, up=request.POST.get("to") == "up")
    Series.objects.bulk_update(rows, ["position"])
    return redirect("teaching:course", slug=course.slug)


@require_POST
@for_course(CourseRight.MANAGE)
def add_activity(request: HttpRequest, course: Course, series_id: int) -> HttpResponse:
    """Append an activity that the teacher may use to a series."""
    changed = get_object_or_404(course.series, pk=series_id)
    chosen = read_number(request.POST.get("activity", ""))
    activity = get_object_or_404(select_usable_activities(require_user(request)), pk=chosen)
    last = changed.listings.aggregate(last=Max("position"))["last"]
    Listing.objects.get_or_create(
        series=changed,
        activity=activity,
        defaults={"position": 0 if last is None else last + 1},
    )
    note(request, "series.activity", changed, activity=activity.path)
    return redirect(_make_series_url(changed, "add", query=request.POST.get("q", "")))


@require_POST
@for_course(CourseRight.MANAGE)
def change_listing(request: HttpRequest, course: Course, listing_id: int) -> HttpResponse:
    """Move an activity up or down in its series, pin it to the course's page, or remove it."""
    listings = Listing.objects.select_related("series__course", "activity")
    changed = get_object_or_404(listings, pk=listing_id, series__course=course)
    to = request.POST.get("to", "")
    if to == "out":
        note(request, "series.activity-remove", changed.series, activity=changed.activity.path)
        changed.delete()
    elif to in ("pin", "unpin"):
        _pin_listing(request, changed, is_pinned=to == "pin")
    else:
        rows = list(Listing.objects.filter(series=changed.series_id).order_by("position", "pk"))
        _swap_with_neighbour(rows, changed, up=to == "up")
        Listing.objects.bulk_update(rows, ["position"])
    return redirect(_make_series_url(changed.series))


def _pin_listing(request: HttpRequest, listing: Listing, *, is_pinned: bool) -> None:
    of_course = Listing.objects.filter(series__course=listing.series.course_id, pinned=True)
    if is_pinned and of_course.count() >= _MAX_PINNED:
        messages.error(request, gettext("You have pinned too many activities. Unpin one first."))
        return
    Listing.objects.filter(pk=listing.pk).update(pinned=is_pinned)
    action = "series.activity-pin" if is_pinned else "series.activity-unpin"
    note(request, action, listing.series, activity=listing.activity.path)


_Row = TypeVar("_Row", Series, Listing)


def _swap_with_neighbour(rows: list[_Row], moved: _Row, *, up: bool) -> None:
    """Renumber the rows so that `moved` swaps places with its neighbour."""
    at = next((index for index, row in enumerate(rows) if row.pk == moved.pk), None)
    if at is None:  # removed meanwhile
        raise Http404
    other = at - 1 if up else at + 1
    if 0 <= other < len(rows):
        rows[at], rows[other] = rows[other], rows[at]
    for position, row in enumerate(rows):
        row.position = position


def _search(user: User, query: str, series: Series) -> list[Activity]:
    matches = select_usable_activities(user).filter(state=ActivityState.OK).exclude(series=series)
    for word in query.lower().split()[:8]:
        matches = matches.filter(search_text__contains=word)
    return list(matches.select_related("repository").distinct()[:_MAX_RESULTS])


def _describe_extra_time(extra: ExtraTime) -> dict[str, object]:
    """Return extra time as the audit log stores it."""
    return {
        name: value.isoformat() if isinstance(value, datetime) else ("" if value is None else value)
        for name, value in asdict(extra).items()
    }


def _make_series_url(series: Series, fragment: str = "", *, query: str = "") -> str:
    url = reverse("teaching:series", args=[series.course.slug, series.pk])
    return f"{url}{'?' if query else ''}{urlencode({'q': query}) if query else ''}" + (
        f"#{fragment}" if fragment else ""
    )


def _make_crumb(course: Course) -> tuple[str, str]:
    return gettext("Series"), reverse("teaching:course", args=[course.slug])
