"""URLs of pinned courses."""

from django.urls import URLPattern, URLResolver, path

from kriterion.web.pinned_courses import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("courses/<slug:slug>/pin", views.pin, name="pin-course"),
]
