"""Lay out a diagram: each connected part by itself, then packed into a picture."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from kriterion.authoring.graph.block import SHAPE, draw
from kriterion.authoring.graph.columns import arrange
from kriterion.authoring.graph.diagram import Arrow, Diagram, ExerciseBox, SkillPill
from kriterion.authoring.graph.ranks import assign_ranks, reverse_back_arrows
from kriterion.authoring.graph.shapes import Block, Curve, NodePlace, Size
from kriterion.errors import OperatorError

BOX: Size = (196.0, 52.0)
PILL_HEIGHT = 22.0
MAXIMUM_STEPS = 40_000  # of all arrows together, each between adjacent columns

_BLOCK_GAP = 28.0
_LETTER = 6.4  # average width of a letter in a pill
_PILL_ROOM = 22.0  # padding around its text


@dataclass(frozen=True, slots=True)
class Layout:
    """A picture: the place of each node, and a curve per arrow."""

    width: float
    height: float
    places: Mapping[int, NodePlace]
    curves: tuple[Curve, ...]


def lay_out(diagram: Diagram, *, least_width: float = 0) -> Layout:
    """Lay out the diagram. Parts with arrows come first, then single exercises.

    Raises OperatorError if it is too large.
    """
    parts = _find_connected_parts(len(diagram.nodes), diagram.arrows)
    parts.sort(key=lambda part: len(part) == 1)
    arrows: dict[int, list[Arrow]] = {}
    part_of = {node: number for number, part in enumerate(parts) for node in part}
    for arrow in diagram.arrows:
        arrows.setdefault(part_of[arrow.first], []).append(arrow)
    blocks = [
        _draw_part(diagram, part, arrows.get(number, [])) for number, part in enumerate(parts)
    ]
    return _pack(blocks, least_width)


def _find_connected_parts(count: int, arrows: Iterable[Arrow]) -> list[list[int]]:
    """Return the connected components, regardless of the arrows' directions."""
    above = list(range(count))

    def top(node: int) -> int:
        while above[node] != node:
            above[node] = node = above[above[node]]
        return node

    for arrow in arrows:
        first, second = sorted((top(arrow.first), top(arrow.then)))
        above[second] = first
    parts: dict[int, list[int]] = {}
    for node in range(count):
        parts.setdefault(top(node), []).append(node)
    return list(parts.values())


def _draw_part(diagram: Diagram, nodes: Sequence[int], arrows: Sequence[Arrow]) -> Block:
    number = {node: place for place, node in enumerate(nodes)}
    inside = [Arrow(number[arrow.first], number[arrow.then]) for arrow in arrows]
    leading = reverse_back_arrows(len(nodes), inside)
    ranks = assign_ranks(len(nodes), leading)
    if sum(ranks[arrow.then] - ranks[arrow.first] for arrow in leading) > MAXIMUM_STEPS:
        what, fix = "the course is too large to be drawn as a picture", "write FILE.dot instead"
        raise OperatorError(what, fix=fix)
    columns = arrange(ranks, leading)
    block = draw(columns, [_measure_node(diagram.nodes[node]) for node in nodes])
    curves = {(curve.first, curve.then): curve for curve in block.curves}
    return replace(
        block,
        places={nodes[node]: place for node, place in block.places.items()},
        curves=tuple(_restore_curve(arrow, nodes, curves) for arrow in inside),
    )


def _restore_curve(
    arrow: Arrow, nodes: Sequence[int], curves: Mapping[tuple[int, int], Curve]
) -> Curve:
    """Return the curve of an arrow, with the diagram's node numbers and the original direction."""
    back = (arrow.first, arrow.then) not in curves
    curve = curves[(arrow.then, arrow.first) if back else (arrow.first, arrow.then)]
    return replace(curve, first=nodes[arrow.first], then=nodes[arrow.then], back=back)


def _measure_node(node: ExerciseBox | SkillPill) -> Size:
    if isinstance(node, ExerciseBox):
        return BOX
    return min(len(node.skill) * _LETTER + _PILL_ROOM, BOX[0]), PILL_HEIGHT


def _pack(blocks: Sequence[Block], least_width: float) -> Layout:
    """Pack the blocks into rows, none wider than the widest block or the best shape."""
    area = sum((block.width + _BLOCK_GAP) * (block.height + _BLOCK_GAP) for block in blocks)
    room = max([least_width, (area * SHAPE) ** 0.5, *(block.width for block in blocks)])
    places: dict[int, NodePlace] = {}
    curves: list[Curve] = []
    x = y = row = width = 0.0
    for block in blocks:
        if x and x + block.width > room:
            x, y, row = 0.0, y + row + _BLOCK_GAP, 0.0
        move = block.move(x, y)
        places |= move.places
        curves += move.curves
        row = max(row, block.height)
        width = max(width, move.width)
        x = move.width + _BLOCK_GAP
    return Layout(width, y + row, places, tuple(curves))
