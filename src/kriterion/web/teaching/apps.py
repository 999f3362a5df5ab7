"""The app `teaching`."""

from django.apps import AppConfig


class TeachingConfig(AppConfig):
    name = "kriterion.web.teaching"
    label = "teaching"
