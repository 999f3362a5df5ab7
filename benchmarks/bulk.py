"""What a bulk job of very many submissions costs: a step of each kind, its pages, its control.

Rows are copied by the database, and steps are called one after the other, so a million submissions
need some minutes. `rejudging` measures the same with workers. DATABASE_URL may name an empty
PostgreSQL database; the default is SQLite. BULK_SUBMISSIONS=1000000 sets the number.

Times of processors do not depend on what else the machine does, in contrast to elapsed times. With
PostgreSQL, they include those of the server's process if it is on this machine.
"""

import gc
import os
import resource
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from benchmarks import served_site as site
from benchmarks.rejudging import propose_results

if TYPE_CHECKING:
    from kriterion.web.courses.models import Course
    from kriterion.web.rejudging.models import Rejudging

NUMBER = int(os.environ.get("BULK_SUBMISSIONS", "100000"))
STUDENTS = 1_000
SAMPLE = 200  # proposals that are assessed, and steps of those kinds that need many
_FEWEST = 20_000  # submissions that need so many steps
PAGES = 5  # requests, of which the median counts
_NEVER = 10**9

Result = TypeVar("Result")


def main() -> None:
    if NUMBER < _FEWEST:
        sys.exit(f"BULK_SUBMISSIONS: at least {_FEWEST:,}")
    with site.temporary_site():
        from kriterion.web.database.postgresql.patience import tolerate_silence

        with tolerate_silence():  # a server that stores a million rows may be silent for a moment
            _measure()


def _measure() -> None:
    from django.db import connection

    from kriterion.web.accounts.models import User
    from kriterion.web.rejudging.models import RejudgingChoice
    from kriterion.web.rejudging.services import control

    began = time.perf_counter()
    course = _make_course()
    teacher = User.objects.get(username="tina")
    seconds, load = time.perf_counter() - began, os.getloadavg()[0]
    print(
        f"{NUMBER:,} submissions, {connection.vendor}, load {load:.1f}; stored in {seconds:.0f} s"
    )
    gc.collect()
    before_bytes = _read_peak_bytes()
    rejudging = _time(
        "start", lambda: control.start_rejudging(course, RejudgingChoice.ALL, by=teacher)
    )
    _run_steps("select", rejudging, until="running")
    _time("pause", lambda: control.pause(rejudging))
    _time("resume", lambda: control.resume(rejudging))
    _assess("first")
    _time_pages("while it assesses", course, rejudging)
    _decide_rest(rejudging, but=SAMPLE)
    _assess("last")
    _run_steps("count", rejudging, until="ready")
    _time_pages("ready", course, rejudging)
    _time_pages("last page of the list", course, rejudging, query=f"?kind=same&page={_NEVER}")
    _time("apply all", lambda: control.apply_all(rejudging, by=teacher))
    _run_steps("apply, results that change", rejudging, most=SAMPLE)
    _mark_applied(rejudging, but=SAMPLE)
    _run_steps("apply, results that do not", rejudging, most=SAMPLE)
    _time_pages("while it applies", course, rejudging)
    _time("cancel", lambda: control.discard(rejudging))
    _run_steps("delete", rejudging, most=SAMPLE)
    grown = (_read_peak_bytes() - before_bytes) / 2**20
    print(f"  the process grew by {grown:.0f} MiB at most")


def _time(name: str, call: Callable[[], Result]) -> Result:
    elapsed, computed = time.perf_counter(), _read_processor_seconds()
    result = call()
    computed = _read_processor_seconds() - computed
    elapsed = time.perf_counter() - elapsed
    print(f"  {name}: {computed * 1000:.1f} ms of processors ({elapsed * 1000:.0f} ms elapsed)")
    return result


