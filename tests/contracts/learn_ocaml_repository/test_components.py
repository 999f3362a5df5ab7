"""Strongly connected components: against a definition too slow to be wrong."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion_tools.contracts.learn_ocaml_repository.components import find_components

GRAPHS = st.integers(0, 7).flatmap(
    lambda size: st.lists(
        st.lists(st.integers(0, max(size - 1, 0)), max_size=4), min_size=size, max_size=size
    )
)


def _find_reached(graph: list[list[int]], start: int) -> set[int]:
    reached, waiting = {start}, [start]
    while waiting:
        for step in graph[waiting.pop()]:
            if step not in reached:
                reached.add(step)
                waiting.append(step)
    return reached


@given(GRAPHS)
def test_nodes_share_a_component_if_each_reaches_the_other(graph: list[list[int]]) -> None:
    found = list(find_components(range(len(graph)), graph.__getitem__))
    assert sorted(itertools.chain(*found)) == list(range(len(graph)))
    place = {node: number for number, together in enumerate(found) for node in together}
    reached = [_find_reached(graph, node) for node in range(len(graph))]
    for one, other in itertools.product(range(len(graph)), repeat=2):
        mutual = other in reached[one] and one in reached[other]
        assert (place[one] == place[other]) == mutual


@given(GRAPHS)
def test_components_come_in_topological_order(graph: list[list[int]]) -> None:
    found = list(find_components(range(len(graph)), graph.__getitem__))
    place = {node: number for number, together in enumerate(found) for node in together}
    assert all(place[step] <= place[node] for node, steps in enumerate(graph) for step in steps)


def test_only_reachable_nodes_are_visited() -> None:
    graph = {"a": ["b"], "b": [], "c": ["a"]}
    assert list(find_components(["a"], graph.__getitem__)) == [["b"], ["a"]]


@pytest.mark.long(reason="walks very deep graphs")
def test_deep_graphs_are_handled() -> None:
    deep = 100_000
    steps = lambda node: [node + 1] if node < deep else []  # noqa: E731
    assert next(find_components([0], steps)) == [deep]
    around = lambda node: [(node + 1) % deep]  # noqa: E731
    assert [len(component) for component in find_components([0], around)] == [deep]
