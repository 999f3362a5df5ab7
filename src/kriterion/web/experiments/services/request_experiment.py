"""Request an experiment, and wait for it. The caller checks permission."""

import threading
import time
from collections.abc import Callable, Mapping
from enum import StrEnum, unique
from typing import Final

from django.db import IntegrityError, transaction

from kriterion.submissions.submission import MAXIMUM_BYTES
from kriterion.tools.programs.program_run import LIMITS
from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.database.pooled_connection import release_connection
from kriterion.web.database.storable import make_storable
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.experiments.models import Experiment, ExperimentState
from kriterion.web.submissions.queue.offers import offer_awaited_work
from kriterion.web.tools.tool_choice import find_image_name

KEPT: Final = 50  # of a user, for each activity
WAIT_SECONDS: Final = 20.0
# For a run that began in time. If its worker has died, nothing ends it.
MAX_WAIT_SECONDS: Final = WAIT_SECONDS + LIMITS.wall_seconds + 10.0
LACK_SECONDS: Final = 3.0  # for a worker that has what another one lacks
_MAXIMUM_EXTRA = 16 * 1024  # characters of the phrase, and of the input
_WAITING_PAGES = 24  # of a process: the others have threads left
_FIRST_LOOK_SECONDS, _LAST_LOOK_SECONDS = 0.01, 0.2
_LOOK_SHARE = 0.1  # a page that has waited for a second looks again after a tenth of one

_waiting = threading.BoundedSemaphore(_WAITING_PAGES)

UNDER_WAY: Final = (ExperimentState.QUEUED, ExperimentState.RUNNING)


@unique
class RequestFault(StrEnum):
    """Why nothing is run."""

    TOO_LONG = "too long"
    UNDER_WAY = "under way"  # the user's previous experiment
    BUSY = "busy"


def request_experiment(
    user: User,
    activity: Activity,
    files: Mapping[str, str],
    *,
    phrase: str,
    stdin: str,
    course: int | None,
) -> Experiment | RequestFault:
    """Have a worker run a program, main file first. Drop the user's oldest experiments."""
    size = sum(len(text.encode("utf-8", "replace")) for text in files.values())
    if size > MAXIMUM_BYTES or max(len(phrase), len(stdin)) > _MAXIMUM_EXTRA:
        return RequestFault.TOO_LONG
    try:
        with write_transaction():
            _drop_oldest(user, activity)
            with transaction.atomic():
                experiment = Experiment.objects.create(
                    user=user,
                    activity=activity,
                    image=find_image_name(activity, course),
                    files={make_storable(name): make_storable(files[name]) for name in files},
                    file_names=[make_storable(name) for name in files],
                    phrase=make_storable(phrase),
                    stdin=make_storable(stdin),
                )
            offer_awaited_work()
    except IntegrityError:
        return RequestFault.UNDER_WAY
    return experiment


def run_experiment(
    user: User,
    activity: Activity,
    files: Mapping[str, str],
    *,
    phrase: str,
    stdin: str,
    course: int | None,
    sleep: Callable[[float], None] = time.sleep,
    monotonic: Callable[[], float] = time.monotonic,
) -> Experiment | RequestFault:
    """Request an experiment and wait until it is over; withdraw it if no worker has time."""
    if not _waiting.acquire(blocking=False):
        return RequestFault.BUSY
    try:
        requested = request_experiment(
            user, activity, files, phrase=phrase, stdin=stdin, course=course
        )
        if isinstance(requested, RequestFault):
            return requested
        began = monotonic()
        own = Experiment.objects.filter(pk=requested.pk)
        while own.filter(state__in=UNDER_WAY).exists():
            waited = monotonic() - began
            if waited > WAIT_SECONDS and withdraw(requested):
                return RequestFault.BUSY
            if waited > MAX_WAIT_SECONDS:
                return RequestFault.UNDER_WAY
            if waited > LACK_SECONDS:
                own.filter(state=ExperimentState.QUEUED, is_unavailable=True).update(
                    state=ExperimentState.FAILED, files={}
                )
            release_connection()
            sleep(min(max(waited * _LOOK_SHARE, _FIRST_LOOK_SECONDS), _LAST_LOOK_SECONDS))
        return own.first() or RequestFault.BUSY  # its activity may have been removed
    finally:
        _waiting.release()


def withdraw(experiment: Experiment) -> bool:
    """Remove an experiment that is not run yet; False if it is."""
    waiting = Experiment.objects.filter(pk=experiment.pk, state=ExperimentState.QUEUED)
    return bool(waiting.delete()[0])


def _drop_oldest(user: User, activity: Activity) -> None:
    over = Experiment.objects.filter(user=user, activity=activity).exclude(state__in=UNDER_WAY)
    kept = over.order_by("-pk").values_list("pk", flat=True)
    Experiment.objects.filter(pk__in=list(kept[KEPT - 1 :][:KEPT])).delete()
