"""The app `own_work`."""

from django.apps import AppConfig


class OwnWorkConfig(AppConfig):
    name = "kriterion.web.own_work"
    label = "own_work"
