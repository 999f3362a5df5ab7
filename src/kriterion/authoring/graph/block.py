"""Draw columns: the places of their nodes, and the curves between them.

What comes first is left or above. A course may be one long path: its columns are then folded into
bands, every second one from right to left and upside down, like a winding road.
"""

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from math import log

from kriterion.authoring.graph.columns import Columns
from kriterion.authoring.graph.shapes import Block, Curve, NodePlace, Point, Size
from kriterion.authoring.graph.spread import spread

SHAPE = 1.6  # ratio of a picture's width to its height

_STEP = 46.0  # between columns
_GAP = 16.0  # between nodes of a column
_BAND_GAP = 40.0
_TURN = 34.0  # room for arrows from one band to the next
_NESTED = 0.06  # how much further out an arrow with a longer way turns
_WAYPOINT = 4.0
_ALIGNMENTS = 8
_LONGEST_BAND = 300  # columns
_BUSY_TURN = 0.2  # penalty of each further arrow around a turn

_Column = Sequence[int]


def draw(columns: Columns, sizes: Sequence[Size]) -> Block:
    """Draw columns with nodes of these sizes in the best-looking way."""
    all_columns = len(columns.columns)
    lying = [(height, width) for width, height in sizes]
    drawn = [
        _draw(columns, sizes, all_columns),
        _draw(columns, lying, all_columns).transpose(),
        _draw(columns, sizes, _choose_band_length(columns, sizes)),
    ]
    return min(drawn, key=_measure_ugliness)


def _measure_ugliness(block: Block) -> float:
    return block.ugly + abs(log(block.width / block.height / SHAPE))


def _choose_band_length(columns: Columns, sizes: Sequence[Size]) -> int:
    """Return the number of columns per band that gives the best shape."""
    heights = [
        sum((sizes[node][1] if node < columns.count else _WAYPOINT) + _GAP for node in column)
        for column in columns.columns
    ]
    step = max(width for width, _ in sizes) + _STEP

    def measure_distance(length: int) -> float:
        tops = (max(heights[begin : begin + length]) for begin in range(0, len(heights), length))
        return abs(log(length * step / sum(top + _BAND_GAP for top in tops) / SHAPE))

    return min(range(1, min(len(heights), _LONGEST_BAND) + 1), key=measure_distance)


def _draw(columns: Columns, sizes: Sequence[Size], length: int) -> Block:
    """Draw columns from left to right, in bands of that length."""
    bands = [
        columns.columns[begin : begin + length] for begin in range(0, len(columns.columns), length)
    ]
    all_sizes = _add_waypoint_sizes(columns, sizes)
    near = _find_neighbours(columns)
    turn = _TURN if len(bands) > 1 else 0.0
    full = max(_measure_natural_width(band, all_sizes) for band in bands)
    places: dict[int, NodePlace] = {}
    ahead: dict[int, int] = {}  # 1 if the band runs to the right, -1 if to the left
    top = 0.0
    for number, band in enumerate(bands):
        room = full if band is not bands[-1] else _measure_natural_width(band, all_sizes)
        middles, height = _place_rows(band, all_sizes, near)
        for column, x in zip(band, _place_columns(band, all_sizes, room), strict=True):
            for node in column:
                y = middles[node]
                if number % 2:
                    places[node] = NodePlace(turn + full - x, top + height - y, *all_sizes[node])
                else:
                    places[node] = NodePlace(turn + x, top + y, *all_sizes[node])
                ahead[node] = 1 - number % 2 * 2
        top += height + _BAND_GAP
    turning = sum(
        ahead[node] != ahead[next_node] for way in columns.ways for node, next_node in pairwise(way)
    )
    return Block(
        full + 2 * turn,
        top - _BAND_GAP,
        {node: places[node] for node in range(columns.count)},
        tuple(_draw_curve(way, places, ahead) for way in columns.ways),
        _BUSY_TURN * (turning - len(bands) + 1),
    )


