"""Break what would be drawn as one long line into rows: paths, and exercises without arrows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from math import ceil, sqrt

from kriterion.authoring.graph.diagram import Arrow

COLUMNS = 5  # in the width of a page
_SHORTEST_FOLDED = 3 * COLUMNS  # a shorter path is a column


@dataclass(frozen=True, slots=True)
class Rows:
    """Nodes that belong side by side, from left to right.

    `unseen` arrows keep exercises without arrows in order, below the others of their frame. Arrows
    within rows are `sideways`, those of them to the left also `leftward`.
    """

    rows: tuple[tuple[int, ...], ...] = ()
    unseen: tuple[Arrow, ...] = ()
    sideways: frozenset[Arrow] = frozenset()
    leftward: frozenset[Arrow] = frozenset()


def find_rows(nodes: Sequence[int], arrows: Sequence[Arrow], frames: Mapping[int, int]) -> Rows:
    """Return the rows of these nodes; `frames` has the frame of each node that is in one."""
    rows: list[tuple[int, ...]] = []
    sideways: set[Arrow] = set()
    leftward: set[Arrow] = set()
    for path in _find_paths(nodes, arrows):
        if len(path) < _SHORTEST_FOLDED:
            continue
        for number, row in enumerate(_fold(path, frames)):
            steps = {Arrow(first, then) for first, then in pairwise(row)}
            sideways |= steps
            if number % 2:
                leftward |= steps
            rows.append(row[::-1] if number % 2 else row)
    unseen: list[Arrow] = []
    for frame, alone in _find_alone(nodes, arrows, frames).items():
        split = _split(alone, min(COLUMNS, ceil(sqrt(len(alone)))))
        rows += split
        unseen += [Arrow(end, alone[0]) for end in _find_ends(arrows, frames, frame)]
        unseen += [Arrow(row[0], next_row[0]) for row, next_row in pairwise(split)]
        beside = [Arrow(*step) for row in split for step in pairwise(row)]
        unseen += beside
        sideways.update(beside)
    return Rows(tuple(rows), tuple(unseen), frozenset(sideways), frozenset(leftward))


def _fold(path: Sequence[int], frames: Mapping[int, int]) -> list[tuple[int, ...]]:
    """Return the rows of a path; each is in one frame.

    If the path goes on in another frame, the row that is not full is the first: the last one ends
    at the edge, below which the frame starts.
    """
    first, *more = (tuple(piece) for _, piece in groupby(path, frames.get))
    short = len(first) % COLUMNS if more else 0
    rows = [first[:short]] if short else []
    for piece in (first[short:], *more):
        rows += _split(piece, COLUMNS)
    return rows


def _find_paths(nodes: Sequence[int], arrows: Sequence[Arrow]) -> list[list[int]]:
    """Return the longest paths that nothing joins or leaves between their ends."""
    before: dict[int, list[int]] = {node: [] for node in nodes}
    after: dict[int, list[int]] = {node: [] for node in nodes}
    for arrow in arrows:
        before[arrow.then].append(arrow.first)
        after[arrow.first].append(arrow.then)

    def find_next(node: int) -> int | None:
        if len(after[node]) != 1:
            return None
        then = after[node][0]
        return then if len(before[then]) == 1 else None

    following = {node: then for node in nodes if (then := find_next(node)) is not None}
    paths = []
    for start in following.keys() - following.values():
        path = [start]
        while (then := following.get(path[-1])) is not None:
            path.append(then)
        paths.append(path)
    return sorted(paths)


def _find_alone(
    nodes: Sequence[int], arrows: Sequence[Arrow], frames: Mapping[int, int]
) -> dict[int | None, list[int]]:
    """Return the nodes without arrows, by their frames."""
    joined = {end for arrow in arrows for end in (arrow.first, arrow.then)}
    alone: dict[int | None, list[int]] = {}
    for node in nodes:
        if node not in joined:
            alone.setdefault(frames.get(node), []).append(node)
    return alone


def _find_ends(arrows: Sequence[Arrow], frames: Mapping[int, int], frame: int | None) -> list[int]:
    """Return the nodes of a frame from which no arrow leads to another of them."""
    if frame is None:
        return []
    ends = {arrow.then for arrow in arrows} | {arrow.first for arrow in arrows}
    ends -= {arrow.first for arrow in arrows if frames.get(arrow.then) == frame}
    return sorted(node for node in ends if frames.get(node) == frame)


def _split(nodes: Sequence[int], length: int) -> list[tuple[int, ...]]:
    return [tuple(nodes[begin : begin + length]) for begin in range(0, len(nodes), length)]
