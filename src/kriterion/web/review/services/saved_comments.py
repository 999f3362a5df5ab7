"""Comments to write again: saved ones, and those that were written in threads before."""

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


def usable_comments(user: User, course: Course) -> QuerySet[SavedComment]:
    """Return the saved comments of a user, and those that reviewers of the course share."""
    return SavedComment.objects.filter(Q(owner=user, course=None) | Q(course=course))


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


def find_comments(user: User, course: Course, query: str) -> list[FoundComment]:
    """Return comments that contain all words of a query, saved ones first, each text once.

    Unsaved ones are those that the user wrote in any course, or a colleague wrote in this one.
    """
    words = query.split()[:_MAX_WORDS]
    if not words:
        return []
    contains = Q()
    for word in words:
        contains &= Q(text__icontains=word)
    saved = usable_comments(user, course).filter(contains)
    written = ThreadMessage.objects.filter(
        Q(author=user) | Q(thread__course=course), contains, by_staff=True
    ).order_by("-pk")
    found = dict.fromkeys(saved.values_list("text", flat=True)[:MAX_FOUND], True)
    for text in written.values_list("text", flat=True)[: 2 * MAX_FOUND]:
        found.setdefault(text, False)
    comments = [FoundComment(text=text, is_saved=saved) for text, saved in found.items()]
    return comments[:MAX_FOUND]
