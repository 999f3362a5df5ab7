"""The app `statistics`."""

from django.apps import AppConfig


class StatisticsConfig(AppConfig):
    name = "kriterion.web.statistics"
    label = "statistics"
