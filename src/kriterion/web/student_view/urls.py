"""URLs of the view as a student."""

from django.urls import URLPattern, URLResolver, path

from kriterion.web.student_view import views

app_name = "student-view"
urlpatterns: list[URLPattern | URLResolver] = [
    path("courses/<slug:slug>/members/<int:membership_id>/view", views.begin, name="begin"),
    path("student-view/end", views.end, name="end"),
]
