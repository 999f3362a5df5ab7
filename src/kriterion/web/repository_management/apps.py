"""The app `repository_management`."""

from django.apps import AppConfig


class RepositoryManagementConfig(AppConfig):
    name = "kriterion.web.repository_management"
    label = "repository_management"

    def ready(self) -> None:
        """Offer checks to this process's workers, once all models are loaded."""
        from kriterion.web.repository_management.check_work import CheckWork
        from kriterion.web.submissions.worker.background_work import register_background_work

        register_background_work(CheckWork())
