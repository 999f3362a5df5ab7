"""How the exercises of a repository are grouped: by its own index, or by directory."""

from collections.abc import Iterable

import msgspec

from kriterion.web.repositories.models import Repository
from kriterion_tools.contracts.learn_ocaml_repository.exercise_groups import Group
from kriterion_tools.wire_types import prepare_types

prepare_types(Group)


def find_declared_groups(repository: Repository) -> Group | None:
    """Return the repository's own groups of exercises; None if they are grouped by directory."""
    return None if repository.tree is None else msgspec.convert(repository.tree, Group)


def group_by_directory(paths: Iterable[str]) -> Group:
    """Group the exercises of a repository without groups by directory."""
    inner: dict[str, list[str]] = {}
    top_level: list[str] = []
    for path in paths:
        folder, separator, _ = path.partition("/")
        if separator:
            inner.setdefault(folder, []).append(path)
        else:
            top_level.append(path)
    groups = tuple(
        Group(id=folder, title=folder.replace("-", " ").replace("_", " "), exercises=tuple(members))
        for folder, members in inner.items()
    )
    return Group(exercises=tuple(top_level), groups=groups)
