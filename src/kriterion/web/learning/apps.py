"""The app `learning`."""

from django.apps import AppConfig


class LearningConfig(AppConfig):
    name = "kriterion.web.learning"
    label = "learning"
