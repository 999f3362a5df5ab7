"""Who may write in which threads. Whoever sees a submission sees its threads."""

from django.http import Http404
from django.shortcuts import get_object_or_404

from kriterion.web.accounts.models import User
from kriterion.web.review.models import ReviewThread, ThreadMessage
from kriterion.web.submissions.models import Submission
from kriterion.web.submissions.submission_access import select_visible_submissions


def may_open_thread(user: User, submission: Submission) -> bool:
    """Whether a user who sees the submission may comment on it.

    A student may ask about a solution for a course that they still take: its teachers answer.
    """
    if submission.user_id != user.pk:
        return True
    return submission.course_id is not None and submission.course_id in user.course_roles


def thread_or_404(user: User, thread_id: int) -> ReviewThread:
    threads = ReviewThread.objects.select_related("submission__activity", "submission__user")
    visible = threads.filter(submission__in=select_visible_submissions(user))
    return get_object_or_404(visible.exclude(is_draft=True, submission__user=user), pk=thread_id)


def own_message_or_404(user: User, message_id: int) -> ThreadMessage:
    """Return a message that the user wrote in a thread that they still see."""
    messages = ThreadMessage.objects.select_related("thread__submission__activity")
    message = get_object_or_404(messages, pk=message_id, author=user)
    if not select_visible_submissions(user).filter(pk=message.thread.submission_id).exists():
        raise Http404
    return message
