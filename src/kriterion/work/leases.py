"""Leases: a worker holds what it runs for a while, and longer as long as it lives.

Whose lease has run out is thought dead. If it is not, it does no harm: see `held`.
"""

from collections.abc import Collection
from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from kriterion.store.models import Submission, SubmissionState
from kriterion.work.conclusion import fail
from kriterion.work.worker_name import is_gone

LEASE = timedelta(seconds=30)


def renew(worker: str, submissions: Collection[int]) -> None:
    """Hold what a worker runs for a while longer."""
    _running().filter(worker=worker, pk__in=submissions).update(lease_until=timezone.now() + LEASE)


def recover() -> int:
    """Take back what dead workers held; how many that was."""
    now = timezone.now()
    recovered = 0
    running = _running().only(
        "pk", "attempt", "worker", "lease_until", "failures", "cancel_asked", "started_at"
    )
    for row in running:
        expired = row.lease_until is None or row.lease_until < now
        if expired or is_gone(row.worker):
            recovered += fail(row, f"the worker {row.worker} died", at_once=True)
    return recovered


def _running() -> QuerySet[Submission]:
    return Submission.objects.filter(state=SubmissionState.RUNNING)
