"""URLs of comparisons of versions."""

from django.urls import URLPattern, URLResolver, path

from kriterion.web.class_versions.pages import version_comparison

app_name = "class_versions"
urlpatterns: list[URLPattern | URLResolver] = [
    path(
        "courses/<slug:slug>/rejudgings/<int:rejudging_id>/classes/",
        version_comparison.compare_versions,
        name="comparison",
    ),
]
