"""The app `comment_reports`."""

from django.apps import AppConfig


class CommentReportsConfig(AppConfig):
    name = "kriterion.web.comment_reports"
    label = "comment_reports"

    def ready(self) -> None:
        """Let students report comments on the pages of their submissions."""
        from kriterion.web.comment_reports.pages.report_section import render_reports
        from kriterion.web.submissions.pages.page_sections import add_result_section

        add_result_section(render_reports)
