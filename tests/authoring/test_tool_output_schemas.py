"""The schemas of what analyzers and representers write agree with what reads it."""

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion_tools.contracts.exercism_analyzer.analysis_reader import read_output
from kriterion_tools.contracts.exercism_analyzer.analyzer_files import ANALYSIS, TAGS
from kriterion_tools.contracts.exercism_representer.representation_reader import read_representation
from kriterion_tools.contracts.exercism_representer.representer_files import (
    MAPPING,
    METADATA,
    REPRESENTATION,
)
from tests.authoring.schema_documents import ODD, TEXT, choose_mostly, is_valid, objects

NUMBERS = st.sampled_from([0, 3, 3.0, 2.5, -1, 2**31 - 1, 2**31, True, None])
POINTERS = st.sampled_from(
    [
        *("go.two-fer.naming", "a", "python.general.Ünused", "a b", ".a", "a.", "a..b", "a/b"),
        *("a\\b", "", "a\n", "a\x85", "x" * 500, "x" * 501),
    ]
)
PARAMS = objects(
    name=st.sampled_from(["x", "", 3, 2.5, True, None, "x" * 32_769, [], {}]),
    **{"n" * 101: TEXT},
)
PLACES = objects(row=NUMBERS, column=NUMBERS, rows=NUMBERS, columns=NUMBERS, file=TEXT | st.none())
COMMENTS = POINTERS | st.builds(
    lambda pointer, rest: {"comment": pointer, **rest},
    POINTERS,
    objects(
        params=PARAMS | st.none(),
        type=st.sampled_from(
            ["essential", "actionable", "informative", "celebratory", "urgent", None]
        ),
        places=st.lists(PLACES, max_size=2) | st.none(),
    ),
)
ANALYSES = st.builds(
    lambda comments, rest: {"comments": comments, **rest},
    choose_mostly(st.lists(choose_mostly(COMMENTS, ODD), max_size=3), ODD),
    objects(summary=st.sampled_from(["x", "", None, "x" * 2_000, "x" * 2_001])),
)
TAG_TEXTS = st.builds(
    "{}{}{}".format,
    st.sampled_from(["construct", "uses", "paradigm", "technique", "other", "Uses", ""]),
    st.sampled_from([":", "", " :"]),
    st.sampled_from(["list", "", " ", "a b", "List.unfold", "a:b", "\t", "a\n", "\u2028", "\xa0"])
    | st.text(max_size=3)
    | st.sampled_from(["x" * 195, "x" * 205]),
)
TAG_LISTS = objects(tags=st.lists(choose_mostly(TAG_TEXTS, ODD), max_size=3) | st.none())
VERSIONS = objects(version=NUMBERS)
MAPPINGS = st.dictionaries(st.text(max_size=3), choose_mostly(TEXT, ODD), max_size=3)


def _is_read(name: str, document: object) -> bool:
    """Whether nothing in the document violates the contract."""
    content = json.dumps(document).encode()
    nothing = b'{"comments": []}'
    match name:
        case "analysis":
            return not read_output({ANALYSIS: content}).violations
        case "tags":
            return not read_output({ANALYSIS: nothing, TAGS: content}).violations
        case "representation":
            files = {REPRESENTATION: b"x", MAPPING: b"{}", METADATA: content}
        case _:
            files = {REPRESENTATION: b"x", MAPPING: content}
    return not read_representation(files).violations


@given(ANALYSES | ODD)
def test_an_analysis_is_valid_if_read_without_a_violation(document: object) -> None:
    assert is_valid("analysis", document) == _is_read("analysis", document)


@given(TAG_LISTS | ODD)
def test_tags_are_valid_if_read_without_a_violation(document: object) -> None:
    # The reader also knows the characters that Unicode has not assigned, and rare invisible ones.
    if is_valid("tags", document) and not _is_read("tags", document):
        assert isinstance(document, dict)
        assert any(not tag.isprintable() and not tag.isascii() for tag in document["tags"])
    else:
        assert is_valid("tags", document) == _is_read("tags", document)


