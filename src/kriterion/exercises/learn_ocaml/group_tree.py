"""The groups of a repository's exercises, from its index or without one.

Source: the format's page ("simply put at the root of the index"); learn-ocaml itself makes groups
of directories. Rules L20 to L26 of docs/contracts/learn-ocaml-repository.md.
"""

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from kriterion.exercises.learn_ocaml.folder import MAXIMUM_INDEX_BYTES, Folder
from kriterion.exercises.learn_ocaml.repository_layout import INDEX
from kriterion_tools.contracts.learn_ocaml_repository.exercise_groups import Group
from kriterion_tools.contracts.learn_ocaml_repository.index import read_index


def load_index(folder: Folder, exists: Callable[[str], bool]) -> Group | None:
    """Return the tree of an index.json, or None."""
    content = folder.document(INDEX, at_most=MAXIMUM_INDEX_BYTES)
    if content is None:
        return None
    tree, faults = read_index(content, exists)
    folder.report(INDEX, faults)
    return tree


def make_flat_tree(names: Iterable[str]) -> Group:
    """Put all exercises at the root, in byte order."""
    return Group(exercises=tuple(sorted(names, key=os.fsencode)))


def make_directory_tree(names: Iterable[str]) -> Group:
    """Group exercises by directory, with its path as id and its name as title."""
    root = _Directory("")
    for name in sorted(names, key=lambda name: name.split("/")):
        *around, _ = name.split("/")
        directory = root
        for step in around:
            directory = directory.find_or_add(step)
        directory.exercises.append(name)
    return root.group()


@dataclass(slots=True)
class _Directory:
    path: str
    exercises: list[str] = field(default_factory=list)
    directories: dict[str, "_Directory"] = field(default_factory=dict)

    def find_or_add(self, name: str) -> "_Directory":
        if name not in self.directories:
            self.directories[name] = _Directory(f"{self.path}/{name}" if self.path else name)
        return self.directories[name]

    def group(self) -> Group:
        return Group(
            id=self.path,
            title=self.path.rpartition("/")[2],
            exercises=tuple(self.exercises),
            groups=tuple(directory.group() for directory in self.directories.values()),
        )
