"""The activities of a repository, and their details, which editors replace on the site."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_http_methods, require_safe

from kriterion.web.accounts.site_access import require_user
from kriterion.web.audit.audit_log import note
from kriterion.web.catalog.activity_details import (
    read_original,
    replace_details,
    restore_details,
)
from kriterion.web.catalog.held_back import release
from kriterion.web.catalog.models import Activity, ActivityState
from kriterion.web.courses.repository_access import RepositoryPermission, repository_or_404
from kriterion.web.repositories.models import Repository
from kriterion.web.repository_management.activity_form import ActivityForm
from kriterion.web.repository_management.pages.areas import Area, admit_to_area
from kriterion.web.repository_management.services.problems import list_problems

_PAGE = 50
_MAX_WORDS = 10  # of a search
_INVALID = 422
_RELEASES = {"release": True, "hold": False}  # by the value of the button


@require_safe
@admit_to_area
def list_activities(request: HttpRequest, *, area: Area, repository_id: int) -> HttpResponse:
    """List the activities of a repository, in its order, or those that a search finds."""
    repository = _find_repository(request, repository_id)
    query = request.GET.get("q", "")[:200]
    found = _list_present(repository)
    for word in query.lower().split()[:_MAX_WORDS]:
        found = found.filter(search_text__contains=word)
    only_held_back = request.GET.get("held") == "1"
    if only_held_back:
        found = found.filter(is_held_back=True)
    page = Paginator(found.defer("search_text"), _PAGE).get_page(request.GET.get("page"))
    context = {"repository": repository, "page": page, "query": query}
    return area.page(request, "activities", context, below=repository)


@require_http_methods(["GET", "HEAD", "POST"])
@admit_to_area
def edit_activity(
    request: HttpRequest, *, area: Area, repository_id: int, activity_id: int
) -> HttpResponse:
    """Replace details of an activity in all courses, or restore what its repository says; release
    an exercise that is held back, or hold it back again.
    """
    repository = _find_repository(request, repository_id)
    activity = get_object_or_404(_list_present(repository), pk=activity_id)
    if request.method == "POST" and request.POST.get("to") in _RELEASES:
        return _release(request, area, activity, shown=_RELEASES[request.POST["to"]])
    is_restoring = request.POST.get("to") == "restore"
    form = ActivityForm(activity, request.POST if request.method == "POST" else None)
    if request.method == "POST" and (is_restoring or form.is_valid()):
        changes = {} if is_restoring else form.list_changes()
        try:
            if is_restoring:
                restore_details(activity.pk)
            else:
                replace_details(activity.pk, changes)
        except Activity.DoesNotExist as error:
            raise Http404 from error
        action = "activity.restore" if is_restoring else "activity.change"
        note(request, action, activity, repository=repository.name, **changes)
        messages.success(request, gettext("Saved."))
        return redirect(area.url("activity-edit", repository.pk, activity.pk))
    original = read_original(activity) if activity.replaced else None
    context = {
        "repository": repository,
        "activity": activity,
        "name": activity.name(get_language() or "en"),
        "form": form,
        "original": original,
        "obstacles": list_problems(activity.obstacles),
    }
    response = area.page(request, "activity_form", context, below=repository)
    if form.errors:
        response.status_code = _INVALID
    return response


def _release(request: HttpRequest, area: Area, activity: Activity, *, shown: bool) -> HttpResponse:
    if release(activity.pk, shown=shown):
        action = "activity.release" if shown else "activity.hold-back"
        note(request, action, activity, repository=activity.repository.name)
    return redirect(area.url("activity-edit", activity.repository_id, activity.pk))


def _find_repository(request: HttpRequest, repository_id: int) -> Repository:
    return repository_or_404(require_user(request), repository_id, RepositoryPermission.EDIT)


def _list_present(repository: Repository) -> QuerySet[Activity]:
    return repository.activities.exclude(state=ActivityState.REMOVED)
