"""The app `catalog`."""

from django.apps import AppConfig


class CatalogConfig(AppConfig):
    name = "kriterion.web.catalog"
    label = "catalog"
