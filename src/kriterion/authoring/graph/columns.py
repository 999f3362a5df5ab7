"""Arrange nodes in columns, ordered so that few arrows cross.

Sugiyama's method: an arrow across several columns passes a waypoint in each, and each column is
sorted by the barycentre of its neighbours, back and forth, while that helps.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from kriterion.authoring.graph.diagram import Arrow

_SWEEPS = 12


@dataclass(frozen=True, slots=True)
class Columns:
    """The nodes of each column from top to bottom, and the nodes that each arrow passes.

    Numbers from `count` on are waypoints.
    """

    count: int
    columns: tuple[tuple[int, ...], ...]
    ways: tuple[tuple[int, ...], ...]


def arrange(ranks: Sequence[int], arrows: Sequence[Arrow]) -> Columns:
    """Arrange nodes of these ranks; all arrows lead forward."""
    count = len(ranks)
    columns: list[list[int]] = [[] for _ in range(max(ranks, default=-1) + 1)]
    for node, column in enumerate(ranks):
        columns[column].append(node)
    ways = []
    waypoint = count
    for arrow in arrows:
        way = [arrow.first]
        for column in range(ranks[arrow.first] + 1, ranks[arrow.then]):
            columns[column].append(waypoint)
            way.append(waypoint)
            waypoint += 1
        ways.append((*way, arrow.then))
    ordered = _sort_columns(columns, ways, waypoint)
    return Columns(count, tuple(map(tuple, ordered)), tuple(ways))


def _sort_columns(
    columns: list[list[int]], ways: Sequence[Sequence[int]], nodes: int
) -> list[list[int]]:
    before: list[list[int]] = [[] for _ in range(nodes)]
    after: list[list[int]] = [[] for _ in range(nodes)]
    for way in ways:
        for first, then in pairwise(way):
            before[then].append(first)
            after[first].append(then)
    best, fewest = columns, _count_crossings(columns, after)
    for sweep in range(_SWEEPS):
        if not fewest:
            break
        columns = (
            _sort_by_neighbours(columns, before)
            if sweep % 2 == 0
            else _sort_by_neighbours(columns[::-1], after)[::-1]
        )
        crossings = _count_crossings(columns, after)
        if crossings < fewest:
            best, fewest = columns, crossings
    return best


def _sort_by_neighbours(columns: list[list[int]], neighbours: list[list[int]]) -> list[list[int]]:
    """Sort each column by its neighbours in the column before; nodes without any stay."""
    place: dict[int, float] = {}
    swept = []
    for column in columns:
        weight = {
            node: sum(place[neighbour] for neighbour in near) / len(near)
            if (near := neighbours[node])
            else (number + 0.5) / len(column)
            for number, node in enumerate(column)
        }
        swept.append(sorted(column, key=weight.__getitem__))
        place = {node: (number + 0.5) / len(column) for number, node in enumerate(swept[-1])}
    return swept


def _count_crossings(columns: Sequence[Sequence[int]], after: list[list[int]]) -> int:
    """Count the crossings between adjacent columns with a Fenwick tree."""
    crossings = 0
    for column, following in pairwise(columns):
        place = {node: number for number, node in enumerate(following)}
        tree = [0] * (len(following) + 1)
        passed = 0
        for node in column:
            ends = [place[neighbour] for neighbour in after[node]]
            for end in ends:
                crossings += passed - _count_up_to(tree, end + 1)
            for end in ends:
                _increment(tree, end + 1)
            passed += len(ends)
    return crossings


def _increment(tree: list[int], place: int) -> None:
    while place < len(tree):
        tree[place] += 1
        place += place & -place


def _count_up_to(tree: list[int], place: int) -> int:
    """Return the count up to and including this place."""
    total = 0
    while place:
        total += tree[place]
        place &= place - 1
    return total
