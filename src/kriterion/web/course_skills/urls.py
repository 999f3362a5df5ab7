"""URLs of the skills of courses, for their teachers."""

from django.urls import URLPattern, URLResolver, path

from kriterion.web.course_skills import views

app_name = "course-skills"
urlpatterns: list[URLPattern | URLResolver] = [
    path("courses/<slug:slug>/skills/edit/", views.edit_skills, name="edit"),
]
