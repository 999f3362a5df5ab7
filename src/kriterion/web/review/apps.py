"""The app `review`."""

from django.apps import AppConfig


class ReviewConfig(AppConfig):
    name = "kriterion.web.review"
    label = "review"

    def ready(self) -> None:
        """Show reviews and threads on the pages of submissions, once all models are loaded."""
        from kriterion.web.review.pages.review_section import render_review
        from kriterion.web.review.pages.thread_section import render_threads
        from kriterion.web.submissions.pages.page_sections import add_section

        add_section(render_review)
        add_section(render_threads)
