"""While a student takes an exam, everything else is closed, for every route and every session."""

from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import timezone

from kriterion.web.accounts.models import Role, User
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Course, Listing, MemberRole, Membership, Series
from kriterion.web.exams.exam_middleware import OPEN_DURING_EXAM
from kriterion.web.exams.models import Exam, ExamEntry
from kriterion.web.repositories.models import Repository
from kriterion.web.submissions.models import Draft, DraftVersion, Submission
from tests.web.conftest import World, add_mentor, client_for
from tests.web.exams.exam_world import (
    build_address,
    end_exam,
    enter,
    enter_as,
    hand_in,
    make_exam,
    submit,
)
from tests.web.routes import ROUTES
from tests.web.test_routes import routes

EXERCISES = Path(__file__).parents[3] / "examples" / "exercises"

METHODS = ("get", "head", "post", "put", "patch", "delete", "options")


def _dump() -> str:
    output = StringIO()
    call_command("dumpdata", exclude=["sessions", "contenttypes"], stdout=output)
    return output.getvalue()


def test_what_is_open_during_an_exam_is_named_right() -> None:
    assert set(routes(get_resolver())) >= OPEN_DURING_EXAM


@pytest.mark.long(reason="every route")
def test_every_other_route_is_closed_during_an_exam(world: World) -> None:
    """The table of routes is complete, so a new route is closed unless somebody lists it."""
    addresses = {
        name: route.address(name, world)
        for name, route in ROUTES.items()
        if name.partition(" ")[0] not in OPEN_DURING_EXAM
    }
    Exam.objects.all().delete()  # of the table, which also moves its window
    exam = make_exam(world.series)
    ada = enter_as(world.ada, exam)
    before = _dump()
    accepted = {"Accept": "application/json"}  # sooner answered than a page
    for name, address in addresses.items():
        for method in METHODS if name == "home" else ("get", "post"):
            response = getattr(ada, method)(address, headers=accepted)
            if name == "course":
                assert response.headers["Location"] == build_address("exam", exam)
            else:
                assert response.status_code == 403, (name, method)
            if method != "head" and name != "course":
                assert response.json() == {"error": "You are taking an exam: First."}, name
            assert response.headers["Cache-Control"] == "no-store"
    assert _dump() == before
    page = ada.get("/").content.decode()
    assert "You are taking an exam: First." in page and build_address("exam", exam) in page


def test_addresses_that_do_not_exist_are_closed_too(world: World) -> None:
    ada = enter_as(world.ada, make_exam(world.series))
    assert ada.get("/nowhere/").status_code == 403
    assert ada.get("/nowhere/", headers={"Accept": "application/json"}).json() == {
        "error": "You are taking an exam: First."
    }


def _add_other_course(world: World) -> Activity:
    """Ada takes another course as well, with a public exercise."""
    course = Course.objects.create(slug="other", name="Elsewhere")
    public = Activity.objects.create(
        repository=world.repository, path="public", is_public=True, is_listed=True, names={}
    )
    Listing.objects.create(
        series=Series.objects.create(course=course, name="Open"), activity=public
    )
    Membership.objects.create(user=world.ada, course=course)
    return public


def _make_submission(world: World, activity: Activity, series: Series | None) -> Submission:
    number = Submission.objects.filter(user=world.ada, activity=activity).count() + 1
    return Submission.objects.create(
        user=world.ada,
        activity=activity,
        course=None if series is None else series.course,
        series=series,
        number=number,
        state="finished",
        files={"a.py": "secret of before"},
    )


