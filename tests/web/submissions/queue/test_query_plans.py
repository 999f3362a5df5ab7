"""What is asked for each submission reads few rows, however many wait in the background.

The plans say so, and do not depend on the load of the machine.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from itertools import count
from typing import Any
from unittest import mock

import pytest
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from benchmarks.row_copies import copy_row
from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Course
from kriterion.web.database.statement import Statement
from kriterion.web.submissions.models import Priority, Submission
from kriterion.web.submissions.queue import claim
from kriterion.web.submissions.queue.claim import claim_next, has_claimable
from kriterion.web.submissions.queue.inability import Exclusion
from kriterion.web.submissions.queue.order import claim_order
from kriterion.web.submissions.queue.order.course_shares import activate, reactivate
from kriterion.web.submissions.queue.order.user_turns import choose_next_turn
from kriterion.web.submissions.queue.wait_estimate import estimate_wait
from kriterion.web.submissions.services.submit import submit_files

TABLE = Submission._meta.db_table
LIVE, LATER = Priority.INTERACTIVE, Priority.BACKGROUND
BACKLOG = 3_000  # enough for PostgreSQL to prefer an index
LARGE_BACKLOG = 50_000
COURSES = 3
_READ = re.compile(r"Scan.*actual rows=(\d+) loops=(\d+)")
_FILTERED = re.compile(r"Rows Removed by Filter: (\d+)")


@pytest.fixture
def course(anna: User, exercise: Activity) -> Course:
    """One of the courses with a backlog, which is Anna's; as much was assessed before."""
    courses = [Course.objects.create(slug=f"c{n}", name=f"C{n}") for n in range(COURSES)]
    add_backlog(anna, exercise, courses, BACKLOG)
    for each in courses:
        activate(each.pk, LATER)
    return courses[0]


def add_backlog(
    user: User, exercise: Activity, courses: list[Course], number: int, priority: int = LATER
) -> None:
    """Add waiting submissions and as many finished ones, in turn to each course."""
    last = Submission.objects.count()
    row = Submission.objects.create(
        user=user, activity=exercise, number=last + 1, state="cancelled", priority=priority
    )
    Submission.objects.filter(pk=row.pk).update(created_at=timezone.now() - timedelta(hours=1))
    first = courses[0].pk  # they were created one after the other
    changes = {
        "course_id": f"{first} + n % {len(courses)}",
        "number": f"{last + 2} + n",
        "turn": "n",
        "image": "CASE n % 2 WHEN 0 THEN 'python' ELSE 'ocaml' END",
        "state": f"CASE WHEN n < {number} THEN 'queued' ELSE 'finished' END",
    }
    copy_row(row, 2 * number, changes, analyze=False)
    if connection.vendor == "postgresql":  # which does so by itself, unlike SQLite
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")


def list_plans(call: Callable[[], object]) -> Iterator[tuple[str, str]]:
    """Yield the queries of a call that read submissions, with their plans.

    A statement that PostgreSQL prepares has two: for these values, and for any.
    """
    with CaptureQueriesContext(connection) as queries, record_prepared() as prepared:
        call()
    explain = "EXPLAIN QUERY PLAN" if connection.vendor == "sqlite" else "EXPLAIN"
    for query in queries:
        sql = query["sql"] or ""  # none for statements that PostgreSQL prepares
        if not sql.startswith("SELECT") or f'FROM "{TABLE}"' not in sql.partition("WHERE")[0]:
            continue
        yield sql, explain_query(explain, sql)
    for sql, values in prepared:
        if f'"{TABLE}"' in sql and not sql.startswith("INSERT"):
            for mode in ("force_custom_plan", "force_generic_plan"):
                yield sql, explain_prepared(sql, values, mode)


@contextmanager
def record_prepared() -> Iterator[list[tuple[str, list[Any]]]]:
    """Record what PostgreSQL prepares, with the values; Django records no text of it."""
    recorded: list[tuple[str, list[Any]]] = []

    def record(method: Callable[..., Any]) -> Callable[..., Any]:
        def run(statement: Statement, **values: Any) -> Any:
            bound = statement._bind(values, connections[DEFAULT_DB_ALIAS])
            recorded.append((statement.sql, bound))
            return method(statement, **values)

        return run

    if connection.vendor == "sqlite":  # Django records all
        yield recorded
        return
    with (
        mock.patch.object(Statement, "fetch", record(Statement.fetch)),
        mock.patch.object(Statement, "execute", record(Statement.execute)),
    ):
        yield recorded


def explain_query(explain: str, sql: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"{explain} {sql}")
        return "\n".join(str(row[-1]) for row in cursor.fetchall())


