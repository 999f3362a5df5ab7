"""URLs of statistics."""

from django.urls import URLPattern, URLResolver, path

from kriterion.web.statistics.pages import statistics_page, test_rates

app_name = "statistics"
urlpatterns: list[URLPattern | URLResolver] = [
    path("courses/<slug:slug>/statistics/", statistics_page.statistics, name="course"),
    path("courses/<slug:slug>/statistics/<int:activity_id>/", test_rates.list_tests, name="tests"),
]
