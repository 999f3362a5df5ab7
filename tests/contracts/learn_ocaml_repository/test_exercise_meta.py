"""meta.json: every field of both versions, and what is made of anything else."""

import json
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion_tools.contracts.learn_ocaml_repository.exercise_meta import (
    Author,
    LearnOcamlKind,
    Meta,
    encode_meta,
    read_max_score,
    read_meta,
)
from kriterion_tools.contracts.learn_ocaml_repository.repository_fault import Fault

VERSION_1 = b"""{ "learnocaml_version" : "1",
  "kind"               : "problem",
  "stars"              : 3
}
"""
VERSION_2 = b"""{
  "learnocaml_version" : "2",
  "kind"               : "project",
  "stars"              : 2.5,
  "title"              : "A queue of two lists",
  "short_description"  : "Amortised costs",
  "identifier"         : "two_list_queue",
  "authors"            : [["Ada Example", "ada@example.org"], ["Bo Example", ""]],
  "focus"              : ["lists", "amortised cost"],
  "requirements"       : ["recursion"],
  "forward_exercises"  : [ "data/deque", "data/heap" ],
  "backward_exercises" : [ "lists/reverse" ],
  "max_score"          : 42
}
"""


def _make_representations(**changes: Any) -> bytes:
    """A good version 2 with something else in it; None takes a key out."""
    values = json.loads(VERSION_2) | changes
    return json.dumps({key: value for key, value in values.items() if value is not None}).encode()


def test_version_1_has_few_fields() -> None:
    meta, faults = read_meta(VERSION_1)
    assert faults == []
    assert meta == Meta(version="1", kind=LearnOcamlKind.PROBLEM, stars=3.0)


def test_version_2_has_every_field() -> None:
    meta, faults = read_meta(VERSION_2)
    assert faults == []
    assert meta == Meta(
        version="2",
        kind=LearnOcamlKind.PROJECT,
        stars=2.5,
        title="A queue of two lists",
        short_description="Amortised costs",
        identifier="two_list_queue",
        authors=(Author("Ada Example", "ada@example.org"), Author("Bo Example")),
        focus=("lists", "amortised cost"),
        requirements=("recursion",),
        forward_exercises=("data/deque", "data/heap"),
        backward_exercises=("lists/reverse",),
        max_score=42,
    )
    assert all(getattr(meta, field.name) != field.default for field in fields(Meta)[1:])


def test_the_version_makes_no_difference() -> None:
    old, faults = read_meta(_make_representations(learnocaml_version="1"))
    new, _ = read_meta(VERSION_2)
    assert faults == []
    assert old is not None
    assert replace(old, version="2") == new


@pytest.mark.parametrize(
    ("changes", "field", "value", "path", "upstream"),
    [
        ({"learnocaml_version": "3"}, "version", "2", "learnocaml_version", True),
        ({"learnocaml_version": 1}, "version", "2", "learnocaml_version", True),
        ({"kind": "exercice"}, "kind", LearnOcamlKind.EXERCISE, "kind", True),
        ({"kind": 3}, "kind", LearnOcamlKind.EXERCISE, "kind", True),
        ({"stars": "3"}, "stars", 0.0, "stars", True),
        ({"stars": 7}, "stars", 7.0, "stars", False),
        ({"stars": -1}, "stars", -1.0, "stars", False),
        ({"title": ["a"]}, "title", "", "title", True),
        ({"authors": "me"}, "authors", (), "authors", True),
        ({"authors": [["a"], "b", []]}, "authors", (Author("a"),), "authors[0]", True),
        ({"authors": [["a", "b", "c"]]}, "authors", (Author("a", "b"),), "authors[0]", True),
        ({"focus": ["a", 1]}, "focus", ("a",), "focus[1]", True),
        ({"requirements": {}}, "requirements", (), "requirements", True),
        ({"max_score": 1.5}, "max_score", None, "max_score", True),
        ({"max_score": -1}, "max_score", None, "max_score", False),
        ({"max_score": 2**31}, "max_score", None, "max_score", True),
    ],
)
def test_odd_values_are_skipped_and_reported(
    changes: dict[str, Any], field: str, value: object, path: str, upstream: bool
) -> None:
    meta, faults = read_meta(_make_representations(**changes))
    assert getattr(meta, field) == value
    assert faults[0].path == path
    assert faults[0].upstream is upstream
    assert not any(fault.fatal for fault in faults)


