"""Strongly connected components of a graph: what is on one way round, and in which order.

Tarjan's algorithm (SIAM Journal on Computing 1(2), 1972), with a stack of its own: no graph is too
deep for it.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def components(
    starts: Iterable[Node], steps: Callable[[Node], Iterable[Node]]
) -> Iterator[list[Node]]:
    """Yield the strongly connected components reachable from the starts, each after those it leads
    to.

    Asks for the steps of each node once.
    """
    number: dict[Node, int] = {}  # in order of discovery
    lowest: dict[Node, int] = {}  # the earliest discovered node on a way back
    unsettled: list[Node] = []
    settled: set[Node] = set()
    for start in starts:
        if start in number:
            continue
        number[start] = lowest[start] = len(number)
        unsettled.append(start)
        way = [(start, iter(steps(start)))]
        while way:
            node, left = way[-1]
            for following in left:
                if following not in number:
                    number[following] = lowest[following] = len(number)
                    unsettled.append(following)
                    way.append((following, iter(steps(following))))
                    break
                if following not in settled:
                    lowest[node] = min(lowest[node], number[following])
            else:
                way.pop()
                if way:
                    lowest[way[-1][0]] = min(lowest[way[-1][0]], lowest[node])
                if lowest[node] == number[node]:
                    component = unsettled[_place_of(node, unsettled) :]
                    del unsettled[-len(component) :]
                    settled.update(component)
                    yield component


def _place_of(node: Node, nodes: list[Node]) -> int:
    """Where a node is, looked for from the end: as long as the component is."""
    place = len(nodes) - 1
    while nodes[place] != node:
        place -= 1
    return place
