"""Administration of a course's series and their activities."""

from typing import TypeVar
from urllib.parse import urlencode

from django.contrib import messages
from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from kriterion.web.accounts.site_access import administrators_only
from kriterion.web.administration.courses import form_context, trail
from kriterion.web.administration.forms import ExtraTimeForm, SeriesForm
from kriterion.web.administration.shared_page_parts import page
from kriterion.web.audit.audit_log import changes, note
from kriterion.web.base.whole_numbers import read_number
from kriterion.web.catalog.models import Activity, ActivityState
from kriterion.web.courses.models import Course, Extension, Listing, Series
from kriterion.web.submissions.services.series_times import grant_extra_time, save_series

_FOUND = 50


@require_http_methods(["GET", "HEAD", "POST"])
@administrators_only
def add_series(request: HttpRequest, course_id: int) -> HttpResponse:
    found = get_object_or_404(Course, pk=course_id)
    form = SeriesForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        last = found.series.aggregate(last=Max("position"))["last"]
        form.instance.course = found
        form.instance.position = 0 if last is None else last + 1
        made = form.save(commit=False)
        save_series(made)
        note(request, "series.add", made, course=found.name, **changes(form))
        return redirect("administration:series", series_id=made.pk)
    return page(request, "form", "courses", form_context(form, gettext("New series"), trail(found)))


@require_http_methods(["GET", "HEAD", "POST"])
@administrators_only
@never_cache
def series(request: HttpRequest, series_id: int) -> HttpResponse:
    """Show and change a series, its activities, and a search for more."""
    found = get_object_or_404(Series.objects.select_related("course"), pk=series_id)
    form = SeriesForm(request.POST or None, instance=found)
    if request.method == "POST" and form.is_valid():
        save_series(form.save(commit=False))
        note(request, "series.change", found, **changes(form))
        return redirect("administration:series", series_id=found.pk)
    query = request.GET.get("q", "")[:200]
    context = {
        "series": found,
        "form": form,
        "listings": found.listings.select_related("activity__repository"),
        "extensions": found.extensions.select_related("user").order_by("user__username"),
        "extra_form": ExtraTimeForm(found),
        "query": query,
        "found": _search(query, found) if query.strip() else None,
        "trail": trail(found.course),
        "language": get_language(),
    }
    return page(request, "series", "courses", context)


@require_POST
@administrators_only
def add_extension(request: HttpRequest, series_id: int) -> HttpResponse:
    """Give a student extra time in a series, or change it."""
    found = get_object_or_404(Series, pk=series_id)
    form = ExtraTimeForm(found, request.POST)
    if form.is_valid():
        user, reason = form.cleaned_data["user"], form.cleaned_data["reason"]
        extra = form.extra_time
        grant_extra_time(found, user, extra, reason=reason)
        note(
            request,
            "series.extra-time",
            found,
            user=user.username,
            minutes=extra.minutes,
            percent=extra.percent,
            until=extra.until.isoformat() if extra.until else "",
        )
    else:
        for problem in form.errors.values():
            messages.error(request, str(problem[0]))
    return redirect(reverse("administration:series", args=[found.pk]) + "#extra-time")


@require_POST
@administrators_only
def remove_extension(request: HttpRequest, extension_id: int) -> HttpResponse:
    """Take back a student's extra time. What was submitted in it stays in time."""
    found = get_object_or_404(Extension.objects.select_related("series", "user"), pk=extension_id)
    note(request, "series.extra-time-remove", found.series, user=found.user.username)
    found.delete()
    return redirect(reverse("administration:series", args=[found.series_id]) + "#extra-time")


@require_POST
@administrators_only
def delete_series(request: HttpRequest, series_id: int) -> HttpResponse:
    """Delete a series; its submissions stay."""
    found = get_object_or_404(Series, pk=series_id)
    note(request, "series.delete", found)
    found.delete()
    return redirect("administration:course", course_id=found.course_id)


@require_POST
@administrators_only
def move_series(request: HttpRequest, series_id: int) -> HttpResponse:
    """Move a series up or down by one."""
    found = get_object_or_404(Series, pk=series_id)
    rows = list(Series.objects.filter(course=found.course_id).order_by("position", "pk"))
    _move(rows, found, up=request.POST.get("to") == "up")
    Series.objects.bulk_update(rows, ["position"])
    return redirect("administration:course", course_id=found.course_id)


@require_POST
@administrators_only
def add_activity(request: HttpRequest, series_id: int) -> HttpResponse:
    """Append an activity to a series."""
    found = get_object_or_404(Series, pk=series_id)
    chosen = read_number(request.POST.get("activity", ""))
    activity = get_object_or_404(Activity, pk=chosen)
    last = found.listings.aggregate(last=Max("position"))["last"]
    Listing.objects.get_or_create(
        series=found,
        activity=activity,
        defaults={"position": 0 if last is None else last + 1},
    )
    note(request, "series.activity", found, activity=activity.path)
    query = request.POST.get("q", "")
    return redirect(_address(found, query))


@require_POST
@administrators_only
def change_listing(request: HttpRequest, listing_id: int) -> HttpResponse:
    """Move an activity up or down in its series, or remove it."""
    found = get_object_or_404(Listing.objects.select_related("series", "activity"), pk=listing_id)
    to = request.POST.get("to", "")
    if to == "out":
        note(request, "series.activity-remove", found.series, activity=found.activity.path)
        found.delete()
    else:
        rows = list(Listing.objects.filter(series=found.series_id).order_by("position", "pk"))
        _move(rows, found, up=to == "up")
        Listing.objects.bulk_update(rows, ["position"])
    return redirect("administration:series", series_id=found.series_id)


_Row = TypeVar("_Row", Series, Listing)


def _move(rows: list[_Row], found: _Row, *, up: bool) -> None:
    """Renumber the rows so that this one swaps places with its neighbour."""
    at = next(index for index, row in enumerate(rows) if row.pk == found.pk)
    other = at - 1 if up else at + 1
    if 0 <= other < len(rows):
        rows[at], rows[other] = rows[other], rows[at]
    for position, row in enumerate(rows):
        row.position = position


def _search(query: str, series: Series) -> list[Activity]:
    found = Activity.objects.filter(state=ActivityState.OK).exclude(series=series)
    for word in query.lower().split()[:8]:
        found = found.filter(search_text__contains=word)
    return list(found.select_related("repository")[:_FOUND])


def _address(found: Series, query: str) -> str:
    address = reverse("administration:series", args=[found.pk])
    return f"{address}?{urlencode({'q': query})}#add" if query else f"{address}#add"
