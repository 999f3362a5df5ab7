"""The app `repository_management`."""

from django.apps import AppConfig


class RepositoryManagementConfig(AppConfig):
    name = "kriterion.web.repository_management"
    label = "repository_management"

    def ready(self) -> None:
        """Offer checks to this process's workers, have imported versions checked, and have people
        notified of versions that wait for a confirmation, once all models are loaded.
        """
        from kriterion.web.catalog.signals import repository_imported, version_withheld
        from kriterion.web.repository_management.check_work import CheckWork
        from kriterion.web.repository_management.services.solution_check import check_imported
        from kriterion.web.repository_management.services.withheld_notice import (
            notify_of_withheld,
        )
        from kriterion.web.submissions.worker.background_work import register_background_work

        register_background_work(CheckWork())
        repository_imported.connect(check_imported, dispatch_uid="check-imported")
        version_withheld.connect(notify_of_withheld, dispatch_uid="withheld-notice")
