"""A repository: bring it in, show, change, update and remove it."""

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from kriterion.web.accounts.models import User
from kriterion.web.accounts.site_access import require_user
from kriterion.web.audit.audit_log import describe_changes, note
from kriterion.web.base.form_storing import store_fields
from kriterion.web.catalog import repository_fetching
from kriterion.web.courses.course_access import may_create_courses
from kriterion.web.courses.repository_access import (
    RepositoryPermission,
    find_permissions,
    repository_or_404,
)
from kriterion.web.repositories.credentials import find_stored_login
from kriterion.web.repositories.git_address import is_ssh_address
from kriterion.web.repositories.models import Repository, Sharing
from kriterion.web.repository_management.models import RepositoryCheck
from kriterion.web.repository_management.pages.areas import Area, admit_to_area
from kriterion.web.repository_management.repository_form import SHARINGS, RepositoryForm
from kriterion.web.repository_management.rights_forms import GrantForm, RequestForm
from kriterion.web.repository_management.services.import_methods import describe_import_methods
from kriterion.web.repository_management.services.problems import find_problems, list_problems
from kriterion.web.repository_management.services.removal import remove_repository
from kriterion.web.repository_management.services.uploaded_archive import store_archive

_LISTED = 200  # requests and rights on the page of a repository


@require_http_methods(["GET", "HEAD", "POST"])
@admit_to_area
def add(request: HttpRequest, *, area: Area) -> HttpResponse:
    """Add a repository, which is fetched and read at once."""
    user = require_user(request)
    form = RepositoryForm(user, request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        made = repository_fetching.add(form.save(commit=False), _store_upload(form))
        form.store_token(made)
        note(request, "repository.add", made, **describe_changes(form))
        repository_fetching.fetch_in_background(made)
        return area.show(made)
    return area.page(
        request, "repository_form", {"form": form, "ways": describe_import_methods(user)}
    )


@require_safe
@admit_to_area
def show_repository(request: HttpRequest, *, area: Area, repository_id: int) -> HttpResponse:
    """Show a repository with its problems, by file."""
    user = require_user(request)
    found = repository_or_404(user, repository_id)
    permissions = find_permissions(user, found)
    may_edit = RepositoryPermission.EDIT in permissions
    context = {
        "repository": found,
        "may_use": RepositoryPermission.USE in permissions,
        "may_edit": may_edit,
        "may_make_course": _may_make_course(user, found, permissions),
        "may_share": RepositoryPermission.SHARE in permissions,
        "problems": list_problems(find_problems(found) if may_edit else []),
        **(_describe_check(found) if may_edit else {}),
        "activities": found.activities.count(),
        "public": found.activities.filter(is_public=True).count(),
        "held_back": found.activities.filter(is_held_back=True).count() if may_edit else 0,
        "sharing": dict(SHARINGS)[Sharing(found.sharing)],
        "is_shared": found.sharing in (Sharing.PUBLIC, Sharing.TEACHERS),
        "public_key": repository_fetching.find_public_key(found) if may_edit else "",
        "is_ssh": is_ssh_address(found.git_url),
        "login": find_stored_login(found) if may_edit else None,
        "hook": request.build_absolute_uri(reverse("hook", args=[found.pk])),
        "ways": describe_import_methods(user) if found.failure else "",
        **_describe_rights(user, found, permissions),
    }
    return area.page(request, "repository", context)


def _may_make_course(
    user: User, found: Repository, permissions: Collection[RepositoryPermission]
) -> bool:
    """Whether the page offers to make a course of the repository."""
    is_usable = RepositoryPermission.USE in permissions and found.activities.exists()
    return is_usable and may_create_courses(user)


@require_http_methods(["GET", "HEAD", "POST"])
@admit_to_area
def edit(request: HttpRequest, *, area: Area, repository_id: int) -> HttpResponse:
    """Change a repository's settings and source, or upload it again."""
    user = require_user(request)
    found = repository_or_404(user, repository_id, RepositoryPermission.EDIT)
    form = RepositoryForm(user, request.POST or None, request.FILES or None, instance=found)
    if request.method == "POST" and form.is_valid():
        if not store_fields(form):
            raise Http404
        archive = _store_upload(form)
        if archive is not None:
            repository_fetching.replace_upload(found, archive)
        has_changed = form.store_token(found)
        changes = describe_changes(form) | ({"access_token": "changed"} if has_changed else {})
        note(request, "repository.change", found, **changes)
        repository_fetching.fetch_in_background(found)
        return area.show(found)
    context = {"form": form, "repository": found, "ways": describe_import_methods(user)}
    return area.page(request, "repository_form", context, below=found)


@require_POST
@admit_to_area
def fetch_again(request: HttpRequest, *, area: Area, repository_id: int) -> HttpResponse:
    """Fetch and read the newest version."""
    found = repository_or_404(require_user(request), repository_id, RepositoryPermission.EDIT)
    note(request, "repository.fetch", found)
    repository_fetching.fetch_in_background(found)
    return area.show(found)


@require_POST
@admit_to_area
def publish(request: HttpRequest, *, area: Area, repository_id: int) -> HttpResponse:
    """Show all activities of a repository to everybody, or only through courses."""
    found = repository_or_404(require_user(request), repository_id, RepositoryPermission.SHARE)
    public = request.POST.get("public") == "1"
    changed = found.activities.exclude(is_public=public).update(is_public=public)
    note(request, "repository.publish", found, public=public, activities=changed)
    return area.show(found)


@require_POST
@admit_to_area
def delete(request: HttpRequest, *, area: Area, repository_id: int) -> HttpResponse:
    """Delete a repository, unless others would lose something."""
    user = require_user(request)
    found = repository_or_404(user, repository_id, RepositoryPermission.SHARE)
    removed = repository_or_404(user, repository_id)  # `found` keeps its id for the audit log
    if not remove_repository(removed, user):
        message = gettext(
            "This repository cannot be removed: students have worked on its exercises "
            "and would lose their work, or courses contain them."
        )
        messages.error(request, message)
        return area.show(found)
    note(request, "repository.delete", found)
    messages.success(request, gettext("Repository removed."))
    return redirect(area.url("repositories"))


def _describe_check(repository: Repository) -> dict[str, Any]:
    """Return the last check with solutions, and what it found."""
    check = RepositoryCheck.objects.filter(repository=repository).first()
    if check is None:
        return {"check": None}
    found = list_problems(check.findings)
    left_out = found.left_out + check.left_out
    return {"check": check, "check_problems": replace(found, left_out=left_out)}


def _describe_rights(
    user: User, repository: Repository, permissions: frozenset[RepositoryPermission]
) -> dict[str, Any]:
    """Return rights and requests for users who decide on them, else the form to ask for a right."""
    if RepositoryPermission.SHARE in permissions:
        return {
            "grants": repository.grants.select_related("user").order_by("user__username")[:_LISTED],
            "requests": repository.requests.select_related("user").order_by("pk")[:_LISTED],
            "grant_form": GrantForm(),
        }
    if RepositoryPermission.EDIT in permissions:
        return {}
    return {
        "own_request": repository.requests.filter(user=user).first(),
        "request_form": RequestForm(may_use=RepositoryPermission.USE in permissions),
    }


def _store_upload(form: RepositoryForm) -> Path | None:
    archive = form.cleaned_data["archive"]
    return None if archive is None else store_archive(archive.chunks())
