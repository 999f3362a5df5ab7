"""The app `courses`."""

from django.apps import AppConfig


class CoursesConfig(AppConfig):
    name = "kriterion.web.courses"
    label = "courses"
