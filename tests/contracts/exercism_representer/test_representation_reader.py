import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion_tools.contracts.exercism_representer.representation_reader import (
    MAXIMUM_VIOLATIONS,
    RepresentationReading,
    read_representation,
)
from kriterion_tools.contracts.exercism_representer.representer_files import MAXIMUM_CHARACTERS

FINE = {
    "representation.txt": b"def PLACEHOLDER_1",
    "mapping.json": b'{"PLACEHOLDER_1": "f"}',
    "representation.json": b'{"version": 2}',
}


def _list_messages(reading: RepresentationReading) -> list[str]:
    return [str(violation) for violation in reading.violations]


def test_a_representers_output_is_read() -> None:
    reading = read_representation(FINE)
    assert reading.representation is not None
    assert reading.representation.text == "def PLACEHOLDER_1"
    assert reading.representation.mapping == {"PLACEHOLDER_1": "f"}
    assert reading.representation.version == 2
    assert reading.violations == ()


@pytest.mark.parametrize(
    ("metadata", "version"),
    [(None, 1), (b"{}", 1), (b'{"version": 0}', 0), (b'{"version": 3, "by": "us"}', 3)],
)
def test_a_missing_version_is_one(metadata: bytes | None, version: int) -> None:
    files = {**FINE, "representation.json": metadata}
    reading = read_representation({name: file for name, file in files.items() if file is not None})
    assert reading.representation is not None
    assert reading.representation.version == version
    assert reading.violations == ()


@pytest.mark.parametrize("text", [b"", b" \n\t"], ids=repr)
def test_a_blank_text_is_no_representation_and_no_violation(text: bytes) -> None:
    files = {"representation.txt": text, "mapping.json": b"{}"}
    assert read_representation(files) == RepresentationReading(representation=None)


@pytest.mark.parametrize(
    ("text", "output"),
    [
        pytest.param(None, "representation.txt: is missing", id="missing"),
        pytest.param(
            b"ab\xff", "representation.txt byte 2: 0xff is not valid UTF-8", id="no UTF-8"
        ),
        pytest.param(
            b"x" * (MAXIMUM_CHARACTERS + 1),
            "representation.txt: is longer than 512,000 characters",
            id="too long",
        ),
        pytest.param(
            b"\xff" * (4 * MAXIMUM_CHARACTERS + 1),
            "representation.txt: is longer than 512,000 characters",
            id="far too long",
        ),
    ],
)
def test_an_invalid_text_is_no_representation(text: bytes | None, output: str) -> None:
    files = {**FINE, "representation.txt": text}
    reading = read_representation({name: file for name, file in files.items() if file is not None})
    assert reading.representation is None
    assert _list_messages(reading) == [output]


def test_characters_are_counted_instead_of_bytes() -> None:
    reading = read_representation({**FINE, "representation.txt": "é".encode() * MAXIMUM_CHARACTERS})
    assert reading.representation is not None


@pytest.mark.parametrize(
    ("mapping", "kept", "messages"),
    [
        pytest.param(None, {}, ["mapping.json: is missing"], id="missing"),
        pytest.param(b"[]", {}, ["mapping.json: must be an object, not a list"], id="a list"),
        pytest.param(
            b'{"a": 1, "b": "x", "c": null}',
            {"b": "x"},
            [
                "mapping.json 'a': must be a string, not 1",
                "mapping.json 'c': must be a string, not null",
            ],
            id="values that are no texts",
        ),
        pytest.param(
            b'{"a": "\xff"}', {}, ["mapping.json byte 7: 0xff is not valid UTF-8"], id="no UTF-8"
        ),
    ],
)
def test_an_invalid_mapping_costs_only_the_names_in_it(
    mapping: bytes | None, kept: dict[str, str], messages: list[str]
) -> None:
    files = {**FINE, "mapping.json": mapping}
    reading = read_representation({name: file for name, file in files.items() if file is not None})
    assert reading.representation is not None
    assert reading.representation.mapping == kept
    assert _list_messages(reading) == messages


@pytest.mark.parametrize("mapping", [b"", b"{", b"[" * 100_000, b'{"a": "\\ud800'], ids=repr)
def test_a_mapping_with_invalid_json_is_reported(mapping: bytes) -> None:
    reading = read_representation({**FINE, "mapping.json": mapping})
    assert reading.representation is not None
    assert [violation.document for violation in reading.violations] == ["mapping.json"]


def test_some_of_many_invalid_names_are_reported_and_the_rest_counted() -> None:
    many = {f"P_{number}": number for number in range(MAXIMUM_VIOLATIONS + 7)}
    reading = read_representation({**FINE, "mapping.json": json.dumps(many).encode()})
    assert len(reading.violations) == MAXIMUM_VIOLATIONS + 1
    assert _list_messages(reading)[-1] == "mapping.json: 7 more violations are not listed"


@pytest.mark.parametrize(
    "metadata",
    [
        *(b"", b"2", b'{"version": "2"}', b'{"version": true}', b'{"version": -1}'),
        *(b'{"version": 1.5}', b'{"version": 1e400}', b'{"version": 99999999999}'),
        b'{"version": null}',
    ],
    ids=repr,
)
def test_an_invalid_version_is_reported_and_counts_as_one(metadata: bytes) -> None:
    reading = read_representation({**FINE, "representation.json": metadata})
    assert reading.representation is not None
    assert reading.representation.version == 1
    assert [violation.document for violation in reading.violations] == ["representation.json"]


NAMES = st.sampled_from([*FINE, "other"])


@given(st.dictionaries(NAMES, st.binary(max_size=200)))
def test_any_bytes_are_read(files: dict[str, bytes]) -> None:
    reading = read_representation(files)
    assert (reading.representation is None) == (not _make_text(files).strip())


def _make_text(files: dict[str, bytes]) -> str:
    try:
        return files.get("representation.txt", b"").decode()
    except UnicodeDecodeError:
        return ""


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_any_json_as_mapping_is_read(value: object) -> None:
    reading = read_representation({**FINE, "mapping.json": json.dumps(value).encode()})
    assert reading.representation is not None
    assert all(isinstance(name, str) for name in reading.representation.mapping.values())
