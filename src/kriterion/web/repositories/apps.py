"""The app `repositories`."""

from django.apps import AppConfig


class RepositoriesConfig(AppConfig):
    name = "kriterion.web.repositories"
    label = "repositories"
