"""The configuration of an exercise, merged from its own file and those above it.

Every value remembers the file that set it. Objects are merged, the file nearest to the exercise
wins, and lists replace each other, except `labels`, which add up. Source: dodona-edu/dodona
e7be6f0d2, Activity#merged_config and #merged_config_locations.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar

from kriterion.exercises.json_object import read_object
from kriterion.exercises.problem import Complain, Problems
from kriterion.exercises.repository_files import Files, Missing, Unreadable, escape_name
from kriterion_tools.diagnostic import describe_value

CONFIG = "config.json"  # marks an activity
DIRCONFIG = "dirconfig.json"  # applies to all activities below it
MAXIMUM_BYTES = 256 * 1024  # per file
MAXIMUM_PATH = 200  # characters of a dotted key in the list of origins


# Source: Dodona's documentation of an exercise's config.json; `internals` are its own, and
# `visibility` is what `access` was called before.
ActivityKey = Literal[
    "access",
    "contact",
    "description",
    "evaluation",
    "internals",
    "labels",
    "programming_language",
    "type",
    "visibility",
]

T = TypeVar("T")


class Setting(NamedTuple):
    """A value that is not an object, and the file that set it."""

    value: Any
    file: str


Tree = dict[str, "Tree | Setting"]


@dataclass(frozen=True, slots=True)
class MergedConfiguration:
    """The merged content of files; `file` is the last of them, nearest to the exercise.

    `broken` are files that could not be read, so their content is unknown.
    """

    file: str = ""
    tree: Tree = field(default_factory=dict)
    broken: tuple[str, ...] = ()

    def merge(self, values: Mapping[str, Any] | None, file: str) -> "MergedConfiguration":
        """Merge the values of a file nearer to the exercise; None if it is broken."""
        if values is None:
            return replace(self, file=file, broken=(*self.broken, file))
        return replace(self, file=file, tree=_merge(self.tree, _build_tree(values, file)))

    def value(self, key: ActivityKey, *inner: str) -> Any:
        """Return the value at a path of keys, as plain JSON; None if it is missing."""
        node = self._find((key, *inner))
        return None if node is None else _convert_to_json(node)

    def find_file(self, key: ActivityKey, *inner: str) -> str:
        """Return the file that set the value at a path of keys."""
        node = self._find((key, *inner))
        while isinstance(node, dict) and node:
            node = next(iter(node.values()))
        return node.file if isinstance(node, Setting) else self.file

    def origins(self) -> dict[str, str]:
        """Map each dotted key to the file that set it."""
        return dict(_list_origins(self.tree, ""))

    def text(self, key: ActivityKey, *inner: str, complain: Complain) -> str | None:
        """Return the text at a path; None if it is missing or, with a complaint, invalid."""
        return self._read_value(str, key, inner, complain)

    def boolean(self, key: ActivityKey, *inner: str, complain: Complain) -> bool | None:
        """Return the boolean at a path, or None. A value of another type is a complaint."""
        return self._read_value(bool, key, inner, complain)

    def table(self, key: ActivityKey, *inner: str, complain: Complain) -> dict[str, Any]:
        """Return the object at a path; {} if it is missing or, with a complaint, invalid."""
        return self._read_value(dict, key, inner, complain) or {}

    def _read_value(
        self, wanted: type[T], key: ActivityKey, inner: tuple[str, ...], complain: Complain
    ) -> T | None:
        value = self.value(key, *inner)
        if isinstance(value, wanted):
            return value
        if value is None:
            return None
        if wanted is bool:
            what = f"must be true or false, not {describe_value(value)}"
        elif wanted is str:
            what = f"must be a string, not {describe_value(value)}"
        else:
            what = f"must be an object, not {describe_value(value)}"
        where = escape_name(".".join((key, *inner))[:MAXIMUM_PATH])
        complain(self.find_file(key, *inner), what, where=where, code="dodona.config.wrong-type")
        return None

    def _find(self, keys: tuple[str, ...]) -> "Tree | Setting | None":
        node: Tree | Setting | None = self.tree
        for key in keys:
            node = node.get(key) if isinstance(node, dict) else None
        return node


def load_values(files: Files, path: Path, problems: Problems) -> dict[str, Any] | None:
    """Load one file; None if it cannot be read. Raises Missing if it does not exist."""
    file = files.name(path)
    try:
        content = files.load(path, at_most=MAXIMUM_BYTES)
    except Missing:
        raise
    except Unreadable as error:
        problems.refuse(file, str(error), code="file.unreadable")
        return None
    values = read_object(content, file, problems)
    if values is not None and "labels" in values:
        values["labels"] = _check_labels(values["labels"], file, problems)
    return values


def _check_labels(labels: Any, file: str, problems: Problems) -> list[Any]:
    """Return the labels of one file that can be merged with those of others."""
    if labels is not None and not isinstance(labels, list):
        problems.warn(
            file,
            f"must be a list, not {describe_value(labels)}",
            where="labels",
            code="dodona.config.wrong-type",
        )
        return []
    checked = []
    for place, label in enumerate(labels or ()):
        if isinstance(label, dict | list):
            problems.warn(
                file,
                f"must be a string, not {describe_value(label)}",
                where=f"labels[{place}]",
                code="dodona.config.invalid-label",
            )
        else:
            checked.append(label)
    return checked


def _build_tree(values: Mapping[str, Any], file: str) -> Tree:
    return {
        key: _build_tree(value, file) if isinstance(value, dict) else Setting(value, file)
        for key, value in values.items()
    }


def _merge(outer: Tree, inner: Tree) -> Tree:
    merged = dict(outer)
    for key, new in inner.items():
        merged[key] = _merge_values(key, outer.get(key), new)
    return merged


def _merge_values(
    key: str, old: "Tree | Setting | None", new: "Tree | Setting"
) -> "Tree | Setting":
    if isinstance(old, dict) and isinstance(new, dict):
        return _merge(old, new)
    if key == "labels" and isinstance(old, Setting) and isinstance(new, Setting):
        return _join_labels(old, new)
    return new


def _join_labels(old: Setting, new: Setting) -> Setting:
    if not (isinstance(old.value, list) and isinstance(new.value, list)) or not old.value:
        return new
    if not new.value:
        return old
    return Setting(old.value + new.value, f"{old.file}, {new.file}")


def _convert_to_json(node: "Tree | Setting") -> Any:
    if isinstance(node, Setting):
        return node.value
    return {key: _convert_to_json(child) for key, child in node.items()}


def _list_origins(tree: Tree, prefix: str) -> Iterator[tuple[str, str]]:
    # Long paths are left out: origins would grow with the square of the file.
    for key, node in tree.items():
        if len(prefix) + len(key) > MAXIMUM_PATH:
            continue
        if isinstance(node, Setting):
            yield prefix + key, node.file
        else:
            yield from _list_origins(node, f"{prefix}{key}.")
