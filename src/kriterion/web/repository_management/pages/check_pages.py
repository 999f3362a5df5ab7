"""Check a repository with the solutions of its exercises."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from kriterion.web.accounts.site_access import require_user
from kriterion.web.audit.audit_log import note
from kriterion.web.courses.repository_access import RepositoryPermission, repository_or_404
from kriterion.web.repositories.models import Repository
from kriterion.web.repository_management.pages.areas import Area, admit_to_area
from kriterion.web.repository_management.services.solution_check import cancel_check, start_check


@require_POST
@admit_to_area
def start(request: HttpRequest, *, area: Area, repository_id: int) -> HttpResponse:
    """Queue a check, which workers do while no submissions wait."""
    user = require_user(request)
    repository = repository_or_404(user, repository_id, RepositoryPermission.EDIT)
    if start_check(repository, user.username):
        note(request, "repository.check", repository)
    else:
        messages.error(request, gettext("A check is under way."))
    return _show_check(area, repository)


@require_POST
@admit_to_area
def cancel(request: HttpRequest, *, area: Area, repository_id: int) -> HttpResponse:
    """End a check that is under way."""
    repository = repository_or_404(require_user(request), repository_id, RepositoryPermission.EDIT)
    if cancel_check(repository):
        note(request, "repository.check-cancel", repository)
    return _show_check(area, repository)


def _show_check(area: Area, repository: Repository) -> HttpResponse:
    return redirect(f"{area.url('repository', repository.pk)}#check")
