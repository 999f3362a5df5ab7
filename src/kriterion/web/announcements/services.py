"""Change announcements, and notify their readers in bounded steps."""

from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from kriterion.web.accounts.models import User
from kriterion.web.announcements.models import Announcement, Dismissal
from kriterion.web.database import database_clock as clock
from kriterion.web.database.storable import make_storable
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.notifications.outbox import remove_announcement, send_announcement

NOTIFIED_AT_ONCE = 500


class OutdatedAnnouncementError(Exception):
    """Somebody else changed the announcement since the form was opened."""


def add_announcement(announcement: Announcement, author: User) -> None:
    """Save a new announcement; workers send its notifications."""
    announcement.author = author
    announcement.author_name = author.display_name
    _clean(announcement)
    announcement.save(force_insert=True)


def change_announcement(announcement: Announcement, seen: int) -> None:
    """Save the fields of an announcement that its author saw at revision `seen`.

    Raises OutdatedAnnouncementError.
    """
    _clean(announcement)
    with write_transaction():
        changed = Announcement.objects.filter(pk=announcement.pk, revision=seen).update(
            title=announcement.title,
            text=announcement.text,
            visible_from=announcement.visible_from,
            visible_until=announcement.visible_until,
            notifies=announcement.notifies,
            revision=F("revision") + 1,
        )
    if not changed:
        raise OutdatedAnnouncementError


def delete_announcement(announcement: Announcement) -> None:
    """Delete an announcement with its notifications."""
    with write_transaction():
        remove_announcement(make_announcement_address(announcement))
        announcement.delete()


def dismiss_announcement(announcement: Announcement, user: User) -> None:
    Dismissal.objects.get_or_create(announcement=announcement, user=user)


def make_announcement_address(announcement: Announcement) -> str:
    return reverse("announcements:announcement", args=[announcement.pk])


def find_announcement_to_notify() -> int | None:
    """Return the id of an announcement whose readers are still to be notified."""
    pending = Announcement.objects.filter(_is_pending()).order_by("visible_from")
    return pending.values_list("pk", flat=True).first()


def notify_next(announcement_id: int) -> None:
    """Notify the next readers, in one transaction: no crash makes anybody be notified twice."""
    with write_transaction():
        pending = Announcement.objects.select_for_update(of=("self",)).filter(_is_pending())
        announcement = pending.select_related("course").filter(pk=announcement_id).first()
        if announcement is None:
            return
        readers = list(_list_readers(announcement)[:NOTIFIED_AT_ONCE])
        send_announcement(
            readers,
            address=make_announcement_address(announcement),
            title=announcement.title,
            course="" if announcement.course is None else announcement.course.name,
        )
        if readers:
            announcement.notified_to = readers[-1]
        if len(readers) < NOTIFIED_AT_ONCE:
            announcement.notified_at = timezone.now()
        announcement.save(update_fields=["notified_to", "notified_at"])


def _list_readers(announcement: Announcement) -> QuerySet[User, int]:
    readers = User.objects.filter(is_active=True, pk__gt=announcement.notified_to)
    if announcement.course is not None:
        readers = readers.filter(memberships__course=announcement.course)
    if announcement.author_id is not None:
        readers = readers.exclude(pk=announcement.author_id)
    return readers.order_by("pk").values_list("pk", flat=True)


def _is_pending() -> Q:
    is_over = Q(visible_until__lte=clock.now())
    return Q(notifies=True, notified_at=None, visible_from__lte=clock.now()) & ~is_over


def _clean(announcement: Announcement) -> None:
    announcement.title = make_storable(announcement.title)
    announcement.text = make_storable(announcement.text)
