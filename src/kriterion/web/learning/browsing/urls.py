"""URLs of this area."""

from django.urls import URLPattern, URLResolver, path

from kriterion.web.learning.browsing import exercise_overview as exercises
from kriterion.web.learning.browsing import skill_pages as skills
from kriterion.web.learning.browsing import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.home, name="home"),
    path("courses/", views.show_courses, name="courses"),
    path("courses/<slug:slug>/", views.show_course, name="course"),
    path("courses/<slug:slug>/skills/", skills.course_skills, name="course-skills"),
    path("courses/<slug:slug>/join", views.join, name="join"),
    path("repositories/<int:repository_id>/", exercises.exercise_tree, name="exercise-tree"),
    path("repositories/<int:repository_id>/map", exercises.exercise_map, name="exercise-map"),
    path(
        "repositories/<int:repository_id>/skills/", skills.exercise_skills, name="exercise-skills"
    ),
    path("search/", views.search, name="search"),
]
