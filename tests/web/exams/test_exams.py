"""Exams from entering to publishing: passwords, networks, late work, and the teacher's page."""

import asyncio
from collections.abc import AsyncGenerator
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from kriterion.web.audit.models import AuditEntry
from kriterion.web.courses.copy_course import CopyPlan, copy_course
from kriterion.web.courses.exam_scope import ExamScope
from kriterion.web.courses.models import Membership
from kriterion.web.exams.models import Exam, ExamEntry
from kriterion.web.submissions.models import Draft, Submission
from kriterion.web.submissions.pages.exam_streams import end_when_hidden
from tests.web.conftest import World, client_for
from tests.web.exams.exam_world import (
    build_address,
    end_exam,
    enter,
    enter_as,
    hand_in,
    make_exam,
    submit,
)


def _make_activity(world: World) -> str:
    return reverse("activity", args=[world.exercise.pk])


def _make_course(world: World) -> str:
    return reverse("course", args=[world.course.slug])


def _send_settings(world: World, client: Client, **data: str) -> bytes:
    start = timezone.localtime(timezone.now() - timedelta(hours=1))
    form = {
        "starts_at": start.strftime("%Y-%m-%dT%H:%M"),
        "ends_at": (start + timedelta(hours=3)).strftime("%Y-%m-%dT%H:%M"),
        **data,
    }
    address = reverse("exams:settings", args=[world.course.slug, world.series.pk])
    return client.post(address, form, follow=True).content


def test_before_entering_nothing_is_shown_but_what_is_demanded(world: World) -> None:
    exam = make_exam(world.series, password="melting point", networks=("127.0.0.0/8",))
    ada = client_for(world.ada)
    for address in ("/", _make_course(world), build_address("exam", exam)):
        page = ada.get(address).content.decode()
        assert "First" in page and "Barcode" not in page, address
    assert "Password of the exam" in ada.get(build_address("exam", exam)).content.decode()
    assert ada.get(_make_activity(world)).status_code == 404
    assert submit(ada, world).status_code == 404
    assert "Barcode" not in ada.get(reverse("search"), {"q": "barcode"}).content.decode()
    enter(ada, exam)
    enter(ada, exam, "wrong")
    enter(ada, exam, "melting point", address="192.0.2.1")
    assert not exam.entries.exists()
    enter(ada, exam, " melting point ")
    entry = exam.entries.get()
    assert (entry.user, entry.address) == (world.ada, "127.0.0.1")
    assert "Barcode" in ada.get(build_address("exam", exam)).content.decode()
    assert ada.get(_make_activity(world)).status_code == 200


def test_a_public_exercise_is_closed_to_students_of_the_exam(world: World) -> None:
    world.exercise.is_public = True
    world.exercise.save()
    make_exam(world.series)
    assert client_for(world.ada).get(_make_activity(world)).status_code == 404
    assert client_for(world.cleo).get(_make_activity(world)).status_code == 200


@override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"])
def test_failed_passwords_are_limited_as_log_ins_are(world: World) -> None:
    exam = make_exam(world.series, password="melting point")
    ada, ben = client_for(world.ada), client_for(world.ben)
    for _ in range(10):
        enter(ada, exam, "wrong")
    enter(ada, exam, "melting point")
    assert "Too many wrong passwords" in ada.get(build_address("exam", exam)).content.decode()
    assert not exam.entries.exists()
    enter(ben, exam, "melting point")
    assert exam.entries.get().user == world.ben, "nobody else is locked out"
    cache.clear()
    for _ in range(12):
        enter(client_for(world.ben), exam, "melting point")
    enter(ada, exam, "melting point")
    assert exam.entries.count() == 2, "right ones are not counted"


