"""The app `gradebook`."""

from django.apps import AppConfig


class GradebookConfig(AppConfig):
    name = "kriterion.web.gradebook"
    label = "gradebook"

    def ready(self) -> None:
        from kriterion.web.gradebook.pages.list_position import render_list_position
        from kriterion.web.submissions.pages.page_sections import add_section

        add_section(render_list_position)
