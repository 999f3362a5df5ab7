"""URLs of notifications."""

from django.urls import URLPattern, URLResolver, path

from kriterion.web.notifications import views

app_name = "notifications"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.notifications, name="list"),
    path("read", views.mark_read, name="read"),
    path("settings/", views.mail_preferences, name="settings"),
    path("<int:notification_id>/open", views.open_notification, name="open"),
]