def test_a_changed_password_revokes_what_was_proven(world: World) -> None:
    exam = make_exam(world.series, password="melting point")
    ada, tina = enter_as(world.ada, exam, "melting point"), client_for(world.tina)
    page = _send_settings(world, tina, password="boiling point")
    assert b"boiling" not in page and b"melting" not in page
    assert ada.get(_make_activity(world)).status_code == 404
    assert ada.get("/").status_code == 403, "the exam goes on"
    enter(ada, exam, "melting point")
    assert ada.get(_make_activity(world)).status_code == 404
    enter(ada, exam, "boiling point")
    assert ada.get(_make_activity(world)).status_code == 200
    stored = Exam.objects.get()
    assert stored.password.startswith("scrypt$") and stored.password_revision == 2
    _send_settings(world, tina)
    assert Exam.objects.get().password == stored.password, "an empty field keeps it"
    assert ada.get(_make_activity(world)).status_code == 200
    _send_settings(world, tina, remove_password="on")
    assert client_for(world.ada).get(_make_activity(world)).status_code == 200
    log = AuditEntry.objects.order_by("pk").values_list("action", flat=True)
    assert list(log) == [
        *("exam.change", "exam.password", "exam.change", "exam.change", "exam.password")
    ]
    assert "point" not in str(list(AuditEntry.objects.values_list("detail", flat=True)))


def test_it_is_hidden_after_the_end_until_it_is_published(world: World) -> None:
    exam = make_exam(world.series)
    ada, tina = enter_as(world.ada, exam), client_for(world.tina)
    submit(ada, world)
    submission = Submission.objects.latest("pk")
    tina.post(build_address("publish", exam), {"to": "publish"})
    assert Exam.objects.get().published_at is None, "not while it runs"
    hand_in(ada, exam)
    for ended in (False, True):
        if ended:
            end_exam(exam)
        for each in (submission, world.submission):
            for route in ("submission", "result", "source", "events"):
                assert ada.get(reverse(route, args=[each.pk])).status_code == 404, route
        assert ada.get(_make_activity(world)).status_code == 404
        for page in ("/", reverse("submissions")):
            assert "Barcode" not in ada.get(page).content.decode()
        assert "published" not in ada.get(build_address("exam", exam)).content.decode()
    assert "First" not in ada.get(_make_course(world)).content.decode()
    assert tina.get(reverse("submission", args=[submission.pk])).status_code == 200
    tina.post(build_address("publish", exam), {"to": "publish"})
    for address in (_make_activity(world), reverse("submission", args=[submission.pk])):
        assert ada.get(address).status_code == 200
    assert "First" in ada.get(_make_course(world)).content.decode()
    assert submit(ada, world).status_code == 422, "the series stays closed"
    tina.post(build_address("publish", exam), {"to": "hide"})
    assert ada.get(reverse("submission", args=[submission.pk])).status_code == 404
    actions = AuditEntry.objects.order_by("pk").values_list("action", flat=True)
    assert list(actions) == ["exam.publish", "exam.hide"]


@pytest.mark.parametrize("how", ["its end", "handing in"])
def test_what_arrives_after_the_end_is_kept_as_a_draft(world: World, how: str) -> None:
    exam = make_exam(world.series)
    ada = enter_as(world.ada, exam)
    if how == "its end":
        end_exam(exam)
    else:
        hand_in(ada, exam)
    response = submit(ada, world, "too late")
    assert response.headers["Location"] == build_address("exam", exam)
    assert "kept as a draft" in ada.get(build_address("exam", exam)).content.decode()
    assert Draft.objects.get().files == {"a.py": "too late"}
    assert Submission.objects.count() == 1
    assert submit(client_for(world.ben), world).status_code == 404, "who never entered"
    assert Draft.objects.count() == 1
    broken = {"name": ["a.py", "a.py"], "text": ["\0", "x" * 5_000_000]}
    address = reverse("submit", args=[world.exercise.pk])
    assert ada.post(address, broken).status_code in {302, 400, 413}
    assert Draft.objects.get().files == {"a.py": "too late"}


def test_a_teacher_makes_an_exam_and_faulty_networks_are_named(world: World) -> None:
    tina = client_for(world.tina)
    page = _send_settings(world, tina, networks="10.0.0.0/8\n10.1.2.3/16\n<b>room\u202e</b>")
    assert not Exam.objects.exists()
    assert "Line 2: “10.1.2.3/16” is not a network; did you mean 10.1.0.0/16?" in page.decode()
    assert "Line 3: “&lt;b&gt;room" in page.decode() and "\u202eroom" not in page.decode()
    page = _send_settings(world, tina, networks="192.0.2.7\r\n::1", password="melting point")
    exam = Exam.objects.get()
    assert exam.networks == ["192.0.2.7/32", "::1/128"]
    world.series.refresh_from_db()
    assert world.series.deadline == world.series.closes_at is not None, "extra time counts from it"
    assert b"2 networks" in page and b"with a password" in page
    actions = AuditEntry.objects.order_by("pk").values_list("action", flat=True)
    assert list(actions) == ["exam.on", "exam.password"]


