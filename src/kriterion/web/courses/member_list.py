"""Read a list of members from a CSV file that any program wrote.

Nothing here reads the database. All faults of a file are reported, each with its line.
"""

import re
from dataclasses import dataclass, field
from enum import StrEnum, unique
from typing import Final, assert_never

from kriterion.web.base.spreadsheet_rows import read_rows
from kriterion.web.courses.groups import SEPARATORS, GroupNameError, normalize_name
from kriterion.web.courses.models import MemberRole

MAX_BYTES: Final = 8 * 2**20
MAX_ROWS: Final = 50_000
_MAX_FIELD: Final = 150  # characters, as in the table of users
_MAX_GROUPS: Final = 50  # of a member

_USERNAME: Final = re.compile(r"[\w.@+-]+")
_EMAIL: Final = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
_HEADERS: Final = {
    **dict.fromkeys(
        ("username", "user name", "user", "login", "gebruikersnaam", "nom d'utilisateur"),
        "username",
    ),
    **dict.fromkeys(
        ("email", "e-mail", "email address", "e-mailadres", "adresse e-mail", "mail"), "email"
    ),
    **dict.fromkeys(("role", "rol", "rôle"), "role"),
    **dict.fromkeys(
        ("groups", "group", "labels", "label", "groepen", "groep", "groupes", "groupe"), "groups"
    ),
}


def _list_names(role: MemberRole) -> tuple[str, ...]:
    """Return what lists call a role, in each language of the site."""
    match role:
        case MemberRole.STUDENT:
            return ("student", "leerling", "étudiant", "étudiante", "élève", "")
        case MemberRole.ASSISTANT:
            return ("assistant", "assistent", "assistante")
        case MemberRole.TEACHER:
            return (
                "teacher",
                "docent",
                "lesgever",
                "leraar",
                "enseignant",
                "enseignante",
                "professeur",
            )
        case _:
            assert_never(role)


_ROLES: Final = {name: role for role in MemberRole for name in _list_names(role)}


@unique
class RowFault(StrEnum):
    """Why a row, or the whole file, cannot be used."""

    TOO_LARGE = "too-large"  # the file
    TOO_MANY = "too-many"  # rows
    EMPTY = "empty"  # a file without rows
    LINE = "line"  # not readable as CSV
    NOBODY = "nobody"  # neither username nor email address
    USERNAME = "username"  # has characters that no username has, or too many
    EMAIL = "email"
    ROLE = "role"
    GROUPS = "groups"  # a name that no group may have, or too many groups
    TWICE = "twice"  # the same person on an earlier line


@dataclass(frozen=True, kw_only=True, slots=True)
class ListedMember:
    """A row: a username, an email address, or both.

    `groups` are all groups that the member will be in; without that column, None: they stay.
    """

    line: int
    username: str = ""
    email: str = ""
    role: MemberRole = MemberRole.STUDENT
    groups: tuple[str, ...] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class FaultyRow:
    line: int
    fault: RowFault
    value: str = ""


@dataclass(kw_only=True, slots=True)
class MemberList:
    members: list[ListedMember] = field(default_factory=list)
    faults: list[FaultyRow] = field(default_factory=list)


def read_member_list(data: bytes) -> MemberList:
    """Read a file of any encoding and delimiter that spreadsheets write.

    The first row may name the columns (username, email, role, groups, in any language of the site).
    Otherwise the first column is the username or email address, and cells after it count if they
    are an email address or a role.
    """
    result = MemberList()
    if len(data) > MAX_BYTES:
        result.faults.append(FaultyRow(line=1, fault=RowFault.TOO_LARGE, value=str(MAX_BYTES)))
        return result
    seen: dict[str, int] = {}
    columns: dict[str, int] | None = None
    is_first = True
    for row in read_rows(data):
        line, cells = row.line, row.cells
        if cells is None:
            fault = FaultyRow(line=line, fault=RowFault.LINE, value=row.beginning)
            result.faults.append(fault)
            continue
        if is_first:
            is_first = False
            columns = _find_columns(cells)
            if columns is not None:
                continue
        if len(result.members) + len(result.faults) >= MAX_ROWS:
            result.faults.append(FaultyRow(line=line, fault=RowFault.TOO_MANY, value=str(MAX_ROWS)))
            return result
        values = _guess_values(cells) if columns is None else _name_values(cells, columns)
        _add_row(line, values, seen, result)
    if not (result.members or result.faults):
        result.faults.append(FaultyRow(line=1, fault=RowFault.EMPTY))
    return result


def _find_columns(cells: list[str]) -> dict[str, int] | None:
    """Return the index of each known column, or None if this row is not a header.

    If two columns have the same name, the first counts.
    """
    named = {
        _HEADERS[name]: index
        for index, cell in reversed(list(enumerate(cells)))
        if (name := cell.lower()) in _HEADERS
    }
    return named if "username" in named or "email" in named else None


def _name_values(cells: list[str], columns: dict[str, int]) -> dict[str, str]:
    return {name: cells[at] if at < len(cells) else "" for name, at in columns.items()}


def _guess_values(cells: list[str]) -> dict[str, str]:
    values = {"email" if "@" in cells[0] else "username": cells[0]}
    for cell in cells[1:]:
        if "@" in cell:
            values.setdefault("email", cell)
        elif cell.lower() in _ROLES:
            values.setdefault("role", cell)
    return values


def _add_row(line: int, values: dict[str, str], seen: dict[str, int], result: MemberList) -> None:
    """Add a row to the members, or to the faults."""
    username, email = values.get("username", ""), values.get("email", "").lower()
    fault = _find_fault(username, email, values.get("role", ""))
    groups = None
    if "groups" in values and fault is None:
        groups = _read_groups(values["groups"])
        fault = (RowFault.GROUPS, values["groups"]) if groups is None else None
    if fault is None:
        known = {name for name in (username, email) if name}
        first = next((seen[name] for name in known if name in seen), None)
        if first is None:
            seen.update(dict.fromkeys(known, line))
            role = _ROLES[values.get("role", "").lower()]
            result.members.append(
                ListedMember(line=line, username=username, email=email, role=role, groups=groups)
            )
            return
        fault = RowFault.TWICE, str(first)
    result.faults.append(FaultyRow(line=line, fault=fault[0], value=fault[1][:_MAX_FIELD]))


def _read_groups(cell: str) -> tuple[str, ...] | None:
    """Return the normal names of groups in a cell, each once; None if one is not valid."""
    parts = [part for part in re.split(f"[{SEPARATORS}]", cell) if part.strip()]
    try:
        groups = tuple(sorted({normalize_name(part) for part in parts}))
    except GroupNameError:
        return None
    return groups if len(groups) <= _MAX_GROUPS else None


def _find_fault(username: str, email: str, role: str) -> tuple[RowFault, str] | None:
    if not (username or email):
        return RowFault.NOBODY, ""
    if username and (len(username) > _MAX_FIELD or not _USERNAME.fullmatch(username)):
        return RowFault.USERNAME, username
    if email and (len(email) > _MAX_FIELD or not _EMAIL.fullmatch(email)):
        return RowFault.EMAIL, email
    if role.lower() not in _ROLES:
        return RowFault.ROLE, role
    return None