def _add_waypoint_sizes(columns: Columns, sizes: Sequence[Size]) -> dict[int, Size]:
    """Return the sizes of all nodes; a waypoint is as wide as its column."""
    positions = dict(enumerate(sizes))
    for column in columns.columns:
        width = max(sizes[node][0] for node in column if node < columns.count)
        positions |= {node: (width, _WAYPOINT) for node in column if node >= columns.count}
    return positions


def _find_neighbours(columns: Columns) -> dict[int, list[int]]:
    near: dict[int, list[int]] = {}
    for way in columns.ways:
        for node, next_node in pairwise(way):
            near.setdefault(node, []).append(next_node)
            near.setdefault(next_node, []).append(node)
    return near


def _measure_natural_width(band: Sequence[_Column], sizes: Mapping[int, Size]) -> float:
    return sum(_measure_width(column, sizes) for column in band) + _STEP * (len(band) - 1)


def _place_columns(band: Sequence[_Column], sizes: Mapping[int, Size], room: float) -> list[float]:
    """Return the centres of a band's columns, spread over the available width."""
    widths = [_measure_width(column, sizes) for column in band]
    step = (room - sum(widths)) / max(len(band) - 1, 1)
    lefts = accumulate((width + step for width in widths), initial=0.0)
    return [left + width / 2 for left, width in zip(lefts, widths, strict=False)]


def _measure_width(column: _Column, sizes: Mapping[int, Size]) -> float:
    return max(sizes[node][0] for node in column)


def _place_rows(
    band: Sequence[_Column], sizes: Mapping[int, Size], near: Mapping[int, Sequence[int]]
) -> tuple[dict[int, float], float]:
    """Return the vertical position of each node of a band, near its neighbours, and the band's
    height.
    """
    middles: dict[int, float] = {}
    for column in band:
        middles |= _spread_column(column, [0.0] * len(column), sizes)
    for sweep in range(_ALIGNMENTS):
        for column in band if sweep % 2 == 0 else band[::-1]:
            wanted = [
                _average_middles(near.get(node, ()), middles, middles[node]) for node in column
            ]
            middles |= _spread_column(column, wanted, sizes)
    top = min(middle - sizes[node][1] / 2 for node, middle in middles.items())
    bottom = max(middle + sizes[node][1] / 2 for node, middle in middles.items())
    return {node: middle - top for node, middle in middles.items()}, bottom - top


def _average_middles(nodes: Sequence[int], middles: Mapping[int, float], default: float) -> float:
    known = [middles[node] for node in nodes if node in middles]
    return sum(known) / len(known) if known else default


def _spread_column(
    column: _Column, wanted: Sequence[float], sizes: Mapping[int, Size]
) -> dict[int, float]:
    middles = spread(wanted, [sizes[node][1] for node in column], _GAP)
    return dict(zip(column, middles, strict=True))


def _draw_curve(
    way: Sequence[int], places: Mapping[int, NodePlace], ahead: Mapping[int, int]
) -> Curve:
    """Draw a curve from the leading side of the first node to the trailing side of the last."""
    start = last = _find_side(places[way[0]], ahead[way[0]])
    pieces: list[tuple[Point, Point, Point]] = []
    for previous, node in pairwise(way):
        end = _find_side(places[node], -ahead[node])
        if ahead[previous] == ahead[node]:
            along = (last[0] + end[0]) / 2
        else:
            furthest = (max if ahead[previous] > 0 else min)(last[0], end[0])
            along = furthest + ahead[previous] * (_TURN + _NESTED * abs(end[1] - last[1]))
        pieces.append(((along, last[1]), (along, end[1]), end))
        last = end
        if node != way[-1]:  # pass waypoints straight
            last = _find_side(places[node], ahead[node])
            pieces.append((end, last, last))
    return Curve(way[0], way[-1], start, tuple(pieces))


def _find_side(place: NodePlace, direction: int) -> Point:
    return place.x + direction * place.width / 2, place.y