def test_null_is_not_the_same_as_missing_for_learn_ocaml() -> None:
    content = VERSION_2.replace(b'"two_list_queue"', b"null")
    meta, faults = read_meta(content)
    assert meta is not None
    assert meta.identifier is None
    assert faults == [
        Fault(
            what="must be a string, not null",
            code="learn-ocaml.json.wrong-type",
            path="identifier",
            line=7,
            column=26,
            upstream=True,
        )
    ]


@pytest.mark.parametrize("key", ["learnocaml_version", "kind", "stars"])
def test_required_fields_are_reported_when_missing(key: str) -> None:
    meta, faults = read_meta(_make_representations(**{key: None}))
    assert meta is not None
    assert [(fault.what, fault.upstream) for fault in faults] == [(f"has no {key!r}", True)]


def test_a_misspelt_kind_is_named() -> None:
    _, (fault,) = read_meta(_make_representations(kind="Exercice"))
    assert fault.fix == "did you mean 'exercise'?"


@pytest.mark.parametrize("content", [b"", b"[]", b"3", b'{"kind": }', b"\xff\xfe{\0}\0"])
def test_a_document_that_is_not_an_object_is_invalid(content: bytes) -> None:
    meta, faults = read_meta(content)
    assert meta is None
    assert any(fault.fatal for fault in faults)


@pytest.mark.parametrize(
    ("stars", "difficulty"),
    [(0, 0), (1, 1), (1.49, 1), (1.5, 1.5), (2.99, 2.5), (4, 4), (5, 5), (-3, 0), (1e308, 5)],
)
def test_stars_are_shown_in_halves_from_0_to_5(stars: float, difficulty: float) -> None:
    assert Meta(stars=float(stars)).difficulty == difficulty


METAS = st.builds(
    Meta,
    version=st.just("2"),
    kind=st.sampled_from(LearnOcamlKind),
    stars=st.integers(0, 5).map(float) | st.floats(0, 5),
    title=st.text(),
    short_description=st.none() | st.text(),
    identifier=st.none() | st.text(),
    authors=st.lists(st.builds(Author, st.text(), st.text())).map(tuple),
    focus=st.lists(st.text()).map(tuple),
    requirements=st.lists(st.text()).map(tuple),
    forward_exercises=st.lists(st.text()).map(tuple),
    backward_exercises=st.lists(st.text()).map(tuple),
    max_score=st.none() | st.integers(0, 2**30 - 1),
)


@given(METAS)
def test_an_encoded_meta_is_read_without_a_fault(meta: Meta) -> None:
    assert read_meta(json.dumps(encode_meta(meta)).encode()) == (meta, [])


def test_default_values_are_left_out() -> None:
    assert encode_meta(Meta(stars=2.0)) == {
        "learnocaml_version": "2",
        "kind": "exercise",
        "stars": 2,
    }
    assert encode_meta(Meta(max_score=0, stars=0.5))["max_score"] == 0


@given(st.binary() | st.text().map(str.encode))
def test_any_bytes_are_a_meta_or_faults(content: bytes) -> None:
    meta, faults = read_meta(content)
    assert meta is not None or faults


@given(
    st.dictionaries(
        st.sampled_from(list(json.loads(VERSION_2))),
        st.recursive(
            st.none() | st.booleans() | st.floats() | st.text(max_size=3),
            lambda below: st.lists(below, max_size=3),
            max_leaves=5,
        ),
    )
)
def test_any_values_are_a_meta_that_can_be_written(values: dict[str, Any]) -> None:
    meta, _ = read_meta(json.dumps(values).encode())
    if meta is not None:
        again, faults = read_meta(json.dumps(encode_meta(meta)).encode())
        assert again == replace(meta, version="2")
        assert [fault for fault in faults if fault.upstream] == []


@pytest.mark.parametrize(
    ("content", "score"),
    [(b"20", 20), (b" 7\n", 7), (b"0", 0), (b"\xef\xbb\xbf5", 5)],
)
def test_max_score_txt_is_a_number(content: bytes, score: int) -> None:
    assert read_max_score(content) == (score, [])


@pytest.mark.parametrize(
    "content", [b"", b"-1", b"2.5", b"ten", b"1 2", b"\xff", b"9" * 5000, "\u0663".encode()]
)
def test_max_score_txt_accepts_nothing_but_a_number(content: bytes) -> None:
    score, faults = read_max_score(content)
    assert score is None
    assert len(faults) == 1
    assert not faults[0].upstream
