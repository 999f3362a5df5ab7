"""Start, pause, resume, apply and discard re-judgings. The caller checks permission."""

from collections.abc import Collection

from django.db.models import Max, QuerySet

from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Course, Series
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.rejudging.models import (
    UNDER_WAY,
    ApplicationMode,
    ChangeLevel,
    Proposal,
    ProposalState,
    Rejudging,
    RejudgingChoice,
    RejudgingState,
    RejudgingTools,
)
from kriterion.web.rejudging.services.proposal_counts import count_decided, sum_counts
from kriterion.web.submissions.models import Submission
from kriterion.web.submissions.queue.offers import offer_background_work

PAUSABLE = frozenset(UNDER_WAY) - {RejudgingState.DISCARDING}
_COMMAND = "kriterion manage"
DISCARDABLE = PAUSABLE | {RejudgingState.READY}


def start_rejudging(
    course: Course,
    choice: RejudgingChoice,
    *,
    by: User | None,
    series: Series | None = None,
    activity: Activity | None = None,
    tools: RejudgingTools = RejudgingTools.ALL,
) -> Rejudging:
    """Start a dry run, or return the same one if it is selecting or assessing already.

    `by` is None for a command. Workers select the submissions, in batches.
    """
    with write_transaction():
        # One at a time per course, so that pressing twice starts one.
        Course.objects.select_for_update(no_key=True).only("pk").get(pk=course.pk)
        scope = {
            "course": course,
            "series": series,
            "activity": activity,
            "choice": choice,
            "tools": tools,
        }
        begun = (RejudgingState.SELECTING, RejudgingState.RUNNING)
        same = Rejudging.objects.filter(**scope, state__in=begun).first()
        if same is not None:
            return same
        last = Submission.objects.filter(course=course).aggregate(last=Max("pk"))["last"]
        rejudging = Rejudging.objects.create(
            **scope,
            author=by,
            author_name=_COMMAND if by is None else by.username,
            last_submission=last or 0,
        )
        offer_background_work()
    return rejudging


def pause(rejudging: Rejudging) -> bool:
    """Stop the assessments of a re-judging, and start no more until it is resumed."""
    return bool(
        _select_rows(rejudging).filter(state__in=PAUSABLE, paused=False).update(paused=True)
    )


def resume(rejudging: Rejudging) -> bool:
    resumed = _select_rows(rejudging).filter(paused=True).update(paused=False, measured_at=None)
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


def apply_all(rejudging: Rejudging, *, by: User | None) -> int:
    """Have workers apply all proposals; return their number. Those without a change only record
    which versions confirmed the assessment.
    """
    return _apply(rejudging, ApplicationMode.ALL, by=by)


def apply_outcomes(rejudging: Rejudging, *, by: User | None) -> int:
    """Have workers apply the proposals that change an outcome; return their number."""
    return _apply(rejudging, ApplicationMode.OUTCOMES, by=by)


def apply_selection(rejudging: Rejudging, proposals: Collection[int], *, by: User | None) -> int:
    """Have workers apply these proposals; return their number."""
    return _apply(rejudging, ApplicationMode.CHOSEN, proposals, by=by)


def _apply(
    rejudging: Rejudging,
    application: ApplicationMode,
    proposals: Collection[int] = (),
    *,
    by: User | None,
) -> int:
    with write_transaction():
        ready = _lock_ready(rejudging)
        if ready is None:
            return 0
        counts, proposed = count_decided(ready), (ProposalState.PROPOSED,)
        match application:
            case ApplicationMode.ALL:
                number = sum_counts(counts, proposed)
            case ApplicationMode.OUTCOMES:
                number = sum_counts(counts, proposed, (ChangeLevel.OUTCOME,))
            case ApplicationMode.CHOSEN:
                rows = Proposal.objects.filter(rejudging=rejudging, state__in=proposed)
                number = rows.filter(pk__in=proposals).update(chosen=True)
        if number:
            _select_rows(rejudging).update(
                state=RejudgingState.APPLYING,
                paused=False,
                applied_by=_COMMAND if by is None else by.username,
                application=application,
                apply_level=ChangeLevel.OUTCOME,
                applied_up_to=0,
                to_apply=number,
                applied=0,
                measured_at=None,
            )
        offer_background_work()
    return number


def retry_failed(rejudging: Rejudging) -> int:
    """Have workers assess again what the machine failed to assess in the dry run; return the
    number.
    """
    with write_transaction():
        ready = _lock_ready(rejudging)
        if ready is None:
            return 0
        failed = sum_counts(count_decided(ready), (ProposalState.FAILED,))
        if failed:
            _select_rows(rejudging).update(
                state=RejudgingState.RUNNING, retrying=True, measured_at=None
            )
        offer_background_work()
    return failed


def _lock_ready(rejudging: Rejudging) -> Rejudging | None:
    rows = _select_rows(rejudging).select_for_update(of=("self",))
    return rows.filter(state=RejudgingState.READY).first()


def _select_rows(rejudging: Rejudging) -> QuerySet[Rejudging]:
    return Rejudging.objects.filter(pk=rejudging.pk)
