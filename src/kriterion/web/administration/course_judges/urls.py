"""URLs of this area."""

from django.urls import URLPattern, URLResolver, path

from kriterion.web.administration.course_judges import views as judges

urlpatterns: list[URLPattern | URLResolver] = [
    path("courses/<slug:slug>/judges/", judges.judges, name="course-judges"),
    path("courses/<slug:slug>/judges/add/", judges.add, name="course-judge-add"),
    path("courses/<slug:slug>/judges/<int:tool_id>/", judges.show_judge, name="course-judge"),
    path("courses/<slug:slug>/judges/<int:tool_id>/edit/", judges.edit, name="course-judge-edit"),
    path(
        "courses/<slug:slug>/judges/<int:tool_id>/fetch",
        judges.fetch_again,
        name="course-judge-fetch",
    ),
    path(
        "courses/<slug:slug>/judges/<int:tool_id>/delete",
        judges.delete,
        name="course-judge-delete",
    ),
]
