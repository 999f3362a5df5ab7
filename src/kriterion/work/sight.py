"""One look at followed submissions: their states, and the changes that are new."""

import time
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Q

from kriterion.store.models import FeedbackBatch, Submission, SubmissionState
from kriterion.work.live import unpack
from kriterion.work.news import Moved, Step
from kriterion.work.waiting import Waiting, waiting_of_all

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
    rows = Submission.objects.filter(pk__in=known).order_by()
    seen = {}
    behind: dict[int, tuple[int, int]] = {}
    for pk, state, attempt, changes in rows.values_list("pk", "state", "attempt", "changes"):
        seen[pk] = Seen(moved=Moved(state=SubmissionState(state)), attempt=attempt)
        had = known[pk].changes if known[pk].attempt == attempt else 0
        if state == SubmissionState.RUNNING and changes > had:
            behind[pk] = (attempt, had)
    steps = _steps(behind)
    places = _places() if any(_is_queued(each) for each in seen.values()) else {}
    for pk, each in seen.items():
        waiting = places.get(pk) if _is_queued(each) else None
        moved = Moved(state=each.moved.state, waiting=waiting)
        seen[pk] = Seen(moved=moved, attempt=each.attempt, steps=tuple(steps.get(pk, ())))
    return seen


def _is_queued(seen: Seen) -> bool:
    return seen.moved.state is SubmissionState.QUEUED


def _steps(behind: Mapping[int, tuple[int, int]]) -> dict[int, list[Step]]:
    """The steps of an attempt after so many, for each submission."""
    if not behind:
        return {}
    wanted = Q()
    for pk, (attempt, had) in behind.items():
        wanted |= Q(submission=pk, attempt=attempt, last__gt=had)
    steps: dict[int, list[Step]] = {pk: [] for pk in behind}
    batches = FeedbackBatch.objects.filter(wanted).order_by("submission", "first")
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
