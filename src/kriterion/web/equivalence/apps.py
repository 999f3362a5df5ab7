"""The app `equivalence`."""

from django.apps import AppConfig


class EquivalenceConfig(AppConfig):
    name = "kriterion.web.equivalence"
    label = "equivalence"
