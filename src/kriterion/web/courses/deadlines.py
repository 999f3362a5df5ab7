"""When series are due, for one user: pages and queries ask here, never the series' row."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import F
from django.db.models.expressions import Combinable
from django.utils import timezone

from kriterion.web.accounts.models import User
from kriterion.web.courses.models import Series


def due_expression(user: User) -> Combinable:
    """Return the database expression of when a series is due for the user."""
    return F("deadline")


def due_dates(
    user: User,
    series: Iterable[Series],
) -> dict[int, datetime | None]:
    """Return when each series is due for the user, by its id; None if it is never late."""
    return {each.pk: each.deadline for each in series}


def due_for(user: User, series: Series) -> datetime | None:
    return due_dates(user, [series])[series.pk]


def is_late(due: datetime | None) -> bool:
    return due is not None and due < timezone.now()
