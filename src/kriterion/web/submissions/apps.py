"""The app `submissions`."""

from django.apps import AppConfig


class SubmissionsConfig(AppConfig):
    name = "kriterion.web.submissions"
    label = "submissions"

    def ready(self) -> None:
        """Have fetches retry blocked submissions; this needs all models."""
        from kriterion.web.submissions.queue import retries

        retries.connect()