def test_only_the_exam_and_what_was_made_in_it_are_visible(world: World) -> None:
    Repository.objects.filter(pk=world.repository.pk).update(
        directory=str(EXERCISES), format="dodona", commit="1"
    )
    public = _add_other_course(world)
    elsewhere = _make_submission(world, public, None)
    ada = enter_as(world.ada, make_exam(world.series))
    assert submit(ada, world).status_code == 302
    submission = Submission.objects.latest("pk")
    assert (submission.series, submission.number) == (world.series, 2), "numbers go on"
    for route in ("submission", "result", "source"):
        assert ada.get(reverse(route, args=[submission.pk])).status_code == 200
    for hidden in (world.submission, elsewhere):
        for route in ("submission", "result", "source", "events", "cancel", "again"):
            for method in (ada.get, ada.post):
                assert method(reverse(route, args=[hidden.pk])).status_code in {404, 405}, route
        for pair in ([submission.pk, hidden.pk], [hidden.pk, submission.pk]):
            assert ada.get(reverse("compare", args=pair)).status_code == 404
    for other in (public, world.hidden_exercise):
        for route in ("activity", "draft", "draft-versions"):
            assert ada.get(reverse(route, args=[other.pk])).status_code == 404, route
        assert ada.get(reverse("media", args=[other.pk, "tree.png"])).status_code == 404
        for route in ("submit", "read", "run"):
            assert ada.post(reverse(route, args=[other.pk])).status_code == 404, route
    page = ada.get(
        reverse("activity", args=[world.exercise.pk]) + f"?from={world.submission.pk}&series=0"
    ).content.decode()
    assert "secret of before" not in page
    assert reverse("submission", args=[submission.pk]) in page
    assert reverse("submission", args=[world.submission.pk]) not in page
    for route in ("search", "home", "submissions", "notifications:list"):
        assert f'href="{reverse(route)}"' not in page, "no link to what is closed"


def test_drafts_of_before_are_put_away_and_come_back(world: World) -> None:
    Draft.objects.create(user=world.ada, activity=world.exercise, files={"a.py": "prepared"})
    exam = make_exam(world.series)
    ada = enter_as(world.ada, exam)
    for address in (
        reverse("activity", args=[world.exercise.pk]),
        reverse("draft", args=[world.exercise.pk]),
        reverse("draft-versions", args=[world.exercise.pk]),
    ):
        assert "prepared" not in ada.get(address).content.decode(), address
    save = {"files": {"a.py": "in the exam"}, "revision": 2}
    draft = reverse("draft", args=[world.exercise.pk])
    assert ada.put(draft, save, content_type="application/json").status_code == 200
    hand_in(ada, exam)
    exam.delete()
    assert (
        "prepared" in ada.get(reverse("draft-versions", args=[world.exercise.pk])).content.decode()
    )
    enter_as(world.ada, make_exam(world.series))
    assert DraftVersion.objects.filter(files={"a.py": "in the exam"}).exists()


def test_every_session_of_the_student_is_closed(world: World) -> None:
    """Also one that began before the exam, in which nobody gave the password."""
    before = client_for(world.ada)
    assert before.get("/").status_code == 200
    exam = make_exam(world.series, password="melting point")
    ada = enter_as(world.ada, exam, "melting point")
    for other in (before, client_for(world.ada)):
        assert other.get("/").status_code == 403
        assert other.get(reverse("activity", args=[world.exercise.pk])).status_code == 404
        assert submit(other, world).headers["Location"] == build_address("exam", exam)
        page = other.get(build_address("exam", exam)).content.decode()
        assert "Return to the exam" in page and "Barcode" not in page
    assert Submission.objects.count() == 1
    assert ada.get(reverse("activity", args=[world.exercise.pk])).status_code == 200
    enter(before, exam, "melting point")
    assert before.get(reverse("activity", args=[world.exercise.pk])).status_code == 200
    assert ExamEntry.objects.count() == 1


def test_the_choice_of_language_and_logging_out_stay_open(world: World) -> None:
    exam = make_exam(world.series)
    ada = enter_as(world.ada, exam)
    assert ada.post(reverse("set-language"), {"language": "nl"}).status_code == 302
    assert "Je legt een examen af: First." in ada.get("/").content.decode()
    assert ada.post(reverse("account_logout")).status_code == 302
    assert ada.get("/").headers["Location"].startswith("/accounts/login/")
    assert client_for(world.ada).get("/").status_code == 403, "logging out is no way out"


