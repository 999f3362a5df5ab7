"""Where an activity stands in its series: which it is of how many, and what is beside it."""

from dataclasses import dataclass

from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.access import visible_activities
from kriterion.web.courses.models import Series


@dataclass(frozen=True, kw_only=True, slots=True)
class Neighbours:
    """`number` is that of the activity itself, counted from 1."""

    number: int
    count: int
    before: Activity | None
    after: Activity | None


def listed_in(series: Series, user: User) -> list[Activity]:
    """The activities of a series that somebody may open, in its order."""
    listings = series.listings.filter(activity__in=visible_activities(user))
    return [each.activity for each in listings.select_related("activity__repository")]


def neighbours_of(activity: Activity, series: Series | None, user: User) -> Neighbours | None:
    """What is beside an activity in a series; None when it stands in none, or alone."""
    listed = [] if series is None else listed_in(series, user)
    places = [place for place, each in enumerate(listed) if each.pk == activity.pk]
    if not places or len(listed) == 1:
        return None
    place = places[0]
    return Neighbours(
        number=place + 1,
        count=len(listed),
        before=listed[place - 1] if place else None,
        after=listed[place + 1] if place + 1 < len(listed) else None,
    )
