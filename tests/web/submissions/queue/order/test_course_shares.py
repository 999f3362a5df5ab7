"""Courses with waiting submissions get equal parts of the workers, or parts by their weights."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Course
from kriterion.web.submissions.models import Priority, QueueShare, Submission, SubmissionState
from kriterion.web.submissions.models.queue_share import NO_COURSE
from kriterion.web.submissions.queue.claim import claim_next
from kriterion.web.submissions.queue.order.course_shares import reactivate
from kriterion.web.submissions.queue.order.user_turns import choose_next_turn
from kriterion.web.submissions.queue.wait_estimate import estimate_wait, read_waiting_line
from kriterion.web.submissions.services.submit import submit_files
from tests.web.queue_fixtures import create_exercise

LIVE = Priority.INTERACTIVE


class Queue:
    """Submits by names, such as "P.anna" for Anna in course P or "anna" outside courses."""

    def __init__(self, exercise: Activity, weights: dict[str, int] | None = None) -> None:
        self._exercise = exercise
        self._weights = weights or {}
        self._names: dict[int, str] = {}

    def submit(self, *names: str) -> None:
        for name in names:
            *of_course, username = name.split(".")
            user, _ = User.objects.get_or_create(username=username)
            course = None
            if of_course:
                weight = self._weights.get(of_course[0], 1)
                course, _ = Course.objects.get_or_create(
                    slug=of_course[0], defaults={"name": of_course[0], "queue_weight": weight}
                )
            row = submit_files(user, self._exercise, {"a.py": ""}, language="en", course=course)
            assert isinstance(row, Submission)
            self._names[row.pk] = name

    def claim(self, number: int = 10**6) -> list[str]:
        """Claim and finish that many submissions; return their names."""
        claimed: list[str] = []
        while len(claimed) < number and (row := claim_next("w")) is not None:
            claimed.append(self._names[row.pk])
            Submission.objects.filter(pk=row.pk).update(state=SubmissionState.FINISHED)
        return claimed


@pytest.fixture
def queue(db: None) -> Queue:
    return Queue(create_exercise(), weights={"Heavy": 3})


def count_courses(names: list[str]) -> dict[str, int]:
    courses = [name.split(".")[0] if "." in name else "" for name in names]
    return {course: courses.count(course) for course in courses}


def test_a_course_with_ten_times_the_load_gets_half_of_the_workers(queue: Queue) -> None:
    for number in range(20):
        queue.submit(*(f"P.p{number}-{user}" for user in range(10)), f"Q.q{number}")
    assert count_courses(queue.claim(40)) == {"P": 20, "Q": 20}


def test_within_a_course_everybody_is_served_before_anybody_is_served_twice(queue: Queue) -> None:
    queue.submit(*["P.anna"] * 10, *["Q.chris"] * 4, "P.bram")
    claimed = queue.claim(6)
    assert claimed.index("P.bram") < 5
    assert count_courses(claimed) == {"P": 3, "Q": 3}


def test_a_course_gets_a_share_by_its_weight(queue: Queue) -> None:
    queue.submit(*["P.anna"] * 20, *["Heavy.bram"] * 20)
    assert count_courses(queue.claim(20)) == {"P": 5, "Heavy": 15}


def test_submissions_outside_courses_have_a_share_too(queue: Queue) -> None:
    queue.submit(*["P.anna"] * 10, *["bram"] * 10)
    assert count_courses(queue.claim(10)) == {"P": 5, "": 5}


def test_an_idle_course_saves_up_no_service(queue: Queue) -> None:
    queue.submit("Q.chris", *["P.anna"] * 21)
    assert len(queue.claim(11)) == 11
    queue.submit(*["Q.chris"] * 10)
    assert count_courses(queue.claim(10)) == {"P": 5, "Q": 5}


def test_a_course_that_begins_to_wait_when_nothing_does_gets_no_more_than_its_part(
    queue: Queue,
) -> None:
    """Though the other one was assessed much more often before."""
    queue.submit(*["P.anna"] * 10)
    assert len(queue.claim()) == 10
    queue.submit(*["Q.chris"] * 10, *["P.anna"] * 10)
    assert count_courses(queue.claim(10)) == {"P": 5, "Q": 5}


def test_a_course_without_a_share_gets_one(queue: Queue) -> None:
    """Such as after an upgrade with blocked submissions, which are released later."""
    queue.submit(*["P.anna"] * 5, *["Q.bram"] * 5, *["chris"] * 5)
    QueueShare.objects.exclude(flow=Course.objects.get(slug="P").pk).delete()
    reactivate()
    assert count_courses(queue.claim(6)) == {"P": 2, "Q": 2, "": 2}


@pytest.mark.long(reason="stores thousands of submissions")
def test_two_hundred_users_start_before_the_third_of_one_with_ten_thousand(queue: Queue) -> None:
    queue.submit("P.anna")
    [first] = Submission.objects.all()
    copies = [
        Submission(
            user=first.user,
            activity=first.activity,
            course=first.course,
            number=number,
            turn=number,
            files={},
        )
        for number in range(2, 10_001)
    ]
    Submission.objects.bulk_create(copies)
    queue.submit(*(f"P.user{number}" for number in range(200)))
    users = [claim_next("w").user_id for _ in range(204)]  # type: ignore[union-attr]
    third = [place for place, user in enumerate(users) if user == first.user_id][2]
    assert len(set(users[:third])) == 201


def test_nothing_is_lost_if_a_share_is_missing_or_wrong(queue: Queue) -> None:
    queue.submit("P.anna", "Q.bram", "chris")
    QueueShare.objects.filter(flow=NO_COURSE).delete()
    QueueShare.objects.update(is_active=False)
    assert sorted(queue.claim()) == ["P.anna", "Q.bram", "chris"]


def test_a_share_that_was_deactivated_by_mistake_is_corrected(queue: Queue) -> None:
    queue.submit(*["P.anna"] * 5, *["Q.bram"] * 5, *["chris"] * 5)
    QueueShare.objects.exclude(flow=Course.objects.get(slug="P").pk).update(is_active=False)
    reactivate()
    assert count_courses(queue.claim(6)) == {"P": 2, "Q": 2, "": 2}


def test_turns_of_a_user_in_different_courses_do_not_depend_on_each_other(queue: Queue) -> None:
    queue.submit(*["P.anna"] * 5)
    course = Course.objects.create(slug="Q", name="Q")
    anna = User.objects.get(username="anna")
    assert choose_next_turn(anna.pk, LIVE, course.pk) == 0


def test_the_estimate_follows_the_shares(queue: Queue) -> None:
    queue.submit(*["P.anna"] * 10, "Q.bram", "Q.chris", *["Heavy.dora"] * 9)
    rows = {row.pk: row for row in Submission.objects.select_related("course")}
    ahead = {pk: estimate_wait(row).ahead for pk, row in rows.items()}
    line = read_waiting_line()
    waits = {pk: line.find_wait(pk) for pk in rows}
    *_, second_of_q = (pk for pk, row in rows.items() if row.user.username == "chris")
    assert ahead[second_of_q] == 1 + 2 + 6  # its course, then two of P, and six of Heavy
    in_line = waits[second_of_q]
    assert in_line is not None and 6 <= in_line.ahead <= 9


class TestAnyArrivals(TestCase):
    """Whatever arrives in whatever order."""

    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
    @given(
        arrivals=st.lists(
            st.one_of(st.integers(1, 6), st.sampled_from(["P.a", "P.b", "Q.c", "Q.a", "d"])),
            max_size=24,
        )
    )
    def test_all_are_claimed_and_no_waiting_course_falls_behind(
        self, arrivals: list[int | str]
    ) -> None:
        queue = Queue(create_exercise())
        waiting: list[str] = []
        ahead: dict[str, int] = {}  # claims of other courses since a course began to wait
        for arrival in arrivals:
            if isinstance(arrival, str):
                queue.submit(arrival)
                waiting.append(arrival)
                continue
            for name in queue.claim(arrival):
                waiting.remove(name)
                ahead[name[:2]] = 0
                for course in {other[:2] for other in waiting} - {name[:2]}:
                    ahead[course] = ahead.get(course, 0) + 1
                    assert ahead[course] <= 4  # two other courses, at most twice each
        assert sorted(queue.claim()) == sorted(waiting)
