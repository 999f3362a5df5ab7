"""The data directory of a site: made with what must be there before anything else, and guarded.

Runs are another user's, and reach what tools need in it by name; so others may pass through the
directory. They cannot list it, and what is private in it only its owner may read.
"""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from kriterion.errors import OperatorError
from kriterion.host.settings import load_settings

PASSABLE = 0o711
PRIVATE = 0o600

_KEY = "secret-key"
_DEMO = "demo"  # the file that says that everybody may know how to log in here
_NEW = ".new"  # there until the database of a new site is made
_RESTORING = ".restoring"  # there until a restore is complete
_OF_SITES = ("repositories", "tool-clones", "demo-repositories")
DATABASE = "kriterion.sqlite3"


def usual_directory(*, demo: bool = False) -> Path:
    """The data directory that the settings name; the demo has one beside it."""
    directory = load_settings().data
    return directory.with_name(f"{directory.name}-demo") if demo else directory


def prepare(directory: Path, *, demo: bool) -> None:
    """Make the directory and the site's key where they are not there yet.

    Raises OperatorError when it cannot be made, when a restore into it is not complete, when it
    has lost its database, and when one is of a demo and the other is not: how to log in to a demo
    is no secret.
    """
    make(directory)
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
        elif not os.environ.get("DATABASE_URL"):
            database = directory / DATABASE
            if not database.exists() or not database.stat().st_size:
                refuse_lost_database(directory)
        if is_new and demo:
            _write(directory / _DEMO, "This directory was made by kriterion serve --demo.\n")
        if not (directory / _KEY).exists():
            _write(directory / _KEY, secrets.token_urlsafe(50) + "\n")
        if not os.environ.get("DATABASE_URL"):  # its files take their mode from it
            os.close(os.open(directory / DATABASE, os.O_CREAT | os.O_RDWR, PRIVATE))
    except OSError as error:
        raise _cannot_be(directory, error) from error


def refuse_unfinished_restore(directory: Path) -> None:
    """Raise OperatorError when only a part of a site may be in the directory."""
    if is_unfinished_restore(directory):
        raise OperatorError(
            f"{directory}: a restore into it is under way, or was interrupted",
            fix="wait for its end, or run kriterion restore FILE again: it begins anew",
        )


def is_unfinished_restore(directory: Path) -> bool:
    """Whether a restore into the directory is under way, or was interrupted."""
    return (directory / _RESTORING).exists()


def refuse_lost_database(directory: Path) -> None:
    """For a database that holds nothing: raise OperatorError unless the site is a new one.

    A server that made a new database instead would show an empty site, with a new administrator.
    """
    if not (directory / _NEW).exists():
        raise OperatorError(
            f"{directory}: holds a site's data, but the database is missing or empty",
            fix="if the database is elsewhere, name it in DATABASE_URL\n"
            "if it is lost, restore a backup into an empty directory: "
            "kriterion restore FILE --data DIR\n"
            "for a new site, name an empty directory with --data DIR",
        )


def complete(directory: Path) -> None:
    """The database of the site is made; it will be missed from now on."""
    (directory / _NEW).unlink(missing_ok=True)


def make(directory: Path) -> None:
    """Make the directory where it is not there yet. Raises OperatorError when it cannot be."""
    try:
        if not directory.is_dir():
            directory.mkdir(mode=PASSABLE, parents=True, exist_ok=True)
            directory.chmod(PASSABLE)  # whatever the umask is
    except OSError as error:
        raise _cannot_be(directory, error) from error


@contextmanager
def made(directory: Path) -> Iterator[None]:
    """Have the directory; when an error ends this and it was not there before, it is gone again."""
    parents = [each for each in (directory, *directory.parents) if not each.exists()]
    try:
        make(directory)
        yield
    except BaseException:
        for each in parents:
            with suppress(OSError):  # never made, or somebody else has put something there
                each.rmdir()
        raise


def _cannot_be(directory: Path, error: OSError) -> OperatorError:
    return OperatorError(
        f"{directory}: cannot be a data directory: {error.strerror}",
        fix="name one that this user may write with --data DIR, or by KRITERION_DATA",
    )


def is_in_use(directory: Path) -> bool:
    """Whether there is a site's data in it, and not only what tools have left there."""
    return any((directory / name).exists() for name in (_KEY, DATABASE, _DEMO, *_OF_SITES))


def _write(file: Path, text: str) -> None:
    descriptor = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE)
    with os.fdopen(descriptor, "w", encoding="utf-8") as opened:
        opened.write(text)
