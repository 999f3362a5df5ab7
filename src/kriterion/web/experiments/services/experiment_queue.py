"""The queue of experiments: claim one, store its result, give up what a dead worker held."""

from collections.abc import Collection
from datetime import timedelta
from typing import Final

from django.db.models import F, Q, QuerySet

from kriterion.tools.programs.program_run import LIMITS, ProgramOutput
from kriterion.web.database import database_clock as clock
from kriterion.web.database.compiled_query import CompiledQuery
from kriterion.web.database.storable import make_storable
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.experiments.models import Experiment, ExperimentState
from kriterion.web.submissions.queue.inability import Exclusion

# A worker that is alive ends a run long before.
_LOST_AFTER: Final = timedelta(seconds=LIMITS.wall_seconds + 45)
_EXPIRED_AFTER: Final = timedelta(seconds=60)  # its page waits no longer


# Asked before each claim of a worker.
_any_waiting = CompiledQuery(
    lambda: Experiment.objects.filter(state=ExperimentState.QUEUED).order_by().values_list("pk")[:1]
)


def has_claimable(*, exclude: Exclusion, without_images: Collection[str]) -> bool:
    if not _any_waiting.fetch_rows():
        return False
    return find_claimable(exclude=exclude, without_images=without_images).exists()


def find_claimable(*, exclude: Exclusion, without_images: Collection[str]) -> QuerySet[Experiment]:
    """Return what waits, in the order of requests."""
    waiting = Experiment.objects.filter(state=ExperimentState.QUEUED).order_by("pk")
    if exclude.activities:
        waiting = waiting.exclude(activity__in=exclude.activities)
    if exclude.repositories:
        waiting = waiting.exclude(activity__repository__in=exclude.repositories)
    return waiting.exclude(image__in=without_images) if without_images else waiting


def claim_experiment(*, exclude: Exclusion, without_images: Collection[str]) -> Experiment | None:
    if not has_claimable(exclude=exclude, without_images=without_images):  # takes no lock
        return None
    claimable = find_claimable(exclude=exclude, without_images=without_images)
    with write_transaction():
        experiment = claimable.select_for_update(skip_locked=True).first()
        if experiment is None:
            return None
        Experiment.objects.filter(pk=experiment.pk).update(
            state=ExperimentState.RUNNING,
            attempt=F("attempt") + 1,
            started_at=clock.now(),
            is_unavailable=False,
        )
    rows = Experiment.objects.select_related("activity__repository", "user")
    return rows.get(pk=experiment.pk)


def store_output(experiment: Experiment, output: ProgramOutput) -> None:
    _find_attempt(experiment).update(
        state=ExperimentState.FINISHED,
        files={},
        definitions=make_storable(output.definitions),
        output=make_storable(output.output),
        ending=output.ending.value,
        exit_status=output.exit_status,
        is_unavailable=not output.is_found,
    )


def requeue_experiment(experiment: Experiment, *, is_unavailable: bool = False) -> None:
    """Requeue it: for another worker, if something is not available here."""
    _find_attempt(experiment).update(
        state=ExperimentState.QUEUED, started_at=None, is_unavailable=is_unavailable
    )


def mark_failed(experiment: Experiment, *, is_unavailable: bool = False) -> None:
    _find_attempt(experiment).update(
        state=ExperimentState.FAILED, files={}, is_unavailable=is_unavailable
    )


def fail_expired() -> None:
    """Mark experiments as failed whose worker died, or for which nobody waits any more."""
    lost = Q(state=ExperimentState.RUNNING, started_at__lt=clock.before(_LOST_AFTER))
    expired = Q(state=ExperimentState.QUEUED, created_at__lt=clock.before(_EXPIRED_AFTER))
    old = Experiment.objects.filter(lost | expired)
    if old.exists():
        old.update(state=ExperimentState.FAILED, files={})


def _find_attempt(experiment: Experiment) -> QuerySet[Experiment]:
    return Experiment.objects.filter(
        pk=experiment.pk, state=ExperimentState.RUNNING, attempt=experiment.attempt
    )
