"""The parts of a picture that are laid out separately, and the frames of groups in them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kriterion.authoring.graph.diagram import Arrow, Diagram, ExerciseBox, SkillPill
from kriterion.authoring.graph.implied_arrows import list_before, number_cycles
from kriterion.authoring.graph.rows import Rows, find_rows


@dataclass(frozen=True, kw_only=True, slots=True)
class Part:
    """Nodes that arrows or frames connect; `frames` has the frame of each node that is in one."""

    nodes: Sequence[int]
    arrows: Sequence[Arrow]
    frames: Mapping[int, int]
    rows: Rows


def find_parts(diagram: Diagram) -> list[Part]:
    """Return the parts of a diagram. Single exercises are one part, the last."""
    frames = _find_frames(diagram)
    count = len(diagram.nodes)
    ties = [(arrow.first, arrow.then) for arrow in diagram.arrows]
    firsts: dict[int, int] = {}
    ties += [(firsts.setdefault(frame, node), node) for node, frame in frames.items()]
    connected = _find_connected(count, ties)
    single = [nodes[0] for nodes in connected if len(nodes) == 1 and nodes[0] not in frames]
    together = [nodes for nodes in connected if len(nodes) > 1 or nodes[0] in frames]
    part_of = {node: number for number, nodes in enumerate(together) for node in nodes}
    arrows: list[list[Arrow]] = [[] for _ in together]
    for arrow in dict.fromkeys(diagram.arrows):
        if arrow.first != arrow.then:
            arrows[part_of[arrow.first]].append(arrow)
    parts = zip([*together, *([single] if single else [])], [*arrows, []], strict=False)
    return [
        Part(
            nodes=nodes,
            arrows=inside,
            frames=(framed := {node: frames[node] for node in nodes if node in frames}),
            rows=find_rows(nodes, inside, framed),
        )
        for nodes, inside in parts
    ]


def _find_frames(diagram: Diagram) -> dict[int, int]:
    """Return the group of each node that is drawn in a frame with its group.

    A skill belongs to the group of all that train it. A group has no frame if it is the only one,
    or if its exercises come both before and after those of another: Graphviz could not keep them
    together.
    """
    if len(diagram.groups) < 2:
        return {}
    before = list_before(len(diagram.nodes), diagram.arrows)
    groups = {
        number: node.group
        for number, node in enumerate(diagram.nodes)
        if isinstance(node, ExerciseBox) and node.group >= 0
    }
    for number, node in enumerate(diagram.nodes):
        if isinstance(node, SkillPill):
            training = {groups.get(first, -1) for first in before[number]}
            if len(training) == 1 and -1 not in training:
                groups[number] = training.pop()
    steps = {
        Arrow(groups[arrow.first], groups[arrow.then])
        for arrow in diagram.arrows
        if groups.get(arrow.first, -1) != groups.get(arrow.then, -1)
        and arrow.first in groups
        and arrow.then in groups
    }
    number_of, _ = number_cycles(len(diagram.groups), list_before(len(diagram.groups), steps))
    mixed = {group for group in groups.values() if number_of.count(number_of[group]) > 1}
    return {node: group for node, group in groups.items() if group not in mixed}


def _find_connected(count: int, ties: Iterable[tuple[int, int]]) -> list[list[int]]:
    above = list(range(count))

    def top(node: int) -> int:
        while above[node] != node:
            above[node] = node = above[above[node]]
        return node

    for one, other in ties:
        first, second = sorted((top(one), top(other)))
        above[second] = first
    connected: dict[int, list[int]] = {}
    for node in range(count):
        connected.setdefault(top(node), []).append(node)
    return list(connected.values())
