"""Groups in lists of members: imported with a preview, exported, and kept until a first log-in."""

import csv
import io

import pytest
from allauth.account.models import EmailAddress
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from kriterion.web.accounts.models import User
from kriterion.web.audit.models import AuditEntry
from kriterion.web.courses import groups as service
from kriterion.web.courses.groups import add_group
from kriterion.web.courses.memberships import join_pending_courses
from kriterion.web.courses.models import MemberImport, MemberRole, PendingMember
from tests.web.conftest import World, client_for


def _url(name: str, world: World, **more: object) -> str:
    return reverse(f"teaching:{name}", kwargs={"slug": world.course.slug, **more})


def _upload(world: World, text: str) -> tuple[str, str]:
    """Return the address of the preview of a list, and the preview."""
    file = SimpleUploadedFile("list.csv", text.encode())
    client = client_for(world.tina)
    answer = client.post(_url("member-import", world), {"file": file})
    return answer.url, client.get(answer.url).content.decode()  # type: ignore[attr-defined]


def _list_groups(world: World, user: User) -> list[str]:
    membership = world.course.memberships.get(user=user)
    return list(membership.groups.order_by("name").values_list("name", flat=True))


def test_the_preview_shows_new_groups_and_who_changes(world: World) -> None:
    add_group(world.course, "1A").members.add(world.course.memberships.get(user=world.ada))
    url, preview = _upload(world, "username,groups\nada,1B; 1C\nben,\ncleo,1A\n")
    assert "<bdi>1A</bdi> → <bdi>1B, 1C</bdi>" in preview
    assert "<bdi>1B, 1C</bdi></p>" in preview, "which are new"
    assert "Make 2 changes" in preview
    assert _list_groups(world, world.ada) == ["1A"], "nothing has changed yet"
    page = client_for(world.tina).post(url, follow=True).content.decode()
    assert "1 member gets other groups." in page
    assert _list_groups(world, world.ada) == ["1B", "1C"]
    assert _list_groups(world, world.ben) == []
    assert _list_groups(world, world.cleo) == ["1A"]


def test_without_a_column_the_groups_stay(world: World) -> None:
    group = add_group(world.course, "The first group")
    group.members.add(world.course.memberships.get(user=world.ada))
    url, preview = _upload(world, "username,role\nada,assistant\n")
    assert group.name not in preview
    client_for(world.tina).post(url)
    assert _list_groups(world, world.ada) == [group.name]


def test_role_and_groups_change_together(world: World) -> None:
    url, _ = _upload(world, "username,role,groups\nada,assistant,1A\n")
    client_for(world.tina).post(url)
    assert world.course.memberships.get(user=world.ada).role == MemberRole.ASSISTANT
    assert _list_groups(world, world.ada) == ["1A"]


def test_who_has_no_account_joins_with_their_groups(world: World) -> None:
    url, _ = _upload(world, "username,groups\ndora,1A; 1B\n")
    client_for(world.tina).post(url)
    url, preview = _upload(world, "username,groups\ndora,1A; 1B\n")
    assert "Make" not in preview, "nothing changes"
    dora = User.objects.create(username="dora")
    join_pending_courses(dora)
    assert _list_groups(world, dora) == ["1A", "1B"]
    assert not PendingMember.objects.exists()


def test_too_many_groups_change_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MAX_GROUPS", 1)
    url, _ = _upload(world, "username,groups\ncleo,a; b\n")
    page = client_for(world.tina).post(url, follow=True).content.decode()
    assert "A course has at most" in page
    assert not world.course.memberships.filter(user=world.cleo).exists()
    assert not world.course.groups.exists()


def test_a_list_of_the_former_version_is_still_read(world: World) -> None:
    made = MemberImport.objects.create(
        course=world.course, author=world.tina, entries=[[1, "cleo", "", "student"]]
    )
    url = _url("member-import-confirm", world, import_id=made.pk)
    client_for(world.tina).post(url)
    assert _list_groups(world, world.cleo) == []


def test_the_exported_list_is_one_that_changes_nothing(world: World) -> None:
    User.objects.filter(pk=world.ada.pk).update(last_name="=1+1", email="ada@example.org")
    for name in ("2", "+1"):
        add_group(world.course, name).members.add(world.course.memberships.get(user=world.ada))
    waiting = PendingMember.objects.create(course=world.course, username="@dora")
    waiting.groups.add(add_group(world.course, "1A"))
    answer = client_for(world.tina).get(_url("members-csv", world))
    text = answer.content.decode("utf-8-sig")
    rows = {row[0]: row for row in csv.reader(io.StringIO(text))}
    assert rows["ada"][1:] == ["'=1+1", "", "ada@example.org", "student", "'+1; 2"]
    assert rows["'@dora"][5] == "1A"
    assert AuditEntry.objects.filter(action="course.member-export").exists()
    _, preview = _upload(world, text)
    assert "Make" not in preview
    assert "problems" not in preview


def test_the_export_is_narrowed_to_a_group(world: World) -> None:
    group = add_group(world.course, "1A")
    group.members.add(world.course.memberships.get(user=world.ada))
    answer = client_for(world.tina).get(_url("members-csv", world), {"group": group.pk})
    text = answer.content.decode("utf-8-sig")
    assert [row[0] for row in csv.reader(io.StringIO(text))] == ["username", "ada"]


def test_a_person_listed_by_username_and_by_address_is_added_once(world: World) -> None:
    EmailAddress.objects.create(user=world.cleo, email="cleo@example.org", verified=True)
    url, preview = _upload(world, "username,email,groups\ncleo,,1A\n,cleo@example.org,1B\n")
    assert "Make 1 change" in preview
    assert client_for(world.tina).post(url).status_code == 302
    assert _list_groups(world, world.cleo) == ["1A"]
