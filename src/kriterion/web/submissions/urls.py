"""URLs of this area."""

from django.urls import URLPattern, URLResolver, path

from kriterion.web.submissions.pages import event_stream as stream
from kriterion.web.submissions.pages import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("submissions/", views.submissions, name="submissions"),
    path("submissions/<int:submission_id>/", views.submission, name="submission"),
    path("submissions/<int:submission_id>/result", views.result, name="result"),
    path("submissions/<int:submission_id>/events", stream.events, name="events"),
    path("submissions/<int:submission_id>/source", views.source, name="source"),
    path("submissions/<int:submission_id>/logs", views.logs, name="logs"),
    path("submissions/<int:submission_id>/cancel", views.cancel, name="cancel"),
    path("submissions/<int:submission_id>/again", views.again, name="again"),
    path("submissions/<int:submission_id>/acknowledge", views.acknowledge, name="acknowledge"),
    path("submissions/<int:submission_id>/lift", views.lift, name="lift"),
    path("submissions/<int:submission_id>/compare/<int:other_id>/", views.compare, name="compare"),
]
