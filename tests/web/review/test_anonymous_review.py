"""A course that hides names from assistants and mentors: no page tells them whose work it is."""

import pytest
from django.urls import reverse
from django.utils import timezone

from kriterion.web.accounts.models import User
from kriterion.web.courses.models import Course, MemberRole, Membership
from kriterion.web.review.services.discussion import open_thread
from kriterion.web.submissions.models import Submission
from tests.web.conftest import World, add_mentor, client_for
from tests.web.routes import ROUTES

NAME = "Lovelace"
CLOSED = (
    *("gradebook:results", "gradebook:grades-csv", "gradebook:grades-json"),
    *("gradebook:submissions-zip", "gradebook:dolos-zip"),
)
NAMES_PEOPLE_ONLY = (
    "teaching:members",
    "teaching:members grouped",
    "exams:overview",
)  # who is there, not what they did
STREAMS = ("events", "gradebook:submission-events", "logs")
READ = [
    name
    for name, route in ROUTES.items()
    if "tina" in route.inside
    and not route.everybody
    and (not route.changes or route.shows)
    and name not in (*STREAMS, *NAMES_PEOPLE_ONLY)
]


def _set_anonymous(world: World, *, is_on: bool) -> None:
    world.course.anonymous_review = is_on
    world.course.save()  # the table of routes saves this course, too


@pytest.fixture(params=["assistant", "mentor"])
def reviewer(world: World, request: pytest.FixtureRequest) -> User:
    User.objects.filter(pk=world.ada.pk).update(first_name="Augusta", last_name=NAME)
    world.ada.refresh_from_db()
    Submission.objects.update(state="finished", status="wrong")
    open_thread(world.submission, world.ada, "Why so?")
    _set_anonymous(world, is_on=True)
    if request.param == "mentor":
        return add_mentor(world, world.ada)
    assistant = User.objects.create(username="assia")
    Membership.objects.create(user=assistant, course=world.course, role=MemberRole.ASSISTANT)
    return assistant


def list_naming_pages(world: World, reviewer: User) -> set[str]:
    """Return the pages that name Ada, or would if the reviewer searched for her name."""
    client = client_for(reviewer)
    naming = set()
    for name in READ:
        for query in ("", f"?text={NAME}"):
            response = client.get(ROUTES[name].address(name, world) + query)
            page = getattr(response, "content", b"").decode(errors="replace")
            page += str(response.headers)
            asked = page.replace(f'value="{NAME}"', "").replace(f"={NAME}", "")
            if NAME in asked or ">ada<" in asked:
                naming.add(name)
    return naming


@pytest.mark.long(reason="reads every page of the site three times")
def test_no_page_names_whose_work_it_is(world: World, reviewer: User) -> None:
    assert list_naming_pages(world, reviewer) == set()
    _set_anonymous(world, is_on=False)
    naming = list_naming_pages(world, reviewer)
    assert naming >= {"submission", "gradebook:submissions", "gradebook:results", "review:review"}


@pytest.mark.parametrize("name", CLOSED)
def test_pages_with_names_beside_work_are_closed(world: World, reviewer: User, name: str) -> None:
    response = client_for(reviewer).get(ROUTES[name].address(name, world))
    is_open_to_role = CLOSED.index(name) < 4 or reviewer.username == "assia"
    assert response.status_code == (403 if is_open_to_role else 404)
    assert reverse("review:blind", args=[world.course.slug]) not in response.content.decode()


def test_a_reviewer_cannot_show_the_names(world: World, reviewer: User) -> None:
    client = client_for(reviewer)
    client.post(reverse("review:blind", args=[world.course.slug]), {"to": "off"})
    page = client.get(reverse("submission", args=[world.submission.pk])).content.decode()
    assert "Name hidden" in page
    assert NAME not in page


def test_a_search_finds_nobody_by_name(world: World, reviewer: User) -> None:
    client = client_for(reviewer)
    address = reverse("gradebook:submissions", args=[world.course.slug])
    link = reverse("submission", args=[world.submission.pk])
    assert link in client.get(address).content.decode()
    assert link not in client.get(address, {"text": NAME}).content.decode()
    other = {"student": world.ben.pk}
    assert link in client.get(address, other).content.decode(), "a student cannot be chosen"


@pytest.mark.parametrize("who", ["tina", "root"])
def test_teachers_and_administrators_still_see_names(
    world: World, reviewer: User, who: str
) -> None:
    client = client_for(getattr(world, who))
    for name in ("submission", "gradebook:submissions", "gradebook:results"):
        assert NAME in client.get(ROUTES[name].address(name, world)).content.decode(), name


def test_students_still_see_their_own_name(world: World, reviewer: User) -> None:
    page = client_for(world.ada).get(reverse("submission", args=[world.submission.pk]))
    assert NAME in page.content.decode()


def test_a_teacher_who_hides_names_is_offered_to_show_them(world: World) -> None:
    User.objects.filter(pk=world.ada.pk).update(last_name=NAME)
    client = client_for(world.tina)
    blind = reverse("review:blind", args=[world.course.slug])
    client.post(blind, {"to": "on"})
    for name in CLOSED:
        response = client.get(ROUTES[name].address(name, world))
        assert response.status_code == 403
        assert NAME not in response.content.decode()
        assert blind in response.content.decode()
    client.post(blind, {"to": "off"})
    assert (
        NAME
        in client.get(
            ROUTES["gradebook:results"].address("gradebook:results", world)
        ).content.decode()
    )


def test_an_exam_does_not_say_when_somebody_handed_in(world: World, reviewer: User) -> None:
    address = ROUTES["exams:overview"].address("exams:overview", world)
    exam = world.course.series.get(exam__isnull=False).exam
    exam.entries.create(user=world.ada, address="10.9.8.7", entered_at=timezone.now())
    assert "10.9.8.7" in client_for(world.tina).get(address).content.decode()
    page = client_for(reviewer).get(address).content.decode()
    assert "10.9.8.7" not in page


def test_a_copied_course_keeps_names_hidden(world: World) -> None:
    Course.objects.filter(pk=world.course.pk).update(anonymous_review=True)
    copy = reverse("teaching:course-copy", args=[world.course.slug])
    client_for(world.tina).post(copy, {"name": "Next year"})
    assert Course.objects.get(name="Next year").anonymous_review
