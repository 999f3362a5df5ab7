"""What this process cannot assess now, because its machine fails or a part is missing.

An inability belongs to the worker. It never counts as a failure of a submission: the submission is
requeued for others, and this process does not claim it again until a new try is due.
"""

import threading
import time
from collections.abc import Callable, Collection, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from enum import StrEnum, unique
from typing import Any

from django.db.models import Q

FIRST_PAUSE_SECONDS = 60.0  # doubled after each failed try
LONGEST_PAUSE_SECONDS = 3600.0
_NEVER = float("inf")
_LONGEST_REASON = 2000  # characters, as published


@unique
class NeededPart(StrEnum):
    """What a worker may lack."""

    MACHINE = "machine"  # nothing can be run: no sandbox, descriptors or disk
    REPOSITORY = "repository"
    JUDGE = "judge"
    IMAGE = "image"
    EXERCISE = "exercise"  # one activity; used if none of the parts above is the cause


@dataclass(frozen=True, kw_only=True, slots=True)
class Subject:
    """A part and its name; the name of a repository or an exercise is its id."""

    part: NeededPart
    name: str = ""


MACHINE = Subject(part=NeededPart.MACHINE)


@dataclass(frozen=True, kw_only=True, slots=True)
class Inability:
    """Why a subject cannot be used; `label` is its name for people.

    If `needs_run`, only a run can show whether the subject works again: a try is due at `retry_at`,
    on the monotonic clock. Otherwise the subject is checked without a run.
    """

    subject: Subject
    reason: str
    label: str = ""
    needs_run: bool = False
    tries: int = 1
    retry_at: float
    since: float  # when it was noted first, on the same clock


@dataclass(frozen=True, kw_only=True, slots=True)
class Exclusion:
    """What not to claim: ids of activities, and of repositories with all their activities."""

    activities: frozenset[int] = frozenset()
    repositories: frozenset[int] = frozenset()

    def excludes(self, activity: int, repository: int) -> bool:
        """Whether an activity is excluded."""
        return activity in self.activities or repository in self.repositories

    def __bool__(self) -> bool:
        return bool(self.activities or self.repositories)


NOTHING = Exclusion()

Images = AbstractSet[str] | None  # for which to claim, by name; None for any


