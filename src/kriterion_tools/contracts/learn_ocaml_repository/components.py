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
    order: dict[Node, int] = {}  # of discovery
    lowest: dict[Node, int] = {}  # the order of the earliest node that can be reached
    unsettled: list[Node] = []
    settled: set[Node] = set()
    for start in starts:
        if start in order:
            continue
        order[start] = lowest[start] = len(order)
        unsettled.append(start)
        path = [(start, iter(steps(start)))]
        while path:
            node, remaining = path[-1]
            for successor in remaining:
                if successor not in order:
                    order[successor] = lowest[successor] = len(order)
                    unsettled.append(successor)
                    path.append((successor, iter(steps(successor))))
                    break
                if successor not in settled:
                    lowest[node] = min(lowest[node], order[successor])
            else:
                path.pop()
                if path:
                    lowest[path[-1][0]] = min(lowest[path[-1][0]], lowest[node])
                if lowest[node] == order[node]:
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
