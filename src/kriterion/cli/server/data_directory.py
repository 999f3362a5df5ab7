"""The data directory of a site: created and protected before anything else.

Runs belong to other users and open files of tools in it by name, so others may pass through the
directory. They cannot list it, and only the owner can read the private files in it.
"""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from kriterion.errors import OperatorError
from kriterion.host.settings import load_settings
from kriterion.host.settings.site_environment import is_database_named

PASSABLE = 0o711
PRIVATE = 0o600

_KEY = "secret-key"
_DEMO = "demo"  # marks a demo, whose passwords are public
_NEW = ".new"  # present until the database of a new site is created
_RESTORING = ".restoring"  # present until a restore is complete
_OF_SITES = ("repositories", "tool-clones", "demo-repositories")
DATABASE = "kriterion.sqlite3"


def usual_directory(*, demo: bool = False) -> Path:
    """Return the data directory that the settings name, or the demo's beside it."""
    directory = load_settings().data
    return directory.with_name(f"{directory.name}-demo") if demo else directory


def prepare(directory: Path, *, demo: bool) -> None:
    """Create the directory and the site's key if they do not exist yet.

    Raises OperatorError if the directory cannot be created, a restore into it is unfinished, its
    database is lost, or a demo is opened as a site or a site as a demo (a demo's passwords are
    public).
    """
    create_directory(directory)
    refuse_unfinished_restore(directory)
    try:
        is_new = not is_in_use(directory)
        is_demo = (directory / _DEMO).exists()
        if demo and not is_new and not is_demo:
            raise OperatorError(
                f"{directory}: holds data that is not the demo's",
                fix="name another directory with --data DIR, or leave out --demo",
            )
        if is_demo and not demo:
            raise OperatorError(
                f"{directory}: holds the demo, to which everybody can log in",
                fix="name another directory with --data DIR, or say --demo",
            )
        if is_new:
            _write(directory / _NEW, "The database of this site is not made yet.\n")
        elif not is_database_named():
            database = directory / DATABASE
            if not database.exists() or not database.stat().st_size:
                refuse_lost_database(directory)
        if is_new and demo:
            _write(directory / _DEMO, "This directory was made by kriterion serve --demo.\n")
        if not (directory / _KEY).exists():
            _write(directory / _KEY, secrets.token_urlsafe(50) + "\n")
        if not is_database_named():  # its files take their mode from it
            os.close(os.open(directory / DATABASE, os.O_CREAT | os.O_RDWR, PRIVATE))
    except OSError as error:
        raise _cannot_be(directory, error) from error


def refuse_unfinished_restore(directory: Path) -> None:
    """Raise OperatorError if the directory may hold only a part of a site."""
    if is_unfinished_restore(directory):
        raise OperatorError(
            f"{directory}: a restore into it is under way, or was interrupted",
            fix="wait for its end, or run kriterion restore FILE again: it begins anew",
        )


def is_unfinished_restore(directory: Path) -> bool:
    """Whether a restore into the directory is in progress or was interrupted."""
    return (directory / _RESTORING).exists()


def refuse_lost_database(directory: Path) -> None:
    """Raise OperatorError if the database is empty although the site is not new.

    A server that created a new database instead would show an empty site with a new administrator.
    """
    if not (directory / _NEW).exists():
        raise OperatorError(
            f"{directory}: holds a site's data, but the database is missing or empty",
            fix="if the database is elsewhere, name it in DATABASE_URL\n"
            "if it is lost, restore a backup into an empty directory: "
            "kriterion restore FILE --data DIR\n"
            "for a new site, name an empty directory with --data DIR",
        )


def mark_complete(directory: Path) -> None:
    """Record that the site's database exists; from now on its absence is an error."""
    (directory / _NEW).unlink(missing_ok=True)


def create_directory(directory: Path) -> None:
    """Create the directory if it does not exist. Raises OperatorError on failure."""
    try:
        if not directory.is_dir():
            directory.mkdir(mode=PASSABLE, parents=True, exist_ok=True)
            directory.chmod(PASSABLE)  # whatever the umask is
    except OSError as error:
        raise _cannot_be(directory, error) from error


@contextmanager
def create_or_roll_back(directory: Path) -> Iterator[None]:
    """Create the directory for the body; if the body fails, remove it again unless it existed
    before.
    """
    parents = [each for each in (directory, *directory.parents) if not each.exists()]
    try:
        create_directory(directory)
        yield
    except BaseException:
        for each in parents:
            with suppress(OSError):  # never created, or somebody else has put something in it
                each.rmdir()
        raise


def _cannot_be(directory: Path, error: OSError) -> OperatorError:
    return OperatorError(
        f"{directory}: cannot be a data directory: {error.strerror}",
        fix="name one that this user may write with --data DIR, or by KRITERION_DATA",
    )


def is_in_use(directory: Path) -> bool:
    """Whether the directory holds a site's data, and not only what tools left there."""
    return any((directory / name).exists() for name in (_KEY, DATABASE, _DEMO, *_OF_SITES))


def _write(file: Path, text: str) -> None:
    descriptor = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE)
    with os.fdopen(descriptor, "w", encoding="utf-8") as opened:
        opened.write(text)
