"""The merged configuration and where each value of it comes from."""

from collections.abc import Mapping
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kriterion.exercises.dodona.merged_configuration import (
    MAXIMUM_PATH,
    ActivityKey,
    MergedConfiguration,
    load_values,
)
from kriterion.exercises.problem import Problems
from kriterion.exercises.repository_files import Files, Missing
from tests.exercises.conftest import Plant


def _merge_all(*layers: Mapping[str, Any]) -> MergedConfiguration:
    configuration = MergedConfiguration()
    for number, layer in enumerate(layers):
        configuration = configuration.merge(layer, f"{number}.json")
    return configuration


def _read_values(configuration: MergedConfiguration) -> dict[str, Any]:
    return {key: configuration.value(cast("ActivityKey", key)) for key in configuration.tree}


@pytest.mark.parametrize(
    ("layers", "values", "origins"),
    [
        ([{"a": 1}, {"b": 2}], {"a": 1, "b": 2}, {"a": "0.json", "b": "1.json"}),
        ([{"a": 1}, {"a": 2}], {"a": 2}, {"a": "1.json"}),
        ([{"a": [1, 2]}, {"a": [3]}], {"a": [3]}, {"a": "1.json"}),
        (
            [{"a": {"b": {"c": 1, "d": 2}}}, {"a": {"b": {"c": 3}, "e": 4}}],
            {"a": {"b": {"c": 3, "d": 2}, "e": 4}},
            {"a.b.c": "1.json", "a.b.d": "0.json", "a.e": "1.json"},
        ),
        ([{"a": {"b": 1}}, {"a": 2}], {"a": 2}, {"a": "1.json"}),
        ([{"a": 2}, {"a": {"b": 1}}], {"a": {"b": 1}}, {"a.b": "1.json"}),
        ([{"a": {"b": 1}}, {"a": None}], {"a": None}, {"a": "1.json"}),
        ([{"a": {"b": 1}}, {"a": {}}], {"a": {"b": 1}}, {"a.b": "0.json"}),
        (
            [{"labels": ["A"]}, {}, {"labels": ["b", "A"]}],
            {"labels": ["A", "b", "A"]},
            {"labels": "0.json, 2.json"},
        ),
        ([{"labels": ["a"]}, {"labels": []}], {"labels": ["a"]}, {"labels": "0.json"}),
        ([{"labels": []}, {"labels": ["b"]}], {"labels": ["b"]}, {"labels": "1.json"}),
        (
            [{"x": {"labels": [1]}}, {"x": {"labels": [2]}}],
            {"x": {"labels": [1, 2]}},
            {"x.labels": "0.json, 1.json"},
        ),
        ([{"labels": ["a"]}, {"labels": "b"}], {"labels": "b"}, {"labels": "1.json"}),
    ],
)
def test_the_nearest_file_wins_and_is_recorded(
    layers: list[dict[str, Any]], values: dict[str, Any], origins: dict[str, str]
) -> None:
    merged = _merge_all(*layers)
    assert _read_values(merged) == values
    assert merged.origins() == origins


def test_merging_does_not_change_its_inputs() -> None:
    # One dirconfig.json is merged with many exercises: none may leave a trace in it.
    above = _merge_all({"evaluation": {"handler": "a"}, "labels": ["x"]})
    above.merge({"evaluation": {"handler": "b"}, "labels": ["y"]}, "below.json")
    assert _read_values(above) == {"evaluation": {"handler": "a"}, "labels": ["x"]}


def test_the_origin_of_an_object_is_a_file_that_set_part_of_it() -> None:
    merged = _merge_all({"access": {"b": 1}}, {"contact": {}})
    assert merged.find_file("access") == "0.json"
    assert merged.find_file("access", "b") == "0.json"
    assert merged.find_file("contact") == "1.json"
    assert merged.find_file("labels", "at", "all") == "1.json"


def test_a_wrong_type_is_reported_with_its_path_and_file() -> None:
    problems = Problems()
    merged = _merge_all({"access": {"b": [1]}}, {"contact": 2})
    assert merged.text("access", "b", complain=problems.warn) is None
    assert merged.boolean("contact", complain=problems.refuse) is None
    assert merged.table("contact", complain=problems.refuse) == {}
    assert merged.text("labels", complain=problems.refuse) is None
    assert [f"{problem.severity}: {problem}" for problem in problems] == [
        "warning: 0.json access.b: must be a string, not a list",
        "error: 1.json contact: must be true or false, not 2",
        "error: 1.json contact: must be an object, not 2",
    ]


def test_origins_grow_linearly_with_the_length_of_paths() -> None:
    deep: dict[str, Any] = {str(number): 1 for number in range(1000)}
    for _ in range(50):
        deep = {"k" * 100: deep}
    assert _merge_all({"short": 1, **deep}).origins() == {"short": "0.json"}
    assert _merge_all({"k" * MAXIMUM_PATH: 1}).origins() == {"k" * MAXIMUM_PATH: "0.json"}


_trees = st.recursive(
    st.integers() | st.lists(st.integers()),
    lambda inner: st.dictionaries(st.sampled_from("abc"), inner),
)
_objects = st.dictionaries(st.sampled_from("abc"), _trees)


@settings(deadline=None)
@given(st.lists(_objects, min_size=1))
def test_the_last_file_is_contained_in_the_result(layers: list[dict[str, Any]]) -> None:
    def holds(part: Any, whole: Any) -> bool:
        if isinstance(part, dict) and part:
            return all(holds(value, whole[key]) for key, value in part.items())
        return bool(part == whole or part == {})

    merged = _merge_all(*layers)
    assert holds(layers[-1], _read_values(merged))
    assert set(merged.origins().values()) <= {f"{number}.json" for number in range(len(layers))}


def _load_values(plant: Plant, content: object) -> tuple[dict[str, Any] | None, list[str]]:
    root = plant({"x/dirconfig.json": content}).resolve()
    problems = Problems()
    values = load_values(Files(root), root / "x" / "dirconfig.json", problems)
    return values, [f"{problem.severity}: {problem}" for problem in problems]


def test_invalid_labels_are_dropped_at_their_level(plant: Plant) -> None:
    assert _load_values(plant, {"labels": "a"}) == (
        {"labels": []},
        ["warning: x/dirconfig.json labels: must be a list, not 'a'"],
    )
    assert _load_values(plant, {"labels": ["a", {}, 1]}) == (
        {"labels": ["a", 1]},
        ["warning: x/dirconfig.json labels[1]: must be a string, not an object"],
    )
    assert _load_values(plant, {"labels": None}) == ({"labels": []}, [])


def test_an_oversized_file_is_not_read(plant: Plant) -> None:
    content = b'{"a": "' + b"x" * 10 * 1024 * 1024 + b'"}'
    assert _load_values(plant, content) == (
        None,
        ["error: x/dirconfig.json: is larger than 262,144 bytes"],
    )


def test_a_missing_file_is_not_a_problem(plant: Plant) -> None:
    root = plant({}).resolve()
    problems = Problems()
    with pytest.raises(Missing):
        load_values(Files(root), root / "dirconfig.json", problems)
    assert len(problems) == 0
