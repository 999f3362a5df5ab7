"""Playgrounds: an editor with initial code, and no grading.

Source: ocaml-sf/learn-ocaml 5ffd748, src/state/learnocaml_data.ml (Playground).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kriterion_tools.contracts.learn_ocaml_repository.json_fields import JsonDocument, JsonPart
from kriterion_tools.contracts.learn_ocaml_repository.listed_ids import (
    Exists,
    accept_any_id,
    read_listed,
)
from kriterion_tools.contracts.learn_ocaml_repository.repository_fault import Fault


@dataclass(frozen=True, kw_only=True, slots=True)
class PlaygroundEntry:
    """A line of playground/index.json: its files are in the directory of that name."""

    id: str
    title: str
    short_description: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Playground:
    """The initial code of the editor, and the code loaded before it."""

    id: str
    title: str
    short_description: str | None = None
    template: str = ""
    prelude: str = ""


def read_playgrounds(
    content: bytes, exists: Exists = accept_any_id
) -> tuple[tuple[PlaygroundEntry, ...] | None, list[Fault]]:
    """Read the playgrounds that a playground/index.json lists; return None if it is not a list.

    `exists` says whether there is a playground with an id; missing playgrounds are left out.
    """
    document = JsonDocument(content)
    root = document.root
    if root is None or not root.is_list():
        return None, document.faults()
    return tuple(read_listed(root.items(), _read_entry, exists)), document.faults()


def encode_playgrounds(entries: Iterable[PlaygroundEntry]) -> list[Any]:
    """Encode the list for playgrounds.json."""
    return [
        [entry.id, {"title": entry.title, "short_description": entry.short_description}]
        for entry in entries
    ]


def encode_playground(playground: Playground) -> dict[str, Any]:
    """Encode one playground."""
    return {
        "id": playground.id,
        "prelude": playground.prelude,
        "template": playground.template,
    }


def _read_entry(part: JsonPart) -> PlaygroundEntry | None:
    if not (isinstance(part.value, list) and len(part.value) == 2):
        part.complain(
            "must be an id and an object",
            code="learn-ocaml.playground.invalid-entry",
            fix='write ["id", {"title": "…", "short_description": null}]',
        )
        return None
    name, about = part.items()
    key = name.text()
    if key is None or not about.is_object("title", "short_description"):
        return None
    return PlaygroundEntry(
        id=key,
        title=about.field("title", JsonPart.text, key, needed=True),
        short_description=about.field("short_description", _read_optional_text, None, needed=True),
    )


def _read_optional_text(part: JsonPart) -> str | None:
    return None if part.value is None else part.text()
