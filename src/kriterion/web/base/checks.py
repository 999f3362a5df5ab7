"""Checks of `kriterion manage check` besides Django's own."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, register
from django.core.checks import Warning as Caution

from kriterion.web.base.static_files import are_assets_built


@register()
def assets_are_built(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """Warn without built assets: pages work, but have no styles."""
    if are_assets_built():
        return []
    return [Caution("styles and scripts are not built", hint="scripts/assets", id="kriterion.W001")]


@register(deploy=True)
def address_is_safe(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """Warn without HTTPS: passwords and cookies must not travel unencrypted."""
    if settings.HTTPS:
        return []
    return [
        Caution(
            "cookies and passwords travel in the clear",
            hint="set KRITERION_ADDRESS to the https address that people type",
            id="kriterion.W002",
        )
    ]
