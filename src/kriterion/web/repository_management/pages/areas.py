"""Where pages of repositories are: among the pages of teachers, or in administration."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Protocol

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext

from kriterion.web.accounts.site_access import require_user
from kriterion.web.courses.course_access import may_create_courses
from kriterion.web.repositories.models import Repository


class RenderPage(Protocol):
    def __call__(
        self, request: HttpRequest, template: str, context: dict[str, Any]
    ) -> HttpResponse: ...


@dataclass(frozen=True, kw_only=True, slots=True)
class Area:
    """The frame of the pages: the namespace of their URLs, who is admitted, how they are rendered.

    `admit` raises Http404 or PermissionDenied.
    """

    namespace: str
    frame: str  # the template that the pages extend
    admit: Callable[[HttpRequest], None]
    render: RenderPage

    def url(self, name: str, *arguments: object) -> str:
        return reverse(f"{self.namespace}:{name}", args=arguments)

    def show(self, repository: Repository) -> HttpResponseRedirect:
        """Redirect to the page of a repository."""
        return redirect(self.url("repository", repository.pk))

    def page(
        self,
        request: HttpRequest,
        template: str,
        context: dict[str, Any],
        *,
        below: Repository | None = None,
    ) -> HttpResponse:
        """Render a page, with the list and, if given, a repository as breadcrumbs."""
        trail = [(gettext("Repositories"), self.url("repositories"))]
        if below is not None:
            trail.append((below.name, self.url("repository", below.pk)))
        page_context = {"frame": self.frame, "space": self.namespace, "trail": trail, **context}
        return self.render(request, f"repository_management/{template}.html", page_context)


AreaView = Callable[..., HttpResponseBase]


def admit_to_area(view: AreaView) -> AreaView:
    """Admit only those users to a view whom its area admits."""

    @wraps(view)
    def guarded(request: HttpRequest, *, area: Area, **named: Any) -> HttpResponseBase:
        area.admit(request)
        return view(request, area=area, **named)

    return guarded


def _admit_teachers(request: HttpRequest) -> None:
    if not may_create_courses(require_user(request)):
        raise Http404


def _render(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    return render(request, template, context)


TEACHERS = Area(
    namespace="repositories",
    frame="repository_management/base.html",
    admit=_admit_teachers,
    render=_render,
)
