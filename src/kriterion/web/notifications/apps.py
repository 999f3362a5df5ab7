"""The app `notifications`."""

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "kriterion.web.notifications"
    label = "notifications"
