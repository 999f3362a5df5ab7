"""The data directory of a site: made with what must be there before anything else, and guarded.

Runs are another user's, and reach what tools need in it by name; so others may pass through the
directory. They cannot list it, and what is private in it only its owner may read.
"""

import os
import secrets
from pathlib import Path

from kriterion.errors import OperatorError
from kriterion.settings import load_settings

PASSABLE = 0o711
PRIVATE = 0o600

_KEY = "secret-key"
_DEMO = "demo"  # the file that says that everybody may know how to log in here
DATABASE = "kriterion.sqlite3"


def usual_directory(*, demo: bool = False) -> Path:
    """The data directory that the settings name; the demo has one beside it."""
    directory = load_settings().data
    return directory.with_name(f"{directory.name}-demo") if demo else directory


def prepare(directory: Path, *, demo: bool) -> None:
    """Make the directory and the site's key where they are not there yet.

    Raises OperatorError when it cannot be made, and when one is of a demo and the other is not:
    how to log in to a demo is no secret.
    """
    make(directory)
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
        if is_new and demo:
            _write(directory / _DEMO, "This directory was made by kriterion serve --demo.\n")
        if not (directory / _KEY).exists():
            _write(directory / _KEY, secrets.token_urlsafe(50) + "\n")
        if not os.environ.get("DATABASE_URL"):  # its files take their mode from it
            os.close(os.open(directory / DATABASE, os.O_CREAT | os.O_RDWR, PRIVATE))
    except OSError as error:
        raise _cannot_be(directory, error) from error


def make(directory: Path) -> None:
    """Make the directory where it is not there yet. Raises OperatorError when it cannot be."""
    try:
        directory.mkdir(mode=PASSABLE, parents=True, exist_ok=True)
    except OSError as error:
        raise _cannot_be(directory, error) from error


def _cannot_be(directory: Path, error: OSError) -> OperatorError:
    return OperatorError(
        f"{directory}: cannot be a data directory: {error.strerror}",
        fix="name one that this user may write with --data DIR, or by KRITERION_DATA",
    )


def is_in_use(directory: Path) -> bool:
    """Whether there is a site's data in it, and not only what tools have left there."""
    return any((directory / name).exists() for name in (_KEY, DATABASE, _DEMO))


def _write(file: Path, text: str) -> None:
    descriptor = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE)
    with os.fdopen(descriptor, "w", encoding="utf-8") as opened:
        opened.write(text)
