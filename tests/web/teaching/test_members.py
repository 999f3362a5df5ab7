"""A course's members: roles, requests, links and lists, as its teachers use them."""

import re
from threading import Barrier, Thread

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.urls import reverse

from kriterion.web.accounts.models import User
from kriterion.web.audit.models import AuditEntry
from kriterion.web.courses.memberships import LastTeacherError, join_pending_courses, set_role
from kriterion.web.courses.models import (
    Course,
    JoinRequest,
    MemberImport,
    MemberRole,
    Membership,
    PendingMember,
    Registration,
)
from kriterion.web.submissions.models import Submission
from tests.web.conftest import World, client_for


def _url(name: str, world: World, **more: object) -> str:
    return reverse(f"teaching:{name}", kwargs={"slug": world.course.slug, **more})


def _role(world: World, user: User) -> str | None:
    return world.course.memberships.filter(user=user).values_list("role", flat=True).first()


def _membership(world: World, user: User) -> Membership:
    return world.course.memberships.get(user=user)


def test_a_teacher_adds_changes_and_removes_members(world: World) -> None:
    client = client_for(world.tina)
    client.post(_url("member-add", world), {"user": "cleo", "role": "assistant"})
    assert _role(world, world.cleo) == MemberRole.ASSISTANT
    key = _membership(world, world.cleo).pk
    client.post(_url("member-role", world, membership_id=key), {"role": "student"})
    assert _role(world, world.cleo) == MemberRole.STUDENT
    client.post(_url("member-remove", world, membership_id=key))
    assert _role(world, world.cleo) is None
    actions = list(AuditEntry.objects.values_list("action", flat=True).order_by("pk"))
    assert actions == ["course.member", "course.member", "course.member-remove"]


def test_a_removed_student_keeps_the_submissions(world: World) -> None:
    key = _membership(world, world.ada).pk
    client_for(world.tina).post(_url("member-remove", world, membership_id=key))
    assert Submission.objects.get(user=world.ada).course == world.course
    tina = client_for(world.tina)
    listed = tina.get(reverse("gradebook:submissions", args=[world.course.slug]))
    assert reverse("submission", args=[world.submission.pk]) in listed.content.decode()
    for name in ("gradebook:results", "statistics:course", "review:reviews", "review:questions"):
        assert tina.get(reverse(name, args=[world.course.slug])).status_code == 200, name
    page = client_for(world.ada).get(reverse("submission", args=[world.submission.pk]))
    assert page.status_code == 200


def test_an_unknown_username_is_refused_with_a_reason(world: World) -> None:
    client = client_for(world.tina)
    page = client.post(_url("member-add", world), {"user": "nemo", "role": "student"}, follow=True)
    assert "There is no user with this username." in page.content.decode()


def test_an_assistant_sees_the_members_and_changes_nothing(world: World) -> None:
    set_role(world.course, world.cleo, MemberRole.ASSISTANT)
    client = client_for(world.cleo)
    page = client.get(_url("members", world))
    assert page.status_code == 200
    assert '<select class="input input-small"' not in page.content.decode()
    answer = client.post(_url("member-add", world), {"user": "cleo", "role": "teacher"})
    assert answer.status_code == 404
    assert _role(world, world.cleo) == MemberRole.ASSISTANT


@pytest.mark.parametrize("change", ["role", "remove"])
def test_the_last_teacher_stays_a_teacher(world: World, change: str) -> None:
    key = _membership(world, world.tina).pk
    url = _url(f"member-{change}", world, membership_id=key)
    page = client_for(world.tina).post(url, {"role": "student"}, follow=True)
    assert "A course needs a teacher." in page.content.decode()
    assert _role(world, world.tina) == MemberRole.TEACHER
    client_for(world.root).post(url, {"role": "student"})
    assert _role(world, world.tina) != MemberRole.TEACHER


