"""Groups of a course: who is in them, and that every list of students can be narrowed to one."""

import csv
import io
import json
import zipfile
from io import BytesIO
from threading import Barrier, Thread

import pytest
from django.db import connection
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st
from pytest_django.fixtures import Settings

from kriterion.web.accounts.models import User
from kriterion.web.audit.models import AuditEntry
from kriterion.web.courses import groups as service
from kriterion.web.courses.groups import GroupNameError, add_group, normalize_name
from kriterion.web.courses.memberships import remove_member
from kriterion.web.courses.models import CourseGroup, MemberRole, Membership
from kriterion.web.review.models import Review
from kriterion.web.review.services.discussion import open_thread
from kriterion.web.submissions.models import Submission
from tests.web.conftest import World, client_for
from tests.web.gradebook.test_results import submit


def _url(name: str, world: World, **more: object) -> str:
    return reverse(name, kwargs={"slug": world.course.slug, **more})


def _membership(world: World, user: User) -> Membership:
    return world.course.memberships.get(user=user)


def _names(group: CourseGroup) -> list[str]:
    return sorted(group.members.values_list("user__username", flat=True))


@pytest.fixture
def group(world: World) -> CourseGroup:
    """Ada's group; Ben is in none. Both have submitted."""
    made = add_group(world.course, "1A")
    made.members.add(_membership(world, world.ada))
    User.objects.filter(pk=world.ben.pk).update(last_name="Bensson")
    User.objects.filter(pk=world.ada.pk).update(last_name="Lovelace")
    Submission.objects.filter(pk=world.submission.pk).update(state="finished", status="wrong")
    submit(world, world.ben, status="correct", accepted=True)
    return made


def test_a_teacher_puts_chosen_members_into_a_new_group(world: World) -> None:
    client = client_for(world.tina)
    keys = [_membership(world, user).pk for user in (world.ada, world.ben)]
    url = _url("teaching:group-members", world)
    page = client.post(url, {"member": keys, "name": " 1  A ", "to": "add"}, follow=True)
    assert "2 members added to 1 A." in page.content.decode()
    group = world.course.groups.get()
    assert (group.name, _names(group)) == ("1 A", ["ada", "ben"])
    client.post(url, {"member": keys[:1], "group": group.pk, "to": "remove"})
    assert _names(group) == ["ben"]
    actions = list(AuditEntry.objects.values_list("action", flat=True).order_by("pk"))
    assert actions == ["group.add", "group.members", "group.members"]


def test_a_member_may_be_in_several_groups(world: World, group: CourseGroup) -> None:
    other = add_group(world.course, "guests")
    service.add_members(other, [_membership(world, world.ada)])
    page = client_for(world.tina).get(_url("teaching:members", world)).content.decode()
    assert page.count("<bdi>1A</bdi>") == page.count("<bdi>guests</bdi>") == 1


def test_a_group_is_renamed_and_deleted_while_its_members_stay(
    world: World, group: CourseGroup
) -> None:
    client = client_for(world.tina)
    url = _url("teaching:group-rename", world, group_id=group.pk)
    add_group(world.course, "1B")
    page = client.post(url, {"name": "1B"}, follow=True)
    assert "differ within a course" in page.content.decode()
    client.post(url, {"name": "2A"})
    group.refresh_from_db()
    assert group.name == "2A"
    client.post(_url("teaching:group-delete", world, group_id=group.pk))
    assert not CourseGroup.objects.filter(pk=group.pk).exists()
    assert _membership(world, world.ada).role == MemberRole.STUDENT


def test_members_of_another_course_are_never_added(world: World, group: CourseGroup) -> None:
    other = Membership.objects.create(user=world.cleo, course=world.secret_course)
    url = _url("teaching:group-members", world)
    client_for(world.tina).post(url, {"member": [other.pk], "group": group.pk, "to": "add"})
    assert _names(group) == ["ada"]
    theirs = add_group(world.secret_course, "theirs")
    key = _membership(world, world.ada).pk
    client_for(world.tina).post(url, {"member": [key], "group": theirs.pk, "to": "add"})
    assert _names(theirs) == []


def test_who_leaves_the_course_leaves_its_groups(world: World, group: CourseGroup) -> None:
    remove_member(_membership(world, world.ada))
    assert _names(group) == []


@pytest.mark.parametrize("name", ["", " ", "a,b", "a;b", "a|b", "x" * 101, "a\x00b", "a\u202eb"])
def test_a_name_that_no_group_may_have_is_refused(world: World, name: str) -> None:
    with pytest.raises(GroupNameError):
        add_group(world.course, name)
    page = client_for(world.tina).post(
        _url("teaching:group-add", world), {"name": name}, follow=True
    )
    assert "Names of groups have" in page.content.decode()
    assert not world.course.groups.exists()


@given(st.text(max_size=120))
def test_normal_names_are_stable(name: str) -> None:
    try:
        normal = normalize_name(name)
    except GroupNameError:
        return
    assert normalize_name(normal) == normal


