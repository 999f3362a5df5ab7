"""URLs of reports of comments."""

from django.urls import URLPattern, URLResolver, path

from kriterion.web.comment_reports.pages import rate_pages, report_section

app_name = "comment_reports"
_COURSE = "courses/<slug:slug>/comment-rates/"
urlpatterns: list[URLPattern | URLResolver] = [
    path(_COURSE, rate_pages.rates, name="rates"),
    path(f"{_COURSE}<int:rule_id>/", rate_pages.show_rule, name="rule"),
    path(
        "submissions/<int:submission_id>/comments/<int:rule_id>/report/",
        report_section.report,
        name="report",
    ),
]
