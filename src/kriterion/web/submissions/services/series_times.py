"""Change the times of a series or a student's extra time, and update submissions accordingly."""

from dataclasses import asdict

from django.db import connection, transaction
from django.db.models import Case, F, IntegerField, Q, QuerySet, Value, When
from django.db.models.functions import Greatest

from kriterion.web.accounts.models import User
from kriterion.web.courses.models import MOMENTS, Extension, Series
from kriterion.web.courses.series_terms import ExtraTime, SeriesTerms, extend_terms
from kriterion.web.submissions.models import Submission

_TERMS_LOCKS = 470_521  # the first half of our advisory locks on the terms of series


def hold_terms(series_id: int) -> None:
    """Lock the terms of a series against changes until this transaction ends; the lock is shared.

    A change of the terms waits for it, and then also updates what was submitted meanwhile.
    Otherwise that submission would stay late although its deadline was extended.
    """
    _lock_terms("pg_advisory_xact_lock_shared", series_id)


@transaction.atomic
def save_series(series: Series) -> None:
    """Save a series, and adapt its students' extra time and the lateness of submissions."""
    if series.pk is not None:
        _lock_terms("pg_advisory_xact_lock", series.pk)
    series.save()
    extensions = list(series.extensions.select_for_update())
    for extension in extensions:
        extension.apply(series)
    Extension.objects.bulk_update(extensions, MOMENTS)
    submissions = Submission.objects.filter(series=series)
    students = [extension.user_id for extension in extensions]
    _apply_milder_terms(submissions.exclude(user__in=students), series.terms)
    for extension in extensions:
        own = submissions.filter(user=extension.user_id)
        _apply_milder_terms(own, extend_terms(series.terms, extension.extra_time))


@transaction.atomic
def grant_extra_time(series: Series, user: User, extra: ExtraTime, *, reason: str = "") -> None:
    """Give a student extra time in a series, instead of what was granted before."""
    _lock_terms("pg_advisory_xact_lock", series.pk)
    series.refresh_from_db(fields=(*MOMENTS, "late_penalty"))  # they may have changed meanwhile
    extension = Extension(series=series, user=user, reason=reason, **asdict(extra))
    extension.apply(series)
    values = {
        field.name: getattr(extension, field.name)
        for field in Extension._meta.concrete_fields
        if field.name not in ("id", "series", "user")
    }
    Extension.objects.update_or_create(series=series, user=user, defaults=values)
    own = Submission.objects.filter(series=series, user=user)
    _apply_milder_terms(own, extend_terms(series.terms, extra))


def _lock_terms(function: str, series_id: int) -> None:
    if connection.vendor == "postgresql":  # elsewhere one transaction writes at a time
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {function}(%s, %s)", [_TERMS_LOCKS, series_id % 2**31])


def _apply_milder_terms(submissions: QuerySet[Submission], terms: SeriesTerms) -> None:
    """Apply terms to submissions: move due dates only later, and penalties only down."""
    if terms.deadline is None:
        submissions.filter(due_at__isnull=False).update(due_at=None, late_penalty=0)
        return
    new_due_at = Value(terms.deadline)
    is_in_time = Q(created_at__lte=terms.deadline)
    is_improved = Q(due_at__lt=terms.deadline) | Q(late_penalty__gt=terms.penalty)
    submissions.filter(is_improved).update(
        due_at=Greatest(F("due_at"), new_due_at),
        late_penalty=Case(
            When(is_in_time, then=Value(0)),
            When(late_penalty__gt=terms.penalty, then=Value(terms.penalty)),
            default=F("late_penalty"),
            output_field=IntegerField(),
        ),
    )
