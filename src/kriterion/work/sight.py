"""One look at followed submissions: their states, and the changes that are new."""

import time
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Q

from kriterion.store.models import FeedbackBatch, Submission, SubmissionState
from kriterion.work.news import Moved, Step
from kriterion.work.waiting import Waiting, waiting, waiting_of_all
from kriterion_tools.contracts.dodona_judge.batches import unpack

_PLACES_SECONDS = 1.0  # how old places in the queue may be


@dataclass(frozen=True, kw_only=True, slots=True)
class Known:
    """How much of a submission is known: so many changes of this attempt."""

    attempt: int
    changes: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Seen:
    """What a look has shown: the state, and the steps of that attempt that were not known."""

    moved: Moved
    attempt: int
    steps: tuple[Step, ...] = ()


def look(known: Mapping[int, Known]) -> dict[int, Seen]:
    """Look at all of them; one that does not exist is not seen."""
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
            moved=Moved(state=SubmissionState(row.state), waiting=_waiting(row, places)),
            attempt=row.attempt,
            steps=tuple(steps.get(row.pk, ())),
        )
        for row in rows
    }


def _waiting(row: Submission, places: Mapping[int, Waiting]) -> Waiting | None:
    """Its place; of who has come after all places were looked up, that is looked up now."""
    if row.state != SubmissionState.QUEUED:
        return None
    return places.get(row.pk) or waiting(row)


def _steps(behind: Mapping[int, tuple[int, int]]) -> dict[int, list[Step]]:
    """The steps of an attempt after so many, for each submission."""
    if not behind:
        return {}
    wanted = Q()
    for pk, (attempt, had) in behind.items():
        wanted |= Q(submission=pk, attempt=attempt, last__gt=had)
    steps: dict[int, list[Step]] = {pk: [] for pk in behind}
    batches = FeedbackBatch.objects.filter(wanted).order_by("submission_id", "first")
    for batch in batches:
        _, had = behind[batch.submission_id]
        changes = enumerate(unpack(bytes(batch.document)), batch.first)
        steps[batch.submission_id] += (
            Step(attempt=batch.attempt, number=number, change=change)
            for number, change in changes
            if number > had
        )
    return steps


_known_places: tuple[float, dict[int, Waiting]] = (float("-inf"), {})


def _places() -> dict[int, Waiting]:
    """What those in the queue wait for."""
    global _known_places
    if time.monotonic() - _known_places[0] > _PLACES_SECONDS:
        _known_places = (time.monotonic(), waiting_of_all())
    return _known_places[1]
