"""URLs of classes of equivalent solutions."""

from django.urls import URLPattern, URLResolver, path

from kriterion.web.equivalence.pages import class_lists, class_page, comment_report

app_name = "equivalence"
_COURSE = "courses/<slug:slug>/classes/"
urlpatterns: list[URLPattern | URLResolver] = [
    path(_COURSE, class_lists.exercises, name="exercises"),
    path(f"{_COURSE}<int:activity_id>/", class_lists.classes, name="classes"),
    path(f"{_COURSE}<int:activity_id>/<slug:key>/", class_page.show_class, name="class"),
    path(
        "submissions/<int:submission_id>/class-comments/<int:comment_id>/report/",
        comment_report.report,
        name="report",
    ),
]
