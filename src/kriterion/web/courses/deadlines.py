"""The terms of series for one user. Pages and queries use these, not the columns of the series."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import F, OuterRef, Subquery
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce
from django.utils import timezone

from kriterion.web.accounts.models import User
from kriterion.web.courses.models import Extension, Series
from kriterion.web.courses.series_terms import SeriesTerms, extend_terms


def find_terms(user: User, series: Series) -> SeriesTerms:
    """Return the terms of a series with the user's extra time."""
    return find_terms_by_series(user, [series])[series.pk]


def find_terms_by_series(user: User, series: Iterable[Series]) -> dict[int, SeriesTerms]:
    """Return the terms of each series with the user's extra time, by the id of the series."""
    wanted = list(series)
    extensions = {
        extension.series_id: extension.extra_time
        for extension in Extension.objects.filter(user=user, series__in=wanted)
    }
    return {series.pk: extend_terms(series.terms, extensions.get(series.pk)) for series in wanted}


def find_terms_by_user(series: Series, users: Iterable[int]) -> dict[int, SeriesTerms]:
    """Return the terms of one series with each user's extra time, by the id of the user."""
    wanted = list(users)
    extensions = {
        extension.user_id: extension.extra_time
        for extension in Extension.objects.filter(user__in=wanted, series=series)
    }
    return {user: extend_terms(series.terms, extensions.get(user)) for user in wanted}


def build_due_expression(user: User) -> Combinable:
    """Return the database expression of when a series is due for the user."""
    own = Extension.objects.filter(user=user, series=OuterRef("pk")).values("deadline")
    return Coalesce(Subquery(own), F("deadline"))


def find_due_dates(user: User, series: Iterable[Series]) -> dict[int, datetime | None]:
    """Return the due date of each series for the user, by its id; None if nothing is ever late."""
    return {key: terms.deadline for key, terms in find_terms_by_series(user, series).items()}


def find_due_date(user: User, series: Series) -> datetime | None:
    return find_terms(user, series).deadline


def is_late(due: datetime | None) -> bool:
    return due is not None and due < timezone.now()
