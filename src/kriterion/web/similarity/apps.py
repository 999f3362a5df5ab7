"""The app `similarity`."""

from django.apps import AppConfig


class SimilarityConfig(AppConfig):
    name = "kriterion.web.similarity"
    label = "similarity"

    def ready(self) -> None:
        """Offer comparisons to this process's workers, once all models are loaded."""
        from kriterion.web.similarity.comparison_work import ComparisonWork
        from kriterion.web.submissions.worker.background_work import register_background_work

        register_background_work(ComparisonWork())
