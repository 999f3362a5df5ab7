"""The app `submissions`."""

from django.apps import AppConfig


class SubmissionsConfig(AppConfig):
    name = "kriterion.web.submissions"
    label = "submissions"

    def ready(self) -> None:
        """Connect the queue to what is fetched, once all models are loaded."""
        from kriterion.web.submissions.queue import retries

        retries.connect()
