"""Lists of members, as spreadsheets and people write them."""

import pytest
from django.conf import settings
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from kriterion.web.courses.member_list import (
    MAX_BYTES,
    MAX_ROWS,
    ListedMember,
    RowFault,
    read_member_list,
)
from kriterion.web.courses.models import MemberRole

STUDENT, ASSISTANT, TEACHER = MemberRole.STUDENT, MemberRole.ASSISTANT, MemberRole.TEACHER

READABLE = {
    "a name on each line": ("ada\nben\n", [("ada", "", STUDENT), ("ben", "", STUDENT)]),
    "addresses": ("Ada@School.example\n", [("", "ada@school.example", STUDENT)]),
    "a role after the name": ("ada,teacher\nben,", [("ada", "", TEACHER), ("ben", "", STUDENT)]),
    "a name, an address, the name in full": (
        "ada,ada@school.example,Ada Lovelace,assistant",
        [("ada", "ada@school.example", ASSISTANT)],
    ),
    "named columns in any order": (
        "Role;Email;First name;Username\nTeacher;a@b.example;Ada;ada\n",
        [("ada", "a@b.example", TEACHER)],
    ),
    "Dutch columns": ("Gebruikersnaam\tRol\nada\tDocent\n", [("ada", "", TEACHER)]),
    "quotation marks": ('"Username","Role"\n"ada","student"\n', [("ada", "", STUDENT)]),
    "blank lines and short rows": (
        "username,email,role\n\n , ,\nada\n",
        [("ada", "", STUDENT)],
    ),
}


@pytest.mark.parametrize("name", READABLE)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_lists_of_any_form_are_read(name: str, encoding: str) -> None:
    text, expected = READABLE[name]
    members = read_member_list(text.encode(encoding))
    assert [(row.username, row.email, row.role) for row in members.members] == expected
    assert members.faults == []


GROUPS: dict[str, tuple[str, tuple[str, ...] | None]] = {
    "no column": ("username,role\nada,student\n", None),
    "an empty cell": ("username,groups\nada,\n", ()),
    "a short row": ("username,role,groups\nada\n", ()),
    "one": ("username,groups\nada, 1  A \n", ("1 A",)),
    "several": ('username,groups\nada,"b; a|c,a;;"\n', ("a", "b", "c")),
    "Dutch": ("gebruikersnaam;groepen\nada;1A\n", ("1A",)),
    "a label": ("username,label\nada,1A\n", ("1A",)),
    "a disarmed formula": ("username,groups\nada,'=1+1\n", ("=1+1",)),
    "not a formula": ("username,groups\nada,'t Hof\n", ("'t Hof",)),
}


@pytest.mark.parametrize("name", GROUPS)
def test_groups_are_read_in_normal_form(name: str) -> None:
    text, expected = GROUPS[name]
    members = read_member_list(text.encode())
    assert [row.groups for row in members.members] == [expected]
    assert members.faults == []


@pytest.mark.parametrize(
    "cell", ["x" * 101, "a\u202eb", ";".join(str(number) for number in range(51))]
)
def test_groups_that_cannot_be_are_faults(cell: str) -> None:
    members = read_member_list(f'username,groups\nada,"{cell}"\nben,1A\n'.encode())
    assert [(row.line, row.fault) for row in members.faults] == [(2, RowFault.GROUPS)]
    assert [row.username for row in members.members] == ["ben"]


def test_names_in_latin_1_are_read() -> None:
    members = read_member_list("username\nzoë\n".encode("latin-1"))
    assert [row.username for row in members.members] == ["zoë"]


FAULTY = {
    "an empty file": ("", [(1, RowFault.EMPTY, "")]),
    "a header alone": ("username,role\n", [(1, RowFault.EMPTY, "")]),
    "spaces in a name": ("ada lovelace\n", [(1, RowFault.USERNAME, "ada lovelace")]),
    "a long name": (f"{'a' * 151}\n", [(1, RowFault.USERNAME, "a" * 150)]),
    "not an address": ("username,email\nada,a@b@c\n", [(2, RowFault.EMAIL, "a@b@c")]),
    "an unknown role": ("username,role\nada,boss\n", [(2, RowFault.ROLE, "boss")]),
    "a row without a person": ("username,role\n,teacher\n", [(2, RowFault.NOBODY, "")]),
    "the same person twice": (
        "username,email\nada,a@b.example\nben,A@B.example\n",
        [(3, RowFault.TWICE, "2")],
    ),
    "an open quotation mark": ('ada\n"ben\n', [(2, RowFault.LINE, '"ben')]),
    "a very long line": ("x" * 20_000, [(1, RowFault.LINE, "x" * 50)]),
}


@pytest.mark.parametrize("name", FAULTY)
def test_all_faults_are_reported_with_their_lines(name: str) -> None:
    text, expected = FAULTY[name]
    members = read_member_list(text.encode())
    assert [(row.line, row.fault, row.value) for row in members.faults] == expected


def test_faulty_rows_do_not_keep_others_out() -> None:
    lines = [f"user{n}" if n % 5 else f"user {n}" for n in range(50_000)]
    members = read_member_list("\n".join(lines).encode())
    assert len(members.members) == 40_000
    assert len(members.faults) == 10_000


def test_a_list_has_limits() -> None:
    many = "\n".join(f"user{n}" for n in range(MAX_ROWS + 10)).encode()
    members = read_member_list(many)
    assert len(members.members) == MAX_ROWS
    assert [row.fault for row in members.faults] == [RowFault.TOO_MANY]
    (large,) = read_member_list(b"x" * (MAX_BYTES + 1)).faults
    assert large.fault == RowFault.TOO_LARGE


@given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_every_row_is_a_member_or_a_fault_with_its_line(data: bytes) -> None:
    members = read_member_list(data)
    assert members.members or members.faults
    lines = [row.line for row in members.members] + [row.line for row in members.faults]
    assert len(set(lines)) == len(lines)
    for row in members.members:
        assert row.username or row.email
        assert row == ListedMember(
            line=row.line, username=row.username, email=row.email, role=row.role
        )


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
@pytest.mark.parametrize("role", MemberRole)
def test_a_role_is_read_as_the_site_calls_it(role: MemberRole, language: str) -> None:
    with translation.override(language):
        content = f"username,role\nada,{role.label}\n".encode()
    assert [row.role for row in read_member_list(content).members] == [role]
