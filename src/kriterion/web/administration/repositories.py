"""Administration of repositories: their list, and the frame of their pages."""

from collections import Counter
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from kriterion.web.accounts.site_access import administrators_only, may_administer
from kriterion.web.administration.shared_page_parts import list_sections, page
from kriterion.web.repositories.models import Repository
from kriterion.web.repository_management.pages.areas import Area
from kriterion.web.repository_management.services.problems import find_problems

_SECTION = "repositories"


@require_safe
@administrators_only
def repositories(request: HttpRequest) -> HttpResponse:
    """List all repositories with their numbers of problems."""
    rows = []
    for repository in Repository.objects.select_related("owner").defer("tree"):
        counts = Counter(problem.get("severity") for problem in find_problems(repository))
        rows.append((repository, counts["error"], counts["warning"]))
    return page(request, "repositories", _SECTION, {"rows": rows})


def _admit_administrators(request: HttpRequest) -> None:
    if not may_administer(request.user):
        raise PermissionDenied


def _render(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    return render(request, template, {"sections": list_sections(_SECTION), **context})


ADMINISTRATION = Area(
    namespace="administration",
    frame="administration/base.html",
    admit=_admit_administrators,
    render=_render,
)
