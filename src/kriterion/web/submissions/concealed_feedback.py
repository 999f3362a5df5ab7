"""Conceal the feedback and verdicts that a series withholds from its students. Every page that
shows submissions to students goes through this module.

`conceal` removes what is withheld from loaded rows. `select_shown` excludes submissions with a
withheld verdict from a query, so that solved exercises, progress and suggestions do not reveal the
verdict either.
"""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from kriterion.web.accounts.models import User
from kriterion.web.accounts.site_access import may_administer
from kriterion.web.courses.course_access import list_courses_with_right
from kriterion.web.courses.deadlines import find_terms_by_series
from kriterion.web.courses.feedback_policy import (
    EVERYTHING,
    FeedbackTime,
    ShownFeedback,
    find_shown_feedback,
)
from kriterion.web.courses.models import Series
from kriterion.web.courses.rights import CourseRight
from kriterion.web.submissions.models import Submission

_WITHHOLDS = ~Q(feedback=FeedbackTime.AT_ONCE.value) | ~Q(tab_feedback={})

_Rows = TypeVar("_Rows", bound=Iterable[Submission])


def conceal(reader: User, submissions: _Rows) -> _Rows:
    """Remove from loaded submissions what their reader must not see; return them.

    For students' own submissions, the series decides. Others who may open a submission review it,
    and see everything.
    """
    own = [row for row in submissions if row.user_id == reader.pk and row.series_id is not None]
    if own:
        shown = find_shown(reader, Series.objects.filter(pk__in={row.series_id for row in own}))
        for submission in own:
            submission.conceal(shown.get(submission.series_id or 0, EVERYTHING))
    return submissions


def select_shown(reader: User) -> QuerySet[Submission]:
    """Return the reader's own submissions without those whose verdict is withheld."""
    return split_by_verdict(reader)[0]


def split_by_verdict(reader: User) -> tuple[QuerySet[Submission], QuerySet[Submission]]:
    """Split the reader's own submissions by whether the verdict is shown or withheld."""
    own, withheld = Submission.objects.filter(user=reader), _find_withheld(reader)
    return own.exclude(series__in=withheld), own.filter(series__in=withheld)


def find_shown(reader: User, series: QuerySet[Series]) -> Mapping[int, ShownFeedback]:
    """Return what a reader now sees of the feedback on their own submissions, by series id.

    Only series that withhold feedback are included; the others show everything.
    """
    if may_administer(reader):
        return {}
    return find_shown_in(reader, series.filter(_WITHHOLDS))


def find_shown_in(reader: User, series: Iterable[Series]) -> Mapping[int, ShownFeedback]:
    """Return what `find_shown` returns, for series that are already loaded."""
    reviewed = list_courses_with_right(reader, CourseRight.REVIEW)
    rows = [row for row in series if row.course_id not in reviewed and _is_withholding(row)]
    if may_administer(reader) or not rows:
        return {}
    now, terms = timezone.now(), find_terms_by_series(reader, rows)
    shown = {row.pk: find_shown_feedback(row.feedback_policy, terms[row.pk], now) for row in rows}
    return {key: part for key, part in shown.items() if not part.shows_everything}


def _is_withholding(series: Series) -> bool:
    """Whether a series is one of `_WITHHOLDS`."""
    return series.feedback != FeedbackTime.AT_ONCE.value or bool(series.tab_feedback)


def _find_withheld(reader: User) -> list[int]:
    """Return the ids of the series that withhold the verdict on the reader's submissions."""
    submitted = Submission.objects.filter(user=reader, series=OuterRef("pk"))
    shown = find_shown(reader, Series.objects.filter(Exists(submitted)))
    return [key for key, part in shown.items() if not part.has_verdict]
