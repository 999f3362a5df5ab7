"""exercises/index.json: the exercises of a repository in groups.

Source: ocaml-sf/learn-ocaml 5ffd748, src/state/learnocaml_data.ml (Exercise.Index), and its page on
exercise repositories.
"""

from collections.abc import Mapping
from typing import Any

from kriterion_tools.contracts.learn_ocaml_repository.exercise_groups import Group
from kriterion_tools.contracts.learn_ocaml_repository.exercise_meta import (
    Meta,
    encode_meta,
    read_meta_part,
)
from kriterion_tools.contracts.learn_ocaml_repository.ids import find_id_fault
from kriterion_tools.contracts.learn_ocaml_repository.json_fields import JsonDocument, JsonPart
from kriterion_tools.contracts.learn_ocaml_repository.listed_ids import Exists, accept_any_id
from kriterion_tools.contracts.learn_ocaml_repository.repository_fault import Fault
from kriterion_tools.contracts.learn_ocaml_repository.version import VERSION, read_version
from kriterion_tools.diagnostic import describe_value

OWN_EXERCISES = "."  # the id of the group made for the exercises of a mixed one

_CONTENTS = ("exercises", "groups")


def read_index(content: bytes, exists: Exists = accept_any_id) -> tuple[Group | None, list[Fault]]:
    """Read the tree of an index.json; return None if it has none.

    `exists` says whether there is an exercise with an id. Missing exercises are left out, and so
    are those that are listed again further down.
    """
    document = JsonDocument(content)
    root = document.root
    if root is None or not root.is_object(VERSION, *_CONTENTS):
        return None, document.faults()
    read_version(root)
    tree = _IndexReader(exists).read_group(root, key="", title="")
    return tree, document.faults()


def encode_index(tree: Group, metas: Mapping[str, Meta]) -> dict[str, Any]:
    """Encode a tree with the meta of each exercise, for learn-ocaml's application.

    The application supports no group with both exercises and groups, so the exercises of such a
    group become its first subgroup.
    """
    return {VERSION: "2"} | _encode_contents(tree, metas)


class _IndexReader:
    """Reads groups backwards, because the last place of an exercise counts."""

    def __init__(self, exists: Exists) -> None:
        self._exists = exists
        self._listed: set[str] = set()

    def read_group(self, part: JsonPart, *, key: str, title: str) -> Group:
        keys = [key for key in _CONTENTS if key in part.value]
        if not keys:
            part.complain("has neither exercises nor groups", code="learn-ocaml.index.empty-group")
        elif len(keys) > 1:
            part.complain("has both exercises and groups", code="learn-ocaml.index.mixed-group")
        groups = part.field("groups", JsonPart.members, {})
        read = [self._read_subgroup(key, below) for key, below in reversed(groups.items())]
        return Group(
            id=key,
            title=title,
            exercises=part.field("exercises", self._read_exercises, ()),
            groups=tuple(group for group in reversed(read) if group is not None),
        )

    def _read_subgroup(self, key: str, part: JsonPart) -> Group | None:
        if not part.is_object("title", *_CONTENTS):
            return None
        title = part.field("title", JsonPart.text, key, needed=True)
        return self.read_group(part, key=key, title=title)

    def _read_exercises(self, part: JsonPart) -> tuple[str, ...]:
        # One part at a time: a list may have a million items, all invalid.
        places = reversed(range(len(part.value))) if part.is_list() else ()
        read = [listed for at in places if (listed := self._read_exercise(part.at(at))) is not None]
        return tuple(reversed(read))

    def _read_exercise(self, part: JsonPart) -> str | None:
        listed = _read_entry(part)
        if listed is None:
            return None
        if (fault := find_id_fault(listed)) is not None:
            part.complain(
                f"{describe_value(listed)} {fault}: it is not the path of a directory",
                code="learn-ocaml.index.invalid-id",
                upstream=False,
            )
        elif listed in self._listed:
            part.complain(
                f"{describe_value(listed)} is listed again further down; only that place counts",
                code="learn-ocaml.index.duplicate-exercise",
                fix="remove it here",
                upstream=False,
            )
        elif not self._exists(listed):
            part.complain(
                f"there is no exercise {describe_value(listed)}",
                code="learn-ocaml.index.missing-exercise",
                fix="remove it, or add its directory",
            )
        else:
            self._listed.add(listed)
            return listed
        return None


def _read_entry(part: JsonPart) -> str | None:
    """Return the id of an entry, which may be a list of an id and a meta; check the meta."""
    if not isinstance(part.value, list):
        return part.text()
    if len(part.value) != 2:
        part.complain(
            "must be an id, or an id and a meta",
            code="learn-ocaml.index.invalid-entry",
            fix='write "id"',
        )
    id_part, *metas = part.items()[:2] or (part,)
    for meta in metas:
        read_meta_part(meta)
    return id_part.text()


def _encode_contents(group: Group, metas: Mapping[str, Meta]) -> dict[str, Any]:
    exercises = [[listed, encode_meta(metas[listed])] for listed in group.exercises]
    if not group.groups:
        return {"exercises": exercises}
    groups = {subgroup.id: _encode_group(subgroup, metas) for subgroup in group.groups}
    if not exercises:
        return {"groups": groups}
    first = {"title": group.title, "exercises": exercises}
    return {"groups": {OWN_EXERCISES: first} | groups}


def _encode_group(group: Group, metas: Mapping[str, Meta]) -> dict[str, Any]:
    return {"title": group.title} | _encode_contents(group, metas)
