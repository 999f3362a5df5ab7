"""The site as an application of Django's: its templates, translations and checks."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """Named `site` among the applications."""

    name = "kriterion.site"
    label = "site"

    def ready(self) -> None:
        from kriterion.site import checks  # noqa: F401  registers them; needs loaded settings
