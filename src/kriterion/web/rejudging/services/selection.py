"""Select the submissions of a re-judging, in batches."""

from collections.abc import Mapping
from functools import cache

from django.db.models import Exists, F, IntegerField, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from kriterion.web.catalog.models import Activity, ActivityState
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.rejudging.models import (
    Proposal,
    Rejudging,
    RejudgingChoice,
    RejudgingState,
    RejudgingTools,
)
from kriterion.web.submissions.models import Submission, SubmissionState
from kriterion.web.submissions.queue.tool_versions import find_installed_versions
from kriterion.web.submissions.services.replace_assessment import ASSESSED_STATES
from kriterion_tools.contracts.dodona_judge.statuses import Status

BATCH = 1_000  # submissions of the course that are considered in a step


def select_batch(rejudging_id: int) -> None:
    """Add proposals for the next submissions; after the last batch, the dry run begins."""
    with write_transaction():
        rejudging = lock_rejudging(rejudging_id, RejudgingState.SELECTING)
        if rejudging is None:
            return
        considered = _list_next_submissions(rejudging)
        if considered:
            selected = _select_from(rejudging, considered[-1])
            Proposal.objects.bulk_create(
                Proposal(rejudging=rejudging, submission_id=pk, activity_id=activity)
                for pk, activity in selected
            )
            rejudging.total += len(selected)
            rejudging.selected_up_to = considered[-1]
        if len(considered) < BATCH:
            rejudging.state = RejudgingState.RUNNING
            rejudging.measured_at = None
        rejudging.save(update_fields=["state", "selected_up_to", "total", "measured_at"])


def _list_next_submissions(rejudging: Rejudging) -> list[int]:
    """Return the ids of the course's next submissions, whether they are chosen or not.

    So a step is bounded, however few the choice finds.
    """
    next_ones = Submission.unlimited.filter(
        course=rejudging.course_id,
        pk__gt=rejudging.selected_up_to,
        pk__lte=rejudging.last_submission,
    )
    return list(next_ones.order_by("pk").values_list("pk", flat=True)[:BATCH])


def lock_rejudging(rejudging_id: int, state: RejudgingState) -> Rejudging | None:
    """Return a re-judging, locked, or None if it is paused or in another state."""
    rows = Rejudging.objects.select_for_update(of=("self",)).filter(pk=rejudging_id)
    return rows.filter(state=state, paused=False).first()


_Row = tuple[int, int, Mapping[str, str] | None]  # submission, activity, versions


def _select_from(rejudging: Rejudging, last: int) -> list[tuple[int, int]]:
    """Return the chosen submissions after those selected, up to the id `last`, and activities."""
    chosen = find_submissions(rejudging).filter(pk__gt=rejudging.selected_up_to, pk__lte=last)
    rows = chosen.order_by("pk")
    if rejudging.choice != RejudgingChoice.OTHER_VERSION:
        return list(rows.values_list("pk", "activity"))
    return _filter_rows(rejudging, list(rows.values_list("pk", "activity", "assessment__versions")))


def find_submissions(rejudging: Rejudging) -> QuerySet[Submission]:
    """Return the submissions that a re-judging covers, not yet filtered by version.

    Exercises that were removed or are not valid are left out: they cannot be assessed.
    """
    eligible = Submission.objects.filter(
        course=rejudging.course_id,
        state__in=ASSESSED_STATES,
        pk__lte=rejudging.last_submission,
        activity__state=ActivityState.OK,
    )
    match RejudgingTools(rejudging.tools):
        case RejudgingTools.ALL:
            pass
        case RejudgingTools.ANALYSIS:
            eligible = eligible.filter(state=SubmissionState.FINISHED)
        case RejudgingTools.REPRESENTER:  # others are not represented
            is_represented = Q(accepted=True) | Q(status=Status.UNKNOWN.value)
            eligible = eligible.filter(is_represented, state=SubmissionState.FINISHED)
    if rejudging.series_id is not None:
        eligible = eligible.filter(series=rejudging.series_id)
    if rejudging.activity_id is not None:
        eligible = eligible.filter(activity=rejudging.activity_id)
    match RejudgingChoice(rejudging.choice):
        case RejudgingChoice.LATEST:
            by_same_author = _filter_same_author(eligible)
            return eligible.filter(~Exists(by_same_author.filter(pk__gt=OuterRef("pk"))))
        case RejudgingChoice.BEST:
            return _filter_best(eligible.filter(state=SubmissionState.FINISHED))
        case RejudgingChoice.FAILED:
            failed = Q(state=SubmissionState.FAILED) | Q(status=Status.INTERNAL_ERROR.value)
            return eligible.filter(failed)
        case RejudgingChoice.OTHER_VERSION:
            return eligible.filter(state=SubmissionState.FINISHED)
        case RejudgingChoice.ALL:
            return eligible


def _filter_same_author(eligible: QuerySet[Submission]) -> QuerySet[Submission]:
    return eligible.filter(user=OuterRef("user"), activity=OuterRef("activity"))


def _filter_best(finished: QuerySet[Submission]) -> QuerySet[Submission]:
    """Filter by acceptance, then points; among equals, the latest is the best."""
    ranked = finished.annotate(points=Coalesce(F("earned"), -(2**31), output_field=IntegerField()))
    equally_accepted = Q(accepted=OuterRef("accepted"))
    equal_points = Q(points=OuterRef("points"))
    better = _filter_same_author(ranked).filter(
        Q(accepted__gt=OuterRef("accepted"))
        | (equally_accepted & Q(points__gt=OuterRef("points")))
        | (equally_accepted & equal_points & Q(pk__gt=OuterRef("pk")))
    )
    return ranked.filter(~Exists(better))


def _filter_rows(rejudging: Rejudging, rows: list[_Row]) -> list[tuple[int, int]]:
    """Return those of the rows that another version assessed."""
    activities = Activity.objects.select_related("repository").in_bulk({row[1] for row in rows})
    tools = rejudging.tools

    @cache
    def find_current(activity_id: int) -> Mapping[str, str]:
        installed = find_installed_versions(activities[activity_id], rejudging.course_id)
        return select_versions(installed, tools)

    # Without known versions, a re-judging is the only way to find out.
    return [
        (pk, activity)
        for pk, activity, versions in rows
        if not versions or select_versions(versions, tools) != find_current(activity)
    ]


def select_versions(versions: Mapping[str, str], tools: str) -> dict[str, str]:
    """Return the versions that matter when these tools are run again."""
    if tools == RejudgingTools.ALL:
        return dict(versions)
    names = {"representer"} if tools == RejudgingTools.REPRESENTER else {"analyzer", "representer"}
    return {name: version for name, version in versions.items() if name in names}