def explain_prepared(sql: str, values: list[Any], mode: str, explain: str = "EXPLAIN") -> str:
    """Return the plan of a statement of psycopg as PostgreSQL prepares it."""
    from psycopg.sql import Literal

    numbers = count(1)
    text = re.sub(r"%[%s]", lambda found: "%" if found[0] == "%%" else f"${next(numbers)}", sql)
    literals = ", ".join(Literal(value).as_string(connection.connection) for value in values)
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL plan_cache_mode = {mode}")
        cursor.execute(f"PREPARE checked AS {text}")
        cursor.execute(f"{explain} EXECUTE checked{f'({literals})' if values else ''}")
        lines = [str(row[-1]) for row in cursor.fetchall()]
        cursor.execute("DEALLOCATE checked")
    return "\n".join(lines)


def measure_reading(call: Callable[[], object]) -> int:
    """Return how much a call reads: rows on PostgreSQL, steps of its program on SQLite."""
    if connection.vendor != "sqlite":
        return sum(map(count_rows, list_executed(call)))
    steps = 0

    def note() -> None:
        nonlocal steps
        steps += 1

    connection.ensure_connection()
    connection.connection.set_progress_handler(note, 10)
    try:
        call()
    finally:
        connection.connection.set_progress_handler(None, 0)
    return steps


def list_executed(call: Callable[[], object]) -> Iterator[str]:
    """Yield the plans of a call's queries as PostgreSQL executes them."""
    explain = "EXPLAIN (ANALYZE, TIMING OFF)"
    with CaptureQueriesContext(connection) as queries, record_prepared() as prepared:
        call()
    for query in queries:
        if (query["sql"] or "").startswith("SELECT"):
            yield explain_query(explain, query["sql"])
    for sql, values in prepared:
        if not sql.startswith("INSERT"):
            yield explain_prepared(sql, values, "force_generic_plan", explain)


def count_rows(plan: str) -> int:
    """Count the rows that a plan has read, and those that it has only filtered."""
    read = sum(int(rows) * int(loops) for rows, loops in _READ.findall(plan))
    return read + sum(map(int, _FILTERED.findall(plan)))


def find_fault(plan: str) -> str:
    """Return the line of a plan that reads or sorts all rows; "" if there is none."""
    for line in plan.splitlines():
        reads_table = line.startswith(f"SCAN {TABLE}") and "USING" not in line
        if reads_table or f"Seq Scan on {TABLE}" in line:
            return line
        if "TEMP B-TREE" in line or line.lstrip(" ->").startswith("Sort"):
            return line
    return ""


def check(call: Callable[[], object]) -> None:
    plans = list(list_plans(call))
    assert plans
    for sql, plan in plans:
        assert not find_fault(plan), f"{sql}\n{plan}"


def check_reads(call: Callable[[], object]) -> None:
    """Check a call that may sort the few rows that it has read."""
    for sql, plan in list_plans(call):
        fault = find_fault(plan)
        assert not fault or "TEMP B-TREE" in fault or "Sort" in fault, f"{sql}\n{plan}"


def test_plans_that_read_or_sort_everything_are_recognized(course: Course) -> None:
    by_text = Submission.objects.filter(state="queued", summary="x")
    sorted_by_text = Submission.objects.filter(priority=LATER, state="queued").order_by("summary")
    for query in (by_text, sorted_by_text):
        [(_, plan)] = list_plans(lambda query=query: list(query))  # type: ignore[misc]
        assert find_fault(plan), plan


def test_a_claim_reads_no_backlog(course: Course) -> None:
    check(lambda: claim_next("w"))
    check(lambda: claim_next("w", background=False))
    check(lambda: claim_next("w", background_first=True))
    check(lambda: claim_next("w", suspects=False))


def test_a_worker_that_lacks_an_exercise_looks_at_few_of_its_submissions(
    course: Course, monkeypatch: pytest.MonkeyPatch, exercise: Activity, anna: User
) -> None:
    """Reading a million of these takes seconds, in which it claims nothing else."""
    monkeypatch.setattr(claim, "MAX_EXAMINED", 5)
    exclusion = Exclusion(activities=frozenset({exercise.pk}), repositories=frozenset())
    assert claim_next("w", exclude=exclusion) is None
    other = Activity.objects.create(repository=exercise.repository, path="other")
    waiting = Submission.objects.filter(course=course).order_by("turn")
    places = [waiting[4].pk, waiting[5].pk]
    Submission.objects.filter(pk__in=places).update(activity=other)
    for expected in (*places, None):  # the next one moves up when the first is claimed
        row = claim_next("w", exclude=exclusion)
        assert (row and row.pk) == expected
    assert claim_next("w", exclude=exclusion, images={"python"}) is None


