"""What choosing a turn costs: it happens in the transaction of every new submission."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from kriterion.web.accounts.models import User
from kriterion.web.courses.models import Course
from kriterion.web.submissions.models import Priority, Submission
from kriterion.web.submissions.queue.order.user_turns import choose_next_turn

TABLE = Submission._meta.db_table
INDEXES = ("submission_runs", "submission_waits_in_course", "submission_under_way")


@pytest.mark.parametrize("is_in_course", [True, False])
def test_a_turn_is_chosen_without_reading_what_was_submitted_before(
    anna: User, is_in_course: bool
) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL chooses by the sizes of tables")
    course = Course.objects.create(slug="P", name="P").pk if is_in_course else None
    with CaptureQueriesContext(connection) as queries:
        choose_next_turn(anna.pk, Priority.INTERACTIVE, course)
    [query] = queries
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {query['sql']}")
        reads = [row[3] for row in cursor.fetchall() if TABLE in row[3] or " U0" in row[3]]
    assert len(reads) == len(INDEXES)
    for index in INDEXES:
        assert any(f"USING INDEX {index}" in read for read in reads), reads
