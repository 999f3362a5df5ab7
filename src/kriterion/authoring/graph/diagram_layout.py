"""Lay out a diagram: Graphviz places each connected part, and rows of parts make the picture."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, log
from typing import Any

from kriterion.authoring.graph.diagram import Arrow, Diagram, ExerciseBox, SkillPill
from kriterion.authoring.graph.graphviz_run import Solver, TooLargeForPictureError, run_graphviz
from kriterion.authoring.graph.graphviz_text import Direction, find_flipped, write_part
from kriterion.authoring.graph.implied_arrows import (
    drop_implied_arrows,
    list_before,
    number_cycles,
)
from kriterion.authoring.graph.label_text import break_lines, measure_text
from kriterion.authoring.graph.parts import Part, find_parts
from kriterion.authoring.graph.shapes import Block, Curve, Point, Rectangle, Size

BOX: Size = (196.0, 52.0)
PILL_HEIGHT = 22.0
MAX_NODES = 2_000
MAX_ARROWS = 4_000  # that are drawn
MAX_ALL_ARROWS = 100_000  # with those that others imply
TITLE_LETTERS = 40  # of a frame

_BLOCK_GAP = 28.0
_LETTER = 6.4  # average width of a letter in a pill
_TITLE_LETTER = 7.6
_PILL_ROOM = 22.0  # padding around its text
_SHAPE = 1.6  # ratio of a picture's width to its height
_WIDE = 1_400.0  # a wider part is drawn from left to right if that has a better shape


@dataclass(frozen=True, slots=True)
class Layout:
    """A picture: the place of each node, a frame around each group that has one, and curves.

    Arrows that others imply have none.
    """

    width: float
    height: float
    places: Mapping[int, Rectangle]
    frames: Mapping[int, Rectangle]
    curves: tuple[Curve, ...]


def lay_out(diagram: Diagram, *, least_width: float = 0, solve: Solver = run_graphviz) -> Layout:
    """Lay out the diagram. Parts with arrows come first, then single exercises.

    Raises TooLargeForPictureError, or MachineError if Graphviz fails.
    """
    count = len(diagram.nodes)
    if count > MAX_NODES or len(diagram.arrows) > MAX_ALL_ARROWS:
        raise TooLargeForPictureError
    diagram = drop_implied_arrows(diagram)
    if len(diagram.arrows) > MAX_ARROWS:
        raise TooLargeForPictureError
    cycles, _ = number_cycles(count, list_before(count, diagram.arrows))
    parts = find_parts(diagram)
    sizes = [_measure_node(node) for node in diagram.nodes]
    titles = {
        group: _TITLE_LETTER * measure_text(break_lines(title, TITLE_LETTERS)[0])
        for group, title in enumerate(diagram.groups)
    }
    graphs = [write_part(part, way, sizes, titles) for part in parts for way in Direction]
    solved = iter(solve(graphs) if graphs else ())
    blocks = []
    for part in parts:
        down, right = (_read_block(part, next(solved), sizes, way, cycles) for way in Direction)
        blocks.append(down if down.width <= _WIDE else min(down, right, key=_measure_distortion))
    return _pack(blocks, least_width)


def _measure_node(node: ExerciseBox | SkillPill) -> Size:
    if isinstance(node, ExerciseBox):
        return BOX
    return min(measure_text(node.skill) * _LETTER + _PILL_ROOM, BOX[0]), PILL_HEIGHT


def _read_block(
    part: Part,
    solved: Mapping[str, Any],
    sizes: Sequence[Size],
    direction: Direction,
    cycles: Sequence[int],
) -> Block:
    """Return a part as Graphviz laid it out, with the origin at the top left."""
    width, height = solved["size"]
    places = {
        node: Rectangle(x, height - y, *sizes[node])
        for node in part.nodes
        for x, y in (solved["nodes"][str(node)],)
    }
    frames = {
        int(frame): Rectangle((x + right) / 2, height - (y + top) / 2, right - x, top - y)
        for frame, (x, y, right, top) in solved["frames"].items()
    }

    def leads_back(arrow: Arrow) -> bool:
        first, then = places[arrow.first], places[arrow.then]
        ahead = then.y - first.y if direction is Direction.DOWN else then.x - first.x
        in_cycle = cycles[arrow.first] == cycles[arrow.then]
        return in_cycle and ahead <= 0 and arrow not in part.rows.sideways

    flipped = find_flipped(part, direction)
    curves = []
    for number, arrow in enumerate(part.arrows):
        points = [(x, height - y) for x, y in solved["edges"].get(str(number), ())]
        if arrow in flipped:
            points.reverse()
        points = points or _draw_straight(places[arrow.first], places[arrow.then])
        curves.append(Curve(arrow.first, arrow.then, tuple(points), leads_back(arrow)))
    return Block(width, height, places, frames, tuple(curves))


def _draw_straight(first: Rectangle, then: Rectangle) -> list[Point]:
    """Return the points of a straight curve between the borders of two rectangles."""
    start, end = _find_border(first, then), _find_border(then, first)
    return [start, start, end, end]


def _find_border(place: Rectangle, other: Rectangle) -> Point:
    """Return the point on a rectangle's border towards another."""
    right, down = other.x - place.x, other.y - place.y
    part = min(
        place.width / 2 / abs(right) if right else inf,
        place.height / 2 / abs(down) if down else inf,
    )
    return place.x + part * right, place.y + part * down


def _measure_distortion(block: Block) -> float:
    return abs(log(block.width / block.height / _SHAPE)) if block.width and block.height else inf


def _pack(blocks: Sequence[Block], least_width: float) -> Layout:
    """Pack the blocks into rows, none wider than the widest block or the least width."""
    room = max([least_width, *(block.width for block in blocks)])
    places: dict[int, Rectangle] = {}
    frames: dict[int, Rectangle] = {}
    curves: list[Curve] = []
    x = y = row = width = 0.0
    for block in blocks:
        if x and x + block.width > room:
            x, y, row = 0.0, y + row + _BLOCK_GAP, 0.0
        moved = block.move(x, y)
        places |= moved.places
        frames |= moved.frames
        curves += moved.curves
        row = max(row, block.height)
        width = max(width, moved.width)
        x = moved.width + _BLOCK_GAP
    return Layout(width, y + row, places, frames, tuple(curves))