def test_two_exams_cannot_be_taken_at_once(world: World) -> None:
    other = Series.objects.create(course=world.course, name="Second")
    first, second = make_exam(world.series), make_exam(other)
    ada = enter_as(world.ada, first)
    enter(ada, second)
    assert not second.entries.exists()
    assert ada.get(build_address("exam", second)).status_code == 200, "it says what it demands"
    assert "Elsewhere" not in ada.get(build_address("exam", first)).content.decode()
    hand_in(ada, first)
    enter(ada, second)
    assert second.entries.exists()


def test_it_ends_by_handing_in_or_by_itself(world: World) -> None:
    exam = make_exam(world.series)
    ada, ben = enter_as(world.ada, exam), enter_as(world.ben, exam)
    assert "Hand in First?" in ada.get(build_address("hand-in", exam)).content.decode()
    assert ada.get("/").status_code == 403, "to look is not to hand in"
    hand_in(ada, exam)
    assert (ada.get("/").status_code, ben.get("/").status_code) == (200, 403)
    end_exam(exam)
    assert ben.get("/").status_code == 200


def test_extra_time_keeps_the_exam_open(world: World) -> None:
    exam = make_exam(world.series)
    ada = enter_as(world.ada, exam)
    extension = world.series.extensions.create(user=world.ada, minutes=120)
    assert extension.minutes
    end_exam(exam)
    assert ada.get("/").status_code == 403
    assert ada.get(reverse("activity", args=[world.exercise.pk])).status_code == 200
    ben = client_for(world.ben)
    assert ben.get(reverse("activity", args=[world.exercise.pk])).status_code == 404


@pytest.mark.parametrize("who", ["tina", "root", "assistant", "mentor"])
def test_who_teaches_or_mentors_is_never_limited(world: World, who: str) -> None:
    exam = make_exam(world.series, password="melting point", networks=("10.0.0.0/8",))
    if who == "mentor":
        user = add_mentor(world, world.ada)
    elif who == "assistant":
        user = world.cleo
        Membership.objects.create(user=user, course=world.course, role=MemberRole.ASSISTANT)
    else:
        user = getattr(world, who)
    client = client_for(user)
    enter(client, exam, "melting point")
    assert not exam.entries.exists()
    assert client.get("/").status_code == 200
    assert client.get(reverse("activity", args=[world.exercise.pk])).status_code == 200
    assert submit(client, world).headers["Location"].startswith("/submissions/")


def test_a_teacher_of_another_course_who_is_a_student_here_is_limited(world: World) -> None:
    other = Course.objects.create(slug="other", name="Elsewhere")
    User.objects.filter(pk=world.ada.pk).update(role=Role.TEACHER)
    Membership.objects.create(user=world.ada, course=other, role=MemberRole.TEACHER)
    exam = make_exam(world.series)
    ada = client_for(world.ada)
    assert ada.get(reverse("activity", args=[world.exercise.pk])).status_code == 404
    enter(ada, exam)
    assert ada.get(reverse("teaching:course", args=["other"])).status_code == 403
    assert ada.get(reverse("activity", args=[world.hidden_exercise.pk])).status_code == 404


def test_members_of_other_courses_learn_nothing_of_it(world: World) -> None:
    exam = make_exam(world.series)
    cleo = client_for(world.cleo)
    assert cleo.get(build_address("exam", exam)).status_code == 404
    assert cleo.post(build_address("enter", exam)).status_code == 404
    assert "First" not in cleo.get(reverse("course", args=[world.course.slug])).content.decode()
    assert cleo.get(reverse("activity", args=[world.exercise.pk])).status_code == 404


def _view_as_ada(world: World) -> Client:
    tina = client_for(world.tina)
    membership = world.course.memberships.get(user=world.ada)
    tina.post(reverse("student-view:begin", args=[world.course.slug, membership.pk]))
    return tina


