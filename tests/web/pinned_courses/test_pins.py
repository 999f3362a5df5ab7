"""Pinned courses come first on home, for students and for teachers."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from kriterion.web.accounts.models import User
from kriterion.web.courses.models import Course, MemberRole, Membership
from kriterion.web.learning.browsing.teacher_home import find_course_attention
from kriterion.web.pinned_courses import pins
from kriterion.web.pinned_courses.models import CoursePin
from kriterion.web.pinned_courses.pins import (
    TooManyPinsError,
    list_courses,
    pin_course,
    unpin_course,
)
from tests.web.conftest import World, client_for


def _list_names(user: User) -> list[tuple[str, bool]]:
    fresh = User.objects.get(pk=user.pk)
    return [(course.course.name, course.is_pinned) for course in list_courses(fresh, 30)]


def _join(user: User, name: str, **fields: object) -> Course:
    course = Course.objects.create(slug=name.lower(), name=name, **fields)
    Membership.objects.create(user=user, course=course)
    return course


def test_pinned_courses_come_first_and_archived_ones_last(world: World) -> None:
    _join(world.ada, "Algebra", archived=True)
    zoology = _join(world.ada, "Zoology")
    assert _list_names(world.ada) == [
        *(("Programming", False), ("Zoology", False), ("Algebra", False)),
    ]
    pin_course(world.ada, zoology)
    assert _list_names(world.ada)[0] == ("Zoology", True)
    assert _list_names(world.ben) == [("Programming", False)], "pinned for one user only"
    unpin_course(world.ada, zoology)
    assert _list_names(world.ada)[0] == ("Programming", False)


def test_a_pinned_course_that_is_hidden_later_is_not_shown(world: World) -> None:
    pin_course(world.cleo, world.course)
    assert _list_names(world.cleo) == [("Programming", True)]
    Course.objects.update(visible=False)
    assert _list_names(world.cleo) == []


def test_a_user_pins_and_unpins_on_the_page_and_on_home(world: World) -> None:
    cleo = client_for(world.cleo)
    address, page = (reverse(name, args=[world.course.slug]) for name in ("pin-course", "course"))
    assert cleo.post(address).headers["Location"] == page
    assert cleo.post(address).headers["Location"] == page, "a second time changes nothing"
    assert CoursePin.objects.count() == 1
    assert "Programming" in cleo.get("/").content.decode()
    assert "Pinned" in cleo.get(reverse("courses")).content.decode()
    assert "Unpin" in cleo.get(page).content.decode()
    assert cleo.post(address, {"to": "unpin", "from": "home"}).headers["Location"] == "/"
    assert not CoursePin.objects.exists()


def test_there_is_a_limit(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pins, "MAX_PINS", 1)
    pin_course(world.ada, world.course)
    pin_course(world.ada, world.course)
    with pytest.raises(TooManyPinsError):
        pin_course(world.ada, _join(world.ada, "Zoology"))
    address = reverse("pin-course", args=["zoology"])
    page = client_for(world.ada).post(address, follow=True).content.decode()
    assert "You have pinned too many courses" in page


def test_a_teacher_of_many_courses_sees_the_pinned_ones(world: World) -> None:
    for number in range(15):
        course = _join(world.tina, f"A{number:02}")
    Membership.objects.filter(user=world.tina).update(role=MemberRole.TEACHER)
    tina = User.objects.get(pk=world.tina.pk)
    assert course not in [row.course for row in find_course_attention(tina)]
    pin_course(tina, course)
    assert find_course_attention(tina)[0].course == course


def test_home_takes_the_same_queries_for_one_and_for_many(world: World) -> None:
    counts = []
    for number in (1, 10):
        for index in range(number):
            pin_course(world.ada, _join(world.ada, f"C{number}{index}"))
        with CaptureQueriesContext(connection) as queries:
            client_for(world.ada).get("/")
        counts.append(len(queries))
    assert counts[0] == counts[1]
