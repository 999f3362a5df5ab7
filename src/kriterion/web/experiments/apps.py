"""The app `experiments`."""

from django.apps import AppConfig


class ExperimentsConfig(AppConfig):
    name = "kriterion.web.experiments"
    label = "experiments"

    def ready(self) -> None:
        """Offer experiments to this process's workers, once all models are loaded."""
        from kriterion.web.experiments.experiment_work import ExperimentWork
        from kriterion.web.submissions.worker.background_work import register_background_work

        register_background_work(ExperimentWork())
