"""URLs of reviews."""

from django.urls import URLPattern, URLResolver, path

from kriterion.web.review.pages import (
    question_queue,
    review_overview,
    review_page,
    review_section,
    rubric_views,
    saved_comment_views,
    thread_views,
)

app_name = "review"
_COURSE = "courses/<slug:slug>/"
_EXERCISE = f"{_COURSE}reviews/<int:series_id>/<int:activity_id>/"
urlpatterns: list[URLPattern | URLResolver] = [
    path("submissions/<int:submission_id>/threads", thread_views.add, name="thread-add"),
    path("threads/<int:thread_id>/reply", thread_views.reply, name="thread-reply"),
    path("threads/<int:thread_id>/resolve", thread_views.resolve, name="thread-resolve"),
    path("messages/<int:message_id>/edit/", thread_views.edit, name="message-edit"),
    path("messages/<int:message_id>/delete", thread_views.delete, name="message-delete"),
    path(f"{_COURSE}reviews/", review_overview.reviews, name="reviews"),
    path(f"{_COURSE}reviews/blind", review_overview.change_blind, name="blind"),
    path(f"{_EXERCISE}", review_overview.exercise, name="exercise"),
    path(f"{_EXERCISE}release", review_overview.release, name="release"),
    path(f"{_COURSE}reviews/submissions/<int:submission_id>/", review_page.review, name="review"),
    path(
        f"{_COURSE}reviews/submissions/<int:submission_id>/comments",
        review_page.add_comment,
        name="line-comment-add",
    ),
    path(
        f"{_COURSE}reviews/comments/<int:thread_id>/delete",
        review_page.delete_comment,
        name="line-comment-delete",
    ),
    path(
        "submissions/<int:submission_id>/second-look",
        review_section.second_look,
        name="second-look",
    ),
    path(f"{_COURSE}rubric/", rubric_views.rubric, name="rubric"),
    path(f"{_COURSE}rubric/<int:item_id>/", rubric_views.edit_item, name="rubric-item"),
    path(
        f"{_COURSE}rubric/<int:item_id>/delete",
        rubric_views.delete_item,
        name="rubric-item-delete",
    ),
    path(f"{_COURSE}comments/", saved_comment_views.saved_comments, name="saved-comments"),
    path(f"{_COURSE}comments/find", saved_comment_views.find, name="comment-find"),
    path(
        f"{_COURSE}comments/<int:comment_id>/",
        saved_comment_views.edit_saved_comment,
        name="saved-comment",
    ),
    path(
        f"{_COURSE}comments/<int:comment_id>/delete",
        saved_comment_views.delete_saved_comment,
        name="saved-comment-delete",
    ),
    path("messages/<int:message_id>/save", saved_comment_views.save_message, name="message-save"),
    path(f"{_COURSE}questions/", question_queue.questions, name="questions"),
]
