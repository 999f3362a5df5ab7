"""Describe a part of a picture to Graphviz: in numbers only, so that no text reaches its parser.

Its points are our pixels.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum, unique

from kriterion.authoring.graph.diagram import Arrow
from kriterion.authoring.graph.parts import Part
from kriterion.authoring.graph.shapes import Size

_BESIDE = 24.0  # between nodes
_BETWEEN = 32.0  # between ranks, for arrows
_FRAME_MARGIN = 14.0
_TITLE_HEIGHT = 20.0
_INCH = 72.0


@unique
class Direction(StrEnum):
    """Where arrows lead; the value is Graphviz's."""

    DOWN = "TB"
    RIGHT = "LR"


def write_part(
    part: Part, direction: Direction, sizes: Sequence[Size], titles: Mapping[int, float]
) -> str:
    """Describe a part, given the sizes of all nodes and the widths of the frames' titles.

    The id of an edge is the number of its arrow; invisible edges have none.
    """
    return "".join(_write_lines(part, direction, sizes, titles))


def find_flipped(part: Part, direction: Direction) -> frozenset[Arrow]:
    """Return the arrows that are given to Graphviz from their end to their start.

    It draws an arrow within a row of `DOWN` to the right, and within a column of `RIGHT` up.
    """
    rows = part.rows
    return rows.leftward if direction is Direction.DOWN else rows.sideways - rows.leftward


def _write_lines(
    part: Part, direction: Direction, sizes: Sequence[Size], titles: Mapping[int, float]
) -> Iterator[str]:
    yield f"digraph{{rankdir={direction};newrank=true;"
    yield f"nodesep={_BESIDE / _INCH:.4f};ranksep={_BETWEEN / _INCH:.4f};\n"
    yield 'node[shape=box,fixedsize=true,label=""];edge[arrowhead=none];\n'
    for node in part.nodes:
        width, height = sizes[node]
        yield f"{node}[width={width / _INCH:.4f},height={height / _INCH:.4f}];\n"
    inside: dict[int, list[int]] = {}
    for node, frame in part.frames.items():
        inside.setdefault(frame, []).append(node)
    for frame, nodes in inside.items():
        yield f"subgraph cluster_{frame}{{margin={_FRAME_MARGIN:g};label=<<table border='0'"
        yield f" fixedsize='true' width='{titles[frame]:.0f}' height='{_TITLE_HEIGHT:g}'>"
        yield f"<tr><td></td></tr></table>>;{';'.join(map(str, nodes))}}}\n"
    flipped = find_flipped(part, direction)
    for row in part.rows.rows:
        yield f"{{rank=same;{';'.join(map(str, row))}}}\n"
    shown = [(arrow, f"id={number}") for number, arrow in enumerate(part.arrows)]
    unseen = [(arrow, "style=invis") for arrow in part.rows.unseen]
    for arrow, attribute in (*shown, *unseen):
        first, then = arrow.first, arrow.then
        if arrow in flipped:
            first, then = then, first
        yield f"{first}->{then}[{attribute}];\n"
    yield "}\n"
