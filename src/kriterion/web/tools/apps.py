"""The app `tools`."""

from django.apps import AppConfig


class ToolsConfig(AppConfig):
    name = "kriterion.web.tools"
    label = "tools"

    def ready(self) -> None:
        """Have unused content removed and exercises without a judge held back after each change,
        once all models are loaded.
        """
        from django.db.models.signals import post_delete

        from kriterion.web.catalog.signals import repository_fetched
        from kriterion.web.tools.content_collection import collect_content
        from kriterion.web.tools.models import Tool
        from kriterion.web.tools.signals import tool_fetched
        from kriterion.web.tools.unjudged_exercises import (
            hold_back_after_removal,
            hold_back_unjudged,
        )

        for signal in (repository_fetched, tool_fetched):
            signal.connect(collect_content, dispatch_uid="content-collection")
            signal.connect(hold_back_unjudged, dispatch_uid="unjudged-exercises")
        post_delete.connect(hold_back_after_removal, sender=Tool, dispatch_uid="unjudged-exercises")
