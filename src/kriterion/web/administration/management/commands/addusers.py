"""`kriterion manage addusers`: create the accounts of a list of people."""

import csv
import os
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from kriterion.web.accounts.models import Role, User
from kriterion.web.administration.forms import UserForm
from kriterion.web.administration.people import generate_password
from kriterion.web.audit.audit_log import note_command
from kriterion.web.base.spreadsheet_rows import SheetRow, read_rows
from kriterion.web.base.spreadsheet_text import escape_formulas

_COLUMNS: Final = ("username", "email", "first_name", "last_name", "role", "language")
_MAX_BYTES: Final = 8 * 2**20


@dataclass(kw_only=True, slots=True)
class AccountList:
    """What a list of people means for the site: each line is in one of the three."""

    new: list[UserForm] = field(default_factory=list)
    known: list[str] = field(default_factory=list)  # usernames
    faults: list[str] = field(default_factory=list)


class Command(BaseCommand):
    help = (
        "Create the accounts of the people in a CSV file, whose first row names its columns: "
        f"{', '.join(_COLUMNS)}; only username is required. Without --apply, only say what would "
        "be created. Accounts that exist stay as they are."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--apply", action="store_true", help="create the accounts")
        parser.add_argument(
            "--passwords",
            metavar="FILE",
            type=Path,
            help="generate passwords and write them to this new file, which only you can read; "
            "otherwise the accounts have none, and their users ask for one by mail or log in at "
            "the institution",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        listed = read_accounts(options["file"])
        for fault in listed.faults:
            self.stderr.write(fault)
        roles = Counter(str(form.cleaned_data["role"]) for form in listed.new)
        for role, number in sorted(roles.items()):
            self.stdout.write(f"new\t{number} {role}")
        self.stdout.write(f"known\t{len(listed.known)}")
        self.stdout.write(f"lines with problems\t{len(listed.faults)}")
        if not options["apply"]:
            self.stdout.write("nothing was created; add --apply to create these accounts")
        elif listed.faults:
            raise CommandError("nothing was created: repair these lines, or remove them")
        elif listed.new:
            create_accounts(listed.new, options["passwords"])
            self.stdout.write(f"created\t{len(listed.new)}")


def read_accounts(file: Path) -> AccountList:
    """Read a list of people. Raises CommandError if that is not a list."""
    rows = read_rows(_read_file(file))
    columns = _find_columns(file, next(rows, None))
    result = AccountList()
    lines: dict[str, int] = {}
    known = set(User.objects.values_list("username", flat=True))
    for listed in rows:
        line = listed.line
        if listed.cells is None or len(listed.cells) > len(columns):
            result.faults.append(f"line {line}: not a row of this table: {listed.beginning}")
            continue
        row = dict.fromkeys(columns, "") | dict(zip(columns, listed.cells, strict=False))
        username = row["username"]
        if username and username in lines:
            result.faults.append(f"line {line}: {username} is also on line {lines[username]}")
            continue
        lines[username] = line
        if username in known:
            result.known.append(username)
            continue
        form = UserForm(
            {"role": Role.STUDENT, "language": "en", **_drop_empty(row), "is_active": 1}
        )
        if form.is_valid():
            result.new.append(form)
            continue
        for name, messages in form.errors.items():
            value = repr(row.get(name, ""))[:60]
            result.faults.extend(f"line {line}: {name} {value}: {text}" for text in messages)
    return result


@transaction.atomic
def create_accounts(forms: list[UserForm], passwords: Path | None) -> None:
    """Create accounts; write generated passwords to a new file."""
    rows = []
    for form in forms:
        user: User = form.save(commit=False)
        password = generate_password() if passwords is not None else None
        user.set_password(password)
        user.save()
        note_command("user.add", user, role=user.role)
        rows.append((user.username, user.email, password or ""))
    if passwords is not None:
        _write_passwords(passwords, rows)


def _read_file(file: Path) -> bytes:
    try:
        if file.stat().st_size > _MAX_BYTES:
            raise CommandError(f"{file}: has more than {_MAX_BYTES:,} bytes")
        return file.read_bytes()
    except OSError as error:
        raise CommandError(f"{file}: cannot be read: {error.strerror}") from error


def _find_columns(file: Path, first: SheetRow | None) -> list[str]:
    """Return the names of the columns. Raises CommandError if the first row does not name them."""
    names = [cell.lower() for cell in (first.cells if first else None) or ()]
    if "username" not in names or set(names) - set(_COLUMNS):
        raise CommandError(
            f"{file}: the first row must name the columns, username and any of "
            f"{', '.join(_COLUMNS[1:])}, not {', '.join(names)!r}"
        )
    return names


def _drop_empty(row: dict[str, str]) -> dict[str, str]:
    return {
        name: value.lower() if name == "role" else value for name, value in row.items() if value
    }


def _write_passwords(file: Path, rows: list[tuple[str, str, str]]) -> None:
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise CommandError(f"{file}: cannot be written: {error.strerror}") from error
    with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as written:
        writer = csv.writer(written)
        writer.writerow(("username", "email", "password"))
        writer.writerows([escape_formulas(cell) for cell in row] for row in rows)
