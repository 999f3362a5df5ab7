"""The home page of a teacher says what needs attention, course by course."""

from datetime import timedelta

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from kriterion.web.courses.models import Course, JoinRequest, MemberRole, Membership, Series
from kriterion.web.learning.browsing.teacher_home import CourseAttention, find_course_attention
from kriterion.web.review.models import ReviewThread
from tests.web.conftest import World, client_for
from tests.web.gradebook.test_results import submit


def read_only(world: World) -> CourseAttention:
    (attention,) = find_course_attention(type(world.tina).objects.get(pk=world.tina.pk))
    return attention


def test_a_quiet_course_needs_nothing(world: World) -> None:
    assert not read_only(world).needs_attention
    page = client_for(world.tina).get(reverse("home")).content.decode()
    assert "Nothing needs attention." in page


def test_questions_requests_stuck_students_and_failures_are_counted(world: World) -> None:
    for _ in range(5):
        submit(world, world.ben)
    submit(world, world.ada, status="internal error")
    submit(world, world.ada, state="failed")
    JoinRequest.objects.create(course=world.course, user=world.cleo)
    ReviewThread.objects.create(
        submission=world.submission, course=world.course, waiting_since=timezone.now()
    )
    ReviewThread.objects.create(submission=world.submission, course=world.course)
    Series.objects.filter(pk=world.series.pk).update(deadline=timezone.now() + timedelta(days=2))
    only = read_only(world)
    assert (only.questions, only.requests, only.stuck, only.broken) == (1, 1, 1, 1)
    assert only.recent == 8
    assert [series.pk for series in only.closing] == [world.series.pk]
    page = client_for(world.tina).get(reverse("home")).content.decode()
    assert "1 open question" in page
    assert "1 student is stuck" in page


def test_what_happened_long_ago_needs_no_attention(world: World) -> None:
    for _ in range(5):
        old = submit(world, world.ben)
        type(old).objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(days=30))
    assert read_only(world).stuck == 0


def test_a_student_and_another_teacher_see_nothing_of_it(world: World) -> None:
    other = Course.objects.create(slug="other", name="Other")
    Membership.objects.create(user=world.cleo, course=other, role=MemberRole.TEACHER)
    JoinRequest.objects.create(course=world.course, user=world.root)
    assert find_course_attention(world.ada) == []
    assert [row.course for row in find_course_attention(world.cleo)] == [other]


def test_a_teacher_is_not_told_to_do_the_exercises(world: World) -> None:
    Series.objects.filter(pk=world.series.pk).update(deadline=timezone.now())
    page = client_for(world.tina).get(reverse("home")).content.decode()
    assert "overdue" not in page
    assert "Start:" not in page
    assert "Start:" in client_for(world.ben).get(reverse("home")).content.decode()
    course = reverse("course", args=[world.course.slug])
    for user, is_shown in ((world.tina, False), (world.root, False), (world.ben, True)):
        page = client_for(user).get(course).content.decode()
        assert ("Completed activities" in page) == is_shown
        assert ("pill-bad" in page) == is_shown


def test_the_number_of_queries_does_not_grow_with_courses(world: World) -> None:
    client = client_for(world.tina)
    client.get(reverse("home"))
    with CaptureQueriesContext(connection) as few:
        client.get(reverse("home"))
    for number in range(8):
        course = Course.objects.create(slug=f"c{number}", name=f"C{number}")
        Membership.objects.create(user=world.tina, course=course, role=MemberRole.TEACHER)
    with CaptureQueriesContext(connection) as many:
        client.get(reverse("home"))
    assert len(many) == len(few)
