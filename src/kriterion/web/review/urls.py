"""URLs of reviews."""

from django.urls import URLPattern, URLResolver, path

from kriterion.web.review.pages import question_queue, thread_views

app_name = "review"
_COURSE = "courses/<slug:slug>/"
urlpatterns: list[URLPattern | URLResolver] = [
    path("submissions/<int:submission_id>/threads", thread_views.add, name="thread-add"),
    path("threads/<int:thread_id>/reply", thread_views.reply, name="thread-reply"),
    path("threads/<int:thread_id>/resolve", thread_views.resolve, name="thread-resolve"),
    path("messages/<int:message_id>/edit/", thread_views.edit, name="message-edit"),
    path("messages/<int:message_id>/delete", thread_views.delete, name="message-delete"),
    path(f"{_COURSE}questions/", question_queue.questions, name="questions"),
]
