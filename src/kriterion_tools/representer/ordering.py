"""Sort definitions and imports where their order has no effect.

The sort key is their shape, with numbers for names, so that renaming never changes the order.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby

from kriterion_tools.representer.bindings import find_bound_names, matches_place
from kriterion_tools.representer.language import Language, Order
from kriterion_tools.representer.solution_tree import Node

_ROUNDS = 3  # of telling equal definitions apart by those they mention
_NEVER = 1 << 60


def sort_definitions(root: Node, language: Language) -> None:
    """Sort everything sortable, innermost first."""
    nodes = [node for node in root.walk() if len(node.children) > 1]
    for node in reversed(nodes):
        kinds = language.runs.get(node.kind)
        if kinds is not None:
            _sort_runs(node, kinds, language)
        for order in language.orders:
            if node.kind in order.containers:
                _sort_items(node, order, language)


def _sort_runs(node: Node, kinds: frozenset[str], language: Language) -> None:
    children: list[Node] = []
    for is_item, group in groupby(node.children, lambda child: child.kind in kinds):
        run = list(group)
        if is_item and len(run) > 1 and max(_times_bound(run, language).values(), default=0) < 2:
            run = _sorted(run, node.children, ())
        children += run
    node.children = children


def _sort_items(node: Node, order: Order, language: Language) -> None:
    """Sort items, placing them last between two children that depend on what precedes them."""
    is_item = _movable(node.children, order, language)
    items = [child for child in node.children if is_item(child)]
    if order.in_place:
        in_order = iter(_sorted(items, node.children, order.name))
        node.children = [next(in_order) if is_item(child) else child for child in node.children]
        return
    names = {_name(item, order.name) for item in items}
    children: list[Node] = []
    waiting: list[Node] = []
    for child in node.children:
        if is_item(child):
            waiting.append(child)
            continue
        if waiting and not order.hoisted and _mentions(child, names, order):
            children += _sorted(waiting, node.children, order.name)
            waiting = []
        children.append(child)
    node.children = children + _sorted(waiting, node.children, order.name)


def _movable(children: Sequence[Node], order: Order, language: Language) -> Callable[[Node], bool]:
    items = [child for child in children if child.kind in order.items and not order.is_fixed(child)]
    if order.rebindable:
        times = _times_bound(children, language)
    else:
        times = Counter(_name(item, order.name) for item in items)
    movable = {id(one) for one in items if order.overloaded or times[_name(one, order.name)] < 2}
    return lambda child: id(child) in movable


def _times_bound(nodes: Iterable[Node], language: Language) -> Counter[str]:
    """Count for each name how many of the nodes bind it."""
    return Counter(name for node in nodes for name in find_bound_names(node, language))


def _mentions(node: Node, names: set[str], order: Order) -> bool:
    pending = [node]
    while pending:
        one = pending.pop()
        if one.text in names:
            return True
        deferred = order.deferred.get(one.kind, ())
        pending += [child for child in one.children if not matches_place(child.field, deferred)]
    return False


def _sorted(items: list[Node], siblings: Sequence[Node], name: Sequence[str]) -> list[Node]:
    if len(items) < 2:
        return items
    own = [_name(item, name) for item in items]
    ranks = dict.fromkeys(own, 0)
    shapes: list[str] = []
    for _ in range(_ROUNDS):
        shapes = [_shape(item, ranks) for item in items]
        distinct = {shape: rank for rank, shape in enumerate(sorted(set(shapes)))}
        ranks = {one: distinct[shape] for one, shape in zip(own, shapes, strict=True)}
        if len(distinct) == len(items):
            break
    by_shape = sorted(zip(shapes, items, strict=True), key=lambda pair: pair[0])
    if len(set(shapes)) == len(items):
        return [item for _, item in by_shape]
    # Tell equal items apart by which sorted item mentions them first.
    times = Counter(shapes)
    among = {id(item) for item in items}
    placed = [one for one in siblings if id(one) not in among]
    placed += [item for shape, item in by_shape if times[shape] == 1]
    seen = _number_names(placed)
    by_use = {id(one): [seen.get(name, _NEVER) for name in _names(one)] for one in items}
    return [item for _, item in sorted(by_shape, key=lambda pair: (pair[0], by_use[id(pair[1])]))]


def _shape(item: Node, ranks: Mapping[str, int]) -> str:
    """Return an item's text with a number for each name: its rank among the items, or its
    occurrence.
    """
    turns: dict[str, int] = {}
    parts: list[str] = []
    pending: list[Node | None] = [item]
    while pending:
        node = pending.pop()
        if node is None:
            parts.append(")")
        elif node.text is None:
            parts.append(f"({node.kind}")
            pending.append(None)
            pending.extend(reversed(node.children))
        elif node.name is None:
            parts.append(node.text)
        elif node.name in ranks:
            parts.append(f"@{ranks[node.name]}")
        else:
            parts.append(f"#{turns.setdefault(node.name, len(turns))}")
    return " ".join(parts)


def _number_names(nodes: Iterable[Node]) -> dict[str, int]:
    """Number names in order of first occurrence."""
    seen: dict[str, int] = {}
    for node in nodes:
        for name in _names(node):
            seen.setdefault(name, len(seen))
    return seen


def _names(node: Node) -> list[str]:
    return [leaf.name for leaf in node.leaves() if leaf.name is not None]


def _name(item: Node, fields: Sequence[str]) -> str:
    """Return an item's name, or ""."""
    if not fields:
        return ""
    node: Node | None = item
    while node is not None and node.text is None:
        node = next((child for child in node.children if child.field in fields), None)
    return "" if node is None else node.text or ""
