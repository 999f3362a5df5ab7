"""What choosing a turn costs: it happens in the transaction of every new submission."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from kriterion.web.accounts.models import User
from kriterion.web.courses.models import Course
from kriterion.web.submissions.models import Priority
from kriterion.web.submissions.queue.order.user_turns import choose_next_turn

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
    assert len(queries) == 3
    with connection.cursor() as cursor:
        for query in queries:
            cursor.execute(f"EXPLAIN QUERY PLAN {query['sql']}")
            plan = " ".join(row[3] for row in cursor.fetchall())
            assert any(f"USING INDEX {index}" in plan for index in INDEXES), plan
