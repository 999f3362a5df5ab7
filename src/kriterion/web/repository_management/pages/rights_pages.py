"""Requests for rights on a repository, and who has which."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from kriterion.web.accounts.site_access import require_user
from kriterion.web.audit.audit_log import note
from kriterion.web.courses.repository_access import (
    RepositoryPermission,
    find_permissions,
    repository_or_404,
)
from kriterion.web.repositories.models import Repository, RepositoryRight
from kriterion.web.repository_management.pages.areas import Area, admit_to_area
from kriterion.web.repository_management.rights_forms import GrantForm, RequestForm
from kriterion.web.repository_management.services.repository_rights import (
    answer_request,
    grant_right,
    renew_webhook_secret,
    request_right,
    withdraw_right,
)


@require_POST
@admit_to_area
def request_access(request: HttpRequest, *, area: Area, repository_id: int) -> HttpResponse:
    """Ask for a right that the teacher does not have."""
    user = require_user(request)
    repository = repository_or_404(user, repository_id)
    permissions = find_permissions(user, repository)
    if RepositoryPermission.EDIT in permissions:
        raise Http404
    form = RequestForm(request.POST, may_use=RepositoryPermission.USE in permissions)
    if form.is_valid():
        right = RepositoryRight(form.cleaned_data["right"])
        request_right(repository, user, right, form.cleaned_data["reason"])
        note(request, "repository.request", repository, right=right.value)
        messages.success(
            request, gettext("Your request was sent. You will be notified of the answer.")
        )
    else:
        messages.error(request, gettext("Choose a right."))
    return area.show(repository)


@require_POST
@admit_to_area
def answer(
    request: HttpRequest, *, area: Area, repository_id: int, request_id: int
) -> HttpResponse:
    """Grant or refuse a request."""
    user = require_user(request)
    repository = repository_or_404(user, repository_id, RepositoryPermission.SHARE)
    asked = get_object_or_404(repository.requests.select_related("user"), pk=request_id)
    is_granted = request.POST.get("to") == "grant"
    # The teacher may ask for more while the page with this request is open.
    is_seen = not is_granted or request.POST.get("right") == asked.right
    if is_seen and answer_request(asked, user, is_granted=is_granted):
        action = "repository.grant" if is_granted else "repository.refuse"
        note(request, action, repository, user=asked.user.username, right=asked.right)
    else:
        messages.error(request, gettext("This request has changed since. Read it again."))
    return _show_rights(area, repository)


@require_POST
@admit_to_area
def grant(request: HttpRequest, *, area: Area, repository_id: int) -> HttpResponse:
    """Give a teacher a right, or replace the one that they have."""
    user = require_user(request)
    repository = repository_or_404(user, repository_id, RepositoryPermission.SHARE)
    form = GrantForm(request.POST)
    if form.is_valid():
        right, secret = RepositoryRight(form.cleaned_data["right"]), repository.webhook_secret
        grant_right(repository, form.cleaned_data["user"], right, user)
        _mention_new_secret(request, repository, secret)
        username = form.cleaned_data["user"].username
        note(request, "repository.grant", repository, user=username, right=right.value)
    else:
        for problems in form.errors.values():
            messages.error(request, str(problems[0]))
    return _show_rights(area, repository)


@require_POST
@admit_to_area
def revoke_grant(
    request: HttpRequest, *, area: Area, repository_id: int, grant_id: int
) -> HttpResponse:
    """Take a right back. Courses keep the activities that they have."""
    repository = repository_or_404(require_user(request), repository_id, RepositoryPermission.SHARE)
    taken = get_object_or_404(repository.grants.select_related("user"), pk=grant_id)
    note(request, "repository.take-back", repository, user=taken.user.username, right=taken.right)
    secret, taken.repository = repository.webhook_secret, repository
    withdraw_right(taken)
    _mention_new_secret(request, repository, secret)
    return _show_rights(area, repository)


@require_POST
@admit_to_area
def renew_secret(request: HttpRequest, *, area: Area, repository_id: int) -> HttpResponse:
    """Make a new secret of the webhook, for example when somebody left."""
    repository = repository_or_404(require_user(request), repository_id, RepositoryPermission.SHARE)
    secret = repository.webhook_secret
    renew_webhook_secret(repository)
    note(request, "repository.renew-secret", repository)
    _mention_new_secret(request, repository, secret)
    return area.show(repository)


def _mention_new_secret(request: HttpRequest, repository: Repository, previous: str) -> None:
    """Show the user that the Git host needs the new secret to report pushes."""
    if repository.git_url and repository.webhook_secret != previous:
        messages.info(
            request,
            gettext("The webhook has a new secret. Enter it at the Git host."),
        )


def _show_rights(area: Area, repository: Repository) -> HttpResponse:
    return redirect(f"{area.url('repository', repository.pk)}#rights")
