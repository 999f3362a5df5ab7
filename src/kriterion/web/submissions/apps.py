"""The app `submissions`."""

from django.apps import AppConfig


class SubmissionsConfig(AppConfig):
    name = "kriterion.web.submissions"
    label = "submissions"

    def ready(self) -> None:
        """Retry blocked submissions after each fetch, and register the indexing of comments."""
        from kriterion.web.submissions.queue import retries
        from kriterion.web.submissions.worker.background_work import register_background_work
        from kriterion.web.submissions.worker.comment_indexing import CommentIndexingWork

        retries.connect()
        register_background_work(CommentIndexingWork())
