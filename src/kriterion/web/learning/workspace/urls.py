"""URLs of this area."""

from django.urls import URLPattern, URLResolver, path

from kriterion.web.learning.workspace import approach_pages as ways
from kriterion.web.learning.workspace import drafts, history_pages, try_pages, views
from kriterion.web.learning.workspace import lesson_pages as reading

urlpatterns: list[URLPattern | URLResolver] = [
    path("activities/<int:activity_id>/", views.show_activity, name="activity"),
    path("activities/<int:activity_id>/draft", drafts.draft, name="draft"),
    path("activities/<int:activity_id>/history", history_pages.history, name="history"),
    path("activities/<int:activity_id>/versions/", history_pages.versions, name="draft-versions"),
    path("activities/<int:activity_id>/restore", history_pages.restore, name="restore"),
    path("activities/<int:activity_id>/hint", views.reveal_hint, name="hint"),
    path("activities/<int:activity_id>/submit", views.submit, name="submit"),
    path("activities/<int:activity_id>/try", try_pages.try_program, name="try"),
    path("activities/<int:activity_id>/media/<path:address>", views.media, name="media"),
    path("activities/<int:activity_id>/read", reading.read, name="read"),
    path("activities/<int:activity_id>/approaches/<str:slug>/", ways.approach, name="approach"),
    path("activities/<int:activity_id>/uses/", ways.uses, name="uses"),
    path("activities/<int:activity_id>/run", reading.run, name="run"),
]
