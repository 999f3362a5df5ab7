"""Start, pause, resume, apply and discard re-judgings. The caller checks permission."""

from collections.abc import Collection

from django.db.models import Max, QuerySet

from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Course, Series
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.rejudging.models import (
    UNDER_WAY,
    ChangeLevel,
    Proposal,
    ProposalState,
    Rejudging,
    RejudgingChoice,
    RejudgingState,
)
from kriterion.web.submissions.models import Submission
from kriterion.web.submissions.queue.offers import offer_background_work

PAUSABLE = frozenset(UNDER_WAY) - {RejudgingState.DISCARDING}
DISCARDABLE = PAUSABLE | {RejudgingState.READY}


def start_rejudging(
    course: Course,
    choice: RejudgingChoice,
    *,
    by: User,
    series: Series | None = None,
    activity: Activity | None = None,
) -> Rejudging:
    """Start a dry run, or return the same one if it is selecting or assessing already."""
    with write_transaction():
        # One at a time per course, so that pressing twice starts one.
        Course.objects.select_for_update(no_key=True).only("pk").get(pk=course.pk)
        scope = {"course": course, "series": series, "activity": activity, "choice": choice}
        begun = (RejudgingState.SELECTING, RejudgingState.RUNNING)
        same = Rejudging.objects.filter(**scope, state__in=begun).first()
        if same is not None:
            return same
        last = Submission.objects.filter(course=course).aggregate(last=Max("pk"))["last"]
        rejudging = Rejudging.objects.create(
            **scope, author=by, author_name=by.username, last_submission=last or 0
        )
        offer_background_work()
    return rejudging


def pause(rejudging: Rejudging) -> bool:
    """Stop the workers that assess its submissions, and start no more."""
    return bool(
        _select_rows(rejudging).filter(state__in=PAUSABLE, paused=False).update(paused=True)
    )


def resume(rejudging: Rejudging) -> bool:
    resumed = _select_rows(rejudging).filter(paused=True).update(paused=False)
    offer_background_work()
    return bool(resumed)


def discard(rejudging: Rejudging) -> bool:
    """Give up what was not applied; workers delete the proposals."""
    discarded = (
        _select_rows(rejudging)
        .filter(state__in=DISCARDABLE)
        .update(state=RejudgingState.DISCARDING, paused=False)
    )
    offer_background_work()
    return bool(discarded)


def apply_all(rejudging: Rejudging, *, by: User) -> int:
    """Have workers apply all proposals; return their number. Those without a change only record
    which versions confirmed the assessment.
    """
    return _apply(rejudging, by=by)


def apply_outcomes(rejudging: Rejudging, *, by: User) -> int:
    """Have workers apply the proposals that change an outcome; return their number."""
    return _apply(rejudging, by=by, level=ChangeLevel.OUTCOME)


def apply_selection(rejudging: Rejudging, proposals: Collection[int], *, by: User) -> int:
    """Have workers apply these proposals; return their number."""
    return _apply(rejudging, by=by, pk__in=proposals)


def _apply(rejudging: Rejudging, *, by: User, **selected: object) -> int:
    with write_transaction():
        ready = (
            _select_rows(rejudging)
            .select_for_update(of=("self",))
            .filter(state=RejudgingState.READY)
        )
        if ready.first() is None:
            return 0
        proposed = Proposal.objects.filter(rejudging=rejudging, state=ProposalState.PROPOSED)
        chosen = proposed.filter(**selected).update(chosen=True)
        if chosen:
            _select_rows(rejudging).update(
                state=RejudgingState.APPLYING, paused=False, applied_by=by.username
            )
        offer_background_work()
    return chosen


def retry_failed(rejudging: Rejudging) -> int:
    """Assess again what the machine failed to assess in the dry run; return their number."""
    with write_transaction():
        ready = (
            _select_rows(rejudging)
            .select_for_update(of=("self",))
            .filter(state=RejudgingState.READY)
        )
        if ready.first() is None:
            return 0
        failed = Proposal.objects.filter(rejudging=rejudging, state=ProposalState.FAILED)
        retried = failed.update(
            state=ProposalState.WAITING, failures=0, losses=0, failure="", not_before=None
        )
        if retried:
            _select_rows(rejudging).update(state=RejudgingState.RUNNING)
        offer_background_work()
    return retried


def _select_rows(rejudging: Rejudging) -> QuerySet[Rejudging]:
    return Rejudging.objects.filter(pk=rejudging.pk)
