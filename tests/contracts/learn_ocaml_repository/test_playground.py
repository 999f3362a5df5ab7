"""The list of playgrounds."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion_tools.contracts.learn_ocaml_repository.playground import (
    Playground,
    PlaygroundEntry,
    encode_playground,
    encode_playgrounds,
    read_playgrounds,
)

LIST = b"""[
  [ "life", { "title": "The game of life", "short_description": "Cells" } ],
  [ "blank", { "title": "Nothing yet", "short_description": null } ]
]
"""
ENTRIES = (
    PlaygroundEntry(id="life", title="The game of life", short_description="Cells"),
    PlaygroundEntry(id="blank", title="Nothing yet"),
)


def test_playgrounds_keep_their_order() -> None:
    assert read_playgrounds(LIST) == (ENTRIES, [])


def test_a_missing_playground_is_reported_with_its_place() -> None:
    entries, (fault,) = read_playgrounds(LIST, {"blank"}.__contains__)
    assert entries == ENTRIES[1:]
    assert (fault.what, fault.line, fault.column) == ("there is no 'life'", 2, 3)


@pytest.mark.parametrize(
    ("document", "entries", "what"),
    [
        ([["a", {"title": "A"}]], ("a",), "has no 'short_description'"),
        ([["a", {"short_description": None}]], ("a",), "has no 'title'"),
        ([["a"]], (), "must be an id and an object"),
        (["a"], (), "must be an id and an object"),
        ([["a", "b"]], (), "must be an object, not 'b'"),
        ([[1, {}]], (), "must be a string, not 1"),
        ([["a", {"title": None, "short_description": None}]], ("a",), "must be a string, not null"),
    ],
)
def test_odd_values_are_skipped_and_reported(
    document: object, entries: tuple[str, ...], what: str
) -> None:
    playgrounds, faults = read_playgrounds(json.dumps(document).encode())
    assert playgrounds is not None
    assert tuple(entry.id for entry in playgrounds) == entries
    assert [fault.what for fault in faults] == [what]


@pytest.mark.parametrize("content", [b"{}", b"", b'"a"', b"[1"])
def test_an_invalid_list_has_no_playgrounds(content: bytes) -> None:
    entries, faults = read_playgrounds(content)
    assert entries is None
    assert faults[0].fatal


def test_an_encoded_list_round_trips() -> None:
    assert encode_playgrounds(ENTRIES) == json.loads(LIST)
    playground = Playground(id="life", title="Life", template="let () = ()", prelude="let n = 3")
    assert encode_playground(playground) == {
        "id": "life",
        "prelude": "let n = 3",
        "template": "let () = ()",
    }


@given(st.binary())
def test_any_bytes_are_playgrounds_or_faults(content: bytes) -> None:
    entries, faults = read_playgrounds(content)
    assert entries is not None or any(fault.fatal for fault in faults)
