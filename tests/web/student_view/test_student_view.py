"""View as a student: what a teacher sees, what they can do, and when it ends."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.exceptions import PermissionDenied
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from kriterion.web.accounts.models import Role, User
from kriterion.web.announcements.models import Announcement
from kriterion.web.audit.models import AuditEntry
from kriterion.web.courses.course_scope import get_scoped_course, limit_to_course
from kriterion.web.courses.models import (
    Course,
    Extension,
    Listing,
    MemberRole,
    Membership,
    Series,
)
from kriterion.web.notifications.models import Notification
from kriterion.web.student_view.student_view_middleware import _refuse_writes
from kriterion.web.submissions.models import Draft, Submission
from tests.web.conftest import World, client_for, visiting
from tests.web.routes import ROUTES

OWN = {"student-view:end", "account_logout"}
UNWATCHED = (
    rf'(INSERT INTO|UPDATE|DELETE FROM) "({Session._meta.db_table}|{AuditEntry._meta.db_table})"'
)


def _begin(world: World, teacher: User | None = None, student: User | None = None) -> Client:
    client = client_for(teacher or world.tina)
    membership = world.course.memberships.get(user=student or world.ada)
    address = reverse("student-view:begin", args=[world.course.slug, membership.pk])
    client.post(address)
    return client


def _is_viewing(client: Client) -> bool:
    return "student_view" in client.session


def _make_course(world: World) -> str:
    return reverse("course", args=[world.course.slug])


@contextmanager
def _collecting_writes() -> Iterator[list[str]]:
    """Collect the statements that may change a table, except those of sessions and the audit."""
    writes: list[str] = []

    def note(execute: Callable[..., Any], sql: str, *words: Any) -> Any:
        reads = sql.startswith(("SELECT ", "SAVEPOINT ", "RELEASE ", "ROLLBACK TO "))
        if not reads and not re.match(UNWATCHED, sql):
            writes.append(sql)
        return execute(sql, *words)

    with connection.execute_wrapper(note):
        yield writes


def _finish(world: World, course: Course | None, *, accepted: bool) -> Submission:
    number = Submission.objects.filter(user=world.ada, activity=world.exercise).count() + 1
    return Submission.objects.create(
        user=world.ada,
        activity=world.exercise,
        course=course,
        number=number,
        state="finished",
        status="correct" if accepted else "wrong",
        accepted=accepted,
        files={"a.py": f"print({number})\n"},
    )


def _get_main_part(client: Client, address: str) -> str:
    """The main part of a page, without the tokens of its forms."""
    page = client.get(address).content.decode()
    main = page[page.index("<main") : page.index("</main>")]
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", main)


def test_a_teacher_sees_exactly_what_the_student_sees(world: World) -> None:
    solved = _finish(world, world.course, accepted=True)
    Announcement.objects.create(
        course=world.course, title="No lesson", visible_from=timezone.now() - timedelta(hours=1)
    )
    ada, tina = client_for(world.ada), _begin(world)
    addresses = [
        _make_course(world),
        reverse("activity", args=[world.exercise.pk]),
        reverse("submission", args=[world.submission.pk]),
        reverse("submission", args=[solved.pk]),
        reverse("announcements:list"),
    ]
    for address in addresses:
        own, viewed = _get_main_part(ada, address), _get_main_part(tina, address)
        assert own == viewed, address
    text = tina.get(_make_course(world)).content.decode()
    assert "No lesson" in text and "Solved" in text
    assert "Teach" not in text and "Hidden" not in text
    assert "as <strong>ada</strong>" in text
    assert reverse("student-view:end") in text


@pytest.mark.long(reason="posts to every route")
def test_nothing_can_be_changed_during_a_view(world: World) -> None:
    tina = _begin(world)
    for name, route in ROUTES.items():
        if not route.changes or name in OWN:
            continue
        with visiting(world, tina) as own:  # to have an address, some routes add rows
            address, data = route.address(name, own), dict(route.data(own))
            with _collecting_writes() as writes:
                assert tina.post(address, data).status_code == 403, name
                for method in ("put", "patch", "delete", "options"):
                    assert getattr(tina, method)(address).status_code == 403, (name, method)
            assert writes == [], name
            assert _is_viewing(tina), name


@pytest.mark.parametrize("name", [name for name, route in ROUTES.items() if not route.changes])
def test_only_pages_of_the_student_in_the_course_are_open(world: World, name: str) -> None:
    route = ROUTES[name]
    address = route.address(name, world)
    tina = _begin(world)
    status = tina.get(address).status_code
    visible = {
        *("course", "activity", "draft-versions", "history", "submission", "result", "source"),
        "compare",
        *("announcements:list",),
    }
    if name in visible:
        assert status == 200
    elif name == "events":
        assert status == 204
    elif name in {"announcements:announcement", "exams:exam"}:
        assert status == 200
    else:
        assert status in {403, 404}, "for staff, for others, or not there"


def test_other_courses_of_the_student_are_invisible(world: World) -> None:
    other = Course.objects.create(slug="other", name="Elsewhere")
    series = Series.objects.create(
        course=other, name="Other series", deadline=timezone.now() + timedelta(days=3)
    )
    Listing.objects.create(series=series, activity=world.exercise)
    Listing.objects.create(series=series, activity=world.hidden_exercise)
    Membership.objects.create(user=world.ada, course=other)
    extension = Extension(series=series, user=world.ada, minutes=123)
    extension.apply(series)
    extension.save()
    elsewhere = _finish(world, other, accepted=True)
    alone = _finish(world, None, accepted=True)
    assert "Solved" in client_for(world.ada).get(_make_course(world)).content.decode()
    tina = _begin(world)
    text = tina.get(_make_course(world)).content.decode()
    assert "Solved" not in text and "Elsewhere" not in text
    activity = reverse("activity", args=[world.exercise.pk])
    for query in ("", f"?series={series.pk}", f"?from={elsewhere.pk}", f"?from={alone.pk}"):
        page = tina.get(activity + query).content.decode()
        assert "Solved" not in page, query
        assert "Elsewhere" not in page and "Other series" not in page, query
        for hidden in (elsewhere, alone):
            assert reverse("submission", args=[hidden.pk]) not in page, query
    for hidden in (elsewhere, alone):
        for route in ("submission", "result", "source"):
            assert tina.get(reverse(route, args=[hidden.pk])).status_code == 404
        pair = [world.submission.pk, hidden.pk]
        assert tina.get(reverse("compare", args=pair)).status_code == 404
        assert tina.get(reverse("compare", args=pair[::-1])).status_code == 404
    assert tina.get(reverse("course", args=[other.slug])).status_code == 404
    assert tina.get(reverse("activity", args=[world.hidden_exercise.pk])).status_code == 404


def test_submissions_of_fellow_students_are_not_shown(world: World) -> None:
    tina = _begin(world, student=world.ben)
    assert tina.get(reverse("submission", args=[world.submission.pk])).status_code == 404


def test_drafts_are_shown_and_stay_as_they_are(world: World) -> None:
    Draft.objects.create(user=world.ada, activity=world.exercise, files={"a.py": "draft of ada"})
    tina = _begin(world)
    page = tina.get(reverse("activity", args=[world.exercise.pk])).content.decode()
    assert "workspace" not in page, "no script that saves what is typed"
    address = reverse("draft", args=[world.exercise.pk])
    assert tina.get(address).json()["files"] == {"a.py": "draft of ada"}
    body = json.dumps({"files": {"a.py": "mine"}, "revision": 0})
    response = tina.put(address, body, content_type="application/json")
    assert response.status_code == 403
    assert response.json() == {
        "error": "You are viewing a student's pages: you cannot change anything."
    }
    assert Draft.objects.get().files == {"a.py": "draft of ada"}


def test_notifications_are_neither_shown_nor_marked_as_read(world: World) -> None:
    notification = Notification.objects.create(user=world.ada, kind="result", address="/", names={})
    tina = _begin(world)
    assert "notification" not in tina.get(_make_course(world)).content.decode()
    assert tina.get(reverse("notifications:list")).status_code == 403
    for address in (
        reverse("notifications:open", args=[notification.pk]),
        reverse("notifications:read"),
    ):
        assert tina.post(address).status_code == 403
    notification.refresh_from_db()
    assert notification.read_at is None


def test_begin_and_end_are_in_the_audit_log(world: World) -> None:
    tina = _begin(world)
    end = reverse("student-view:end")
    assert tina.get(end).status_code == 405
    members = reverse("teaching:members", args=[world.course.slug])
    assert tina.post(end).headers["Location"] == members
    assert not _is_viewing(tina)
    assert tina.get(members).status_code == 200
    begun, ended = AuditEntry.objects.order_by("pk")
    assert (begun.action, ended.action) == ("student-view.begin", "student-view.end")
    assert {begun.actor, ended.actor} == {world.tina}
    assert begun.detail["student"] == ended.detail["student"] == "ada"
    assert (begun.object_name, ended.detail["reason"]) == ("Programming", "ended")
    assert tina.post(end).headers["Location"] == "/", "without a view nothing happens"
    assert AuditEntry.objects.count() == 2


def _expire(client: Client) -> None:
    session = client.session
    session["student_view"]["ends_at"] = timezone.now().timestamp() - 1
    session.save()


def test_it_ends_after_its_time_and_a_form_sent_then_takes_no_effect(world: World) -> None:
    tina = _begin(world)
    left = tina.session["student_view"]["ends_at"] - timezone.now().timestamp()
    assert 29 * 60 < left <= 30 * 60
    _expire(tina)
    assert tina.get(_make_course(world)).headers["Location"] == "/"
    assert not _is_viewing(tina)
    assert "Teach" in tina.get(_make_course(world)).content.decode()
    tina = _begin(world)
    _expire(tina)
    submit = reverse("submit", args=[world.exercise.pk])
    assert tina.post(submit, {"name": "a.py", "text": "x"}).status_code == 403
    assert Submission.objects.count() == 1
    ends = AuditEntry.objects.filter(action="student-view.end")
    assert [entry.detail["reason"] for entry in ends] == ["expired", "expired"]


@pytest.mark.parametrize(
    "change",
    [
        lambda world: Membership.objects.filter(user=world.tina).update(role="assistant"),
        lambda world: Membership.objects.filter(user=world.tina).delete(),
        lambda world: Membership.objects.filter(user=world.ada).delete(),
        lambda world: Membership.objects.filter(user=world.ada).update(role="assistant"),
        lambda world: User.objects.filter(pk=world.ada.pk).update(role=Role.ADMINISTRATOR),
        lambda world: User.objects.filter(pk=world.ada.pk).update(is_active=False),
        lambda world: world.ada.delete(),
        lambda world: world.course.delete(),
    ],
)
def test_it_ends_when_it_would_no_longer_be_allowed(
    world: World, change: Callable[[World], object]
) -> None:
    tina = _begin(world)
    assert tina.get(_make_course(world)).status_code == 200
    change(world)
    assert tina.get(_make_course(world)).headers["Location"] == "/"
    assert not _is_viewing(tina)


@pytest.mark.parametrize(
    "fields",
    [
        {"role": Role.TEACHER},
        {"role": Role.ADMINISTRATOR},
        {"is_staff": True},
        {"is_superuser": True},
        {"is_active": False},
    ],
)
def test_accounts_of_staff_cannot_be_viewed(world: World, fields: dict[str, object]) -> None:
    User.objects.filter(pk=world.ada.pk).update(**fields)
    for teacher in (world.tina, world.root):
        assert not _is_viewing(_begin(world, teacher))
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize("role", [MemberRole.ASSISTANT, MemberRole.TEACHER])
def test_teachers_and_assistants_of_the_course_cannot_be_viewed(
    world: World, role: MemberRole
) -> None:
    Membership.objects.filter(user=world.ada).update(role=role)
    assert not _is_viewing(_begin(world))


def test_assistants_cannot_view_as_a_student(world: World) -> None:
    Membership.objects.create(user=world.cleo, course=world.course, role=MemberRole.ASSISTANT)
    assert not _is_viewing(_begin(world, world.cleo))


def test_a_view_of_a_student_who_assists_elsewhere_gives_no_rights_there(world: World) -> None:
    Membership.objects.create(user=world.ada, course=world.secret_course, role=MemberRole.TEACHER)
    tina = _begin(world)
    assert _is_viewing(tina)
    secret = world.secret_course.slug
    for address in (reverse("course", args=[secret]), reverse("teaching:members", args=[secret])):
        assert tina.get(address).status_code in {403, 404}


def test_views_cannot_be_nested(world: World) -> None:
    root = _begin(world, world.root)
    ben = world.course.memberships.get(user=world.ben)
    address = reverse("student-view:begin", args=[world.course.slug, ben.pk])
    assert root.post(address).status_code == 403
    assert root.session["student_view"]["student"] == world.ada.pk
    assert root.get(reverse("administration:overview")).status_code == 403


def test_logging_out_ends_the_view_and_the_teachers_session(world: World) -> None:
    tina = _begin(world)
    tina.post(reverse("account_logout"))
    assert tina.get("/").headers["Location"].startswith("/accounts/login/")
    assert AuditEntry.objects.latest("pk").detail["reason"] == "logout"


def test_forms_of_other_tabs_become_invalid_when_a_view_begins_or_ends(world: World) -> None:
    def token(client: Client) -> str:
        return client.cookies["kriterion_csrf"].value

    tina = client_for(world.tina, enforce_csrf_checks=True)
    tina.get(_make_course(world))
    membership = world.course.memberships.get(user=world.ada)
    begin = reverse("student-view:begin", args=[world.course.slug, membership.pk])
    before = token(tina)
    tina.post(begin, {"csrfmiddlewaretoken": before})
    assert _is_viewing(tina)
    during = token(tina)
    assert before != during
    tina.post(reverse("student-view:end"), {"csrfmiddlewaretoken": during})
    assert not _is_viewing(tina)
    submit = reverse("submit", args=[world.exercise.pk])
    for stale in (before, during):
        sent = {"name": "a.py", "text": "x", "csrfmiddlewaretoken": stale}
        assert tina.post(submit, sent).status_code == 403


def test_a_session_of_somebody_else_has_no_view(world: World) -> None:
    tina = _begin(world)
    session = tina.session
    session["student_view"]["teacher"] = world.root.pk
    session.save()
    assert tina.get(_make_course(world)).headers["Location"] == "/"


@pytest.mark.parametrize(
    "write",
    [
        lambda: User.objects.create(username="x"),
        lambda: User.objects.update(first_name="x"),
        lambda: Notification.objects.bulk_create([Notification(user_id=1)]),
        lambda: User.objects.filter(username="cleo").delete(),
    ],
)
def test_a_page_that_would_write_is_refused(world: World, write: Callable[[], object]) -> None:
    with connection.execute_wrapper(_refuse_writes), transaction.atomic():
        assert User.objects.count() == 5
        with pytest.raises(PermissionDenied), transaction.atomic():
            write()
    assert User.objects.filter(first_name="").count() == 5


def test_the_limit_ends_with_the_request(world: World) -> None:
    tina = _begin(world)
    tina.get(_make_course(world))
    assert get_scoped_course() is None
    _finish(world, None, accepted=True)
    with limit_to_course(world.course.pk):
        assert Submission.objects.count() == world.ada.submissions.count() == 1
    assert Submission.objects.count() == world.ada.submissions.count() == 2


def test_a_view_in_the_language_of_the_student_has_a_banner_in_that_of_the_teacher(
    world: World,
) -> None:
    User.objects.filter(pk=world.ada.pk).update(language="nl")
    tina = _begin(world)
    page = tina.get(_make_course(world)).content.decode()
    assert '<html lang="nl"' in page
    assert "You are viewing" in page
