"""The directory of a run without a file system of its own: for its user only, and gone with it."""

import os
import secrets
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from kriterion.errors import MachineError
from kriterion.sandbox.cgroup_files import left_behind, new_name
from kriterion.sandbox.run import Run
from kriterion.sandbox.user import User


def new_root() -> str:
    """Where the next one will be. Its name tells whose it is."""
    return str(Path(tempfile.gettempdir()) / f"{new_name()}-{secrets.token_hex(8)}")


@contextmanager
def run_directory(run: Run, user: User) -> Iterator[None]:
    """The run's root and the places in it. Raises MachineError."""
    root = Path(run.root)
    _sweep(root.parent)
    try:
        try:
            _make(root, (run.home, *run.trees), user)
        except OSError as error:
            raise MachineError(f"{root}: cannot be made: {error.strerror}") from error
        yield
    finally:
        _remove(root)


def _make(root: Path, places: Iterable[str], user: User) -> None:
    user.make_directory(root)
    for place in map(Path, places):
        for step in (*reversed(place.parents), place):
            if step.is_relative_to(root) and not step.exists():
                user.make_directory(step)


def _sweep(directory: Path) -> None:
    """Remove the directories of those Kriterions that died without doing so."""
    for place in directory.glob("kriterion-run-*"):
        if left_behind(place.name):
            _remove(place)


def _remove(directory: Path) -> None:
    """Remove all of it: also what is deeper than Python can call, or closed to its own user."""
    for preparation in ((), ("/usr/bin/chmod", "-R", "u+rwX")):
        if preparation:
            subprocess.run((*preparation, "--", directory), capture_output=True)
        subprocess.run(("/usr/bin/rm", "-rf", "--", directory), capture_output=True)
        if not os.path.lexists(directory):
            return
