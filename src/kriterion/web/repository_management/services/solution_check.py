"""The queue of checks with solutions: start and cancel a check, claim its next exercise, store.

Each function about an attempt writes only while the attempt is the newest, and returns whether it
wrote.
"""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any

import msgspec
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from kriterion.authoring.finding import error
from kriterion.web.catalog.models import Activity, ActivityState, ActivityType
from kriterion.web.database import database_clock as clock
from kriterion.web.database.storable import make_json_storable
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.repositories.models import Repository
from kriterion.web.repository_management.models import CheckState, RepositoryCheck
from kriterion.web.submissions.queue import leases
from kriterion.web.submissions.queue.attempt_conclusion import BACK_OFF, MAX_LOSSES, UNCLAIMED
from kriterion.web.submissions.queue.inability import Exclusion
from kriterion.web.submissions.queue.lease_reaper import NO_LOSSES, UNSUSPICIOUS, count_loss
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
        check = RepositoryCheck.objects.filter(repository=repository).first()
        if check is not None and only_new and check.digest == repository.digest:
            return False
        if check is not None and check.is_under_way and not only_new:
            return False
        attempt = 0 if check is None else check.attempt + 1
        RepositoryCheck.objects.filter(repository=repository).delete()
        RepositoryCheck.objects.create(
            repository=repository,
            state=CheckState.WAITING if remaining else CheckState.DONE,
            requested_by=requested_by,
            commit=repository.commit,
            digest=repository.digest,
            remaining=remaining,
            total=len(remaining),
            attempt=attempt,
            ended_at=None if remaining else timezone.now(),
        )
    return True


def cancel_check(repository: Repository) -> bool:
    """End a check that is under way; what was found stays."""
    cancelled = RepositoryCheck.objects.filter(repository=repository, state__in=_UNDER_WAY).update(
        state=CheckState.CANCELLED, ended_at=timezone.now(), **UNCLAIMED
    )
    return bool(cancelled)


def filter_claimable(*, suspects: bool, exclude: Exclusion) -> QuerySet[RepositoryCheck]:
    """Return the checks whose next exercise may be claimed; arguments as for `claim_next`."""
    is_due = Q(not_before=None) | Q(not_before__lte=clock.now())
    ready = RepositoryCheck.objects.filter(is_due, state=CheckState.WAITING)
    if exclude.repositories:
        ready = ready.exclude(repository__in=exclude.repositories)
    return ready if suspects else ready.filter(UNSUSPICIOUS)


def claim_check(worker: str, *, suspects: bool, exclude: Exclusion) -> RepositoryCheck | None:
    """Claim the next exercise of the check that waits longest as a new attempt of that worker."""
    ready = filter_claimable(suspects=suspects, exclude=exclude)
    if not ready.exists():  # so that no lock is taken
        return None
    with write_transaction():
        locked = ready.select_for_update(skip_locked=True, of=("self",))
        chosen = locked.order_by("started_at", "pk").values_list("pk", flat=True).first()
        if chosen is None:
            return None
        RepositoryCheck.objects.filter(pk=chosen).update(
            state=CheckState.RUNNING,
            attempt=F("attempt") + 1,
            worker=worker,
            lease_until=clock.after(leases.LEASE),
            not_before=None,
        )
    return RepositoryCheck.objects.select_related("repository").get(pk=chosen)


def store_exercise(
    check: RepositoryCheck,
    findings: Sequence[Diagnostic],
    *,
    judged: int = 0,
    only_if: Q = _ANY_ROW,
) -> bool:
    """Store the findings of the next exercise, and take it off the list of what remains."""
    kept = [*check.findings, *_encode(findings)]
    remaining = check.remaining[1:]
    stored = (
        _select_claimed_row(check)
        .filter(only_if)
        .update(
            state=CheckState.WAITING if remaining else CheckState.DONE,
            ended_at=None if remaining else timezone.now(),
            remaining=remaining,
            findings=kept[:MAX_FINDINGS],
            left_out=check.left_out + max(len(kept) - MAX_FINDINGS, 0),
            judged=check.judged + judged,
            failures=0,
            **NO_LOSSES,
            **UNCLAIMED,
        )
    )
    return bool(stored)


def requeue_check(check: RepositoryCheck, *, after: timedelta | None = None) -> bool:
    """Requeue an attempt without counting a failure."""
    requeued = _select_claimed_row(check).update(
        state=CheckState.WAITING,
        not_before=None if after is None else clock.after(after),
        **UNCLAIMED,
    )
    return bool(requeued)


def record_failure(check: RepositoryCheck, place: str, failure: str) -> bool:
    """Count a failure of the machine; retry the exercise after a pause, or skip it at last."""
    if check.failures >= len(BACK_OFF):
        return store_exercise(check, [_report_machine(place, failure)])
    recorded = _select_claimed_row(check).update(
        state=CheckState.WAITING,
        failures=check.failures + 1,
        not_before=clock.after(BACK_OFF[check.failures]),
        **UNCLAIMED,
    )
    return bool(recorded)


def record_death(check: RepositoryCheck, *, is_silent: bool = False, only_if: Q = _ANY_ROW) -> bool:
    """Count the loss of the process that ran the check; retry the exercise, or skip it at last.

    `is_silent`: the process is only presumed dead.
    """
    number, counted, message = count_loss(check, is_silent=is_silent)
    if number >= MAX_LOSSES:
        finding = _report_machine(find_place(check), message)
        return store_exercise(check, [finding], only_if=only_if)
    recorded = (
        _select_claimed_row(check)
        .filter(only_if)
        .update(state=CheckState.WAITING, **counted, **UNCLAIMED)
    )
    return bool(recorded)


def find_place(check: RepositoryCheck) -> str:
    """Return the path of the next exercise in its repository."""
    activity = Activity.objects.filter(pk=next(iter(check.remaining), 0)).first()
    return "." if activity is None else activity.path


def renew(checks: Iterable[RepositoryCheck]) -> None:
    """Extend the leases of this process's attempts."""
    for check in checks:
        _select_claimed_row(check).update(lease_until=clock.after(leases.LEASE))


def is_claimed(check: RepositoryCheck) -> bool:
    """Whether the attempt still owns the row."""
    return _select_claimed_row(check).exists()


def select_running_checks() -> QuerySet[RepositoryCheck]:
    return RepositoryCheck.objects.filter(state=CheckState.RUNNING)


def _select_claimed_row(check: RepositoryCheck) -> QuerySet[RepositoryCheck]:
    return RepositoryCheck.objects.filter(
        pk=check.pk, attempt=check.attempt, state=CheckState.RUNNING
    )


def _report_machine(place: str, reason: str) -> Diagnostic:
    return error(place, f"this machine failed: {reason}", code="machine.failed")


def _encode(findings: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    encoded: list[dict[str, Any]] = make_json_storable(msgspec.to_builtins(list(findings)))
    return encoded


_UNDER_WAY = (CheckState.WAITING, CheckState.RUNNING)
