"""Find work that is done again although its result is the same: calls and long expressions."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from kriterion_tools.analyzer.measures.call_table import (
    LEAVING,
    CallTable,
    build_call_table,
    find_callee,
    get_kind_name,
    has_place,
    is_call,
    is_pure,
)
from kriterion_tools.analyzer.measures.function_measures import count_functions
from kriterion_tools.analyzer.measures.repeated_code import sum_tokens
from kriterion_tools.analyzer.measures.token_outline import NAME, NONE, Outline
from kriterion_tools.analyzer.source import Match
from kriterion_tools.grammars import list_kinds

MAXIMUM_DEPTH = 200  # nodes that are climbed
MAXIMUM_REPEATS = 40  # of one expression

_HEADS = frozenset({"condition", "value", "subject", "initializer", "if", "right"})
_ONCE = frozenset({"right", "value", "initializer", "init", "collection"})  # in loops


def find_repeated_calls(outline: Outline) -> Iterator[Match]:
    """Find calls that are made twice on one path with the same result."""
    table = build_call_table(outline)
    if table is not None:
        yield from _find_repeated(outline, table, table.calls)


def find_repeated_expressions(outline: Outline, tokens: int) -> Iterator[Match]:
    """Find expressions of at least so many tokens that are computed twice on one path."""
    table = build_call_table(outline)
    if table is None:
        return
    sums, names = sum_tokens(outline), list_kinds(outline.source.language)
    computing = {at for at, kind in enumerate(names) if "binary" in kind or "infix" in kind}
    nodes = [
        node
        for node, kind in enumerate(outline.node_kinds)
        if kind in computing
        and node not in outline.joins  # the parts of a condition are named, not all of it
        and tokens <= sums.weigh(outline.firsts[node], outline.ends[node])
        and is_pure(outline, table, node)
    ]
    yield from _find_repeated(outline, table, nodes)


def find_calls_in_loops(outline: Outline) -> Iterator[Match]:
    """Find calls in loops whose arguments do not change in the loop."""
    table = build_call_table(outline)
    if table is None:
        return
    reported = -1
    for node in table.calls:
        if outline.ends[node] <= reported:
            continue
        loop = _find_loop(outline, table, node)
        if loop == NONE or _changes(outline, table, node, outline.firsts[loop], outline.ends[loop]):
            continue
        reported = outline.ends[node]
        captured = _capture(outline, [node])
        captured["$LINE"] = str(outline.find_row(outline.firsts[loop]) + 1)
        yield outline.match(outline.firsts[node], outline.ends[node], captured)


def _find_repeated(outline: Outline, table: CallTable, nodes: Sequence[int]) -> Iterator[Match]:
    exact = sum_tokens(outline).exact
    owners = _find_owners(outline)
    same: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for node in nodes:
        if owners[node] != NONE and not _is_named(outline, node):
            first, end = outline.firsts[node], outline.ends[node]
            same[owners[node], *exact[first:end]].append(node)
    groups = []
    for candidates in same.values():
        group = _select_on_path(outline, table, candidates[:MAXIMUM_REPEATS])
        if len(group) > 1:
            groups.append(group)
    groups.sort(key=lambda group: outline.firsts[group[0]] - outline.ends[group[0]])
    reported: list[tuple[int, int]] = []
    for group in groups:
        pieces = [(outline.firsts[node], outline.ends[node]) for node in group]
        if any(
            first <= piece[0] and piece[1] <= end for first, end in reported for piece in pieces
        ):
            continue
        reported += pieces
        for piece in pieces:
            yield outline.match(*piece, _capture(outline, group))


def _capture(outline: Outline, group: Sequence[int]) -> dict[str, str]:
    lines = [outline.find_row(outline.firsts[node]) + 1 for node in group]
    code = outline.slice(outline.firsts[group[0]], outline.ends[group[0]])
    return {
        "$CODE": " ".join(code.split()),
        "$COUNT": str(len(group)),
        "$LINE": str(lines[0]),
        "$LINES": ", ".join(map(str, dict.fromkeys(lines))),
    }


def _select_on_path(outline: Outline, table: CallTable, nodes: Sequence[int]) -> list[int]:
    """Return a node, and those after it that have the same value whenever they are reached."""
    for at, first in enumerate(nodes):
        later = [node for node in nodes[at + 1 :] if _is_repeat(outline, table, first, node)]
        if later:
            return [first, *later]
    return []


def _is_repeat(outline: Outline, table: CallTable, one: int, other: int) -> bool:
    """Whether `one` is always computed before `other`, and its names keep their values between."""
    around = _list_around(outline, one)
    steps = [one, *around]
    common = _find_common(outline, around, other)
    if common == NONE:
        return False
    for child, parent in zip(steps, around, strict=False):
        if not _is_always_run(outline, child, parent):
            return False
        if parent == common:
            break
    until = outline.firsts[other]
    node = outline.parents[other]
    for _ in range(MAXIMUM_DEPTH):
        if node in (common, NONE):
            break
        if outline.node_kinds[node] in outline.kinds.loops or node in outline.functions:
            until = max(until, outline.ends[node])
        node = outline.parents[node]
    return not _changes(outline, table, one, outline.ends[one] - 1, until)


def _find_common(outline: Outline, around: Sequence[int], other: int) -> int:
    ancestors = set(around)
    node = outline.parents[other]
    for _ in range(MAXIMUM_DEPTH):
        if node == NONE or node in ancestors:
            return node
        node = outline.parents[node]
    return NONE


def _list_around(outline: Outline, node: int) -> list[int]:
    around: list[int] = []
    while outline.parents[node] != NONE and len(around) < MAXIMUM_DEPTH:
        node = outline.parents[node]
        around.append(node)
    return around


def _is_always_run(outline: Outline, child: int, parent: int) -> bool:
    """Whether a part of a node is run first, whenever the node is."""
    kinds, kind = outline.kinds, outline.node_kinds[parent]
    if parent in outline.functions or kind in kinds.cases or kind in kinds.ternaries:
        return False
    if kind in kinds.loops:
        return False
    if kind in kinds.conditions or kind in kinds.continued or kind in kinds.switches:
        return _field(outline, child) in _HEADS
    if kind in kinds.catches or "comprehension" in get_kind_name(outline, parent):
        return False
    if get_kind_name(outline, parent) in ("generator_expression", "for_in_clause", "if_clause"):
        return False
    return not _is_optional(outline, child, parent)


def _is_optional(outline: Outline, child: int, parent: int) -> bool:
    """Whether a node is a part after `and`, `or` or `??`, which may not be computed."""
    token = outline.joins.get(parent)
    return token is not None and outline.firsts[child] > token


def _find_loop(outline: Outline, table: CallTable, node: int) -> int:
    """Return the innermost loop that runs a call each time; NONE if there is none."""
    kinds = outline.kinds
    child = node
    for parent in _list_around(outline, node):
        kind, name = outline.node_kinds[parent], get_kind_name(outline, parent)
        if kind in kinds.loops:
            field_name = _field(outline, child)
            if outline.node_kinds[child] in kinds.blocks:
                return parent
            if not field_name:
                return NONE
            if field_name not in _ONCE:
                return parent
            child = parent  # what is looped over is computed once
            continue
        if name in ("range_clause", "for_clause") and _field(outline, child) != "condition":
            return NONE
        if name == "for_in_clause":
            return NONE
        if "comprehension" in name or name == "generator_expression":
            return parent
        if parent in outline.functions:
            return parent if _is_iterated(outline, table, parent) else NONE
        if kind in kinds.ternaries or kind in kinds.catches:
            return NONE
        if kind in kinds.cases and _leaves(outline, table, parent):
            return NONE
        is_choice = kind in kinds.conditions or kind in kinds.continued or kind in kinds.switches
        if is_choice and _field(outline, child) not in _HEADS and _leaves(outline, table, child):
            return NONE
        if any(name.startswith(word) for word in LEAVING) and not _ends_callback(outline, parent):
            return NONE
        child = parent
    return NONE


def _leaves(outline: Outline, table: CallTable, node: int) -> bool:
    """Whether a branch may end the loop around it, so that it is run once."""
    return table.leaving[outline.ends[node]] > table.leaving[outline.firsts[node]]


def _ends_callback(outline: Outline, node: int) -> bool:
    """Whether a statement returns the value of a function without a name: one element's."""
    node = outline.parents[node]
    for _ in range(2):
        if node == NONE:
            return False
        if node in outline.functions:
            return all(count.node != node for count in count_functions(outline))
        node = outline.parents[node]
    return False


