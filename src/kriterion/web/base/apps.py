"""The app `base`: layout, translations and checks."""

from django.apps import AppConfig


class BaseConfig(AppConfig):
    name = "kriterion.web.base"
    label = "base"

    def ready(self) -> None:
        from kriterion.web.base import checks  # noqa: F401  registers them; needs loaded settings
