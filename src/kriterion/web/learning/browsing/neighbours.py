"""An activity's position in its series, and its neighbours."""

from dataclasses import dataclass

from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.course_access import select_visible_activities
from kriterion.web.courses.models import Series


@dataclass(frozen=True, kw_only=True, slots=True)
class Neighbours:
    """`number` is the activity's own position, counted from 1."""

    number: int
    count: int
    before: Activity | None
    after: Activity | None


def list_activities(series: Series, user: User) -> list[Activity]:
    """Return the activities of a series that a user may open, in order."""
    listings = series.listings.filter(activity__in=select_visible_activities(user))
    return [listing.activity for listing in listings.select_related("activity__repository")]


def find_neighbours(activity: Activity, series: Series | None, user: User) -> Neighbours | None:
    """Return an activity's neighbours in a series; None if it is not listed there, or is alone."""
    listed = [] if series is None else list_activities(series, user)
    places = [place for place, candidate in enumerate(listed) if candidate.pk == activity.pk]
    if not places or len(listed) == 1:
        return None
    place = places[0]
    return Neighbours(
        number=place + 1,
        count=len(listed),
        before=listed[place - 1] if place else None,
        after=listed[place + 1] if place + 1 < len(listed) else None,
    )
