"""Measures of a function: its lines, branches, nesting and parameters."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, zip_longest

import tree_sitter

from kriterion_tools.analyzer.measures.token_outline import NAME, NONE, Outline
from kriterion_tools.analyzer.source import Match
from kriterion_tools.analyzer.tagger.enclosing_scopes import find_node, list_nodes
from kriterion_tools.analyzer.tagger.node_context import get_text

MAXIMUM_PARAMETERS = 500  # that are counted


@dataclass(slots=True)
class FunctionCounts:
    """What was counted in a function with a name, without the named functions in it."""

    node: int
    name: str
    around: int = NONE  # the node of the named function around it
    branches: int = 1
    depth: int = 0  # of its conditions and loops
    deepest: int = NONE  # the node of that depth that begins first


def measure_lines(outline: Outline, above: int) -> Iterator[Match]:
    """Find functions with more lines of code; empty lines and comments do not count."""
    inner: dict[int, int] = {}  # lines of the named functions in a function
    for function in reversed(count_functions(outline)):
        first, end = outline.firsts[function.node], outline.ends[function.node]
        rows = _count_rows(outline, first, end)
        own = rows - inner.pop(function.node, 0)
        if function.around != NONE:
            inner[function.around] = inner.get(function.around, 0) + rows
        if own > above:
            yield _point_to_function(outline, function, own, above)


def measure_branches(outline: Outline, above: int) -> Iterator[Match]:
    """Find functions with more paths: one, and one for each condition, loop, `and` and `or`.

    A switch counts once, since its cases are read like a table.
    """
    for function in count_functions(outline):
        if function.branches > above:
            yield _point_to_function(outline, function, function.branches, above)


def measure_nesting(outline: Outline, above: int) -> Iterator[Match]:
    """Find functions in which conditions and loops are nested deeper; at the deepest place.

    A condition that guards a single step, without `else`, does not count.
    """
    for function in count_functions(outline):
        if function.depth > above:
            first, end = outline.firsts[function.deepest], outline.ends[function.deepest]
            captured = _capture(outline, function, function.depth, above)
            yield outline.match_line(first, end, captured)


def measure_parameters(outline: Outline, above: int) -> Iterator[Match]:
    """Find functions with more parameters; `self` does not count."""
    for function in count_functions(outline):
        parameters = _count_parameters(outline, outline.functions[function.node])
        if parameters > above:
            yield _point_to_function(outline, function, parameters, above)


def count_functions(outline: Outline) -> list[FunctionCounts]:
    """Return what is counted in the named functions of a file, in their order."""
    return outline.share(_count_all)


def _count_all(outline: Outline) -> list[FunctionCounts]:
    kinds, parents = outline.kinds, outline.parents
    opening = kinds.conditions | kinds.loops | kinds.switches
    branching = opening | kinds.continued | kinds.ternaries | kinds.catches
    guards = _find_guards(outline, opening)
    counts: list[FunctionCounts] = []
    # The function around each node, and its depth in it.
    owners: list[FunctionCounts | None] = []
    depths: list[int] = []
    for node, kind in enumerate(outline.node_kinds):
        parent = parents[node]
        owner = owners[parent] if parent != NONE else None
        depth = depths[parent] if parent != NONE else 0
        if node in outline.functions:
            name = find_function_name(outline, node)
            if name:
                around = owner.node if owner is not None else NONE
                owner, depth = FunctionCounts(node, name, around), 0
                counts.append(owner)
        if kind in branching and owner is not None and node != owner.node:
            owner.branches += 1
            if kind in opening and node not in guards and not is_continued(outline, node):
                depth += 1
                if depth > owner.depth:
                    owner.depth, owner.deepest = depth, node
        owners.append(owner)
        depths.append(depth)
    for token, kind in enumerate(outline.token_kinds):
        if kind in kinds.logical:
            owner = owners[outline.token_parents[token]]
            if owner is not None:
                owner.branches += 1
    return counts


def _find_guards(outline: Outline, opening: frozenset[int]) -> set[int]:
    """Return the conditions with a single step, which is no condition or loop, and no `else`."""
    kinds, ends = outline.kinds, outline.ends
    nodes = [node for node, kind in enumerate(outline.node_kinds) if kind in opening]
    guards = set()
    for node, following in zip_longest(nodes, nodes[1:], fillvalue=NONE):
        if outline.node_kinds[node] not in kinds.conditions:
            continue
        if following != NONE and outline.firsts[following] < ends[node]:
            continue
        tokens = outline.token_kinds[outline.firsts[node] : ends[node]]
        if any(kind in kinds.otherwise for kind in tokens):
            continue
        steps, inner = 0, node + 1
        while inner < len(outline.parents) and outline.firsts[inner] < ends[node]:
            steps += outline.node_kinds[outline.parents[inner]] in kinds.blocks
            steps += 2 * (outline.node_kinds[inner] in kinds.continued)
            inner += 1
        if steps <= 1:
            guards.add(node)
    return guards


def is_continued(outline: Outline, node: int) -> bool:
    """Whether a condition belongs to one before it: `else if`."""
    if outline.node_kinds[node] in outline.kinds.continued:
        return True
    first = outline.firsts[node]
    return (
        outline.node_kinds[node] in outline.kinds.conditions
        and first > 0
        and outline.token_kinds[first - 1] in outline.kinds.otherwise
    )


def find_function_name(outline: Outline, node: int) -> str:
    """Return the name of a function; "" if it has none."""
    function = outline.kinds.grammar.functions[outline.node_kinds[node]]
    name = get_text(find_node(outline.functions[node], function.name))
    parent = outline.parents[node]
    if name or not function.named_by or parent == NONE:
        return name
    first = outline.firsts[parent]  # const name = () => …
    is_assigned = outline.firsts[node] > first + 1 and outline.text(first + 1) in ("=", ":")
    return outline.text(first) if is_assigned and outline.forms[first] == NAME else ""


def _count_rows(outline: Outline, first: int, end: int) -> int:
    """Count the lines on which tokens begin or end, so that long texts count once."""
    changes = outline.share(_count_changes_of_row)
    return changes[end - 1] - changes[first] + 1 if end > first else 0


def _count_changes_of_row(outline: Outline) -> list[int]:
    """Count for each token how often the row changed up to it."""
    rows = [outline.find_row(token) for token in range(len(outline.forms))]
    return list(accumulate(map(int.__ne__, rows, rows[:1] + rows)))


def _count_parameters(outline: Outline, node: tree_sitter.Node) -> int:
    table = outline.kinds.grammar.table
    places = list_nodes(node, outline.kinds.grammar.functions[node.kind_id].parameters)
    if places and not places[0].type.endswith("parameter"):  # one node holds all parameters
        places = places[0].children[: 2 * MAXIMUM_PARAMETERS]
    count = 0
    for place in places[:MAXIMUM_PARAMETERS]:
        if not place.is_named or "comment" in place.type or "separator" in place.type:
            continue
        if place.type in ("self_parameter", "receiver_parameter"):
            continue
        if not count and get_text(place) in table.receivers:
            continue
        count += max(1, len(place.children_by_field_name("name")))  # Go: x, y int
    return count


def _capture(outline: Outline, function: FunctionCounts, count: int, limit: int) -> dict[str, str]:
    line = outline.find_row(outline.firsts[function.node]) + 1
    return {
        "$NAME": function.name,
        "$COUNT": str(count),
        "$LIMIT": str(limit),
        "$LINE": str(line),
    }


def _point_to_function(outline: Outline, function: FunctionCounts, count: int, limit: int) -> Match:
    first, end = outline.firsts[function.node], outline.ends[function.node]
    return outline.match_line(first, end, _capture(outline, function, count, limit))
