"""The app `equivalence`."""

from django.apps import AppConfig


class EquivalenceConfig(AppConfig):
    name = "kriterion.web.equivalence"
    label = "equivalence"

    def ready(self) -> None:
        """Let students report comments on the pages of their submissions."""
        from kriterion.web.equivalence.pages.comment_report import render_reports
        from kriterion.web.submissions.pages.page_sections import add_section

        add_section(render_reports)
