"""Find the strongly connected components of a graph in topological order.

Tarjan's algorithm (SIAM Journal on Computing 1(2), 1972), with an explicit stack instead of
recursion, so that the depth of the graph is not limited.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def find_components(
    starts: Iterable[Node], steps: Callable[[Node], Iterable[Node]]
) -> Iterator[list[Node]]:
    """Yield the components reachable from the starts, each after those it leads to.

    Calls `steps` once for each node.
    """
    number: dict[Node, int] = {}  # in order of discovery
    lowest: dict[Node, int] = {}  # the number of the earliest node that can be reached
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
                    component = unsettled[_find_last(node, unsettled) :]
                    del unsettled[-len(component) :]
                    settled.update(component)
                    yield component


def _find_last(node: Node, nodes: list[Node]) -> int:
    """Return the last index of a node, searching from the end, where components are."""
    place = len(nodes) - 1
    while nodes[place] != node:
        place -= 1
    return place
