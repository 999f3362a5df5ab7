"""The list of all courses. A course's own pages are those of its teachers."""

from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from kriterion.web.accounts.site_access import administrators_only
from kriterion.web.administration.shared_page_parts import page, paged
from kriterion.web.courses.models import Course


@require_safe
@administrators_only
def courses(request: HttpRequest) -> HttpResponse:
    rows = Course.objects.annotate(people=Count("memberships", distinct=True))
    return page(request, "courses", "courses", {"page": paged(request, rows.order_by("name"))})
