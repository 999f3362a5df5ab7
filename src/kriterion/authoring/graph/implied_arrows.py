"""Leave out the arrows that others imply: far fewer lines say the same."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import reduce
from operator import and_, or_

from kriterion.authoring.graph.diagram import Arrow, Diagram, SkillPill
from kriterion_tools.contracts.learn_ocaml_repository.components import find_components


def drop_implied_arrows(diagram: Diagram) -> Diagram:
    """Return the diagram without an arrow whose start comes before its end in any case.

    An exercise needs all that leads to it, a skill one of those that train it: arrows to skills
    stay, and so do those in a cycle.
    """
    count = len(diagram.nodes)
    before = list_before(count, diagram.arrows)
    cycle, order = number_cycles(count, before)
    needed = [0] * count  # a bit for each node that comes before in any case
    kept = []
    for node in order:
        is_skill = isinstance(diagram.nodes[node], SkillPill)
        outside = [first for first in before[node] if cycle[first] != cycle[node]]
        ways = [needed[first] | 1 << first for first in outside]
        if not is_skill:
            needed[node] = reduce(or_, ways, 0)
        elif len(outside) == len(before[node]):
            needed[node] = reduce(and_, ways) if ways else 0
        implied = 0 if is_skill else reduce(or_, (needed[first] for first in outside), 0)
        kept += [
            Arrow(first, node)
            for first in before[node]
            if cycle[first] == cycle[node] or not implied >> first & 1
        ]
    shown = set(kept)
    return replace(diagram, arrows=tuple(arrow for arrow in diagram.arrows if arrow in shown))


def list_before(count: int, arrows: Iterable[Arrow]) -> list[list[int]]:
    """Return the starts of the arrows to each node."""
    before: list[list[int]] = [[] for _ in range(count)]
    for arrow in arrows:
        before[arrow.then].append(arrow.first)
    return before


def number_cycles(count: int, before: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Return a number for each node, the same for those of a cycle, and the nodes in an order in
    which arrows lead forward outside cycles.
    """
    number = [0] * count
    order = []
    for place, together in enumerate(find_components(range(count), before.__getitem__)):
        for node in together:
            number[node] = place
            order.append(node)
    return number, order
