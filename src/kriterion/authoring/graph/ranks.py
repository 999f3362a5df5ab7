"""Which column each node of a diagram belongs to: every arrow that can leads forward."""

from collections.abc import Sequence

from kriterion.authoring.graph.diagram import Arrow
from kriterion_tools.contracts.learn_ocaml_repository.components import components


def forward(count: int, arrows: Sequence[Arrow]) -> list[Arrow]:
    """The arrows with those turned round that would lead back on a cycle."""
    before: list[list[int]] = [[] for _ in range(count)]
    for arrow in arrows:
        before[arrow.then].append(arrow.first)
    order = [0] * count
    place = 0
    for together in components(range(count), before.__getitem__):
        for node in sorted(together):
            order[node] = place
            place += 1
    turned = (
        arrow if order[arrow.first] < order[arrow.then] else Arrow(arrow.then, arrow.first)
        for arrow in arrows
    )
    return list(dict.fromkeys(turned))


def rank(count: int, arrows: Sequence[Arrow]) -> list[int]:
    """The column of each node, counted from 0: right of all that comes first, and near to it.

    The arrows must lead round no cycle.
    """
    before: list[list[int]] = [[] for _ in range(count)]
    after: list[list[int]] = [[] for _ in range(count)]
    for arrow in arrows:
        before[arrow.then].append(arrow.first)
        after[arrow.first].append(arrow.then)
    ranks = [0] * count
    order = [node for together in components(range(count), before.__getitem__) for node in together]
    for node in order:
        ranks[node] = max((ranks[first] + 1 for first in before[node]), default=0)
    for node in reversed(order):  # a beginning stands right before what it is for
        if not before[node] and after[node]:
            ranks[node] = min(ranks[then] for then in after[node]) - 1
    return ranks