def _run_steps(name: str, rejudging: "Rejudging", *, until: str = "", most: int = _NEVER) -> None:
    """Take steps until the state is reached, or at most so many; print the times of steps."""
    from kriterion.web.rejudging.services.steps import find_step

    times: list[float] = []
    elapsed: list[float] = []
    while len(times) < most and (until == "" or rejudging.state != until):
        found = find_step()
        if found is None:
            break
        began, computed = time.perf_counter(), _read_processor_seconds()
        found[1](found[0])
        times.append(_read_processor_seconds() - computed)
        elapsed.append(time.perf_counter() - began)
        rejudging.refresh_from_db()
    tenth = max(len(times) // 10, 1)
    first, last = statistics.fmean(times[:tenth]), statistics.fmean(times[-tenth:])
    print(
        f"  {name}: {len(times)} steps, {statistics.fmean(times) * 1000:.0f} ms of processors each"
        f" (the first tenth {first * 1000:.0f}, the last {last * 1000:.0f},"
        f" the longest step {max(times) * 1000:.0f}); elapsed median"
        f" {statistics.median(elapsed) * 1000:.0f} ms, most {max(elapsed) * 1000:.0f} ms",
        flush=True,
    )


def _assess(which: str) -> None:
    """Claim, assess and store some proposals; the assessment takes no time."""
    from kriterion.web.submissions.models import Submission
    from kriterion_tools.contracts.dodona_judge.statuses import Status
    from tests.web.rehearsal import make_assessment
    from tests.web.rejudging.rejudging_trial import TrialWorker

    def assess(submission: Submission, **_: object) -> object:
        return make_assessment(submission, (Status.WRONG, Status.CORRECT)[submission.pk % 2])

    worker = TrialWorker(assess)  # type: ignore[arg-type]
    computed = _read_processor_seconds()
    number = 0
    while number < SAMPLE and worker.run_next():
        number += 1
    each = (_read_processor_seconds() - computed) / number
    print(
        f"  to claim, compare and store the {which} {number}:"
        f" {each * 1000:.1f} ms of processors each",
        flush=True,
    )


def _time_pages(name: str, course: "Course", rejudging: "Rejudging", query: str = "") -> None:
    """Time the pages that show the job: the course's, and that of all jobs."""
    from django.test import Client

    from kriterion.web.accounts.models import User

    client = Client(headers={"host": "localhost"})
    client.force_login(
        User.objects.get(username="root"), backend="django.contrib.auth.backends.ModelBackend"
    )
    for page, address in {
        "its page": f"/courses/{course.slug}/rejudgings/{rejudging.pk}/{query}",
        "bulk jobs": "/administration/bulk/",
    }.items():
        client.get(address)
        times = []
        for _ in range(PAGES):
            computed = _read_processor_seconds()
            status = client.get(address).status_code
            times.append(_read_processor_seconds() - computed)
        print(
            f"  {page}, {name}: {statistics.median(times) * 1000:.0f} ms of processors"
            f" (status {status})"
        )
        if query:
            break


def _make_course() -> "Course":
    from benchmarks.row_copies import copy_row
    from kriterion.web.accounts.models import User
    from kriterion.web.catalog.models import Activity
    from kriterion.web.courses.models import Course
    from kriterion.web.repositories.models import Repository
    from kriterion.web.submissions.models import Assessment, Submission
    from kriterion_tools.contracts.dodona_judge.statuses import Status
    from tests.web.rejudging import rejudging_trial

    repository = Repository.objects.create(name="bulk")
    activity = Activity.objects.create(repository=repository, path="bulk")
    course = rejudging_trial.make_course(activity)
    User.objects.create(username="root", role="administrator")
    users = User.objects.bulk_create(User(username=f"bulk{n}") for n in range(STUDENTS))
    wrong, correct = Status.WRONG, Status.CORRECT
    made = rejudging_trial.make_assessed(course, users[0], was=wrong, becomes=correct)
    assessment = Assessment.objects.get(submission=made)
    first = users[0].pk
    user, number = f"{first} + n % {STUDENTS}", f"2 + n / {STUDENTS}"
    other = Course.objects.create(slug="other", name="Other")
    others = {"user_id": user, "number": f"1000000 + n / {STUDENTS}", "course_id": str(other.pk)}
    copy_row(made, NUMBER // 5, others | {"series_id": "NULL"})
    copy_row(made, NUMBER - 1, {"user_id": user, "number": number})
    last = Submission.objects.order_by("pk").values_list("pk", flat=True).last() or 0
    pk = f"{Assessment._meta.pk.column}"
    copy_row(assessment, last - made.pk, {pk: f"{made.pk + 1} + n"})
    return course


def _decide_rest(rejudging: "Rejudging", *, but: int) -> None:
    """Write the results of all but the last proposals."""
    from kriterion.web.submissions.models import Assessment
    from tests.web.rejudging.rejudging_trial import NEW

    record = Assessment.objects.values_list("document", flat=True)[0]
    last = rejudging.proposals.order_by("-pk").values_list("pk", flat=True)[but]
    waiting = rejudging.proposals.filter(pk__lte=last, state="waiting")
    propose_results(waiting, bytes(record), versions=NEW)
    _clean_up("rejudging_proposal")


def _mark_applied(rejudging: "Rejudging", *, but: int) -> None:
    """Mark all proposals of changed results as applied, and others except the last ones."""
    from kriterion.web.rejudging.models import Rejudging

    proposed = rejudging.proposals.filter(state="proposed")
    same = proposed.filter(level=0).order_by("-pk")
    last = same.values_list("pk", flat=True)[but * 25]
    applied = proposed.filter(level=2).update(state="applied", document=b"")
    applied += proposed.filter(level=0, pk__lte=last).update(state="applied")
    Rejudging.objects.filter(pk=rejudging.pk).update(
        apply_level=0, applied_up_to=last, applied=rejudging.applied + applied
    )
    _clean_up("rejudging_proposal")


def _clean_up(table: str) -> None:
    from django.db import connection

    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"VACUUM ANALYZE {table}")  # as it does by itself a minute later


def _read_processor_seconds() -> float:
    """Return the processor time of this process, and of its session of PostgreSQL."""
    from django.db import connection

    seconds = time.process_time()
    if connection.vendor == "postgresql" and connection.connection is not None:
        ran = Path(f"/proc/{connection.connection.info.backend_pid}/schedstat")
        seconds += int(ran.read_text(encoding="ascii").split()[0]) / 1e9
    return seconds


def _read_peak_bytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
