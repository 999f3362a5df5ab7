"""Comments to reuse: saved ones, and earlier messages in threads."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from kriterion.web.accounts.models import User
from kriterion.web.courses.models import Course
from kriterion.web.database.storable import make_storable
from kriterion.web.review.models import SavedComment, ThreadMessage

MAX_SAVED = 500  # of a user
MAX_FOUND = 8
_MAX_WORDS = 6


class TooManySavedError(Exception):
    """The user has saved too many comments."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FoundComment:
    """A comment that contains the words of a query. `is_saved`: somebody saved it on purpose."""

    text: str
    is_saved: bool


def select_usable_comments(user: User, course: Course | None) -> QuerySet[SavedComment]:
    """Return the saved comments of a user, and those that reviewers of the course share."""
    own = Q(owner=user, course=None)
    return SavedComment.objects.filter(own if course is None else own | Q(course=course))


def save_comment(owner: User, text: str, course: Course | None) -> SavedComment:
    """Save a comment, for its owner or for a course. Return the existing one with that text.

    Raises TooManySavedError.
    """
    text = make_storable(text)
    existing = SavedComment.objects.filter(owner=owner, course=course, text=text).first()
    if existing is not None:
        return existing
    if owner.saved_comments.count() >= MAX_SAVED:
        raise TooManySavedError
    return SavedComment.objects.create(owner=owner, course=course, text=text)


def find_comments(user: User, course: Course | None, query: str) -> list[FoundComment]:
    """Return comments that contain all words of a query, saved ones first, each text once.

    Unsaved ones are those that the user wrote in any course, or a colleague wrote in this one.
    Without a course, only those of the user are found.
    """
    words = query.split()[:_MAX_WORDS]
    if not words:
        return []
    contains = Q()
    for word in words:
        contains &= Q(text__icontains=word)
    saved = select_usable_comments(user, course).filter(contains)
    by_whom = Q(author=user) if course is None else Q(author=user) | Q(thread__course=course)
    written = ThreadMessage.objects.filter(by_whom, contains, by_staff=True).order_by("-pk")
    texts = dict.fromkeys(saved.values_list("text", flat=True)[:MAX_FOUND], True)
    for text in written.values_list("text", flat=True)[: 2 * MAX_FOUND]:
        texts.setdefault(text, False)
    comments = [FoundComment(text=text, is_saved=saved) for text, saved in texts.items()]
    return comments[:MAX_FOUND]
