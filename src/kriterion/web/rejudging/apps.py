"""The app `rejudging`."""

from django.apps import AppConfig


class RejudgingConfig(AppConfig):
    name = "kriterion.web.rejudging"
    label = "rejudging"

    def ready(self) -> None:
        """Offer the work of re-judgings to this process's workers, once all models are loaded."""
        from kriterion.web.rejudging.rejudging_work import RejudgingWork
        from kriterion.web.submissions.worker.background_work import register_background_work

        register_background_work(RejudgingWork())
