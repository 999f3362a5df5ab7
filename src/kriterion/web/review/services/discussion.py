"""Open, answer and resolve threads on submissions.

The caller checks permission; `thread_access` says who has it.
"""

from dataclasses import asdict, dataclass
from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from kriterion.web.accounts.models import User
from kriterion.web.database.storable import make_storable
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.notifications.models import NotificationKind
from kriterion.web.notifications.outbox import send_notification
from kriterion.web.review.models import Review, ReviewThread, ThreadMessage
from kriterion.web.submissions.models import Submission

MAX_TEXT = 10_000  # characters of a message
MAX_THREADS = 50  # on a submission
MAX_MESSAGES = 100  # in a thread
_DOUBLE_CLICK = timedelta(minutes=1)


@dataclass(frozen=True, kw_only=True, slots=True)
class ThreadPlace:
    """The line of a file that a thread is about, or several lines; the whole without a line."""

    file: str = ""
    line: int | None = None
    last_line: int | None = None


WHOLE_SOLUTION = ThreadPlace()


class DiscussionFullError(Exception):
    """A submission has too many threads, or a thread too many messages."""


class OutdatedThreadError(Exception):
    """Others have written in the thread since the author saw it."""


def open_thread(
    submission: Submission,
    author: User,
    text: str,
    *,
    place: ThreadPlace = WHOLE_SOLUTION,
    with_review: bool = False,
) -> ReviewThread:
    """Open a thread, as a question if the author submitted the solution.

    `with_review`: it is a draft until the review of the submission is released.

    Return the existing thread if the same form was sent twice. Raises DiscussionFullError.
    """
    is_question = author.pk == submission.user_id
    text = make_storable(text)
    with write_transaction():
        # Lock the submission, so that two requests do not both add the last thread.
        Submission.objects.select_for_update(no_key=True).only("pk").get(pk=submission.pk)
        threads = submission.review_threads
        twin = threads.filter(
            **asdict(place),
            messages__author=author,
            messages__text=text,
            created_at__gte=timezone.now() - _DOUBLE_CLICK,
        ).first()
        if twin is not None:
            return twin
        if threads.count() >= MAX_THREADS:
            raise DiscussionFullError
        # Lock the review, so that its release does not miss this draft.
        review = Review.objects.select_for_update().filter(submission=submission).first()
        is_released = review is not None and review.released_at is not None
        thread = ReviewThread.objects.create(
            submission=submission,
            course_id=submission.course_id,
            **asdict(place),
            is_question=is_question,
            is_draft=with_review and not is_question and not is_released,
            waiting_since=timezone.now() if is_question else None,
        )
        _add_message(thread, author, text, by_staff=not is_question)
    return thread


def reply(thread: ReviewThread, author: User, text: str, *, seen: int) -> ThreadMessage:
    """Add a message; `seen` is the id of the last message that the author saw.

    A student's message waits for an answer and reopens a resolved thread. Return the existing
    message if the same form was sent twice. Raises OutdatedThreadError, DiscussionFullError.
    """
    text = make_storable(text)
    with write_transaction():
        locked = ReviewThread.objects.select_for_update().get(pk=thread.pk)
        messages = list(locked.messages.order_by("pk"))
        last = messages[-1] if messages else None
        if last is not None and last.pk != seen:
            if last.author_id == author.pk and last.text == text:
                return last
            raise OutdatedThreadError
        if len(messages) >= MAX_MESSAGES:
            raise DiscussionFullError
        is_student = author.pk == thread.submission.user_id
        if is_student:
            locked.waiting_since = locked.waiting_since or timezone.now()
            locked.resolved_at = locked.resolved_by = None
        else:
            locked.waiting_since = None
        locked.save(update_fields=["waiting_since", "resolved_at", "resolved_by"])
        return _add_message(locked, author, text, by_staff=not is_student)


def resolve(thread: ReviewThread, by: User) -> bool:
    """Mark a thread as resolved: it no longer waits. Return False if it already is."""
    resolved = ReviewThread.objects.filter(pk=thread.pk, resolved_at=None).update(
        resolved_at=timezone.now(), resolved_by=by, waiting_since=None
    )
    return bool(resolved)


def reopen(thread: ReviewThread) -> bool:
    """Reopen a resolved thread; a question without an answer waits again."""
    with write_transaction():
        locked = ReviewThread.objects.select_for_update().get(pk=thread.pk)
        if locked.resolved_at is None:
            return False
        last = locked.messages.order_by("pk").last()
        locked.resolved_at = locked.resolved_by = None
        locked.waiting_since = None if last is None or last.by_staff else timezone.now()
        locked.save(update_fields=["waiting_since", "resolved_at", "resolved_by"])
    return True


def edit_message(message: ThreadMessage, text: str) -> None:
    """Change the text of a message, which is then marked as edited."""
    ThreadMessage.objects.filter(pk=message.pk).update(
        text=make_storable(text), edited_at=timezone.now()
    )


def delete_message(message: ThreadMessage) -> None:
    """Delete a message. Deleting the last message of a thread deletes the thread."""
    with write_transaction():
        thread = ReviewThread.objects.select_for_update().filter(pk=message.thread_id).first()
        if thread is None:
            return
        ThreadMessage.objects.filter(pk=message.pk).delete()
        last = thread.messages.order_by("pk").last()
        if last is None:
            thread.delete()
            return
        if last.by_staff:
            thread.waiting_since = None
        elif thread.resolved_at is None:
            thread.waiting_since = thread.waiting_since or last.created_at
        thread.save(update_fields=["waiting_since"])


def _add_message(thread: ReviewThread, author: User, text: str, *, by_staff: bool) -> ThreadMessage:
    message = ThreadMessage.objects.create(
        thread=thread,
        author=author,
        author_name=author.display_name,
        by_staff=by_staff,
        text=text,
    )
    if by_staff and not thread.is_draft:
        submission = thread.submission
        send_notification(
            submission.user_id,
            NotificationKind.ANSWER,
            address=f"{reverse('submission', args=[submission.pk])}#thread-{thread.pk}",
            activity=submission.activity,
            actor_name=author.display_name,
        )
    return message