class Inabilities:
    """The inabilities of one process, shared by its threads."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._known: dict[Subject, Inability] = {}
        self._needs: dict[int, frozenset[Subject]] = {}  # by activity, as far as known
        self._proven: set[int] = set()  # activities with a submission that was assessed here
        self._lock = threading.RLock()

    def record(
        self, subject: Subject, reason: str, *, label: str = "", needs_run: bool = False
    ) -> bool:
        """Record that a subject cannot be used; return whether this or its reason is new."""
        with self._lock:
            before = self._known.get(subject)
            tries = 1 if before is None else before.tries + 1
            now = self._monotonic()
            self._known[subject] = Inability(
                subject=subject,
                reason=reason,
                label=label,
                needs_run=needs_run,
                tries=tries,
                retry_at=now + _pause_seconds(tries) if needs_run else _NEVER,
                since=now if before is None else before.since,
            )
            return before is None or before.reason != reason

    def clear(self, *subjects: Subject) -> bool:
        """Record that the subjects can be used; return whether one of them could not before."""
        with self._lock:
            known = [subject for subject in subjects if subject in self._known]
            for subject in known:
                del self._known[subject]
            return bool(known)

    @property
    def fault(self) -> str:
        """Why this process cannot run anything; empty if it can."""
        machine = self._known.get(MACHINE)
        return "" if machine is None else machine.reason

    def list_partial(self) -> list[Inability]:
        """Return all inabilities except the machine's, in the order in which they were noted."""
        with self._lock:
            return [inability for inability in self._known.values() if inability.subject != MACHINE]

    def list_missing_images(self) -> frozenset[str]:
        """Return the names of the images that cannot be used."""
        with self._lock:
            return frozenset(
                subject.name for subject in self._known if subject.part is NeededPart.IMAGE
            )

    # --- Activities

    def record_needs(self, activity: int, needs: Collection[Subject]) -> None:
        """Record what submissions to an activity need."""
        with self._lock:
            self._needs[activity] = frozenset(needs)

    def list_needs(self, activity: int) -> frozenset[Subject]:
        """Return what an activity needs, as far as known."""
        return self._needs.get(activity, frozenset()) | {make_exercise_subject(activity)}

    def find_blocking(self, subjects: Collection[Subject]) -> Inability | None:
        """Return an inability of one of the subjects that is not due for a try, or None."""
        with self._lock:
            now = self._monotonic()
            inabilities = (self._known.get(subject) for subject in subjects)
            return next(
                (
                    inability
                    for inability in inabilities
                    if inability is not None and inability.retry_at > now
                ),
                None,
            )

    def make_exclusion(self) -> Exclusion:
        """Return the current exclusion from claims. Subjects that are due for a try are not
        excluded.
        """
        with self._lock:
            if not self._known:
                return NOTHING
            now = self._monotonic()
            unusable = {
                inability.subject for inability in self._known.values() if inability.retry_at > now
            }
            activities = {
                activity for activity, needs in self._needs.items() if needs & unusable
            } | {
                int(inability.name)
                for inability in unusable
                if inability.part is NeededPart.EXERCISE
            }
            repositories = {
                int(inability.name)
                for inability in unusable
                if inability.part is NeededPart.REPOSITORY
            }
        return Exclusion(activities=frozenset(activities), repositories=frozenset(repositories))

    def list_due_activities(self) -> frozenset[int]:
        """Return the ids of the activities whose next submission is a try."""
        with self._lock:
            now = self._monotonic()
            due = {
                inability.subject for inability in self._known.values() if inability.retry_at <= now
            }
            activities = {activity for activity, needs in self._needs.items() if needs & due}
            activities |= {
                int(inability.name) for inability in due if inability.part is NeededPart.EXERCISE
            }
            return frozenset(activities)

    def select_activities(self, subject: Subject) -> Q:
        """Select the activities that need a subject, as far as known."""
        if subject.part is NeededPart.REPOSITORY:
            return Q(repository=int(subject.name))
        if subject.part is NeededPart.EXERCISE:
            return Q(pk=int(subject.name))
        with self._lock:
            return Q(pk__in=[pk for pk, needs in self._needs.items() if subject in needs])

    def retry_now(self) -> None:
        """Make every try due at once: something was installed or fixed."""
        with self._lock:
            now = self._monotonic()
            for inability in self.list_partial():
                if inability.needs_run:
                    self._known[inability.subject] = replace(inability, retry_at=now)
            self._proven.clear()

    def begin_try(self, activity: int) -> bool:
        """Record that a submission to the activity was claimed; return whether it is a try.

        During a try, no other submission that needs the same subject is claimed.
        """
        with self._lock:
            now = self._monotonic()
            is_try = False
            for subject in self.list_needs(activity):
                known = self._known.get(subject)
                if known is not None and known.retry_at <= now:
                    again = now + _pause_seconds(known.tries)
                    self._known[subject] = replace(known, retry_at=again)
                    is_try = True
            return is_try

    def record_success(self, activity: int) -> bool:
        """Record that a submission was assessed; return whether this ends an inability."""
        with self._lock:
            self._proven.add(activity)
            return self.clear(*self.list_needs(activity))

    def is_proven(self, activity: int) -> bool:
        """Whether a submission to the activity was assessed here since the last `retry_now`."""
        return activity in self._proven

    def to_json(self) -> list[Mapping[str, Any]]:
        """Return the inabilities for the worker's row, without those that are due for a try."""
        with self._lock:
            now = self._monotonic()
            rows: list[Mapping[str, Any]] = []
            for inability in self.list_partial():
                if inability.retry_at <= now:
                    continue
                subject = inability.subject
                activities = sorted(
                    activity for activity, needs in self._needs.items() if subject in needs
                )
                if subject.part is NeededPart.EXERCISE:
                    activities = [int(subject.name)]
                rows.append(
                    {
                        "part": subject.part.value,
                        "label": inability.label or subject.name,
                        "judge": subject.name if subject.part is NeededPart.JUDGE else "",
                        "reason": inability.reason[:_LONGEST_REASON],
                        "age_seconds": round(now - inability.since),
                        "activities": activities,
                        "repositories": [int(subject.name)]
                        if subject.part is NeededPart.REPOSITORY
                        else [],
                    }
                )
            return rows


def make_exercise_subject(activity: int) -> Subject:
    return Subject(part=NeededPart.EXERCISE, name=str(activity))


def make_repository_subject(repository_id: int) -> Subject:
    return Subject(part=NeededPart.REPOSITORY, name=str(repository_id))


def _pause_seconds(tries: int) -> float:
    exponent = min(tries - 1, 16)  # avoids overflow; the pause reaches its maximum earlier
    return min(FIRST_PAUSE_SECONDS * 2.0**exponent, LONGEST_PAUSE_SECONDS)
