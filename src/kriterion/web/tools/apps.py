"""The app `tools`."""

from django.apps import AppConfig


class ToolsConfig(AppConfig):
    name = "kriterion.web.tools"
    label = "tools"
