"""What is asked for each submission reads few rows, however many wait in the background.

The plans say so, and do not depend on the load of the machine.
"""

import re
from collections.abc import Callable, Iterator

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Course
from kriterion.web.submissions.models import Priority, Submission
from kriterion.web.submissions.queue import claim
from kriterion.web.submissions.queue.claim import claim_next, has_claimable
from kriterion.web.submissions.queue.inability import Exclusion
from kriterion.web.submissions.queue.order.course_shares import activate, reactivate
from kriterion.web.submissions.queue.order.user_turns import choose_next_turn
from kriterion.web.submissions.services.submit import submit_files

TABLE = Submission._meta.db_table
LIVE, LATER = Priority.INTERACTIVE, Priority.BACKGROUND
BACKLOG = 3_000  # enough for PostgreSQL to prefer an index
COURSES = 3
# PostgreSQL reads a table until the first match if many rows match: the estimated cost is below 1.
_FEW_ROWS = re.compile(r"Limit  \(cost=0\.00\.\.0\.")


@pytest.fixture
def course(anna: User, exercise: Activity) -> Course:
    """One of the courses with a backlog, which is Anna's; as much was assessed before."""
    courses = [Course.objects.create(slug=f"c{n}", name=f"C{n}") for n in range(COURSES)]
    Submission.objects.bulk_create(
        Submission(
            user=anna,
            activity=exercise,
            course=courses[number % COURSES],
            number=number + 1,
            priority=LATER,
            turn=number,
            image=("python", "ocaml")[number % 2],
            state="queued" if number < BACKLOG else "finished",
        )
        for number in range(2 * BACKLOG)
    )
    for each in courses:
        activate(each.pk, LATER)
    if connection.vendor == "postgresql":  # which does so by itself, unlike SQLite
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    return courses[0]


def list_plans(call: Callable[[], object]) -> Iterator[tuple[str, str]]:
    """Yield the queries of a call that read submissions, with their plans."""
    with CaptureQueriesContext(connection) as queries:
        call()
    explain = "EXPLAIN QUERY PLAN" if connection.vendor == "sqlite" else "EXPLAIN"
    for query in queries:
        sql = query["sql"] or ""  # none for statements that PostgreSQL prepares
        if not sql.startswith("SELECT") or f'FROM "{TABLE}"' not in sql.partition("WHERE")[0]:
            continue
        with connection.cursor() as cursor:
            cursor.execute(f"{explain} {sql}")
            yield sql, "\n".join(str(row[-1]) for row in cursor.fetchall())


def find_fault(plan: str) -> str:
    """Return the line of a plan that reads or sorts all rows; "" if there is none."""
    if _FEW_ROWS.match(plan):
        return ""
    for line in plan.splitlines():
        reads_table = line.startswith(f"SCAN {TABLE}") and "USING" not in line
        if reads_table or f"Seq Scan on {TABLE}" in line:
            return line
        if "TEMP B-TREE" in line or line.lstrip(" ->").startswith("Sort"):
            return line
    return ""


def check(call: Callable[[], object]) -> None:
    plans = list(list_plans(call))
    assert plans or connection.vendor == "postgresql"
    for sql, plan in plans:
        assert not find_fault(plan), f"{sql}\n{plan}"


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
    monkeypatch.setattr(claim, "MOST_SKIPPED", 5)
    lacking = Exclusion(activities=frozenset({exercise.pk}), repositories=frozenset())
    assert claim_next("w", exclude=lacking) is None
    other = Activity.objects.create(repository=exercise.repository, path="other")
    waiting = Submission.objects.filter(course=course).order_by("turn")
    places = [waiting[4].pk, waiting[5].pk]
    Submission.objects.filter(pk__in=places).update(activity=other)
    for expected in (*places, None):  # the next one moves up when the first is claimed
        row = claim_next("w", exclude=lacking)
        assert (row and row.pk) == expected
    assert claim_next("w", exclude=lacking, images={"python"}) is None


def test_a_worker_that_lacks_an_exercise_looks_at_all_submissions_that_a_user_waits_for(
    course: Course, monkeypatch: pytest.MonkeyPatch, exercise: Activity
) -> None:
    monkeypatch.setattr(claim, "MOST_SKIPPED", 5)
    other = Activity.objects.create(repository=exercise.repository, path="other")
    Submission.objects.update(priority=LIVE)
    last = Submission.objects.filter(course=course, state="queued").order_by("-turn")[0]
    Submission.objects.filter(pk=last.pk).update(activity=other)
    activate(course.pk, LIVE)
    lacking = Exclusion(activities=frozenset({exercise.pk}), repositories=frozenset())
    row = claim_next("w", exclude=lacking)
    assert row is not None
    assert row.pk == last.pk


def test_looking_for_work_reads_no_backlog(course: Course) -> None:
    check(lambda: has_claimable(background=False))
    check(lambda: has_claimable(live=False))
    check(reactivate)


def test_submitting_reads_no_backlog(course: Course, anna: User, exercise: Activity) -> None:
    """Not even that of the user who submits."""
    check(lambda: choose_next_turn(anna.pk, LIVE, course.pk))
    check(lambda: submit_files(anna, exercise, {"a.py": ""}, language="en", course=course))
