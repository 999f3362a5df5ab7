"""The directory of a run without a file system of its own: private to its user, removed with it."""

import os
import secrets
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from kriterion.errors import MachineError
from kriterion.sandbox.cgroups.cgroup_files import is_leftover, make_name
from kriterion.sandbox.run import Run
from kriterion.sandbox.users.user import RunUser


def make_root() -> str:
    """Return a path for the root of the next run. Its name identifies the owner."""
    return str(Path(tempfile.gettempdir()) / f"{make_name()}-{secrets.token_hex(8)}")


@contextmanager
def run_directory(run: Run, user: RunUser) -> Iterator[None]:
    """Create the run's root and the directories in it. Raises MachineError."""
    root = Path(run.root)
    _remove_leftovers(root.parent)
    try:
        try:
            _make_root(root, (run.home, *run.trees), user)
        except OSError as error:
            raise MachineError(f"{root}: cannot be made: {error.strerror}") from error
        yield
    finally:
        _remove_tree(root)


def _make_root(root: Path, places: Iterable[str], user: RunUser) -> None:
    user.make_directory(root)
    for place in map(Path, places):
        for step in (*reversed(place.parents), place):
            if step.is_relative_to(root) and not step.exists():
                user.make_directory(step)


def _remove_leftovers(directory: Path) -> None:
    """Remove the directories that dead Kriterion processes left."""
    for place in directory.glob("kriterion-run-*"):
        if is_leftover(place.name):
            _remove_tree(place)


def _remove_tree(directory: Path) -> None:
    """Remove all of it, even if nested deeper than Python can recurse, or not writable for its
    user.
    """
    for preparation in ((), ("/usr/bin/chmod", "-R", "u+rwX")):
        if preparation:
            subprocess.run((*preparation, "--", directory), capture_output=True)
        subprocess.run(("/usr/bin/rm", "-rf", "--", directory), capture_output=True)
        if not os.path.lexists(directory):
            return
