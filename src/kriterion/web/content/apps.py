"""The app `content`."""

from django.apps import AppConfig


class ContentConfig(AppConfig):
    name = "kriterion.web.content"
    label = "content"
