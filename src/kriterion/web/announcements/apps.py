"""The app `announcements`."""

from django.apps import AppConfig


class AnnouncementsConfig(AppConfig):
    name = "kriterion.web.announcements"
    label = "announcements"

    def ready(self) -> None:
        """Offer the notifications to this process's workers, once all models are loaded."""
        from kriterion.web.announcements.notification_work import AnnouncementWork
        from kriterion.web.submissions.worker.background_work import register_background_work

        register_background_work(AnnouncementWork())
