"""Walk through the exercises of a repository: each directory with a `meta.json`, once.

Source: ocaml-sf/learn-ocaml 5ffd748, src/repo: directories below an exercise are not searched.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from kriterion.exercises.learn_ocaml.folder import Folder, open_folder
from kriterion.exercises.learn_ocaml.repository_layout import META, is_exercise
from kriterion.exercises.repository_files import Unreadable, is_directory

MAXIMUM_DEPTH = 64  # directories below the first
MAXIMUM_DIRECTORIES = 200_000


class Walk:
    """A search below one directory, repeated with each iteration."""

    def __init__(self, base: Folder) -> None:
        self._base = base
        self._directories = 0

    def __iter__(self) -> Iterator[tuple[str, Folder]]:
        """Yield exercises by id, in the order of their directories' names."""
        yield from self._visit(".", self._base, (self._base.path,))
        if self._directories > MAXIMUM_DIRECTORIES:
            what = f"has too many directories: only the first {MAXIMUM_DIRECTORIES:,} are read"
            self._base.problems.refuse(
                self._base.place, what, code="repository.too-many-directories"
            )

    def _visit(
        self, name: str, folder: Folder, way: tuple[Path, ...]
    ) -> Iterator[tuple[str, Folder]]:
        """Yield everything at or below a directory; `way` is its resolved path."""
        if META in folder.entries:
            yield name, folder
            return
        if is_exercise(folder.entries):
            what = f"is not an exercise because it has no {META}"
            folder.problems.warn(
                folder.place, what, fix=f"add {META}", code="learn-ocaml.exercise.no-meta"
            )
        if len(way) > MAXIMUM_DEPTH:
            what = f"is nested more than {MAXIMUM_DEPTH} directories deep"
            folder.problems.refuse(folder.place, what, code="repository.too-deep")
            return
        for entry in folder.entries.values():
            if not entry.name.startswith(".") and is_directory(entry):
                yield from self._visit_entry(name, folder, entry, way)

    def _visit_entry(
        self, name: str, folder: Folder, entry: os.DirEntry[str], way: tuple[Path, ...]
    ) -> Iterator[tuple[str, Folder]]:
        self._directories += 1
        if self._directories > MAXIMUM_DIRECTORIES:
            return
        path = folder.path / entry.name
        try:
            real = folder.files.follow(path) if entry.is_symlink() else way[-1] / entry.name
        except Unreadable as error:
            folder.problems.refuse(folder.named(entry.name), str(error), code="file.unreadable")
            return
        if real in way:
            folder.problems.warn(
                folder.named(entry.name),
                "is a link to a directory that contains it",
                code="repository.link-loop",
            )
            return
        below = open_folder(folder.files, path, folder.problems)
        if below is not None:
            child = entry.name if name == "." else f"{name}/{entry.name}"
            yield from self._visit(child, below, (*way, real))
