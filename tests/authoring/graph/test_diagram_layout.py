"""The picture of a course: nothing overlaps, arrows lead forward, and it has a shape."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.authoring.graph.columns import arrange
from kriterion.authoring.graph.diagram import Arrow, Diagram, ExerciseBox, SkillPill, make_diagram
from kriterion.authoring.graph.diagram_layout import Layout, lay_out
from kriterion.authoring.graph.ranks import assign_ranks, reverse_back_arrows
from kriterion.authoring.graph.spread import spread
from kriterion.errors import OperatorError
from kriterion_tools.contracts.learn_ocaml_repository.exercise_groups import Group
from kriterion_tools.contracts.learn_ocaml_repository.exercise_meta import Meta


def _make_diagram(count: int, arrows: list[tuple[int, int]]) -> Diagram:
    boxes = tuple(
        ExerciseBox(id=f"e{number}", title=f"E {number}", stars=1, group=-1)
        for number in range(count)
    )
    distinct = dict.fromkeys(Arrow(*ends) for ends in arrows if ends[0] != ends[1])
    return Diagram(nodes=boxes, arrows=tuple(distinct))


DIAGRAMS = st.integers(1, 9).flatmap(
    lambda count: st.builds(
        _make_diagram,
        st.just(count),
        st.lists(st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)), max_size=14),
    )
)


def _find_overlapping(layout: Layout) -> list[tuple[int, int]]:
    return [
        (one, other)
        for (one, a), (other, b) in combinations(layout.places.items(), 2)
        if abs(a.x - b.x) < (a.width + b.width) / 2 - 0.01
        and abs(a.y - b.y) < (a.height + b.height) / 2 - 0.01
    ]


@given(DIAGRAMS)
def test_everything_is_drawn_once_without_overlap(diagram: Diagram) -> None:
    layout = lay_out(diagram)
    assert sorted(layout.places) == list(range(len(diagram.nodes)))
    assert {(curve.first, curve.then) for curve in layout.curves} == {
        (arrow.first, arrow.then) for arrow in diagram.arrows
    }
    assert _find_overlapping(layout) == []
    for place in layout.places.values():
        assert place.x - place.width / 2 >= -0.01
        assert place.x + place.width / 2 <= layout.width + 0.01
        assert place.y - place.height / 2 >= -0.01
        assert place.y + place.height / 2 <= layout.height + 0.01


@given(DIAGRAMS)
def test_an_arrow_starts_and_ends_at_the_sides_of_its_boxes(diagram: Diagram) -> None:
    layout = lay_out(diagram)
    for curve in layout.curves:
        ends = (curve.then, curve.first) if curve.back else (curve.first, curve.then)
        for node, (x, y) in zip(ends, (curve.start, curve.pieces[-1][2]), strict=True):
            place = layout.places[node]
            at_side = abs(abs(x - place.x) - place.width / 2) < 0.01 and abs(y - place.y) < 0.01
            at_top = abs(abs(y - place.y) - place.height / 2) < 0.01 and abs(x - place.x) < 0.01
            assert at_side or at_top


@given(DIAGRAMS)
def test_arrows_point_forward_except_in_a_cycle(diagram: Diagram) -> None:
    count = len(diagram.nodes)
    leading = reverse_back_arrows(count, diagram.arrows)
    ranks = assign_ranks(count, leading)
    assert all(ranks[arrow.first] < ranks[arrow.then] for arrow in leading)
    arranged = arrange(ranks, leading)
    for way in arranged.ways:
        columns = [next(n for n, c in enumerate(arranged.columns) if node in c) for node in way]
        assert all(then == first + 1 for first, then in pairwise(columns))


def test_a_long_path_is_wrapped_into_a_readable_picture() -> None:
    layout = lay_out(_make_diagram(140, [(number, number + 1) for number in range(139)]))
    assert 1 < layout.width / layout.height < 2.5


def test_columns_are_sorted_to_avoid_crossings() -> None:
    arrows = [Arrow(0, 5), Arrow(1, 4), Arrow(2, 3)]
    arranged = arrange([0, 0, 0, 1, 1, 1], arrows)
    first, then = arranged.columns
    partners = {arrow.first: arrow.then for arrow in arrows}
    assert [partners[node] for node in first] == list(then)


@pytest.mark.parametrize("count", [200])
def test_a_large_course_is_drawn(count: int) -> None:
    arrows = [(number // 3, number) for number in range(1, count)]
    layout = lay_out(_make_diagram(count, arrows))
    assert _find_overlapping(layout) == []


@given(
    st.lists(st.tuples(st.floats(-50, 50), st.floats(1, 20)), min_size=1, max_size=8),
    st.floats(0, 9),
)
def test_boxes_are_spaced_and_placed_optimally(
    things: list[tuple[float, float]], gap: float
) -> None:
    wanted = [want for want, _ in things]
    sizes = [size for _, size in things]
    found = spread(wanted, sizes, gap)
    for place in range(len(found) - 1):
        apart = (sizes[place] + sizes[place + 1]) / 2 + gap
        assert found[place + 1] - found[place] >= apart - 1e-6
    assert sum(found) == pytest.approx(sum(wanted), abs=1e-6)  # moving all would be worse


def test_a_skill_is_drawn_once_between_exercises_that_train_and_need_it() -> None:
    metas = {
        "a": Meta(focus=("lists", "alone")),
        "b": Meta(focus=("lists",), requirements=("lists",)),
        "c": Meta(requirements=("lists", "unknown"), backward_exercises=("a", "gone", "c")),
    }
    tree = Group(groups=(Group(id="g", title="G", exercises=("a", "b")),), exercises=("c",))
    diagram = make_diagram(metas, {"a": "First"}, tree)
    boxes = [node for node in diagram.nodes if isinstance(node, ExerciseBox)]
    assert [(box.id, box.title, box.group) for box in boxes] == [
        ("a", "First", 0),
        ("b", "b", 0),
        ("c", "c", -1),
    ]
    assert diagram.nodes[3] == SkillPill("lists")
    assert set(diagram.arrows) == {Arrow(0, 2), Arrow(0, 3), Arrow(3, 1), Arrow(3, 2)}


def test_groups_are_coloured_by_the_first_level_that_distinguishes_them() -> None:
    inner = (Group(id="a", title="A", exercises=("a",)), Group(id="b", exercises=("b",)))
    tree = Group(groups=(Group(id="all", title="All", groups=inner),))
    diagram = make_diagram({"a": Meta(), "b": Meta()}, {}, tree)
    assert diagram.groups == ("A", "b")


def test_a_course_too_large_to_draw_is_refused() -> None:
    arrows = [(number, number + 1) for number in range(2_000)]
    arrows += [(number, 2_000) for number in range(100)]
    with pytest.raises(OperatorError, match="too large"):
        lay_out(_make_diagram(2_001, arrows))
