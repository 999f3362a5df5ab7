"""The app `student_view`."""

from django.apps import AppConfig


class StudentViewConfig(AppConfig):
    name = "kriterion.web.student_view"
    label = "student_view"
