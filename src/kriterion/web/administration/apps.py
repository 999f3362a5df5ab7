"""The app `administration`."""

from django.apps import AppConfig


class AdministrationConfig(AppConfig):
    name = "kriterion.web.administration"
    label = "administration"
