"""`kriterion manage addusers` creates the accounts of a list, once it was looked at."""

from io import StringIO
from pathlib import Path

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from kriterion.web.accounts.models import Role, User
from kriterion.web.audit.models import AuditEntry
from tests.web.conftest import World

LIST = """\ufeffusername;email;first_name;last_name;role
dora;dora@example.org;Dora;Eén;
emil;;Emil;;Teacher
ada;other@example.org;;;
"""


def add(file: Path, text: str, *options: str) -> tuple[str, str]:
    file.write_text(text, encoding="utf-8")
    output, errors = StringIO(), StringIO()
    call_command("addusers", str(file), *options, stdout=output, stderr=errors)
    return output.getvalue(), errors.getvalue()


def test_a_list_is_previewed_then_created(world: World, tmp_path: Path) -> None:
    file, passwords = tmp_path / "people.csv", tmp_path / "passwords.csv"
    before = User.objects.count()
    output, _ = add(file, LIST)
    assert "new\t1 student\nnew\t1 teacher\nknown\t1\n" in output
    assert User.objects.count() == before
    add(file, LIST, "--apply", "--passwords", str(passwords))
    dora, emil = User.objects.get(username="dora"), User.objects.get(username="emil")
    assert (dora.get_full_name(), dora.email, dora.role) == (
        "Dora Eén",
        "dora@example.org",
        "student",
    )
    assert emil.role == Role.TEACHER
    assert User.objects.get(username="ada").email == world.ada.email  # it stays as it is
    header, first, _ = passwords.read_text(encoding="utf-8").splitlines()
    assert header == "username,email,password"
    assert dora.check_password(first.rpartition(",")[2])
    assert passwords.stat().st_mode & 0o077 == 0
    assert AuditEntry.objects.filter(action="user.add").count() == 2
    assert "new" not in add(file, LIST, "--apply")[0]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252"])
def test_a_list_may_have_the_encoding_of_any_spreadsheet(
    world: World, tmp_path: Path, encoding: str
) -> None:
    file = tmp_path / "people.csv"
    file.write_text("username\tlast_name\nnoël\tCœur\n", encoding=encoding)
    call_command("addusers", str(file), "--apply", stdout=StringIO())
    assert User.objects.get(username="noël").last_name == "Cœur"


def test_users_without_a_password_ask_for_one_by_mail(world: World, tmp_path: Path) -> None:
    add(tmp_path / "people.csv", "username,email\nfred,fred@example.org\n", "--apply")
    assert not User.objects.get(username="fred").has_usable_password()
    Client().post(reverse("account_reset_password"), {"email": "fred@example.org"})
    (message,) = mail.outbox
    assert message.to == ["fred@example.org"]
    assert "/accounts/password/reset/key/" in str(message.body)


def test_a_list_with_problems_creates_nothing(world: World, tmp_path: Path) -> None:
    text = (
        "username,email,role\ngina,nowhere,student\nhans,,king\nivan,,\nivan,,\n"
        ',jo@example.org,\n,,\n"kim,,\nlea,,,student\nmo\n'
    )
    _, errors = add(tmp_path / "people.csv", text)
    assert "line 2: email 'nowhere'" in errors
    assert "line 3: role 'king'" in errors
    assert "line 5: ivan is also on line 4" in errors
    assert "line 6: username ''" in errors
    assert "line 7" not in errors  # blank
    assert 'line 8: not a row of this table: "kim,,' in errors
    assert "line 9: not a row of this table: lea,,,student" in errors
    assert "line 10" not in errors  # cells at the end of a row may be missing
    with pytest.raises(CommandError, match="repair these lines"):
        add(tmp_path / "people.csv", text, "--apply")
    assert not User.objects.filter(username="ivan").exists()


def test_an_existing_file_is_not_overwritten_with_passwords(world: World, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.write_text("important")
    with pytest.raises(CommandError, match="cannot be written"):
        add(tmp_path / "people.csv", "username\njan\n", "--apply", "--passwords", str(kept))
    assert kept.read_text() == "important"
    assert not User.objects.filter(username="jan").exists()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"name,mail\nada,a@b.c\n", "the first row must name the columns"),
        (b"", "the first row must name the columns"),
        (b'"username\nada\n', "the first row must name the columns"),
        (None, "cannot be read"),
    ],
)
def test_a_file_that_is_no_list_is_refused(
    world: World, tmp_path: Path, content: bytes | None, reason: str
) -> None:
    file = tmp_path / "people.csv"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(CommandError, match=reason):
        call_command("addusers", str(file))
