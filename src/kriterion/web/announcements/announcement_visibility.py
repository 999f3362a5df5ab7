"""Who sees which announcement."""

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404
from django.utils import timezone

from kriterion.web.accounts.models import User
from kriterion.web.accounts.site_access import may_administer
from kriterion.web.announcements.models import Announcement, Dismissal
from kriterion.web.courses.course_access import list_courses_with_right, list_own_courses
from kriterion.web.courses.rights import CourseRight


def select_visible_announcements(user: User) -> QuerySet[Announcement]:
    """Return the announcements of the site and of a user's courses that are visible now."""
    now = timezone.now()
    return (
        Announcement.objects.filter(Q(course=None) | Q(course__in=list_own_courses(user)))
        .filter(visible_from__lte=now)
        .filter(Q(visible_until=None) | Q(visible_until__gt=now))
        .select_related("course")
    )


def select_current_announcements(user: User) -> QuerySet[Announcement]:
    """Return the announcements that a user has not dismissed, except for archived courses."""
    dismissed = Dismissal.objects.filter(user=user, announcement=OuterRef("pk"))
    visible = select_visible_announcements(user).exclude(Exists(dismissed))
    return visible.exclude(course__archived=True)


def announcement_or_404(user: User, announcement_id: int) -> Announcement:
    """Return an announcement that the user may read; its teachers read it at any time."""
    visible = select_visible_announcements(user).filter(pk=announcement_id).first()
    if visible is not None:
        return visible
    written = Announcement.objects.select_related("course").filter(pk=announcement_id)
    if not may_administer(user):
        written = written.filter(course__in=list_courses_with_right(user, CourseRight.REVIEW))
    announcement = written.first()
    if announcement is None:
        raise Http404
    return announcement
