"""The queue of checks with solutions: start and cancel a check, claim an exercise, store.

Each function about an attempt writes only while the attempt is the newest, and returns whether it
wrote.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any

import msgspec
from django.db.models import Case, F, Q, QuerySet, When
from django.utils import timezone

from kriterion.authoring.finding import error
from kriterion.web.catalog.models import Activity, ActivityState, ActivityType
from kriterion.web.database import database_clock as clock
from kriterion.web.database.storable import make_json_storable
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.repositories.models import Repository
from kriterion.web.repository_management.models import (
    CheckState,
    ExerciseCheck,
    ExerciseCheckState,
    RepositoryCheck,
)
from kriterion.web.submissions.queue import leases
from kriterion.web.submissions.queue.attempt_conclusion import BACK_OFF, MAX_LOSSES, UNCLAIMED
from kriterion.web.submissions.queue.inability import Exclusion
from kriterion.web.submissions.queue.lease_reaper import UNSUSPICIOUS, count_loss
from kriterion_tools.diagnostic import Diagnostic

MAX_FINDINGS = 500  # kept of a check
_ANY_ROW = Q()


def check_imported(*, repository: Repository, **_: Any) -> None:
    """Check a version that was imported, unless it has been; a receiver of `repository_imported`.

    A check of an earlier version ends.
    """
    if repository.digest:
        start_check(repository, "", only_new=True)


def start_check(repository: Repository, requested_by: str, *, only_new: bool = False) -> bool:
    """Queue a check of all exercises, or return False if one is under way.

    With `only_new`, return False if this version has been checked, or is being checked.
    """
    exercises = Activity.objects.filter(
        repository=repository, type=ActivityType.EXERCISE, state=ActivityState.OK
    )
    remaining = list(exercises.order_by("position", "pk").values_list("pk", flat=True))
    with write_transaction():
        # The row of the repository is locked, so that two do not start one at once.
        Repository.objects.select_for_update().only("pk").get(pk=repository.pk)
        earlier = RepositoryCheck.objects.select_for_update().filter(repository=repository).first()
        if earlier is not None:
            if only_new and earlier.digest == repository.digest:
                return False
            if earlier.is_under_way and not only_new:
                return False
            earlier.delete()
        check = RepositoryCheck.objects.create(
            repository=repository,
            state=CheckState.UNDER_WAY if remaining else CheckState.DONE,
            requested_by=requested_by,
            commit=repository.commit,
            digest=repository.digest,
            total=len(remaining),
            ended_at=None if remaining else timezone.now(),
        )
        ExerciseCheck.objects.bulk_create(
            ExerciseCheck(repository_check=check, activity_id=activity) for activity in remaining
        )
    return True


def cancel_check(repository: Repository) -> bool:
    """End a check that is under way; what was found stays."""
    with write_transaction():
        cancelled = RepositoryCheck.objects.filter(
            repository=repository, state=CheckState.UNDER_WAY
        ).update(state=CheckState.CANCELLED, ended_at=timezone.now())
        ExerciseCheck.objects.filter(repository_check__repository=repository).delete()
    return bool(cancelled)


def filter_claimable(*, suspects: bool, exclude: Exclusion) -> QuerySet[ExerciseCheck]:
    """Return the exercises that may be claimed; arguments as for `claim_next`."""
    is_due = Q(not_before=None) | Q(not_before__lte=clock.now())
    ready = ExerciseCheck.objects.filter(is_due, state=ExerciseCheckState.WAITING)
    if exclude.repositories:
        ready = ready.exclude(repository_check__repository__in=exclude.repositories)
    return ready if suspects else ready.filter(UNSUSPICIOUS)


def claim_exercise(worker: str, *, suspects: bool, exclude: Exclusion) -> ExerciseCheck | None:
    """Claim the next exercise as a new attempt of that worker.

    The check with the fewest exercises under way comes first, of these the oldest: a repository
    with many exercises does not hold up the others.
    """
    ready = filter_claimable(suspects=suspects, exclude=exclude)
    if not ready.exists():  # so that no lock is taken
        return None
    # Few run at once; a subquery would count them again for each exercise that waits.
    running = Counter(select_running().values_list("repository_check", flat=True))
    order: list[Case | str] = ["repository_check__started_at", "pk"]
    if running:
        counts = (When(repository_check=check, then=count) for check, count in running.items())
        order.insert(0, Case(*counts, default=0))
    with write_transaction():
        locked = ready.select_for_update(skip_locked=True, of=("self",))
        in_order = locked.order_by(*order)
        chosen = in_order.values_list("pk", flat=True).first()
        if chosen is None:
            return None
        ExerciseCheck.objects.filter(pk=chosen).update(
            state=ExerciseCheckState.RUNNING,
            attempt=F("attempt") + 1,
            worker=worker,
            lease_until=clock.after(leases.LEASE),
            not_before=None,
        )
    # None if the check was cancelled meanwhile.
    return ExerciseCheck.objects.select_related("repository_check").filter(pk=chosen).first()


def store_exercise(
    exercise: ExerciseCheck,
    findings: Sequence[Diagnostic],
    *,
    judged: int = 0,
    only_if: Q = _ANY_ROW,
) -> bool:
    """Store the findings of an exercise, and take it off the list of what remains."""
    with write_transaction():
        checks = RepositoryCheck.objects.select_for_update()
        check = checks.filter(pk=exercise.repository_check_id).first()
        if check is None or not _select_claimed_row(exercise).filter(only_if).delete()[0]:
            return False
        kept = [*check.findings, *_encode(findings)]
        is_last = not check.exercises.exists()
        check.state = CheckState.DONE if is_last else check.state
        check.ended_at = timezone.now() if is_last else None
        check.done += 1
        check.judged += judged
        check.findings = kept[:MAX_FINDINGS]
        check.left_out += max(len(kept) - MAX_FINDINGS, 0)
        check.save()
    return True


def requeue_exercise(exercise: ExerciseCheck, *, after: timedelta | None = None) -> bool:
    """Requeue an attempt without counting a failure."""
    requeued = _select_claimed_row(exercise).update(
        state=ExerciseCheckState.WAITING,
        not_before=None if after is None else clock.after(after),
        **UNCLAIMED,
    )
    return bool(requeued)


def record_failure(exercise: ExerciseCheck, place: str, failure: str) -> bool:
    """Count a failure of the machine; retry the exercise after a pause, or skip it at last."""
    if exercise.failures >= len(BACK_OFF):
        return store_exercise(exercise, [_report_machine(place, failure)])
    recorded = _select_claimed_row(exercise).update(
        state=ExerciseCheckState.WAITING,
        failures=exercise.failures + 1,
        not_before=clock.after(BACK_OFF[exercise.failures]),
        **UNCLAIMED,
    )
    return bool(recorded)


def record_death(
    exercise: ExerciseCheck, *, is_silent: bool = False, only_if: Q = _ANY_ROW
) -> bool:
    """Count the loss of the process that checked the exercise; retry it, or skip it at last.

    `is_silent`: the process is only presumed dead.
    """
    number, counted, message = count_loss(exercise, is_silent=is_silent)
    if number >= MAX_LOSSES:
        finding = _report_machine(find_place(exercise), message)
        return store_exercise(exercise, [finding], only_if=only_if)
    recorded = (
        _select_claimed_row(exercise)
        .filter(only_if)
        .update(state=ExerciseCheckState.WAITING, **counted, **UNCLAIMED)
    )
    return bool(recorded)


def find_place(exercise: ExerciseCheck) -> str:
    """Return the path of the exercise in its repository."""
    activity = Activity.objects.filter(pk=exercise.activity_id).first()
    return "." if activity is None else activity.path


def renew(exercises: Iterable[ExerciseCheck]) -> None:
    """Extend the leases of this process's attempts."""
    for exercise in exercises:
        _select_claimed_row(exercise).update(lease_until=clock.after(leases.LEASE))


def is_claimed(exercise: ExerciseCheck) -> bool:
    """Whether the attempt still owns the row."""
    return _select_claimed_row(exercise).exists()


def select_running() -> QuerySet[ExerciseCheck]:
    return ExerciseCheck.objects.filter(state=ExerciseCheckState.RUNNING)


def _select_claimed_row(exercise: ExerciseCheck) -> QuerySet[ExerciseCheck]:
    return select_running().filter(pk=exercise.pk, attempt=exercise.attempt)


def _report_machine(place: str, reason: str) -> Diagnostic:
    return error(place, f"this machine failed: {reason}", code="machine.failed")


def _encode(findings: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    encoded: list[dict[str, Any]] = make_json_storable(msgspec.to_builtins(list(findings)))
    return encoded