def _is_iterated(outline: Outline, table: CallTable, function: int) -> bool:
    """Whether a function without a name is called for each element."""
    node = outline.parents[function]
    for _ in range(3):
        if node == NONE:
            return False
        name = find_callee(outline, table, node)[1] if is_call(outline, node) else ""
        if name:
            return name in table.pure.iterating
        node = outline.parents[node]
    return False


def _changes(outline: Outline, table: CallTable, node: int, first: int, end: int) -> bool:
    """Whether a name of an expression may get another value after `first` and up to `end`."""
    exact = sum_tokens(outline).exact
    begin, stop = outline.firsts[node], outline.ends[node]
    names = {exact[at] for at in range(begin, stop) if outline.forms[at] == NAME}
    texts = {outline.text(at) for at in range(begin, stop) if outline.forms[at] == NAME}
    is_own = bool(texts & (outline.kinds.grammar.table.receivers | {"it"}))
    if "it" in texts:
        return True
    if any(has_place(table.bound.get(name, ()), first, end, begin, stop) for name in names):
        return True
    is_of_texts = _is_of_texts(table, node)
    if is_own and not is_of_texts and has_place(table.unknown, first, end, begin, stop):
        return True
    return not is_of_texts and any(
        has_place(table.touched.get(name, ()), first, end, begin, stop) for name in names
    )


def _is_of_texts(table: CallTable, node: int) -> bool:
    name = table.callees.get(node, "")
    return not name or name in table.pure.of_texts or name.partition(".")[0] in table.pure.modules


def _is_named(outline: Outline, node: int) -> bool:
    """Whether an expression is the value of a variable, perhaps to be changed there."""
    parent = outline.parents[node]
    before = outline.firsts[node] - 1
    return (
        parent != NONE
        and before >= 0
        and outline.firsts[parent] <= before
        and outline.text(before) in ("=", ":=", "<-")
        and outline.ends[node] == outline.ends[parent]
    )


def _find_owners(outline: Outline) -> list[int]:
    """Return the named function around each node."""
    named = {count.node for count in count_functions(outline)}
    owners: list[int] = []
    for node, parent in enumerate(outline.parents):
        owners.append(node if node in named else owners[parent] if parent != NONE else NONE)
    return owners


def _field(outline: Outline, node: int) -> str:
    return outline.kinds.field_names[outline.fields[node]]