@given(VERSIONS | ODD)
def test_a_version_is_valid_if_read_without_a_violation(document: object) -> None:
    assert is_valid("representation", document) == _is_read("representation", document)


@given(MAPPINGS | ODD)
def test_a_mapping_is_valid_if_read_without_a_violation(document: object) -> None:
    assert is_valid("mapping", document) == _is_read("mapping", document)


_COMMENT = {"comment": "a.b", "type": "essential"}


def _make_params(number: int) -> dict[str, Any]:
    params = {str(index): "x" for index in range(number)}
    return {"comments": [{"comment": "a", "params": params}]}


@pytest.mark.parametrize(
    ("name", "document"),
    [
        ("analysis", {"comments": [_COMMENT] * 100 + ["a.b"] * 100}),
        ("analysis", {"comments": [_COMMENT] * 101}),
        ("analysis", {"comments": ["a.b"] * 50 + [{"comment": "a.b", "type": None}] * 51}),
        ("analysis", {"comments": [{"comment": "a", "places": [{"row": 0}] * 100}]}),
        ("analysis", {"comments": [{"comment": "a", "places": [{"row": 0}] * 101}]}),
        ("analysis", _make_params(100)),
        ("analysis", _make_params(101)),
        ("tags", {"tags": ["uses:print"] * 1000}),
        ("tags", {"tags": ["uses:print"] * 1001}),
    ],
)  # fmt: skip
def test_schema_and_reader_have_the_same_bounds(name: str, document: object) -> None:
    assert is_valid(name, document) == _is_read(name, document)


@pytest.mark.parametrize(
    ("name", "document"),
    [
        (
            "analysis",
            {
                "summary": "x",
                "status": "approve",
                "comments": [
                    "a.b",
                    {"comment": "a.b"},
                    {"comment": "a.b", "params": {}},
                    {"comment": "a.b", "params": {"n": 3}, "type": "celebratory"},
                    {"comment": "a.b", "places": [{"row": 3, "column": 0, "file": "a.py"}]},
                ],
            },
        ),
        ("tags", {"tags": ["construct:list", "uses:List.unfold"]}),
        ("tags", {}),
        ("representation", {"version": 2}),
        ("representation", {}),
        ("mapping", {"PLACEHOLDER_1": "TwoFer", "1": ""}),
    ],
)
def test_tool_output_is_accepted_by_schema_and_reader(name: str, document: object) -> None:
    """Otherwise two could agree by refusing everything."""
    assert is_valid(name, document)
    assert _is_read(name, document)


def _list_example_objects(text: str) -> list[Any]:
    """Every JSON object in a document for people that is one of its examples."""
    decoder = json.JSONDecoder()
    found = []
    for start in re.finditer(r"(?m)^\{", text):
        try:
            found.append(decoder.raw_decode(text, start.start())[0])
        except json.JSONDecodeError:
            continue
    return found


@pytest.mark.reference
@pytest.mark.parametrize(
    ("document", "kinds"),
    [("001", {"analysis", "tags"}), ("002", {"mapping", "representation"})],
)
def test_the_interface_documents_examples_are_accepted(document: str, kinds: set[str]) -> None:
    directory = os.environ.get("KRITERION_SEEDS")
    if directory is None:
        pytest.skip("KRITERION_SEEDS names no directory with the interface documents")
    (file,) = Path(directory).glob(f"{document}*.txt")
    seen = set()
    for example in _list_example_objects(file.read_text()):
        keys = {"comments": "analysis", "tags": "tags", "version": "representation"}
        name = next((kind for key, kind in keys.items() if key in example), "mapping")
        seen.add(name)
        assert is_valid(name, example)
        assert _is_read(name, example)
    assert seen == kinds
