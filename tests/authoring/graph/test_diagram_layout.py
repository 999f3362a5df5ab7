"""The picture of a course: nothing overlaps, arrows lead forward, and it has a shape."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.authoring.graph.diagram import Arrow, Diagram, ExerciseBox, SkillPill, make_diagram
from kriterion.authoring.graph.diagram_layout import (
    MAX_ARROWS,
    MAX_NODES,
    Layout,
    lay_out,
)
from kriterion.authoring.graph.graphviz_run import TooLargeForPictureError, run_graphviz
from kriterion.authoring.graph.implied_arrows import (
    drop_implied_arrows,
    list_before,
    number_cycles,
)
from kriterion.authoring.graph.rows import COLUMNS, find_rows
from kriterion.authoring.graph.shapes import Curve, Rectangle
from kriterion.errors import MachineError, OperatorError
from kriterion_tools.contracts.learn_ocaml_repository.exercise_groups import Group
from kriterion_tools.contracts.learn_ocaml_repository.exercise_meta import Meta
from tests.authoring.graph.solving import solve_here

SLACK = 1.0  # pixel: Graphviz rounds


def _make_diagram(
    count: int, arrows: list[tuple[int, int]], groups: list[int] | None = None, skills: int = 0
) -> Diagram:
    """Exercises in these groups, the last of them replaced by skills."""
    boxes = tuple(
        ExerciseBox(
            id=f"e{number}", title=f"E {number}", stars=1, group=groups[number] if groups else -1
        )
        for number in range(count - skills)
    )
    pills = tuple(SkillPill(f"skill {number}") for number in range(skills))
    distinct = dict.fromkeys(Arrow(*ends) for ends in arrows if ends[0] != ends[1])
    titles = tuple(
        f"Group {group}" for group in range(max(groups, default=-1) + 1 if groups else 0)
    )
    return Diagram(nodes=(*boxes, *pills), arrows=tuple(distinct), groups=titles)


@st.composite
def _diagrams(draw: st.DrawFn, most: int = 18) -> Diagram:
    count = draw(st.integers(1, most))
    ends = st.integers(0, count - 1)
    path = [(node, node + 1) for node in range(draw(st.integers(0, count - 1)))]
    return _make_diagram(
        count,
        path + draw(st.lists(st.tuples(ends, ends), max_size=most)),
        draw(st.none() | st.lists(st.integers(-1, 3), min_size=count, max_size=count)),
        draw(st.integers(0, count // 2)),
    )


def _find_overlapping(layout: Layout) -> list[tuple[int, int]]:
    return [
        (one, other)
        for (one, a), (other, b) in combinations(layout.places.items(), 2)
        if _overlap(a, b)
    ]


def _overlap(a: Rectangle, b: Rectangle) -> bool:
    return (
        abs(a.x - b.x) < (a.width + b.width) / 2 - SLACK
        and abs(a.y - b.y) < (a.height + b.height) / 2 - SLACK
    )


def _contains(outer: Rectangle, x: float, y: float, width: float = 0, height: float = 0) -> bool:
    return (
        abs(outer.x - x) <= (outer.width - width) / 2 + SLACK
        and abs(outer.y - y) <= (outer.height - height) / 2 + SLACK
    )


def _check_sound(diagram: Diagram, layout: Layout) -> None:
    assert sorted(layout.places) == list(range(len(diagram.nodes)))
    drawn = [(curve.first, curve.then) for curve in layout.curves]
    kept = [(arrow.first, arrow.then) for arrow in drop_implied_arrows(diagram).arrows]
    assert sorted(drawn) == sorted(kept)
    assert _find_overlapping(layout) == []
    whole = Rectangle(layout.width / 2, layout.height / 2, layout.width, layout.height)
    for place in (*layout.places.values(), *layout.frames.values()):
        assert _contains(whole, place.x, place.y, place.width, place.height)
    for one, other in combinations(layout.frames.values(), 2):
        assert not _overlap(one, other)


@given(_diagrams())
def test_everything_is_drawn_once_without_overlap(diagram: Diagram) -> None:
    _check_sound(diagram, lay_out(diagram, solve=solve_here))


@given(_diagrams())
def test_a_frame_has_its_group_and_nothing_else(diagram: Diagram) -> None:
    layout = lay_out(diagram, solve=solve_here)
    for number, node in enumerate(diagram.nodes):
        place = layout.places[number]
        for group, frame in layout.frames.items():
            if isinstance(node, ExerciseBox) and node.group == group:
                assert _contains(frame, place.x, place.y, place.width, place.height)
            elif isinstance(node, ExerciseBox):
                assert not _overlap(frame, place)


@given(_diagrams())
def test_an_arrow_starts_and_ends_at_the_borders_of_its_boxes(diagram: Diagram) -> None:
    layout = lay_out(diagram, solve=solve_here)
    for curve in layout.curves:
        ends = zip((curve.first, curve.then), (curve.points[0], curve.points[-1]), strict=True)
        for node, (x, y) in ends:
            place = layout.places[node]
            inner = Rectangle(place.x, place.y, place.width - 4, place.height - 4)
            assert _contains(place, x, y)
            assert abs(x - inner.x) > inner.width / 2 or abs(y - inner.y) > inner.height / 2


@given(_diagrams())
def test_arrows_point_forward_except_in_a_cycle(diagram: Diagram) -> None:
    layout = lay_out(diagram, solve=solve_here)
    cycles, _ = number_cycles(len(diagram.nodes), list_before(len(diagram.nodes), diagram.arrows))
    for curve in layout.curves:
        right, down = _measure_step(curve, layout)
        if cycles[curve.first] != cycles[curve.then]:
            assert not curve.back
            is_beside = (down == 0 and abs(right) < 250) or (right == 0 and abs(down) < 100)
            assert down > 0 or right > 0 or is_beside  # the last in a path that is folded
        elif curve.back:
            assert down <= 0 or right <= 0


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=12))
def test_arrows_point_down_in_a_narrow_picture(ends: list[tuple[int, int]]) -> None:
    layout = lay_out(_make_diagram(6, ends), solve=solve_here)
    assert all((_measure_step(curve, layout)[1] > 0) != curve.back for curve in layout.curves)


def _measure_step(curve: Curve, layout: Layout) -> tuple[float, float]:
    first, then = layout.places[curve.first], layout.places[curve.then]
    return round(then.x - first.x), round(then.y - first.y)


def test_a_cycle_has_an_arrow_back() -> None:
    layout = lay_out(_make_diagram(3, [(0, 1), (1, 2), (2, 0)]))
    assert sum(curve.back for curve in layout.curves) == 1


def test_a_long_path_is_folded_to_the_width_of_a_page() -> None:
    layout = lay_out(_make_diagram(140, [(number, number + 1) for number in range(139)]))
    assert layout.width < 1_150
    assert layout.height < 2_600
    assert not any(curve.back for curve in layout.curves)
    rows = [[*places] for places in _group_in_rows(layout)]
    assert [len(row) for row in rows] == [COLUMNS] * 28
    assert [node for row in rows for node in row] == list(range(140))


def _group_in_rows(layout: Layout) -> list[list[int]]:
    """The nodes of each row in reading order: every second row from right to left."""
    rows: dict[float, list[int]] = {}
    for node, place in layout.places.items():
        rows.setdefault(round(place.y), []).append(node)
    return [
        sorted(row, key=lambda node: layout.places[node].x, reverse=number % 2 == 1)
        for number, (_, row) in enumerate(sorted(rows.items()))
    ]


def test_a_path_through_groups_stays_within_the_width_of_a_page() -> None:
    groups = [0, 1] * 28 + [2] * 27
    layout = lay_out(_make_diagram(83, [(number, number + 1) for number in range(82)], groups))
    assert list(layout.frames) == [2]  # the others alternate
    assert layout.width < 1_200


def test_exercises_without_arrows_are_in_rows_in_their_order() -> None:
    layout = lay_out(_make_diagram(23, []))
    middles = [(round(place.y), place.x) for _, place in sorted(layout.places.items())]
    assert middles == sorted(middles)
    assert [sum(y == row for y, _ in middles) for row, _ in middles[::COLUMNS]] == [5, 5, 5, 5, 3]


def test_parts_are_placed_within_the_least_width() -> None:
    arrows = [(3 * number, 3 * number + then) for number in range(20) for then in (1, 2)]
    layout = lay_out(_make_diagram(60, arrows), least_width=1_100)
    assert 800 < layout.width <= 1_100
    assert _find_overlapping(layout) == []


def test_a_part_with_many_ends_is_drawn_from_left_to_right() -> None:
    diagram = _make_diagram(60, [(0, number) for number in range(1, 60)])
    layout = lay_out(diagram)
    _check_sound(diagram, layout)
    assert layout.width < 500


@pytest.mark.parametrize("count", [200])
def test_a_large_course_is_drawn(count: int) -> None:
    diagram = _make_diagram(count, [(number // 3, number) for number in range(1, count)])
    _check_sound(diagram, lay_out(diagram))


@given(_diagrams(most=9))
def test_arrows_that_others_imply_are_left_out(diagram: Diagram) -> None:
    shown = drop_implied_arrows(diagram)
    assert set(shown.arrows) <= set(diagram.arrows)
    assert _find_orders(shown) == _find_orders(diagram)


def _find_orders(diagram: Diagram) -> set[frozenset[int]]:
    """All sets of nodes that can be reached by solving exercises one after the other."""
    before = list_before(len(diagram.nodes), diagram.arrows)

    def is_possible(node: int, solved: frozenset[int]) -> bool:
        is_skill = isinstance(diagram.nodes[node], SkillPill)
        met = [first in solved for first in before[node]]
        return all(met) if not is_skill else any(met) or not met

    reached = {frozenset[int]()}
    waiting = list(reached)
    while waiting:
        solved = waiting.pop()
        for node in range(len(diagram.nodes)):
            if node not in solved and is_possible(node, solved):
                more = solved | {node}
                if more not in reached:
                    reached.add(more)
                    waiting.append(more)
    return reached


def test_a_link_that_a_skill_implies_is_left_out() -> None:
    metas = {
        "a": Meta(focus=("s",)),
        "b": Meta(requirements=("s",), backward_exercises=("a",)),
        "c": Meta(requirements=("s",), backward_exercises=("b",)),
    }
    shown = drop_implied_arrows(make_diagram(metas, {}, Group(exercises=tuple(metas))))
    assert set(shown.arrows) == {Arrow(0, 3), Arrow(3, 1), Arrow(1, 2)}


def test_a_skill_that_two_exercises_train_implies_neither() -> None:
    metas = {
        "a": Meta(focus=("s",)),
        "b": Meta(focus=("s",)),
        "c": Meta(requirements=("s",), backward_exercises=("a",)),
    }
    diagram = make_diagram(metas, {}, Group(exercises=tuple(metas)))
    assert drop_implied_arrows(diagram) == diagram


def test_rows_join_at_their_ends() -> None:
    nodes = range(17)
    rows = find_rows(nodes, [Arrow(one, other) for one, other in pairwise(nodes)], {})
    assert rows.rows == ((0, 1, 2, 3, 4), (9, 8, 7, 6, 5), (10, 11, 12, 13, 14), (16, 15))
    assert Arrow(5, 6) in rows.leftward and Arrow(4, 5) not in rows.sideways


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


def _refuse_to_solve(graphs: object) -> list[dict[str, object]]:
    raise AssertionError("Graphviz is asked")


DENSE = [(one, other) for one in range(70) for other in range(70) if one != other]


@pytest.mark.parametrize(
    "diagram",
    [
        pytest.param(_make_diagram(10_000, []), id="10,000 exercises"),
        pytest.param(
            _make_diagram(MAX_NODES + 1, [(n, n + 1) for n in range(MAX_NODES)]), id="a path"
        ),
        pytest.param(_make_diagram(70, DENSE), id="each builds on each"),
        pytest.param(
            _make_diagram(460, [(one, other) for other in range(460) for one in range(other)]),
            id="each builds on all before",
        ),
    ],
)
def test_a_course_too_large_to_draw_is_refused(diagram: Diagram) -> None:
    with pytest.raises(OperatorError, match="too large"):
        lay_out(diagram, solve=_refuse_to_solve)


@pytest.mark.long(reason="Graphviz uses its limit of processor time")
def test_a_course_that_takes_too_long_is_refused() -> None:
    dense = _make_diagram(60, [ends for ends in DENSE if max(ends) < 60])
    assert len(dense.arrows) < MAX_ARROWS
    with pytest.raises(TooLargeForPictureError):
        lay_out(dense, solve=lambda graphs: run_graphviz(graphs, cpu_seconds=1))


def test_arrows_that_are_all_implied_are_no_obstacle() -> None:
    ends = [(one, other) for other in range(150) for one in range(other)]
    layout = lay_out(_make_diagram(150, ends))
    assert len(layout.curves) == 149


def test_huge_titles_take_no_room() -> None:
    metas = {"a": Meta(focus=("s" * 100_000,)), "b": Meta(requirements=("s" * 100_000,))}
    groups = tuple(Group(id=name, title="T" * 100_000, exercises=(name,)) for name in metas)
    diagram = make_diagram(metas, {"a": "A" * 100_000}, Group(groups=groups))
    layout = lay_out(diagram)
    _check_sound(diagram, layout)
    assert layout.width < 800


def test_a_loop_is_not_drawn() -> None:
    nodes = (ExerciseBox(id="a", title="A", stars=0, group=-1),)
    layout = lay_out(Diagram(nodes=nodes, arrows=(Arrow(0, 0),)))
    assert layout.curves == ()


def test_what_graphviz_cannot_read_is_a_fault_of_the_machine() -> None:
    with pytest.raises(MachineError, match="Graphviz cannot draw the picture"):
        run_graphviz(["no graph"])
