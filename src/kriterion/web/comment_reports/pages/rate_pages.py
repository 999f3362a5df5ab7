"""How often students report the comments of each rule and class, and the switch of a rule."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_http_methods, require_safe

from kriterion.markup.visible_text import make_visible
from kriterion.web.accounts.site_access import require_user
from kriterion.web.audit.audit_log import note
from kriterion.web.comment_reports.pages.comment_excerpt import make_excerpt
from kriterion.web.comment_reports.services.report_rates import (
    RuleRate,
    describe_class_comments,
    describe_rates,
    select_class_comments,
    select_reports,
    select_rule_rates,
)
from kriterion.web.courses.course_access import find_rights
from kriterion.web.courses.models import Course
from kriterion.web.courses.review_scope import find_review_scope
from kriterion.web.courses.rights import CourseRight
from kriterion.web.equivalence.services.class_key import ClassKey
from kriterion.web.submissions.models import FeedbackRule
from kriterion.web.submissions.queue.comment_index import hide_rule, unhide_rule
from kriterion.web.teaching.course_page import course_page, for_course

TAB = "comment_reports:rates"
_PAGE = 50
_CLASSES = "classes"


@require_safe
@for_course(CourseRight.REVIEW)
def rates(request: HttpRequest, course: Course) -> HttpResponse:
    """List the rates of rules, or of comments on classes, the most reported first."""
    number = request.GET.get("page")
    context: dict[str, Any]
    if request.GET.get("of") == _CLASSES:
        page = Paginator(select_class_comments(course), _PAGE).get_page(number)
        rows = [
            {
                "rate": rate,
                "name": rate.comment.activity.name(get_language() or "en"),
                "text": make_excerpt(rate.comment.markdown),
                "url": reverse(
                    "equivalence:class",
                    args=[
                        course.slug,
                        rate.comment.activity_id,
                        str(ClassKey.from_comment(rate.comment)),
                    ],
                ),
            }
            for rate in describe_class_comments(list(page))
        ]
        context = {"page": page, "rows": rows, "of": _CLASSES}
    else:
        rates_page = Paginator(select_rule_rates(course), _PAGE).get_page(number)
        context = {
            "page": rates_page,
            "rows": _describe_rules(describe_rates(list(rates_page))),
            "of": "",
        }
    return course_page(request, "comment_reports/rates.html", TAB, course, context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_course(CourseRight.REVIEW)
def show_rule(request: HttpRequest, course: Course, rule_id: int) -> HttpResponse:
    """Show a rule with the reports of its comments; hide it from students, or show it again."""
    rule = get_object_or_404(FeedbackRule, pk=rule_id)
    rates = describe_rates(list(select_rule_rates(course).filter(rule=rule)))
    if not rates:
        raise Http404
    if request.method == "POST":
        return _switch_rule(request, course, rule, rates[0])
    is_in_scope = find_review_scope(require_user(request), course).select(
        "comment__submission__user"
    )
    found_reports = select_reports(course, rule).filter(is_in_scope)
    page = Paginator(found_reports, _PAGE).get_page(request.GET.get("page"))
    language = get_language() or "en"
    reports = [
        {
            "submission": report.comment.submission,
            "name": report.comment.submission.activity.name(language),
            "text": make_visible(report.comment.text),
            "sentence": make_visible(report.sentence),
            "made_at": report.made_at,
        }
        for report in page
    ]
    [row] = _describe_rules(rates)
    context = {"row": row, "page": page, "reports": reports}
    below = ((gettext("Reported comments"), reverse(TAB, args=[course.slug])),)
    return course_page(request, "comment_reports/rule.html", TAB, course, context, below=below)


def _switch_rule(
    request: HttpRequest, course: Course, rule: FeedbackRule, rate: RuleRate
) -> HttpResponse:
    if CourseRight.MANAGE not in find_rights(require_user(request), course):
        raise Http404
    detail = {"course": course.slug, "text": rate.text}
    if request.POST.get("to") == "hide":
        if hide_rule(course, rule):
            note(request, "comment_rule.hide", rule, **detail)
        messages.success(request, gettext("Students no longer see these comments."))
    elif request.POST.get("to") == "show":
        if unhide_rule(course, rule):
            note(request, "comment_rule.show", rule, **detail)
        messages.success(request, gettext("Students see these comments again."))
    return redirect("comment_reports:rule", course.slug, rule.pk)


def _describe_rules(found: list[RuleRate]) -> list[dict[str, Any]]:
    return [
        {"rate": rate, "text": make_excerpt(rate.text) or rate.rule.code, "code": rate.rule.code}
        for rate in found
    ]
