"""Poll followed submissions: their states, and the steps that are new."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Q

from kriterion.web.submissions.live.follower_events import LiveStep, StateChange
from kriterion.web.submissions.models import FeedbackBatch, Submission, SubmissionState
from kriterion.web.submissions.queue.wait_estimate import CachedWaitingLine, QueuePlace
from kriterion_tools.contracts.dodona_judge.batches import unpack


@dataclass(frozen=True, kw_only=True, slots=True)
class ChangePosition:
    """A position in a submission's changes: the attempt, and the number of its known changes."""

    attempt: int
    changes: int


@dataclass(frozen=True, kw_only=True, slots=True)
class PollResult:
    """The result of a poll: the state, and the new steps of that attempt."""

    last_state: StateChange
    attempt: int
    steps: tuple[LiveStep, ...] = ()


class _Row(NamedTuple):
    pk: int
    state: str
    attempt: int
    changes: int
    priority: int
    course_id: int | None
    turn: int


_line = CachedWaitingLine()  # of this process


def poll(known: Mapping[int, ChangePosition]) -> dict[int, PollResult]:
    """Return the current states and new steps, by id; unknown submissions are left out."""
    selected = Submission.objects.filter(pk__in=known).order_by()
    rows = [_Row(*values) for values in selected.values_list(*_Row._fields)]
    outdated = {}
    for row in rows:
        known_changes = known[row.pk].changes if known[row.pk].attempt == row.attempt else 0
        if row.state == SubmissionState.RUNNING and row.changes > known_changes:
            outdated[row.pk] = (row.attempt, known_changes)
    steps = _load_steps(outdated)
    queued = [
        QueuePlace(row.pk, row.priority, row.course_id, row.turn)
        for row in rows
        if row.state == SubmissionState.QUEUED
    ]
    waits = _line.find_waits(queued) if queued else {}
    return {
        row.pk: PollResult(
            last_state=StateChange(state=SubmissionState(row.state), waiting=waits.get(row.pk)),
            attempt=row.attempt,
            steps=tuple(steps.get(row.pk, ())),
        )
        for row in rows
    }


def _load_steps(outdated: Mapping[int, tuple[int, int]]) -> dict[int, list[LiveStep]]:
    """Return the steps that follow the known ones, by submission."""
    if not outdated:
        return {}
    conditions = Q()
    for pk, (attempt, known_changes) in outdated.items():
        conditions |= Q(submission=pk, attempt=attempt, last__gt=known_changes)
    steps: dict[int, list[LiveStep]] = {pk: [] for pk in outdated}
    batches = FeedbackBatch.objects.filter(conditions).order_by("submission_id", "first")
    for batch in batches:
        _, known_changes = outdated[batch.submission_id]
        changes = enumerate(unpack(bytes(batch.document)), batch.first)
        steps[batch.submission_id] += (
            LiveStep(attempt=batch.attempt, number=number, change=change)
            for number, change in changes
            if number > known_changes
        )
    return steps
