"""URLs of announcements."""

from django.urls import URLPattern, URLResolver, path

from kriterion.web.announcements.pages import course_views, reader_views

app_name = "announcements"
_OF_COURSE = "courses/<slug:slug>/announcements/"
urlpatterns: list[URLPattern | URLResolver] = [
    path("announcements/", reader_views.list_announcements, name="list"),
    path(
        "announcements/<int:announcement_id>/", reader_views.show_announcement, name="announcement"
    ),
    path("announcements/<int:announcement_id>/dismiss", reader_views.dismiss, name="dismiss"),
    path(_OF_COURSE, course_views.list_announcements, name="course"),
    path(f"{_OF_COURSE}add/", course_views.add, name="add"),
    path(f"{_OF_COURSE}<int:announcement_id>/", course_views.edit, name="edit"),
    path(f"{_OF_COURSE}<int:announcement_id>/delete", course_views.delete, name="delete"),
]
