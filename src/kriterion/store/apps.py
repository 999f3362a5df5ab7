"""The store as an application of Django's."""

from django.apps import AppConfig


class StoreConfig(AppConfig):
    """Named `store` in tables, migrations and references to models."""

    name = "kriterion.store"
    label = "store"
    default_auto_field = "django.db.models.BigAutoField"
