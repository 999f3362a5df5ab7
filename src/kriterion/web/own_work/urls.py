"""URLs of the archives of one's own work."""

from django.urls import URLPattern, URLResolver, path

from kriterion.web.own_work import views

app_name = "own-work"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.show_archives, name="archives"),
    path("archive.zip", views.archive, name="archive"),
]
