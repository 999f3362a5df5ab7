"""exercises/index.json: the tree of exercises, and what is wrong with it."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion_tools.contracts.learn_ocaml_repository.exercise_groups import Group
from kriterion_tools.contracts.learn_ocaml_repository.exercise_meta import Meta
from kriterion_tools.contracts.learn_ocaml_repository.ids import find_id_fault
from kriterion_tools.contracts.learn_ocaml_repository.index import encode_index, read_index

# As the format's page has it: two groups, with one exercise and with two.
GROUPS = b"""{ "learnocaml_version": "1",
  "groups":
  { "first-steps":
    { "title": "First steps",
      "exercises": [ "say-hello" ] },
    "trees":
    { "title": "Trees and Forests",
      "exercises": [ "trees/search",
                     "trees/prefix" ] } } }
"""
TREE = Group(
    groups=(
        Group(id="first-steps", title="First steps", exercises=("say-hello",)),
        Group(id="trees", title="Trees and Forests", exercises=("trees/search", "trees/prefix")),
    )
)


def _read(**contents: Any) -> tuple[Group, list[tuple[str, str, bool]]]:
    """The tree of an index with that in it, and its faults by path."""
    document = json.dumps({"learnocaml_version": "2"} | contents).encode()
    tree, faults = read_index(document)
    assert tree is not None
    return tree, [(fault.path, fault.what, fault.upstream) for fault in faults]


def test_groups_keep_the_order_of_the_file() -> None:
    assert read_index(GROUPS) == (TREE, [])
    assert list(TREE.walk()) == ["say-hello", "trees/search", "trees/prefix"]


@pytest.mark.parametrize("at", [at for at, byte in enumerate(GROUPS) if byte in b"{}"])
def test_an_index_with_a_missing_brace_is_refused_with_line_and_column(at: int) -> None:
    tree, faults = read_index(GROUPS[:at] + GROUPS[at + 1 :])
    fatal = [fault for fault in faults if fault.fatal]
    last_of_all = at == GROUPS.rindex(b"}")
    assert tree is None
    assert [(fault.upstream, fault.line > 0, fault.column > 0) for fault in fatal] == [(True,) * 3]
    assert not last_of_all or fatal[0].fix == "close the { of line 1, column 1"


def test_exercises_may_be_at_the_root_with_their_meta() -> None:
    meta = {"learnocaml_version": "2", "kind": "exercise", "stars": 1}
    assert _read(exercises=["a", ["b/c", meta]]) == (Group(exercises=("a", "b/c")), [])


def test_groups_are_nested_to_any_depth() -> None:
    inner: dict[str, Any] = {"title": "Inner", "exercises": ["a"]}
    for _ in range(40):
        inner = {"title": "Outer", "groups": {"g": inner}}
    tree, faults = _read(groups={"g": inner})
    assert faults == []
    assert list(tree.walk()) == ["a"]


def test_a_group_may_have_both_exercises_and_groups() -> None:
    below = {"title": "Below", "exercises": ["b"]}
    tree, faults = _read(exercises=["a"], groups={"g": below})
    assert list(tree.walk()) == ["a", "b"]
    assert faults == [("", "has both exercises and groups", True)]


@pytest.mark.parametrize(
    ("contents", "exercises", "faults"),
    [
        ({}, [], [("", "has neither exercises nor groups", True)]),
        ({"exercises": {}}, [], [("exercises", "must be a list, not an object", True)]),
        ({"exercises": [3, "a"]}, ["a"], [("exercises[0]", "must be a string, not 3", True)]),
        (
            {"exercises": [["a"], []]},
            ["a"],
            [
                ("exercises[0]", "must be an id, or an id and a meta", True),
                ("exercises[1]", "must be an id, or an id and a meta", True),
                ("exercises[1]", "must be a string, not a list", True),
            ],
        ),
        (
            {"exercises": [["a", {"learnocaml_version": "1", "kind": "exercise"}]]},
            ["a"],
            [("exercises[0][1]", "has no 'stars'", True)],
        ),
        ({"groups": []}, [], [("groups", "must be an object, not a list", True)]),
        ({"groups": {"g": "a"}}, [], [("groups.g", "must be an object, not 'a'", True)]),
        (
            {"groups": {"g": {"exercises": ["a"]}}},
            ["a"],
            [("groups.g", "has no 'title'", True)],
        ),
        (
            {"exercises": ["../a", "b"]},
            ["b"],
            [
                (
                    "exercises[0]",
                    "'../a' has a part that begins with a dot: it is not the path of a directory",
                    False,
                )
            ],
        ),
    ],
)
def test_odd_values_are_skipped_and_reported(
    contents: dict[str, Any], exercises: list[str], faults: list[tuple[str, str, bool]]
) -> None:
    tree, found = _read(**contents)
    assert list(tree.walk()) == exercises
    assert found == faults


def test_an_exercise_listed_twice_counts_at_its_last_place() -> None:
    first = {"title": "First", "exercises": ["a", "b", "a"]}
    second = {"title": "Second", "exercises": ["b", "c"]}
    tree, faults = _read(groups={"first": first, "second": second})
    assert [group.exercises for group in tree.groups] == [("a",), ("b", "c")]
    assert [path for path, _, _ in faults] == [
        "groups.first.exercises[0]",
        "groups.first.exercises[1]",
    ]


def test_the_later_of_two_groups_with_one_id_is_kept() -> None:
    tree, faults = read_index(
        b'{"learnocaml_version": "1", "groups": {'
        b'"g": {"title": "Old", "exercises": ["a"]}, "h": {"title": "H", "exercises": []},'
        b'"g": {"title": "New", "exercises": ["b"]}}}'
    )
    assert tree is not None
    assert [(group.id, group.title) for group in tree.groups] == [("h", "H"), ("g", "New")]
    assert [(fault.path, fault.upstream) for fault in faults] == [("groups.g", False)]


def test_a_missing_exercise_is_reported_with_its_place() -> None:
    tree, faults = read_index(GROUPS, {"say-hello", "trees/search"}.__contains__)
    assert tree is not None
    assert list(tree.walk()) == ["say-hello", "trees/search"]
    (fault,) = faults
    assert (fault.what, fault.line, fault.column) == (
        "there is no exercise 'trees/prefix'",
        9,
        22,
    )
    assert fault.upstream


def test_a_pruned_tree_keeps_its_order() -> None:
    left = TREE.keep_only({"trees/prefix", "say-hello"})
    assert [group.exercises for group in left.groups] == [("say-hello",), ("trees/prefix",)]


TREES = st.recursive(
    st.builds(Group, id=st.text(), title=st.text()),
    lambda below: st.builds(
        Group,
        id=st.text(),
        title=st.text(),
        groups=st.lists(below, max_size=3, unique_by=lambda group: group.id).map(tuple),
    ),
    max_leaves=6,
)


@given(TREES)
def test_an_encoded_tree_round_trips(tree: Group) -> None:
    names = iter(range(1000))

    def planted(group: Group) -> Group:
        if group.groups:
            return replace(group, groups=tuple(map(planted, group.groups)))
        return replace(group, exercises=tuple(f"e{next(names)}" for _ in range(2)))

    whole = replace(planted(tree), id="", title="")
    metas = dict.fromkeys(whole.walk(), Meta(title="An exercise"))
    assert read_index(json.dumps(encode_index(whole, metas)).encode()) == (whole, [])


def test_a_mixed_group_is_encoded_as_learn_ocaml_reads_it() -> None:
    mixed = Group(
        id="g",
        title="Mixed",
        exercises=("a",),
        groups=(Group(id="h", title="Below", exercises=("b",)),),
    )
    encoded = encode_index(Group(groups=(mixed,)), {"a": Meta(), "b": Meta()})
    assert [*encoded["groups"]["g"]] == ["title", "groups"]
    tree, faults = read_index(json.dumps(encoded).encode())
    assert faults == []
    assert tree is not None
    assert [(group.id, group.title) for group in tree.groups[0].groups] == [
        (".", "Mixed"),
        ("h", "Below"),
    ]


@given(st.binary())
def test_any_bytes_are_a_tree_or_faults(content: bytes) -> None:
    tree, faults = read_index(content)
    assert tree is not None or any(fault.fatal for fault in faults)


VALUES = st.recursive(
    st.none() | st.integers() | st.text(max_size=4),
    lambda below: (
        st.lists(below, max_size=4)
        | st.dictionaries(st.sampled_from(["exercises", "groups", "title", "g"]), below)
    ),
    max_leaves=20,
)


@given(st.dictionaries(st.sampled_from(["exercises", "groups"]), VALUES))
def test_any_values_are_a_tree_of_valid_ids(contents: dict[str, Any]) -> None:
    tree, _ = _read(**contents)
    listed = list(tree.walk())
    assert len(listed) == len(set(listed))
    assert not any(map(find_id_fault, listed))
