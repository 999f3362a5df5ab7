"""The list of the repositories that a teacher may use, or ask to use."""

from django.core.paginator import Paginator
from django.db.models import Case, Count, When
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from kriterion.web.accounts.models import User
from kriterion.web.accounts.site_access import may_administer, require_user
from kriterion.web.catalog.owner_space import read_quota_bytes, sum_bytes
from kriterion.web.courses.repository_access import (
    select_known_repositories,
    select_usable_repositories,
)
from kriterion.web.repository_management.pages.areas import Area, admit_to_area

_PAGE = 50


@require_safe
@admit_to_area
def list_repositories(request: HttpRequest, *, area: Area) -> HttpResponse:
    """List the teacher's own repositories first."""
    user = require_user(request)
    query = request.GET.get("q", "")[:200]
    known = select_known_repositories(user).select_related("owner").defer("tree", "problems")
    if query.strip():
        known = known.filter(name__icontains=query.strip())
    own_first = Case(When(owner=user, then=0), default=1)
    ordered = known.annotate(size=Count("activities")).order_by(own_first, "name", "pk")
    page = Paginator(ordered, _PAGE).get_page(request.GET.get("page"))
    usable = set(
        select_usable_repositories(user)
        .filter(pk__in=[repository.pk for repository in page])
        .values_list("pk", flat=True)
    )
    context = {
        "page": page,
        "query": query,
        **_describe_space(user),
        "trail": [(gettext("Courses"), reverse("courses"))],
        "rows": [
            (repository, repository.owner_id == user.pk, repository.pk in usable)
            for repository in page
        ],
    }
    return area.page(request, "repositories", context)


def _describe_space(user: User) -> dict[str, int]:
    """Return how much the user's own repositories take, unless they have no limit."""
    if may_administer(user):
        return {}
    return {"space_used": sum_bytes(user), "space_most": read_quota_bytes()}
