"""What an exercise builds on, and what to go on with."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion_tools.contracts.learn_ocaml_repository.exercise_meta import Meta
from kriterion_tools.contracts.learn_ocaml_repository.prerequisites import (
    Prerequisite,
    PrerequisiteGraph,
)

COURSE = {
    "first": Meta(focus=("functions",), forward_exercises=("lists/sum",)),
    "branches": Meta(focus=("if", "functions"), requirements=("functions",)),
    "lists/sum": Meta(
        focus=("lists",), requirements=("functions", "if"), backward_exercises=("branches",)
    ),
    "lists/max": Meta(focus=("lists",), requirements=("lists", "if"), max_score=3),
    "trees": Meta(requirements=("lists",), backward_exercises=("lists/max", "gone", "trees")),
}
GRAPH = PrerequisiteGraph(COURSE)


def test_a_skill_and_a_link_between_two_exercises_give_one_edge() -> None:
    assert GRAPH.find_direct("lists/sum") == (
        Prerequisite("branches", ("functions", "if"), linked=True),
        Prerequisite("first", ("functions",)),
    )


def test_no_exercise_requires_itself_or_a_missing_one() -> None:
    assert [exercise.id for exercise in GRAPH.find_direct("trees")] == ["lists/max", "lists/sum"]
    assert [exercise.id for exercise in GRAPH.find_direct("lists/max")] == ["lists/sum", "branches"]
    assert "trees" not in GRAPH.find_all("trees")


def test_prerequisites_come_after_their_own_prerequisites() -> None:
    assert GRAPH.find_all("trees") == ("first", "branches", "lists/sum", "lists/max")
    assert GRAPH.find_all("first") == ()


def test_exercises_that_train_a_skill_precede_those_that_also_require_it() -> None:
    graph = PrerequisiteGraph(
        {
            "again": Meta(focus=("recursion",), requirements=("recursion",)),
            "last": Meta(requirements=("recursion",)),
            "begin": Meta(focus=("recursion",)),
        }
    )
    assert graph.find_all("last") == ("begin", "again")
    assert list(graph.find_cycles()) == []


def test_exercises_of_a_cycle_stay_together_after_their_prerequisites() -> None:
    graph = PrerequisiteGraph(
        {
            "hen": Meta(requirements=("laying",), focus=("hatching",)),
            "chick": Meta(backward_exercises=("egg",)),
            "egg": Meta(requirements=("hatching", "cooking"), focus=("laying",)),
            "pan": Meta(focus=("cooking",)),
        }
    )
    assert list(graph.find_cycles()) == [("hen", "egg")]
    assert graph.find_all("chick") == ("pan", "hen", "egg")
    assert graph.find_all("hen") == ("pan", "egg")


NAMES = st.sampled_from("abcdef")
SKILLS = st.lists(st.sampled_from("xyz"), max_size=2).map(tuple)
METAS = st.dictionaries(
    NAMES,
    st.builds(
        Meta,
        focus=SKILLS,
        requirements=SKILLS,
        backward_exercises=st.lists(NAMES, max_size=2).map(tuple),
        forward_exercises=st.lists(NAMES, max_size=2).map(tuple),
    ),
)


@given(METAS)
def test_predecessors_are_the_reachable_exercises(metas: dict[str, Meta]) -> None:
    graph = PrerequisiteGraph(metas)
    steps = {meta: {before.id for before in graph.find_direct(meta)} for meta in metas}
    for start in metas:
        reached: set[str] = set()
        waiting = [start]
        while waiting:
            new = steps[waiting.pop()] - reached
            reached |= new
            waiting += new
        before = graph.find_all(start)
        assert set(before) == reached - {start}
        assert len(set(before)) == len(before)


@given(METAS)
def test_without_cycles_all_prerequisites_come_first(metas: dict[str, Meta]) -> None:
    graph = PrerequisiteGraph(metas)
    together = [set(cycle) for cycle in graph.find_cycles()]
    for start in metas:
        before = graph.find_all(start)
        for (place, one), (other_place, other) in itertools.combinations(enumerate(before), 2):
            assert place < other_place
            late = any(step.id == other for step in graph.find_direct(one))
            assert not late or any({one, other} <= cycle for cycle in together)


def test_a_skill_shared_by_all_exercises_takes_linear_time() -> None:
    """With every pair for an edge this would take hours."""
    count = 50_000
    metas = {str(number): Meta(focus=("all",), requirements=("all",)) for number in range(count)}
    graph = PrerequisiteGraph(metas)
    assert len(graph.find_all("0")) == count - 1
    assert [len(cycle) for cycle in graph.find_cycles()] == [count]


@pytest.mark.parametrize("length", [50_000])
def test_long_chains_are_handled(length: int) -> None:
    metas = {str(number): Meta(backward_exercises=(str(number + 1),)) for number in range(length)}
    graph = PrerequisiteGraph(metas)
    assert graph.find_all("0") == tuple(str(number) for number in range(length - 1, 0, -1))