@pytest.mark.parametrize(
    "data",
    [
        {"starts_at": ""},
        {"ends_at": ""},
        {"ends_at": "2020-01-01T00:00"},
        {"ends_at": "9999-01-01T00:00"},
        {"password": "short"},
        {"password": "a\0bcdef"},
        {"networks": "\n".join(f"10.0.{each}.1" for each in range(250))},
        {"networks": "x\n" * 9000},
    ],
)
def test_faulty_settings_are_refused(world: World, data: dict[str, str]) -> None:
    page = _send_settings(world, client_for(world.tina), **data)
    assert not Exam.objects.exists()
    assert b"errorlist" in page or b'class="errors"' in page
    assert len(page) < 200_000


def test_the_teacher_sees_who_works_and_reopens(world: World) -> None:
    exam = make_exam(world.series)
    ada, tina = enter_as(world.ada, exam), client_for(world.tina)
    page = tina.get(build_address("overview", exam)).content.decode()
    assert "127.0.0.1" in page and "still working" in page and "not entered" in page
    hand_in(ada, exam)
    page = tina.get(build_address("overview", exam)).content.decode()
    assert "handed in" in page and "1 of 2 has entered" in page
    entry = exam.entries.get()
    address = reverse("exams:reopen", args=[world.course.slug, world.series.pk, entry.pk])
    tina.post(address)
    tina.post(address)
    assert ada.get("/").status_code == 403
    assert submit(ada, world).status_code == 302
    assert Submission.objects.count() == 2
    [logged] = AuditEntry.objects.all()
    assert (logged.action, logged.detail) == ("exam.reopen", {"student": "ada"})


def test_entries_of_another_exam_are_not_reopened(world: World) -> None:
    exam, other = make_exam(world.series), make_exam(world.hidden_series)
    entry = ExamEntry.objects.create(
        exam=other, user=world.ada, entered_at=timezone.now(), handed_in_at=timezone.now()
    )
    address = reverse("exams:reopen", args=[world.course.slug, exam.series_id, entry.pk])
    assert client_for(world.tina).post(address).status_code == 404


def test_turning_it_off_opens_everything(world: World) -> None:
    exam = make_exam(world.series)
    ada = enter_as(world.ada, exam)
    client_for(world.tina).post(build_address("turn-off", exam))
    assert ada.get("/").status_code == 200
    assert ada.get(_make_activity(world)).status_code == 200
    assert AuditEntry.objects.get().detail == {"course": "Programming", "entered": 1}


def test_a_copy_of_the_course_has_the_exam_without_its_password(world: World) -> None:
    make_exam(world.series, password="melting point", networks=("10.0.0.0/8",))
    plan = CopyPlan(name="Next year", slug="next")
    copied = copy_course(world.course, world.tina, plan)
    exam = Exam.objects.get(series__course=copied)
    assert (exam.networks, exam.password) == (["10.0.0.0/8"], "")
    Membership.objects.create(user=world.ada, course=copied)
    ada = client_for(world.ada)
    assert ada.get(build_address("exam", exam)).status_code == 404, "it has no times yet"


def test_an_open_stream_ends_when_the_exam_hides_its_submission(
    transactional_db: None, world: World
) -> None:
    hidden = ExamScope(user=world.ada.pk, hidden=frozenset({world.series.pk}))
    scopes = iter([ExamScope(user=world.ada.pk), hidden])

    async def events() -> AsyncGenerator[bytes, None]:
        for number in range(3):
            yield b"%d" % number

    async def read() -> list[bytes]:
        stream = end_when_hidden(
            events(), world.ada.pk, world.submission.pk, lambda: next(scopes, hidden)
        )
        return [event async for event in stream]

    assert asyncio.run(read()) == [b"0"]