@pytest.mark.django_db(transaction=True)
def test_two_teachers_who_leave_at_once_do_not_leave_the_course_alone(world: World) -> None:
    set_role(world.course, world.cleo, MemberRole.TEACHER)
    start = Barrier(2)
    refused = []

    def leave(user: User) -> None:
        start.wait()
        try:
            set_role(world.course, user, MemberRole.STUDENT)
        except LastTeacherError:
            refused.append(user)
        finally:
            connection.close()

    threads = [Thread(target=leave, args=[user]) for user in (world.tina, world.cleo)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 1
    assert world.course.memberships.filter(role=MemberRole.TEACHER).count() == 1


def test_a_teacher_who_steps_down_is_led_to_the_students_page(world: World) -> None:
    set_role(world.course, world.cleo, MemberRole.TEACHER)
    url = _url("member-role", world, membership_id=_membership(world, world.tina).pk)
    page = client_for(world.tina).post(url, {"role": "student"}, follow=True)
    assert page.status_code == 200
    assert page.redirect_chain[-1][0] == reverse("course", args=[world.course.slug])


def test_members_are_found_by_name_and_role(world: World) -> None:
    client = client_for(world.tina)
    page = client.get(_url("members", world), {"q": "ad", "role": "student"}).content.decode()
    assert "Role of ada" in page
    assert "Role of ben" not in page


def test_a_student_leads_to_their_submissions_unless_names_are_hidden(world: World) -> None:
    client = client_for(world.tina)
    link = f"{reverse('gradebook:submissions', args=[world.course.slug])}?student={world.ada.pk}"
    assert link in client.get(_url("members", world)).content.decode()
    client.post(reverse("review:blind", args=[world.course.slug]), {"to": "on"})
    assert link not in client.get(_url("members", world)).content.decode()


# --- Requests and links


def test_students_ask_to_join_and_a_teacher_approves_them(world: World) -> None:
    Course.objects.update(registration=Registration.APPROVAL)
    page = client_for(world.cleo).post(reverse("join", args=["programming"]), follow=True)
    assert "A teacher will answer your request to join." in page.content.decode()
    assert "You have asked to join" in page.content.decode()
    assert _role(world, world.cleo) is None
    (request,) = JoinRequest.objects.all()
    client = client_for(world.tina)
    assert "Requests to join" in client.get(_url("members", world)).content.decode()
    client.post(_url("join-requests", world), {"to": "approve", "request": [request.pk, "x"]})
    assert _role(world, world.cleo) == MemberRole.STUDENT
    assert not JoinRequest.objects.exists()


def test_a_declined_request_is_gone(world: World) -> None:
    request = JoinRequest.objects.create(course=world.course, user=world.cleo)
    client_for(world.tina).post(
        _url("join-requests", world), {"to": "decline", "request": request.pk}
    )
    assert _role(world, world.cleo) is None
    assert not JoinRequest.objects.exists()


def test_requests_of_another_course_are_not_answered(world: World) -> None:
    request = JoinRequest.objects.create(course=world.secret_course, user=world.cleo)
    client_for(world.tina).post(
        _url("join-requests", world), {"to": "approve", "request": request.pk}
    )
    assert JoinRequest.objects.get() == request


def test_a_link_admits_students_until_it_is_replaced(world: World) -> None:
    Course.objects.filter(pk=world.course.pk).update(visible=False, registration="closed")
    tina, cleo = client_for(world.tina), client_for(world.cleo)
    tina.post(_url("join-link", world), {"to": "new"})
    page = tina.get(_url("members", world)).content.decode()
    (link,) = re.findall(r'readonly value="http://testserver([^"]+)"', page)
    tina.post(_url("join-link", world), {"to": "new"})
    assert cleo.get(link).status_code == 404
    page = tina.get(_url("members", world)).content.decode()
    (link,) = re.findall(r'readonly value="http://testserver([^"]+)"', page)
    assert cleo.get(link).status_code == 200
    assert _role(world, world.cleo) is None
    cleo.post(link)
    assert _role(world, world.cleo) == MemberRole.STUDENT
    tina.post(_url("join-link", world), {"to": "off"})
    assert client_for(world.ben).get(link).status_code == 404


def test_a_link_does_not_change_the_role_of_a_member(world: World) -> None:
    Course.objects.update(join_key="key")
    client_for(world.tina).post(_url("join-by-link", world, key="key"))
    assert _role(world, world.tina) == MemberRole.TEACHER


# --- Lists


def _upload(client: Client, world: World, text: str) -> str:
    answer = client.post(_url("member-import", world), {"text": text})
    assert answer.status_code == 302, answer.content.decode()
    return str(answer.headers["Location"])


def _upload_file(client: Client, world: World, content: bytes) -> str:
    file = SimpleUploadedFile("members.csv", content, content_type="text/csv")
    answer = client.post(_url("member-import", world), {"file": file})
    assert answer.status_code == 302, answer.content.decode()
    return str(answer.headers["Location"])


def test_a_list_is_shown_before_it_changes_anything(world: World) -> None:
    EmailAddress.objects.create(user=world.root, email="root@site.example", verified=True)
    client = client_for(world.tina)
    address = _upload(
        client,
        world,
        "cleo\nada,assistant\nben\nnew.one\nroot@site.example\nfraud@site.example\nbad name\n",
    )
    page = client.get(address).content.decode()
    assert "Make 4 changes" in page
    assert re.search(r">2</strong>\s+people become members<", page)
    assert re.search(r">1</strong>\s+person gets another role<", page)
    assert re.search(r">1</strong>\s+line with problems, which is left out<", page)
    assert "Line 7" in page
    assert _role(world, world.cleo) is None
    page = client.post(address, follow=True).content.decode()
    assert "2 members added. 1 role changed. 1 person becomes a member" in page
    assert _role(world, world.cleo) == MemberRole.STUDENT
    assert _role(world, world.root) == MemberRole.STUDENT
    assert _role(world, world.ada) == MemberRole.ASSISTANT
    assert PendingMember.objects.get().username == "new.one"
    assert not MemberImport.objects.exists()
    assert client.post(address).status_code == 404


def test_an_unconfirmed_address_belongs_to_nobody(world: World) -> None:
    EmailAddress.objects.create(user=world.cleo, email="ada@school.example", verified=False)
    client = client_for(world.tina)
    page = client.get(_upload(client, world, "ada@school.example")).content.decode()
    assert "no account has this email address" in page
    assert "Make" not in page


def test_a_list_does_not_take_the_last_teacher_away(world: World) -> None:
    client = client_for(world.tina)
    address = _upload(client, world, "tina,student")
    assert "stays a teacher" in client.get(address).content.decode()
    client.post(address)
    assert _role(world, world.tina) == MemberRole.TEACHER
    client.post(_upload(client, world, "tina,student\ncleo,teacher"))
    assert _role(world, world.tina) == MemberRole.STUDENT


def test_an_empty_form_says_what_is_missing(world: World) -> None:
    page = client_for(world.tina).post(_url("member-import", world), {"text": " "})
    assert "Choose a file or enter a list." in page.content.decode()


def test_names_in_a_list_are_text(world: World) -> None:
    client = client_for(world.tina)
    page = client.get(_upload(client, world, "<script>alert(1)</script>")).content.decode()
    assert "<script>alert(1)" not in page


def test_a_list_of_thousands_takes_few_queries(
    world: World, django_assert_max_num_queries: object
) -> None:
    User.objects.bulk_create(User(username=f"user{n}") for n in range(3000))
    client = client_for(world.tina)
    address = _upload(client, world, "\n".join(f"user{n}" for n in range(4000)))
    with django_assert_max_num_queries(40):  # type: ignore[operator]
        client.post(address)
    assert world.course.memberships.count() == 3003
    assert PendingMember.objects.count() == 1000


@pytest.mark.parametrize("encoding", ["latin-1", "utf-8-sig"])
def test_ten_thousand_faults_are_counted_and_five_hundred_shown(
    world: World, encoding: str
) -> None:
    lines = ["username;role", "zoë;", *(f"no such name {n};" for n in range(9_999)), "ben;king"]
    client = client_for(world.tina)
    page = client.get(_upload_file(client, world, "\r\n".join(lines).encode(encoding)))
    assert page.status_code == 200
    html = page.content.decode()
    assert "zoë" in html
    assert html.count("no such name") == 500
    assert page.context["more_faults"] == 9_500
    client.post(page.request["PATH_INFO"])
    assert [each.username for each in PendingMember.objects.all()] == ["zoë"]
    assert _role(world, world.ben) == MemberRole.STUDENT


@pytest.mark.long(reason="fifty thousand accounts")
def test_fifty_thousand_people_are_added_from_one_file(world: World) -> None:
    User.objects.bulk_create(User(username=f"user{n}") for n in range(40_000))
    client = client_for(world.tina)
    file = "username\n" + "\n".join(f"user{n}" for n in range(50_000))
    address = _upload_file(client, world, file.encode())
    assert client.get(address).context["changes"] == 50_000
    page = client.post(address, follow=True)
    assert "40000 members added." in page.content.decode()
    assert world.course.memberships.count() == 40_003
    assert PendingMember.objects.count() == 10_000


@pytest.mark.parametrize(
    ("sign_up", "institution", "joins"),
    [(False, False, True), (True, False, False), (True, True, True)],
)
def test_a_listed_username_joins_unless_it_was_freely_chosen(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    sign_up: bool,
    institution: bool,
    joins: bool,
) -> None:
    monkeypatch.setattr(settings, "SIGN_UP", sign_up)
    PendingMember.objects.create(course=world.course, username="cleo")
    if institution:
        SocialAccount.objects.create(user=world.cleo, provider="institution", uid="1")
    client_for(world.cleo)
    assert (_role(world, world.cleo) is not None) == joins
    join_pending_courses(world.cleo)
    assert world.course.memberships.filter(user=world.cleo).count() == int(joins)
