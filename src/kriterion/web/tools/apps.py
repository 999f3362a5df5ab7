"""The app `tools`."""

from django.apps import AppConfig


class ToolsConfig(AppConfig):
    name = "kriterion.web.tools"
    label = "tools"

    def ready(self) -> None:
        """Have unused content removed after each change, once all models are loaded."""
        from kriterion.web.catalog.signals import repository_fetched
        from kriterion.web.tools.content_collection import collect_content
        from kriterion.web.tools.signals import tool_fetched

        for signal in (repository_fetched, tool_fetched):
            signal.connect(collect_content, dispatch_uid="content-collection")
