"""Check whether submissions can be accepted and assessed now: disk, database, sandbox and queue.

Each check makes a real operation in a thread of its own. A caller waits a moment for its result and
then reports "no answer". A hanging check is not started a second time.
"""

import json
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum, unique
from typing import Any, cast
from urllib.parse import quote

from django.db import DatabaseError, OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Q, QuerySet

from kriterion.errors import OperatorError
from kriterion.host.installation import Installation
from kriterion.sandbox.run import Sandbox
from kriterion.web.database import database_clock as clock
from kriterion.web.database.disk import find_disk_fault
from kriterion.web.database.schema_version import describe_newer_schema, has_newer_schema
from kriterion.web.submissions.engines.current_worker import current_worker
from kriterion.web.submissions.models import Priority, Submission, SubmissionState
from kriterion.web.submissions.queue.inability import NeededPart
from kriterion.web.submissions.queue.order.course_limits import skip_limited_courses
from kriterion.web.submissions.queue.worker_name import is_gone
from kriterion.web.submissions.queue.workers import select_live_workers

PATIENCE_SECONDS = 0.8  # for all checks together
STALLED = timedelta(seconds=60)  # how long a submission may wait while a worker is idle
_STALLED_SECONDS = 5.0  # how long this must last before it is reported
_LOCKED_SECONDS = 10.0  # how long SQLite may be locked before it is reported
_SANDBOX_KEPT_SECONDS = 5.0
_DATABASE_SECONDS = 0.6

_log = logging.getLogger(__name__)


@unique
class Condition(StrEnum):
    """The condition of a part. All but OK and UNKNOWN need attention."""

    OK = "ok"
    FULL = "full"
    FAILED = "failed"
    NO_ANSWER = "no answer"
    NO_WORKER = "no worker"
    OUTDATED = "outdated"  # a newer version has migrated the database
    STALLED = "stalled"
    UNKNOWN = "unknown"  # because another part, which is checked first, fails


@dataclass(frozen=True, kw_only=True, slots=True)
class HealthFinding:
    """The condition of a part; `reason` is for administrators."""

    condition: Condition = Condition.OK
    reason: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Health:
    """All parts by name, and the number of workers that take submissions, None if unknown."""

    parts: Mapping[str, HealthFinding]
    workers: int | None

    @property
    def is_well(self) -> bool:
        return all(part.condition is Condition.OK for part in self.parts.values())


def examine() -> Health:
    """Check everything within a second, even if a check hangs."""
    until = time.monotonic() + PATIENCE_SECONDS
    answers = {"disk": _disk.start(), "database": _database.start()}
    if _has_workers_here():
        answers["sandbox"] = _sandbox.start()
    findings = {name: answer(until) for name, answer in answers.items()}
    database = findings["database"]
    workers: int | None = None
    sandbox, queue = (
        HealthFinding(condition=Condition.UNKNOWN),
        HealthFinding(condition=Condition.UNKNOWN),
    )
    if isinstance(database, _DatabaseFindings):
        sandbox, queue, workers = database.sandbox, database.queue, database.workers
        database = HealthFinding()
    tried = findings.get("sandbox", sandbox)
    if tried.condition is not Condition.OK or sandbox.condition is not Condition.FAILED:
        sandbox = tried  # else it works here, but runs of the workers failed a moment ago
    worker = current_worker()
    fault = "" if worker is None else worker.fault
    if fault and sandbox.condition is Condition.OK:
        # The sandbox works, but runs failed a moment ago.
        sandbox = HealthFinding(condition=Condition.FAILED, reason=fault)
    parts = {
        "database": database,
        "disk": findings["disk"],
        "sandbox": sandbox,
        "queue": queue,
    }
    health = Health(parts=parts, workers=workers)
    _log_change(health)
    return health


def examine_this_machine() -> dict[str, HealthFinding]:
    """Check this machine only: its disk, and its sandbox if it has workers."""
    until = time.monotonic() + PATIENCE_SECONDS
    answers = {"disk": _disk.start()} | (
        {"sandbox": _sandbox.start()} if _has_workers_here() else {}
    )
    return {name: answer(until) for name, answer in answers.items()}


@dataclass(frozen=True, kw_only=True, slots=True)
class _DatabaseFindings(HealthFinding):
    """The condition of a working database, and of the parts that its rows describe."""

    sandbox: HealthFinding
    queue: HealthFinding
    workers: int


