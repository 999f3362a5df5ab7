"""Poll followed submissions: their states, and the steps that are new."""

import time
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Q

from kriterion.web.submissions.live.follower_events import LiveStep, StateChanged
from kriterion.web.submissions.models import FeedbackBatch, Submission, SubmissionState
from kriterion.web.submissions.queue.wait_estimate import Waiting, estimate_all_waits, estimate_wait
from kriterion_tools.contracts.dodona_judge.batches import unpack

_CACHE_SECONDS = 1.0  # maximum age of positions in the queue


@dataclass(frozen=True, kw_only=True, slots=True)
class Known:
    """What is known of a submission: its attempt, and how many changes of it."""

    attempt: int
    changes: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Seen:
    """The result of a poll: the state, and the new steps of that attempt."""

    last_state: StateChanged
    attempt: int
    steps: tuple[LiveStep, ...] = ()


def poll(known: Mapping[int, Known]) -> dict[int, Seen]:
    """Return the current states and new steps, by id; unknown submissions are left out."""
    fields = ("pk", "state", "attempt", "changes", "priority", "turn")
    rows = list(Submission.objects.filter(pk__in=known).order_by().only(*fields))
    outdated = {}
    for row in rows:
        known_changes = known[row.pk].changes if known[row.pk].attempt == row.attempt else 0
        if row.state == SubmissionState.RUNNING and row.changes > known_changes:
            outdated[row.pk] = (row.attempt, known_changes)
    steps = _load_steps(outdated)
    waits = _load_waits() if any(row.state == SubmissionState.QUEUED for row in rows) else {}
    return {
        row.pk: Seen(
            last_state=StateChanged(
                state=SubmissionState(row.state), waiting=_find_wait(row, waits)
            ),
            attempt=row.attempt,
            steps=tuple(steps.get(row.pk, ())),
        )
        for row in rows
    }


def _find_wait(row: Submission, waits: Mapping[int, Waiting]) -> Waiting | None:
    """Return a queued submission's wait, estimated now if it is newer than the cache; or None."""
    if row.state != SubmissionState.QUEUED:
        return None
    return waits.get(row.pk) or estimate_wait(row)


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


_cached_waits: tuple[float, dict[int, Waiting]] = (float("-inf"), {})


def _load_waits() -> dict[int, Waiting]:
    """Return the waits of all queued submissions."""
    global _cached_waits
    if time.monotonic() - _cached_waits[0] > _CACHE_SECONDS:
        _cached_waits = (time.monotonic(), estimate_all_waits())
    return _cached_waits[1]
