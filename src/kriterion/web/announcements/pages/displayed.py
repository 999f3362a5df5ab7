"""Announcements with their texts as a page shows them now."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from kriterion.rendering.jobs import MarkdownText
from kriterion.web.accounts.models import User
from kriterion.web.announcements.announcement_visibility import (
    select_current_announcements,
    select_visible_announcements,
)
from kriterion.web.announcements.models import Announcement, Dismissal
from kriterion.web.courses.course_access import list_own_courses
from kriterion.web.courses.models import Course
from kriterion.web.submissions.services.displayed_texts import DisplayedText, show_texts

_MAX_SHOWN = 5  # above a page; the list of announcements has the others
_MAX_READ = 50


@dataclass(frozen=True, kw_only=True, slots=True)
class DisplayedAnnouncement:
    announcement: Announcement
    text: DisplayedText


@dataclass(frozen=True, kw_only=True, slots=True)
class CourseAnnouncements:
    """A course's announcements that are not dismissed; for `has_any`, dismissed ones count, too."""

    current: Sequence[DisplayedAnnouncement] = ()
    has_any: bool = False


def display_announcements(
    announcements: Iterable[Announcement], owner: object, *, heading: int = 4
) -> list[DisplayedAnnouncement]:
    """Return announcements for a page; each `owner`'s pages are rendered in turn.

    `heading` is the level of the outermost headings in their texts.
    """
    rows = list(announcements)
    texts = show_texts(
        [
            MarkdownText(text=row.text, place=f"announcement-{row.pk}-", heading=heading)
            for row in rows
        ],
        f"announcements {owner}",
    )
    return [
        DisplayedAnnouncement(announcement=announcement, text=text)
        for announcement, text in zip(rows, texts, strict=True)
    ]


def list_home_announcements(user: User) -> list[DisplayedAnnouncement]:
    return display_announcements(select_current_announcements(user)[:_MAX_SHOWN], "home")


def list_course_announcements(user: User, course: Course) -> CourseAnnouncements:
    """Return the announcements of a course for its page, which only its members see. One query."""
    if course.pk not in list_own_courses(user):
        return CourseAnnouncements()
    visible = select_visible_announcements(user).filter(course=course)
    dismissed = Dismissal.objects.filter(user=user, announcement=OuterRef("pk"))
    rows = list(visible.annotate(is_dismissed=Exists(dismissed))[:_MAX_READ])
    current = [row for row in rows if not row.is_dismissed][:_MAX_SHOWN]
    return CourseAnnouncements(
        current=display_announcements(current, f"of course {course.pk}"), has_any=bool(rows)
    )
