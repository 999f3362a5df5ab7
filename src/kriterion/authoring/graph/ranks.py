"""Assign columns to the nodes of a diagram, so that arrows lead forward where possible."""

from collections.abc import Sequence

from kriterion.authoring.graph.diagram import Arrow
from kriterion_tools.contracts.learn_ocaml_repository.components import find_components


def reverse_back_arrows(count: int, arrows: Sequence[Arrow]) -> list[Arrow]:
    """Return the arrows, with those reversed that would lead back in a cycle."""
    before: list[list[int]] = [[] for _ in range(count)]
    for arrow in arrows:
        before[arrow.then].append(arrow.first)
    order = [0] * count
    place = 0
    for together in find_components(range(count), before.__getitem__):
        for node in sorted(together):
            order[node] = place
            place += 1
    turned = (
        arrow if order[arrow.first] < order[arrow.then] else Arrow(arrow.then, arrow.first)
        for arrow in arrows
    )
    return list(dict.fromkeys(turned))


def assign_ranks(count: int, arrows: Sequence[Arrow]) -> list[int]:
    """Return the column of each node, from 0: right of its predecessors, and near them.

    The arrows must be acyclic.
    """
    before: list[list[int]] = [[] for _ in range(count)]
    after: list[list[int]] = [[] for _ in range(count)]
    for arrow in arrows:
        before[arrow.then].append(arrow.first)
        after[arrow.first].append(arrow.then)
    ranks = [0] * count
    order = [
        node for together in find_components(range(count), before.__getitem__) for node in together
    ]
    for node in order:
        ranks[node] = max((ranks[first] + 1 for first in before[node]), default=0)
    for node in reversed(order):  # a node without predecessors is placed right before its successor
        if not before[node] and after[node]:
            ranks[node] = min(ranks[then] for then in after[node]) - 1
    return ranks
