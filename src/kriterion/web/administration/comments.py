"""The comments that students of any course report as wrong, most reported first."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from kriterion.markup.visible_text import make_visible
from kriterion.web.accounts.site_access import administrators_only
from kriterion.web.administration.shared_page_parts import page, paged
from kriterion.web.comment_reports.services.report_rates import (
    describe_class_comments,
    describe_rates,
    select_class_comments,
    select_rule_rates,
)


@require_safe
@administrators_only
def comments(request: HttpRequest) -> HttpResponse:
    """List the reported rules per course, or the reported comments on classes."""
    context: dict[str, Any] = {"of": "classes" if request.GET.get("of") == "classes" else ""}
    if context["of"]:
        rows_of_page = paged(request, select_class_comments())
        context["rows"] = [
            {
                "rate": rate,
                "text": rate.comment.activity.name(get_language() or "en"),
                "course": rate.comment.course,
            }
            for rate in describe_class_comments(list(rows_of_page))
        ]
    else:
        rows_of_page = paged(request, select_rule_rates())
        context["rows"] = [
            {
                "rate": rate,
                "text": make_visible(rate.text) or rate.rule.code,
                "code": rate.rule.code,
                "course": rate.course,
            }
            for rate in describe_rates(list(rows_of_page))
        ]
    return page(request, "comments", "comments", {**context, "page": rows_of_page})
