"""Copy a course for another year: its series and activities, not its members or submissions."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db import transaction
from django.utils import timezone

from kriterion.web.accounts.models import User
from kriterion.web.courses.models import MOMENTS, Course, Listing, MemberRole, Membership, Series
from kriterion.web.courses.signals import series_copied


@dataclass(frozen=True, kw_only=True, slots=True)
class CopyPlan:
    """The name of the copy and its first day; without a date, its series have no times."""

    name: str
    slug: str
    starts_on: date | None = None


def find_first_time(course: Course) -> datetime | None:
    """Return the earliest time of any series of the course."""
    times = [
        value for row in course.series.values_list(*MOMENTS) for value in row if value is not None
    ]
    return min(times, default=None)


@transaction.atomic
def copy_course(course: Course, user: User, plan: CopyPlan) -> Course:
    """Return a hidden copy that the user teaches.

    Times move by whole days and keep their hour of the day, even across a change to summer time.
    """
    new_course = Course.objects.create(
        slug=plan.slug,
        name=plan.name,
        description=course.description,
        registration=course.registration,
        visible=False,
        anonymous_review=course.anonymous_review,
        only_latest_waits=course.only_latest_waits,
    )
    if not user.is_administrator or course.memberships.filter(user=user).exists():
        Membership.objects.create(course=new_course, user=user, role=MemberRole.TEACHER)
    first = find_first_time(course)
    days = None
    if plan.starts_on is not None and first is not None:
        days = (plan.starts_on - timezone.localtime(first).date()).days
    for series in course.series.order_by("position", "pk"):
        _copy_series(series, new_course, days)
    return new_course


def _copy_series(series: Series, course: Course, days: int | None) -> None:
    listings = list(series.listings.order_by("position", "pk"))
    new_series = Series.objects.create(
        course=course,
        name=series.name,
        description=series.description,
        position=series.position,
        visible=series.visible,
        late_penalty=series.late_penalty,
        attempt_limit=series.attempt_limit,
        feedback=series.feedback,
        tab_feedback=series.tab_feedback,
        **{name: move_by_days(getattr(series, name), days) for name in MOMENTS},
    )
    Listing.objects.bulk_create(
        Listing(
            series=new_series,
            activity_id=listing.activity_id,
            position=listing.position,
            pinned=listing.pinned,
        )
        for listing in listings
    )
    series_copied.send(sender=None, series=series, new_series=new_series)


def move_by_days(moment: datetime | None, days: int | None) -> datetime | None:
    """Return the moment some days later at the same hour of the site's clock."""
    if moment is None or days is None:
        return None
    local = timezone.localtime(moment).replace(tzinfo=None) + timedelta(days=days)
    return timezone.make_aware(local)