class _Probe:
    """A check that runs in a thread, one run at a time.

    An answer is reused for `kept_seconds`. If a new answer does not arrive in time, callers get the
    last one, unless it is older than twice `kept_seconds`.
    """

    def __init__(
        self, name: str, find: Callable[[], HealthFinding], *, kept_seconds: float = 0.0
    ) -> None:
        self._name = name
        self._find = find
        self._kept_seconds = kept_seconds
        self._old_seconds = 2 * kept_seconds
        self._lock = threading.Lock()
        self._done: threading.Event | None = None  # of the current run
        self._found: tuple[float, HealthFinding] | None = None

    def start(self) -> Callable[[float], HealthFinding]:
        """Start the check; the returned function waits until the given time for its result."""
        with self._lock:
            done, kept = self._done, self._found
            if kept is not None and self._compute_age(kept) < self._kept_seconds:
                return lambda until: kept[1]
            if done is None:
                done = self._done = threading.Event()
                name = f"kriterion-health-{self._name}"
                threading.Thread(target=self._try, args=(done,), name=name, daemon=True).start()
        requested_at = time.monotonic()

        def answer(until: float) -> HealthFinding:
            done.wait(max(until - time.monotonic(), 0.0))
            finding = self._found
            if finding is not None and (
                finding[0] >= requested_at
                or done.is_set()
                or self._compute_age(finding) < self._old_seconds
            ):
                return finding[1]
            return HealthFinding(
                condition=Condition.NO_ANSWER, reason=f"{self._name}: no answer in time"
            )

        return answer

    def forget(self) -> None:
        """Discard the answer."""
        with self._lock:
            self._found = None

    def _try(self, done: threading.Event) -> None:
        try:
            finding = self._find()
        except Exception as error:  # any error means that this part does not work
            finding = HealthFinding(condition=Condition.FAILED, reason=str(error))
        with self._lock:
            self._found = (time.monotonic(), finding)
            self._done = None
        done.set()

    @staticmethod
    def _compute_age(finding: tuple[float, HealthFinding]) -> float:
        return time.monotonic() - finding[0]


def _has_workers_here() -> bool:
    return current_worker() is not None


# --- Disk


def _find_disk() -> HealthFinding:
    """Check whether the site can write."""
    fault = find_disk_fault()
    if fault is None:
        return HealthFinding()
    condition = Condition.FULL if fault.is_full else Condition.FAILED
    return HealthFinding(condition=condition, reason=fault.reason)


# --- Database and queue


def _find_database() -> HealthFinding:
    """Check that the database reads and writes, through a connection with short time limits."""
    own_connection = _open_connection()
    try:
        if own_connection.vendor == "sqlite":
            _write_sqlite(own_connection)
        else:
            with own_connection.cursor() as cursor:
                cursor.execute("SELECT pg_current_xact_id()")  # its commit writes to the log
        if has_newer_schema(own_connection):
            reason = describe_newer_schema(own_connection)
            return HealthFinding(condition=Condition.OUTDATED, reason=reason)
        return _read_findings(own_connection)
    except DatabaseError as error:
        return HealthFinding(condition=Condition.FAILED, reason=str(error).strip())
    finally:
        own_connection.close()


def _write_sqlite(own_connection: BaseDatabaseWrapper) -> None:
    """Make the smallest possible write. Raises OperationalError if it fails or stays locked."""
    try:
        with own_connection.cursor() as cursor:
            ((version,),) = cursor.execute("PRAGMA user_version").fetchall()
            cursor.execute(f"PRAGMA user_version = {int(version)}")
    except OperationalError as error:
        is_busy = getattr(error.__cause__, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY
        if not is_busy or _locked.update(True):
            raise
    else:
        _locked.update(False)


def _open_connection() -> BaseDatabaseWrapper:
    own_connection = connection.copy()
    options = dict(own_connection.settings_dict["OPTIONS"])
    if own_connection.vendor == "sqlite":
        options["timeout"] = _DATABASE_SECONDS
        # Do not create a missing database.
        own_connection.settings_dict["NAME"] = (
            f"file:{quote(str(own_connection.settings_dict['NAME']))}?mode=rw"
        )
    else:
        options.pop("pool", None)
        milliseconds = int(_DATABASE_SECONDS * 1000)
        limit = f"-c statement_timeout={milliseconds} -c lock_timeout={milliseconds}"
        options["options"] = f"{options.get('options', '')} {limit}".strip()
        options["connect_timeout"] = 2  # libpq's minimum
        options["tcp_user_timeout"] = 2000
    own_connection.settings_dict["OPTIONS"] = options
    return own_connection


def _select(
    own_connection: BaseDatabaseWrapper, query: "QuerySet[Any, Any]"
) -> list[tuple[object, ...]]:
    sql, values = query.query.get_compiler(connection=own_connection).as_sql()
    with own_connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())


