"""The app `feedback_notices`."""

from django.apps import AppConfig


class FeedbackNoticesConfig(AppConfig):
    name = "kriterion.web.feedback_notices"
    label = "feedback_notices"

    def ready(self) -> None:
        """Offer the notifications to this process's workers, once all models are loaded."""
        from kriterion.web.feedback_notices.notice_work import FeedbackNoticeWork
        from kriterion.web.submissions.worker.background_work import register_background_work

        register_background_work(FeedbackNoticeWork())
