"""The writable file systems of a run."""

from collections.abc import Iterable
from pathlib import PurePosixPath

from kriterion.sandbox.run import Run

# Writable file systems of every run, and their modes.
_WRITABLE = {"/tmp": "1777", "/home": "0755", "/mnt": "0711"}  # noqa: S108 - paths inside


def list_writable_places(run: Run) -> dict[str, str]:
    """Return the writable file systems and their modes: the default ones, and one for every other
    tree.
    """
    places = dict(_WRITABLE)
    for place in sorted((run.home, *run.trees)):
        if not is_inside(place, places):
            places[place] = "0755"
    return places


def is_inside(path: str, directories: Iterable[str]) -> bool:
    """Whether a path is one of the directories, or in one of them."""
    return any(PurePosixPath(path).is_relative_to(directory) for directory in directories)
