"""The app `calendar_feed`."""

from django.apps import AppConfig


class CalendarFeedConfig(AppConfig):
    name = "kriterion.web.calendar_feed"
    label = "calendar_feed"
