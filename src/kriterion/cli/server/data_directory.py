"""The data directory of a site: created and protected before anything else.

Runs have other user ids and open tools' files in it by path, so other users may traverse the
directory. They cannot list it, and only its owner can read its private files.
"""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from kriterion.errors import OperatorError
from kriterion.host.settings import load_settings
from kriterion.host.settings.site_environment import is_database_named

PASSABLE = 0o711  # others may traverse it, but not list it
PRIVATE = 0o600

_KEY_NAME = "secret-key"
_DEMO_MARK = "demo"  # marks a demo, whose passwords are public
_NEW_MARK = ".new"  # present until the database of a new site is created
_RESTORE_MARK = ".restoring"  # present until a restore is complete
_SITE_DIRECTORIES = ("repositories", "tool-clones", "demo-repositories")
DATABASE = "kriterion.sqlite3"


def find_default_directory(*, demo: bool = False) -> Path:
    """Return the data directory that the settings name, or the demo's beside it."""
    directory = load_settings().data
    return directory.with_name(f"{directory.name}-demo") if demo else directory


def prepare_directory(directory: Path, *, demo: bool) -> None:
    """Create the directory and the site's key if they do not exist yet.

    Raises OperatorError if the directory cannot be created, a restore into it is unfinished, its
    database is lost, or a demo is opened as a site or a site as a demo (a demo's passwords are
    public).
    """
    create_directory(directory)
    refuse_unfinished_restore(directory)
    try:
        is_new = not is_in_use(directory)
        is_demo = (directory / _DEMO_MARK).exists()
        if demo and not is_new and not is_demo:
            raise OperatorError(
                f"{directory}: holds data that is not the demo's",
                fix="name another directory with --data DIR, or leave out --demo",
            )
        if is_demo and not demo:
            raise OperatorError(
                f"{directory}: holds the demo, whose passwords are public",
                fix="name another directory with --data DIR, or add --demo",
            )
        if is_new:
            _write_private_file(
                directory / _NEW_MARK, "The database of this site has not been created yet.\n"
            )
        elif not is_database_named():
            database = directory / DATABASE
            if not database.exists() or not database.stat().st_size:
                refuse_lost_database(directory)
        if is_new and demo:
            _write_private_file(
                directory / _DEMO_MARK, "This directory was created by kriterion serve --demo.\n"
            )
        if not (directory / _KEY_NAME).exists():
            _write_private_file(directory / _KEY_NAME, secrets.token_urlsafe(50) + "\n")
        if not is_database_named():  # SQLite's other files take their mode from it
            os.close(os.open(directory / DATABASE, os.O_CREAT | os.O_RDWR, PRIVATE))
    except OSError as error:
        raise _make_directory_error(directory, error) from error


def refuse_unfinished_restore(directory: Path) -> None:
    """Raise OperatorError if a restore into the directory is running or was interrupted."""
    if is_unfinished_restore(directory):
        raise OperatorError(
            f"{directory}: a restore into it is running, or was interrupted",
            fix="wait until it ends, or run kriterion restore FILE again, which starts over",
        )


def is_unfinished_restore(directory: Path) -> bool:
    """Whether a restore into the directory is in progress or was interrupted."""
    return (directory / _RESTORE_MARK).exists()


def refuse_lost_database(directory: Path) -> None:
    """Raise OperatorError if the database is empty although the site is not new.

    A server that created a new database instead would show an empty site with a new administrator.
    """
    if not (directory / _NEW_MARK).exists():
        raise OperatorError(
            f"{directory}: holds a site's data, but the database is missing or empty",
            fix="if the database is elsewhere, name it in DATABASE_URL\n"
            "if it is lost, restore a backup into an empty directory: "
            "kriterion restore FILE --data DIR\n"
            "for a new site, name an empty directory with --data DIR",
        )


def mark_complete(directory: Path) -> None:
    """Record that the site's database exists; from now on its absence is an error."""
    (directory / _NEW_MARK).unlink(missing_ok=True)


def create_directory(directory: Path) -> None:
    """Create the directory if it does not exist. Raises OperatorError on failure."""
    try:
        if not directory.is_dir():
            directory.mkdir(mode=PASSABLE, parents=True, exist_ok=True)
            directory.chmod(PASSABLE)  # mkdir applies the umask
    except OSError as error:
        raise _make_directory_error(directory, error) from error


@contextmanager
def create_or_roll_back(directory: Path) -> Iterator[None]:
    """Create the directory and run the body; if that fails, remove the directory and the parents
    that were created with it.
    """
    parents = [created for created in (directory, *directory.parents) if not created.exists()]
    try:
        create_directory(directory)
        yield
    except BaseException:
        for created in parents:
            with suppress(OSError):  # never created, or no longer empty
                created.rmdir()
        raise


def _make_directory_error(directory: Path, error: OSError) -> OperatorError:
    return OperatorError(
        f"{directory}: cannot be used as the data directory: {error.strerror}",
        fix="name a directory that this user may write to, with --data DIR or KRITERION_DATA",
    )


def is_in_use(directory: Path) -> bool:
    """Whether the directory holds a site's data, and not only files that tools wrote there."""
    return any(
        (directory / name).exists()
        for name in (_KEY_NAME, DATABASE, _DEMO_MARK, *_SITE_DIRECTORIES)
    )


def _write_private_file(file: Path, text: str) -> None:
    descriptor = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE)
    with os.fdopen(descriptor, "w", encoding="utf-8") as opened:
        opened.write(text)
