"""Administration of repositories: clone or upload, read, list problems."""

from __future__ import annotations

import tempfile
from collections import Counter
from copy import copy
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from kriterion.web.accounts.models import User
from kriterion.web.accounts.site_access import administrators_only, user_of
from kriterion.web.administration.fetched_forms import RepositoryForm
from kriterion.web.administration.shared_page_parts import page
from kriterion.web.audit.audit_log import changes, note
from kriterion.web.catalog import repository_fetching as work
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.repositories.models import Repository
from kriterion.web.submissions.models import Draft, Submission
from kriterion.web.tools.missing_judges import missing_judges

_SHOWN_PROBLEMS = 500


@require_safe
@administrators_only
@never_cache
def repositories(request: HttpRequest) -> HttpResponse:
    """List all repositories with their numbers of problems."""
    rows = []
    for each in Repository.objects.defer("tree"):
        counts = Counter(problem.get("severity") for problem in _list_problems(each))
        rows.append((each, counts["error"], counts["warning"]))
    return page(request, "repositories", "repositories", {"rows": rows})


@require_http_methods(["GET", "HEAD", "POST"])
@administrators_only
def add(request: HttpRequest) -> HttpResponse:
    """Add a repository, which is fetched and read at once."""
    form = RepositoryForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        if given["git_url"]:
            made = work.add_from_git(
                given["name"],
                given["git_url"],
                branch=given["branch"],
                default_judge=given["default_judge"],
            )
        else:
            archive = _store_upload(given["archive"])
            made = work.add_upload(given["name"], archive, default_judge=given["default_judge"])
        note(request, "repository.add", made, **changes(form))
        work.fetch_in_background(made)
        return redirect("administration:repository", repository_id=made.pk)
    context = {"form": form, "trail": _make_trail()}
    return page(request, "repository_form", "repositories", context)


@require_safe
@administrators_only
@never_cache
def repository(request: HttpRequest, repository_id: int) -> HttpResponse:
    """Show a repository with its problems, by file."""
    found = get_object_or_404(Repository, pk=repository_id)
    order = {"error": 0, "warning": 1}
    problems = sorted(
        _list_problems(found), key=lambda each: order.get(each.get("severity", ""), 2)
    )
    counts = Counter(each.get("severity") for each in problems)
    context = {
        "repository": found,
        "problems": problems[:_SHOWN_PROBLEMS],
        "left_out": max(len(problems) - _SHOWN_PROBLEMS, 0),
        "errors": counts["error"],
        "warnings": counts["warning"],
        "activities": found.activities.count(),
        "public": found.activities.filter(is_public=True).count(),
        "hook": request.build_absolute_uri(reverse("hook", args=[found.pk])),
        "trail": _make_trail(),
    }
    return page(request, "repository", "repositories", context)


@require_http_methods(["GET", "HEAD", "POST"])
@administrators_only
def edit(request: HttpRequest, repository_id: int) -> HttpResponse:
    """Change a repository's source, or upload it again."""
    found = get_object_or_404(Repository, pk=repository_id)
    form = RepositoryForm(request.POST or None, request.FILES or None, instance=found)
    if request.method == "POST" and form.is_valid():
        saved = form.save()
        if form.cleaned_data["archive"]:
            work.replace_upload(saved, _store_upload(form.cleaned_data["archive"]))
        note(request, "repository.change", saved, **changes(form))
        work.fetch_in_background(saved)
        return redirect("administration:repository", repository_id=saved.pk)
    context = {"form": form, "repository": found, "trail": _make_trail(found)}
    return page(request, "repository_form", "repositories", context)


@require_POST
@administrators_only
def fetch_again(request: HttpRequest, repository_id: int) -> HttpResponse:
    """Fetch and read the newest version."""
    found = get_object_or_404(Repository, pk=repository_id)
    note(request, "repository.fetch", found)
    work.fetch_in_background(found)
    return redirect("administration:repository", repository_id=found.pk)


@require_POST
@administrators_only
def publish(request: HttpRequest, repository_id: int) -> HttpResponse:
    """Show all activities of a repository to everybody, or only through courses."""
    found = get_object_or_404(Repository, pk=repository_id)
    public = request.POST.get("public") == "1"
    changed = found.activities.exclude(is_public=public).update(is_public=public)
    note(request, "repository.publish", found, public=public, activities=changed)
    return redirect("administration:repository", repository_id=found.pk)


@require_POST
@administrators_only
def delete(request: HttpRequest, repository_id: int) -> HttpResponse:
    """Delete a repository, unless other users have worked on its exercises."""
    found = get_object_or_404(Repository, pk=repository_id)
    with write_transaction():
        if _is_worked_on(found, by_others_than=user_of(request)):
            message = gettext(
                "This repository cannot be removed: students have worked on its exercises "
                "and would lose their work."
            )
            messages.error(request, message)
            return redirect("administration:repository", repository_id=found.pk)
        note(request, "repository.delete", found)
        copies = copy(found)  # a deleted row loses its id
        found.delete()
    work.remove_copies(copies)
    messages.success(request, gettext("Repository removed."))
    return redirect("administration:repositories")


def _is_worked_on(repository: Repository, by_others_than: User) -> bool:
    """Whether there are submissions, or drafts of other users."""
    drafts = Draft.objects.exclude(user=by_others_than)
    return (
        Submission.objects.filter(activity__repository=repository).exists()
        or drafts.filter(activity__repository=repository).exists()
    )


def _list_problems(found: Repository) -> list[dict[str, Any]]:
    """Return all problems of a repository, what this site lacks first."""
    return [*msgspec.to_builtins(list(missing_judges(found))), *found.problems]


def _store_upload(upload: UploadedFile[Any]) -> Path:
    """Store the upload in the data directory; the caller's service moves it from there."""
    place = Path(settings.DATA) / "uploads"
    place.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=place, prefix="upload-", delete=False) as file:
        for chunk in upload.chunks():
            file.write(chunk)
    return Path(file.name)


def _make_trail(found: Repository | None = None) -> list[tuple[str, str]]:
    trail = [(gettext("Repositories"), reverse("administration:repositories"))]
    if found is not None:
        address = reverse("administration:repository", args=[found.pk])
        trail.append((found.name, address))
    return trail
