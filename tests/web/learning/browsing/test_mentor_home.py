"""The home page of a mentor says what waits in their own groups."""

from datetime import timedelta

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from kriterion.web.accounts.models import User
from kriterion.web.courses.models import MemberRole, Membership
from kriterion.web.learning.browsing.mentor_home import MentorAttention, find_mentor_attention
from kriterion.web.review.models import Review, ReviewThread
from kriterion.web.submissions.models import Submission
from tests.web.conftest import World, add_mentor, client_for
from tests.web.gradebook.test_results import submit


def read_only(user: User) -> MentorAttention:
    (attention,) = find_mentor_attention(User.objects.get(pk=user.pk))
    return attention


def ask(submission: Submission) -> None:
    ReviewThread.objects.create(
        submission=submission, course=submission.course, waiting_since=timezone.now()
    )


def test_a_mentor_reads_what_waits_in_own_groups_only(world: World) -> None:
    mia = add_mentor(world, world.ada)
    assert not read_only(mia).needs_attention
    hers, bens = submit(world, world.ada), submit(world, world.ben)
    submit(world, world.ada)  # of the same exercise
    submit(world, mia)
    for submission in (hers, bens):
        ask(submission)
        Review.objects.create(submission=submission, second_look_at=timezone.now())
    found = read_only(mia)
    assert (found.questions, found.second_looks, found.unreviewed) == (1, 1, 1)
    page = client_for(mia).get(reverse("home")).content.decode()
    assert "1 open question" in page
    assert "1 solution to review" in page


def test_reviewed_and_old_solutions_do_not_wait(world: World) -> None:
    mia = add_mentor(world, world.ada)
    submission = submit(world, world.ada)
    review = Review.objects.create(submission=submission)
    assert read_only(mia).unreviewed == 1, "a draft"
    Review.objects.filter(pk=review.pk).update(completed_at=timezone.now())
    assert read_only(mia).unreviewed == 0
    old = submit(world, world.ada, activity=world.hidden_exercise)
    Submission.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(days=30))
    assert read_only(mia).unreviewed == 0


def test_a_mentor_reads_who_is_stuck_or_silent_in_own_groups_only(world: World) -> None:
    Submission.objects.all().delete()
    mia = add_mentor(world, world.ada)
    found = read_only(mia)
    assert (found.stuck, found.silent) == (0, 1), "Ben is silent, too, but in no group of hers"
    for _ in range(5):
        submit(world, world.ada)
        submit(world, world.ben)
    found = read_only(mia)
    assert (found.stuck, found.silent) == (1, 0)
    page = client_for(mia).get(reverse("home")).content.decode()
    assert "1 student is stuck" in page
    listed = client_for(mia).get(
        reverse("gradebook:results", args=[world.course.slug]), {"show": "stuck"}
    )
    assert [row.user for row, _, _ in listed.context["rows"]] == [world.ada]


def test_nobody_is_silent_before_anything_is_open(world: World) -> None:
    Submission.objects.all().delete()
    mia = add_mentor(world, world.ada)
    world.course.series.update(visible=False)
    assert read_only(mia).silent == 0
    assert not read_only(mia).needs_attention


def test_students_and_teachers_have_no_such_list_and_no_query_for_it(world: World) -> None:
    assistant = world.cleo
    Membership.objects.create(user=assistant, course=world.course, role=MemberRole.ASSISTANT)
    for user in (world.ben, world.tina, assistant, world.root):
        user = User.objects.get(pk=user.pk)
        user.course_roles, user.mentored_groups  # noqa: B018  loads both, as every page does
        with CaptureQueriesContext(connection) as queries:
            assert find_mentor_attention(user) == [], user
        assert not queries.captured_queries


def test_more_courses_cost_no_more_queries(world: World) -> None:
    mia = add_mentor(world, world.ada)

    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            find_mentor_attention(User.objects.get(pk=mia.pk))
        return len(queries)

    few = count()
    for number in range(3):
        ask(submit(world, world.ada, number=50 + number))
    assert count() == few
