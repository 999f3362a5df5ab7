"""URLs of similar solutions."""

from django.urls import URLPattern, URLResolver, path

from kriterion.web.similarity.pages import pair_page, similarity_pages

app_name = "similarity"
_COURSE = "courses/<slug:slug>/similarity/"
urlpatterns: list[URLPattern | URLResolver] = [
    path(_COURSE, similarity_pages.list_exercises, name="exercises"),
    path(f"{_COURSE}<int:activity_id>/", similarity_pages.show_comparison, name="comparison"),
    path(f"{_COURSE}<int:activity_id>/<int:left>/<int:right>/", pair_page.show_pair, name="pair"),
]