@pytest.mark.long(reason="adds 100,000 rows")
def test_statements_of_the_queue_suit_a_long_one(
    anna: User, exercise: Activity, course: Course
) -> None:
    """PostgreSQL may keep a plan that suits any values, so that one is checked as well."""
    add_backlog(anna, exercise, [course], LARGE_BACKLOG)
    activate(course.pk, LIVE)
    Submission.objects.filter(priority=LATER, turn__lt=20, course=course).update(priority=LIVE)
    check(lambda: claim_next("w"))
    check_reads(lambda: claim_next("w", images={"python"}))
    check(lambda: claim_next("w", background_first=True, suspects=False))
    Submission.objects.filter(priority=LIVE, state="queued").update(state="cancelled")
    check(lambda: claim_next("w"))
    check(lambda: has_claimable(background=False))
    check(lambda: choose_next_turn(anna.pk, LATER, course.pk))


@pytest.mark.parametrize(
    ("priority", "limit"), [(LIVE, "MAX_EXAMINED_LIVE"), (LATER, "MAX_EXAMINED")]
)
def test_a_worker_that_lacks_an_exercise_reads_no_more_of_a_longer_backlog(
    anna: User,
    exercise: Activity,
    course: Course,
    monkeypatch: pytest.MonkeyPatch,
    priority: Priority,
    limit: str,
) -> None:
    exclusion = Exclusion(activities=frozenset({exercise.pk}), repositories=frozenset())
    Submission.objects.update(priority=priority)
    activate(course.pk, priority)

    def look() -> None:
        assert claim_next("w", exclude=exclusion) is None
        assert claim_next("w", exclude=exclusion, images={"python", "ocaml"}) is None
        assert not has_claimable(exclude=exclusion)

    monkeypatch.setattr(claim, limit, 10 * BACKLOG)
    unlimited = measure_reading(look)
    monkeypatch.setattr(claim, limit, 10)
    limited = measure_reading(look)
    assert limited < unlimited / 5
    add_backlog(anna, exercise, [course], BACKLOG, priority)
    assert measure_reading(look) < 1.5 * limited


def test_an_estimate_of_a_background_submission_reads_no_more_of_a_longer_backlog(
    anna: User, exercise: Activity, course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = Submission.objects.filter(state="queued", course=course).order_by("turn")
    early, late = waiting[5], waiting[500]
    assert estimate_wait(early).ahead == 5 + 2 * 6  # as many rounds of the other courses
    assert estimate_wait(late).ahead == 500 + 2 * 501
    monkeypatch.setitem(claim_order.MAX_COUNTED, LATER, 20)
    assert (estimate_wait(late).ahead, estimate_wait(late).is_all) == (20 + 2 * 21, False)
    assert estimate_wait(early).ahead == 5 + 2 * 6

    def estimate() -> None:
        for row in (early, late):
            estimate_wait(row)

    check(estimate)
    before = measure_reading(estimate)
    courses = list(Course.objects.order_by("pk"))
    add_backlog(anna, exercise, courses, BACKLOG)
    assert measure_reading(estimate) < 1.5 * before


def test_a_worker_that_lacks_an_exercise_looks_at_more_submissions_that_a_user_waits_for(
    course: Course, monkeypatch: pytest.MonkeyPatch, exercise: Activity
) -> None:
    monkeypatch.setattr(claim, "MAX_EXAMINED", 5)
    other = Activity.objects.create(repository=exercise.repository, path="other")
    Submission.objects.update(priority=LIVE)
    last = Submission.objects.filter(course=course, state="queued").order_by("-turn")[0]
    Submission.objects.filter(pk=last.pk).update(activity=other)
    activate(course.pk, LIVE)
    exclusion = Exclusion(activities=frozenset({exercise.pk}), repositories=frozenset())
    row = claim_next("w", exclude=exclusion)
    assert row is not None
    assert row.pk == last.pk


def test_looking_for_work_reads_no_backlog(course: Course) -> None:
    check(lambda: has_claimable(background=False))
    check(lambda: has_claimable(live=False))
    check_reads(reactivate)


def test_submitting_reads_no_backlog(course: Course, anna: User, exercise: Activity) -> None:
    """Not even that of the user who submits."""
    check(lambda: choose_next_turn(anna.pk, LIVE, course.pk))
    check(lambda: submit_files(anna, exercise, {"a.py": ""}, language="en", course=course))
