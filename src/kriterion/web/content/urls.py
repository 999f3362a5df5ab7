"""URLs of content."""

from django.urls import URLPattern, URLResolver, re_path

from kriterion.web.content import content_pages

app_name = "content"
urlpatterns: list[URLPattern | URLResolver] = [
    re_path(r"^(?P<digest>[0-9a-f]{64})$", content_pages.send_content, name="content"),
]