def test_a_course_has_a_bounded_number_of_groups(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MAX_GROUPS", 1)
    client = client_for(world.tina)
    client.post(_url("teaching:group-add", world), {"name": "a"})
    page = client.post(_url("teaching:group-add", world), {"name": "b"}, follow=True)
    assert "A course has at most" in page.content.decode()
    assert world.course.groups.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_teachers_who_add_one_group_at_once_add_it_once(world: World) -> None:
    start = Barrier(2)

    def add() -> None:
        start.wait()
        add_group(world.course, "1A")
        connection.close()

    threads = [Thread(target=add) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert world.course.groups.count() == 1


PAGES = ["teaching:members", "gradebook:submissions", "gradebook:results"]


@pytest.mark.parametrize("page", PAGES)
def test_a_list_is_narrowed_to_a_group(world: World, group: CourseGroup, page: str) -> None:
    client = client_for(world.tina)
    everybody = client.get(_url(page, world)).content.decode()
    assert "Lovelace" in everybody
    assert "Bensson" in everybody
    narrowed = client.get(_url(page, world), {"group": group.pk}).content.decode()
    assert "Lovelace" in narrowed
    assert "Bensson" not in narrowed
    for nonsense in ("", "x", "-1", "999999", "9" * 40):
        assert "Bensson" in client.get(_url(page, world), {"group": nonsense}).content.decode()


def test_a_group_of_another_course_restricts_nothing(world: World, group: CourseGroup) -> None:
    theirs = add_group(world.secret_course, "theirs")
    page = client_for(world.tina).get(_url("gradebook:results", world), {"group": theirs.pk})
    assert "Bensson" in page.content.decode()
    assert "theirs" not in page.content.decode()


def test_silent_and_stuck_students_of_a_group(world: World, group: CourseGroup) -> None:
    Submission.objects.all().delete()
    client = client_for(world.tina)
    query: dict[str, str | int] = {"show": "silent", "group": group.pk}
    silent = client.get(_url("gradebook:results", world), query)
    assert [row.user for row, _, _ in silent.context["rows"]] == [world.ada]
    for _ in range(5):
        submit(world, world.ada, status="wrong")
        submit(world, world.ben, status="wrong")
    stuck = client.get(_url("gradebook:results", world), {**query, "show": "stuck"})
    assert [row.user for row, _, _ in stuck.context["rows"]] == [world.ada]


def test_all_exports_are_narrowed_to_a_group(world: World, group: CourseGroup) -> None:
    client = client_for(world.tina)
    query = {"group": group.pk}
    table = client.get(_url("gradebook:grades-csv", world), query).content.decode("utf-8-sig")
    assert [row[0] for row in csv.reader(io.StringIO(table))] == ["username", "ada"]
    document = json.loads(client.get(_url("gradebook:grades-json", world), query).content)
    assert [student["username"] for student in document["students"]] == ["ada"]
    url = _url("gradebook:submissions-zip", world, series_id=world.series.pk)
    names = zipfile.ZipFile(BytesIO(client.get(url, query).content)).namelist()
    assert [name for name in names if name.startswith("ben")] == []
    assert any(name.startswith("ada/") for name in names)


def test_neighbours_in_a_narrowed_list_are_of_the_group(world: World, group: CourseGroup) -> None:
    later = submit(world, world.ada, status="wrong")
    url = reverse("submission", args=[world.submission.pk])
    page = client_for(world.tina).get(url, {"list": f"group={group.pk}"}).content.decode()
    assert f'href="{reverse("submission", args=[later.pk])}?list=group%3D{group.pk}"' in page


def test_reviews_go_on_within_the_group(world: World, group: CourseGroup) -> None:
    client = client_for(world.tina)
    where = {"series_id": world.series.pk, "activity_id": world.exercise.pk}
    url = _url("review:exercise", world, **where)
    assert "Bensson" not in client.get(url, {"group": group.pk}).content.decode()
    assert "Bensson" in client.get(url).content.decode()
    review = _url("review:review", world, submission_id=world.submission.pk)
    answer = client.post(
        f"{review}?group={group.pk}", {"comment": "Good.", "seen": "0", "to": "next"}
    )
    assert Review.objects.get(submission=world.submission).completed_at is not None
    assert answer.headers["Location"] == f"{url}?group={group.pk}", "none is left in the group"


def test_questions_are_narrowed_to_a_group(world: World, group: CourseGroup) -> None:
    open_thread(world.submission, world.ada, "Why so?")
    bens = Submission.objects.get(user=world.ben)
    open_thread(bens, world.ben, "What now?")
    page = client_for(world.tina).get(_url("review:questions", world), {"group": group.pk})
    assert "Why so?" in page.content.decode()
    assert "What now?" not in page.content.decode()


def test_an_assistant_filters_by_group_and_changes_none(world: World, group: CourseGroup) -> None:
    Membership.objects.create(user=world.cleo, course=world.course, role=MemberRole.ASSISTANT)
    client = client_for(world.cleo)
    page = client.get(_url("teaching:members", world), {"group": group.pk}).content.decode()
    assert "Bensson" not in page
    assert 'name="member"' not in page
    assert client.get(_url("teaching:groups", world)).status_code == 404


def test_a_teacher_names_groups_of_the_institution(world: World, settings: Settings) -> None:
    client = client_for(world.tina)
    members = _url("teaching:members", world)
    assert "Groups of your institution" not in client.get(members).content.decode()
    settings.OIDC_SERVER = "https://login.example.edu"
    url = _url("teaching:institution-groups", world)
    client.post(url, {"names": f" b \r\na\n\na\n{'x' * 300}\x00\n"})
    names = list(world.course.institution_groups.values_list("name", flat=True))
    assert names == ["a", "b", "x" * 200]
    assert "a\nb\n" in client.get(members).content.decode()
    client.post(url, {"names": ""})
    assert not world.course.institution_groups.exists()
