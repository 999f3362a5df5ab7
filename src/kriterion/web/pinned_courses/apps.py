"""The app `pinned_courses`."""

from django.apps import AppConfig


class PinnedCoursesConfig(AppConfig):
    name = "kriterion.web.pinned_courses"
    label = "pinned_courses"