def _read_findings(own_connection: BaseDatabaseWrapper) -> _DatabaseFindings:
    """Find the workers, and whether a submission waits while a worker is idle."""
    columns = select_live_workers().order_by().values_list("name", "concurrency", "fault", "unable")
    alive = [row for row in _select(own_connection, columns) if not is_gone(str(row[0]))]
    ready = [row for row in alive if not row[2]]
    faults = [str(row[2]) for row in alive if row[2]]
    sandbox = HealthFinding()
    if not ready:
        sandbox = HealthFinding(
            condition=Condition.FAILED if faults else Condition.UNKNOWN, reason="\n".join(faults)
        )
    return _DatabaseFindings(
        sandbox=sandbox, queue=_find_queue(own_connection, ready, faults), workers=len(ready)
    )


def _find_queue(
    own_connection: BaseDatabaseWrapper, ready: list[tuple[object, ...]], faults: list[str]
) -> HealthFinding:
    if not ready:
        reason = "\n".join(("no worker takes submissions", *faults))
        return HealthFinding(condition=Condition.NO_WORKER, reason=reason)
    slots = sum(int(str(row[1])) for row in ready)
    running_submissions = Submission.objects.filter(
        state=SubmissionState.RUNNING, worker__in=[str(row[0]) for row in ready]
    )
    running = running_submissions.order_by().values_list("pk")
    excluded = _collect_exclusions(ready)
    skipped = Q(activity__in=excluded.activities) | Q(image__in=excluded.images)
    skipped |= Q(activity__repository__in=excluded.repositories)
    waiting = Submission.objects.filter(
        ~skipped,
        Q(not_before=None) | Q(not_before__lt=clock.before(STALLED)),
        state=SubmissionState.QUEUED,
        priority=Priority.INTERACTIVE,
        created_at__lt=clock.before(STALLED),
    )
    waiting = skip_limited_courses(waiting).order_by("priority", "turn", "pk")
    is_stalled = len(_select(own_connection, running[:slots])) < slots and bool(
        _select(own_connection, waiting.values_list("pk")[:1])
    )
    if _stalled.update(is_stalled):
        return HealthFinding(
            condition=Condition.STALLED, reason="submissions wait and workers do not take them"
        )
    return HealthFinding()


@dataclass(frozen=True, kw_only=True, slots=True)
class _Exclusions:
    """What some worker cannot assess: such submissions may wait while that worker is idle."""

    activities: set[int] = field(default_factory=set)
    repositories: set[int] = field(default_factory=set)
    images: set[str] = field(default_factory=set)


def _collect_exclusions(ready: list[tuple[object, ...]]) -> _Exclusions:
    """Combine the inabilities of the workers, which are in column 3 of their rows."""
    found = _Exclusions()
    for row in ready:
        inabilities = json.loads(row[3]) if isinstance(row[3], str) else row[3]
        for inability in cast("list[dict[str, Any]]", inabilities):
            found.activities.update(inability["activities"])
            found.repositories.update(inability["repositories"])
            if inability["part"] == NeededPart.IMAGE.value:
                found.images.add(inability["label"])
    return found


class _LastingCondition:
    """A condition that counts only after it has lasted for a while."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._since: float | None = None

    def update(self, is_observed: bool) -> bool:
        """Note whether the condition holds now; return whether it has lasted long enough."""
        now = time.monotonic()
        if not is_observed:
            self._since = None
        elif self._since is None:
            self._since = now
        return self._since is not None and now - self._since >= self._seconds


# --- Sandbox

_used_sandbox: Sandbox | None = None


def _find_sandbox() -> HealthFinding:
    """Check whether a run can be confined on this machine."""
    global _used_sandbox
    try:
        if _used_sandbox is None:
            _used_sandbox = Installation(None).sandbox
        probe = _used_sandbox.probe()
    except OperatorError as error:
        return HealthFinding(condition=Condition.FAILED, reason=f"{error}\n{error.fix}".strip())
    if probe.works:
        return HealthFinding()
    return HealthFinding(
        condition=Condition.FAILED, reason=f"{probe.fault}\n{probe.fix or ''}".strip()
    )


_stalled = _LastingCondition(_STALLED_SECONDS)
_locked = _LastingCondition(_LOCKED_SECONDS)
_disk = _Probe("disk", _find_disk)
_database = _Probe("database", _find_database)
_sandbox = _Probe("sandbox", _find_sandbox, kept_seconds=_SANDBOX_KEPT_SECONDS)
_logged: str = ""


def _log_change(health: Health) -> None:
    """Log what does not work, once per outage."""
    global _logged
    bad = {name: part for name, part in health.parts.items() if part.condition is not Condition.OK}
    message = "; ".join(f"{name}: {part.condition}" for name, part in bad.items())
    if message == _logged:
        return
    _logged = message
    if not bad:
        _log.warning("health: everything works again")
        return
    reasons = "; ".join(part.reason for part in bad.values() if part.reason)
    _log.error("health: %s: %s", message, reasons)
