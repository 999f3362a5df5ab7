"""The media of an exercise: files that its texts and its judge's messages show.

Source: Dodona's ActivitiesController#media (`media/…`: first the exercise's directory, then the
repository's), and learn-ocaml's builder (`/static/<id>/…`).
"""

import os
import posixpath
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Protocol
from urllib.parse import unquote, urlsplit

from kriterion.exercises.exercise import Exercise
from kriterion.exercises.repository_files import Files, Unreadable

MAXIMUM_FILES = 500
MAXIMUM_FILE_BYTES = 1024 * 1024
MAXIMUM_BYTES = 16 * 1024 * 1024  # for all files together
_MAXIMUM_DEPTH = 8


class HasMedia(Protocol):
    """An exercise, or as much of one as is needed to find its files."""

    @property
    def repository(self) -> Path: ...

    @property
    def media(self) -> Mapping[str, Iterable[Path]]: ...


def find_media(exercise: HasMedia, address: str) -> Path | None:
    """Return the file that an address in a text of the exercise names, or None.

    It may be a link to a file of the repository.
    """
    files = Files(Path(os.path.realpath(exercise.repository)))
    try:
        parts = urlsplit(address.strip())
    except ValueError:
        return None
    if parts.scheme or parts.netloc:
        return None
    path = posixpath.normpath(unquote(parts.path))
    for beginning, directories in exercise.media.items():
        if path.startswith(f"{beginning}/"):
            for directory in directories:
                if _is_file(files, file := directory / path.removeprefix(f"{beginning}/")):
                    return file
    return None


def load_media(exercise: Exercise) -> dict[str, bytes]:
    """Return the exercise's media by the address that texts use ("media/tree.png").

    Files that are too large, too many or unreadable are left out: these pictures do not show.
    """
    contents: dict[str, bytes] = {}
    files = Files(exercise.repository.resolve())
    left = MAXIMUM_BYTES
    waiting = [
        (directory, beginnings, 0) for directory, beginnings in _group_by_directory(exercise)
    ]
    while waiting and len(contents) < MAXIMUM_FILES:
        directory, beginnings, depth = waiting.pop(0)
        try:
            entries = files.entries(directory)
        except Unreadable:
            continue
        for name, entry in entries.items():
            places = [f"{beginning}/{name}" for beginning in beginnings]
            if entry.is_dir() and depth < _MAXIMUM_DEPTH:
                waiting.append((directory / name, places, depth + 1))
            elif places[0] not in contents and len(contents) < MAXIMUM_FILES:
                try:
                    content = files.load(directory / name, at_most=min(MAXIMUM_FILE_BYTES, left))
                except Unreadable:
                    continue
                contents |= dict.fromkeys(places, content)
                left -= len(content)
    return contents


def _group_by_directory(exercise: Exercise) -> Iterable[tuple[Path, list[str]]]:
    """Yield each media directory once, with the prefixes of its files' addresses."""
    beginnings: dict[Path, list[str]] = {}
    for beginning, directories in exercise.media.items():
        for directory in directories:
            beginnings.setdefault(directory, []).append(beginning)
    return beginnings.items()


def _is_file(files: Files, path: Path) -> bool:
    # Unlike Path.is_file, os.path.isfile accepts any name, however odd or long.
    if not os.path.isfile(path):  # noqa: PTH113
        return False
    try:
        files.follow(path)
    except Unreadable:
        return False
    return True
