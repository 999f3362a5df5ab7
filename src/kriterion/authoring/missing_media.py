"""Missing pictures and files of a description."""

import difflib
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from kriterion.authoring.author_places import inside
from kriterion.authoring.description_links import (
    MAXIMUM_CHARACTERS,
    Link,
    find_media_path,
    read_links,
)
from kriterion.authoring.finding import notice, warning
from kriterion.exercises.exercise import Description, Exercise
from kriterion_tools.diagnostic import Diagnostic, describe_value

_MAXIMUM_LISTED = 20  # per description


def find_missing_media(exercise: Exercise) -> Iterator[Diagnostic]:
    """Yield one finding per link to a missing media file, the same on every machine."""
    for description in exercise.descriptions.values():
        if len(description.text) > MAXIMUM_CHARACTERS:
            what = f"has more than {MAXIMUM_CHARACTERS:,} characters, so its links are not checked"
            yield notice(description.file, what, code="description.too-long")
            continue
        for link, path in islice(
            _find_broken_links(description, exercise.media.get("media", ())), _MAXIMUM_LISTED
        ):
            yield warning(
                description.file,
                f"{describe_value(link.target)} does not exist",
                where=f"line {link.line}",
                fix=_suggest_fix(path, exercise),
                code="description.missing-media",
            )


def _find_broken_links(
    description: Description, media: tuple[Path, ...]
) -> Iterator[tuple[Link, str]]:
    """Yield links to missing files, each with the path that it names below `media/`."""
    for link in read_links(description.text, description.format):
        path = find_media_path(link.target)
        if path is not None and not _is_present(path, media):
            yield link, path


def _is_present(path: str, directories: tuple[Path, ...]) -> bool:
    # Unlike Path.exists, this accepts any name, however odd or long.
    return any(os.path.isfile(directory / path) for directory in directories)  # noqa: PTH113


def _suggest_fix(path: str, exercise: Exercise) -> str:
    """Suggest the file that was probably meant, or where to put it."""
    folder, _, name = path.rpartition("/")
    nearby = [
        other for media in exercise.media.get("media", ()) for other in _list_files(media / folder)
    ]
    same_name = [other for other in nearby if other.casefold() == name.casefold()]
    for other in same_name or difflib.get_close_matches(name, nearby, n=1, cutoff=0.8):
        return f"did you mean {describe_value(f'media/{folder}/{other}'.replace('//', '/'))}?"
    return f"add it to {inside(exercise, 'description', 'media')}, or to the repository's media"


def _list_files(directory: Path) -> list[str]:
    try:
        return [entry.name for entry in os.scandir(directory) if entry.is_file()]
    except (OSError, ValueError):
        return []
