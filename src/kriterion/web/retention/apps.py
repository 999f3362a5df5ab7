"""The app `retention`."""

from django.apps import AppConfig


class RetentionConfig(AppConfig):
    name = "kriterion.web.retention"
    label = "retention"

    def ready(self) -> None:
        """Offer the sweeps to this process's workers, once all models are loaded."""
        from kriterion.web.retention.sweep_work import SweepWork
        from kriterion.web.submissions.worker.background_work import register_background_work

        register_background_work(SweepWork())
