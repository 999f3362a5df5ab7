"""URLs of exams: for students, and for the teachers of their course."""

from django.urls import URLPattern, URLResolver, path

from kriterion.web.exams.pages import student_pages, teacher_pages

app_name = "exams"
_EXAM = "courses/<slug:slug>/exams/<int:series_id>/"
_SERIES = "courses/<slug:slug>/series/<int:series_id>/exam/"
urlpatterns: list[URLPattern | URLResolver] = [
    path(_EXAM, student_pages.show_exam, name="exam"),
    path(f"{_EXAM}enter", student_pages.enter, name="enter"),
    path(f"{_EXAM}hand-in", student_pages.hand_in, name="hand-in"),
    path(_SERIES, teacher_pages.overview, name="overview"),
    path(f"{_SERIES}settings", teacher_pages.settings, name="settings"),
    path(f"{_SERIES}publish", teacher_pages.publish, name="publish"),
    path(f"{_SERIES}turn-off", teacher_pages.turn_off, name="turn-off"),
    path(f"{_SERIES}entries/<int:entry_id>/reopen", teacher_pages.reopen, name="reopen"),
]