def test_a_view_as_the_student_shows_the_exam_that_they_take_and_ends_none(world: World) -> None:
    exam = make_exam(world.series, password="melting point", networks=("127.0.0.1",))
    ada = enter_as(world.ada, exam, "melting point")
    submit(ada, world)
    own = Submission.objects.latest("pk")
    tina = _view_as_ada(world)
    page = tina.get(build_address("exam", exam), REMOTE_ADDR="192.0.2.1").content.decode()
    assert reverse("activity", args=[world.exercise.pk]) in page
    for address in (
        reverse("activity", args=[world.exercise.pk]),
        reverse("submission", args=[own.pk]),
        build_address("hand-in", exam),
    ):
        assert tina.get(address, REMOTE_ADDR="192.0.2.1").status_code == 200, address
    assert tina.get(reverse("submission", args=[world.submission.pk])).status_code == 404
    course = reverse("course", args=[world.course.slug])
    assert tina.get(course).headers["Location"] == build_address("exam", exam)
    assert tina.get(reverse("announcements:list")).status_code == 403
    assert tina.post(build_address("hand-in", exam)).status_code == 403
    assert exam.entries.get().handed_in_at is None


def test_a_view_as_the_student_shows_what_precedes_and_follows_an_exam(world: World) -> None:
    exam = make_exam(world.series, networks=("127.0.0.1",))
    activity = reverse("activity", args=[world.exercise.pk])
    tina = _view_as_ada(world)
    assert tina.get(reverse("course", args=[world.course.slug])).status_code == 200
    page = tina.get(build_address("exam", exam)).content.decode()
    assert "Only the student can enter" in page
    assert tina.get(activity).status_code == 404
    assert tina.post(build_address("enter", exam)).status_code == 403
    assert not exam.entries.exists()

    hand_in(enter_as(world.ada, exam), exam)
    page = tina.get(build_address("exam", exam)).content.decode()
    assert "You have handed in this exam" in page
    assert tina.get(activity).status_code == 404


def test_a_view_as_the_student_shows_no_exam_of_another_course(world: World) -> None:
    course = Course.objects.create(slug="other", name="Elsewhere")
    Membership.objects.create(user=world.ada, course=course)
    series = course.series.create(name="Final")
    exam = make_exam(series)
    enter_as(world.ada, exam)
    tina = _view_as_ada(world)
    page = tina.get(reverse("course", args=[world.course.slug]))
    assert page.status_code == 200
    assert "Final" not in page.content.decode()
    assert tina.get(build_address("exam", exam)).status_code == 404


def test_removal_from_the_course_ends_it_and_keeps_it_hidden(world: World) -> None:
    ada = enter_as(world.ada, make_exam(world.series))
    submit(ada, world)
    submission = Submission.objects.latest("pk")
    Membership.objects.filter(user=world.ada).delete()
    assert ada.get("/").status_code == 200
    assert ada.get(reverse("submission", args=[submission.pk])).status_code == 404


def test_a_device_that_leaves_the_network_sees_nothing_and_stays_closed(world: World) -> None:
    exam = make_exam(world.series, networks=("10.0.0.0/8", "2001:db8::/32"))
    ada = client_for(world.ada)
    enter(ada, exam, address="10.1.1.1")
    activity = reverse("activity", args=[world.exercise.pk])
    assert ada.get(activity, REMOTE_ADDR="2001:db8::1").status_code == 200
    assert ada.get(activity, REMOTE_ADDR="192.0.2.1").status_code == 404
    forged = {"X-Forwarded-For": "10.1.1.1", "X-Real-IP": "10.1.1.1", "Forwarded": "for=10.1.1.1"}
    assert ada.get(activity, REMOTE_ADDR="192.0.2.1", headers=forged).status_code == 404
    assert ada.get("/", REMOTE_ADDR="192.0.2.1").status_code == 403
    page = ada.get(build_address("exam", exam), REMOTE_ADDR="192.0.2.1").content.decode()
    assert "192.0.2.1" in page and "not in a network of this exam" in page


def _make_checking_client(user: User) -> Client:
    return client_for(user, enforce_csrf_checks=True)


def test_entering_and_handing_in_need_our_own_pages(world: World) -> None:
    exam = make_exam(world.series)
    ada = _make_checking_client(world.ada)
    assert ada.post(build_address("enter", exam)).status_code == 403
    ExamEntry.objects.create(
        exam=exam, user=world.ada, entered_at=timezone.now() - timedelta(minutes=1)
    )
    assert ada.post(build_address("hand-in", exam)).status_code == 403
    assert ExamEntry.objects.get().handed_in_at is None
