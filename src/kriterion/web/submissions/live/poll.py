"""Poll followed submissions: their states, and the steps that are new."""

import time
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Q

from kriterion.web.submissions.live.follower_events import LiveStep, StateChanged
from kriterion.web.submissions.models import FeedbackBatch, Submission, SubmissionState
from kriterion.web.submissions.queue.wait_estimate import Waiting, estimate_all_waits, estimate_wait
from kriterion_tools.contracts.dodona_judge.batches import unpack

_PLACES_SECONDS = 1.0  # maximum age of positions in the queue


@dataclass(frozen=True, kw_only=True, slots=True)
class Known:
    """How much of a submission is known: that many changes of this attempt."""

    attempt: int
    changes: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Seen:
    """The result of a poll: the state, and the new steps of that attempt."""

    moved: StateChanged
    attempt: int
    steps: tuple[LiveStep, ...] = ()


def poll(known: Mapping[int, Known]) -> dict[int, Seen]:
    """Poll all of them; missing submissions are left out."""
    fields = ("pk", "state", "attempt", "changes", "priority", "turn")
    rows = list(Submission.objects.filter(pk__in=known).order_by().only(*fields))
    behind = {}
    for row in rows:
        had = known[row.pk].changes if known[row.pk].attempt == row.attempt else 0
        if row.state == SubmissionState.RUNNING and row.changes > had:
            behind[row.pk] = (row.attempt, had)
    steps = _steps(behind)
    places = _places() if any(row.state == SubmissionState.QUEUED for row in rows) else {}
    return {
        row.pk: Seen(
            moved=StateChanged(state=SubmissionState(row.state), waiting=_waiting(row, places)),
            attempt=row.attempt,
            steps=tuple(steps.get(row.pk, ())),
        )
        for row in rows
    }


def _waiting(row: Submission, places: Mapping[int, Waiting]) -> Waiting | None:
    """Return a submission's wait; of one that is newer than the cached positions, look it up."""
    if row.state != SubmissionState.QUEUED:
        return None
    return places.get(row.pk) or estimate_wait(row)


def _steps(behind: Mapping[int, tuple[int, int]]) -> dict[int, list[LiveStep]]:
    """Return the steps after the known ones, by submission."""
    if not behind:
        return {}
    wanted = Q()
    for pk, (attempt, had) in behind.items():
        wanted |= Q(submission=pk, attempt=attempt, last__gt=had)
    steps: dict[int, list[LiveStep]] = {pk: [] for pk in behind}
    batches = FeedbackBatch.objects.filter(wanted).order_by("submission_id", "first")
    for batch in batches:
        _, had = behind[batch.submission_id]
        changes = enumerate(unpack(bytes(batch.document)), batch.first)
        steps[batch.submission_id] += (
            LiveStep(attempt=batch.attempt, number=number, change=change)
            for number, change in changes
            if number > had
        )
    return steps


_known_places: tuple[float, dict[int, Waiting]] = (float("-inf"), {})


def _places() -> dict[int, Waiting]:
    """Return the waits of all queued submissions."""
    global _known_places
    if time.monotonic() - _known_places[0] > _PLACES_SECONDS:
        _known_places = (time.monotonic(), estimate_all_waits())
    return _known_places[1]
