"""Sort definitions and imports where their order has no effect.

The sort key is an item's text with numbers for names, so that renaming never changes the order.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby

from kriterion_tools.representer.bindings import find_bound_names, matches_place
from kriterion_tools.representer.language import Language, Order
from kriterion_tools.representer.solution_tree import Node

_ROUNDS = 3  # of distinguishing definitions of equal shape by those that they mention
_NEVER = 1 << 60
_EVERYWHERE = Order(containers=frozenset(), items=frozenset())  # nothing in it is deferred


def sort_definitions(root: Node, language: Language) -> None:
    """Sort everything sortable, innermost first."""
    sortable = frozenset(language.runs).union(*(order.containers for order in language.orders))
    nodes = [node for node in root.list_nodes() if node.kind in sortable and len(node.children) > 1]
    for node in reversed(nodes):
        kinds = language.runs.get(node.kind)
        if kinds is not None:
            _sort_runs(node, kinds, language)
        for order in language.orders:
            if node.kind in order.containers:
                _sort_items(node, order, language)
    if language.listings:
        _sort_listings(root, language.listings)


def _sort_listings(root: Node, listings: Mapping[str, frozenset[str]]) -> None:
    """Sort lists of the student's names by where these names occur elsewhere."""
    lists = []
    for node in root.walk():
        kinds = listings.get(node.kind)
        items = [child for child in node.children if child.kind in kinds] if kinds else []
        if len(items) > 1:
            lists.append((node, items))
    if not lists:
        return
    listed = {id(part) for _, items in lists for item in items for part in item.leaves()}
    places: dict[str, int] = {}
    for place, part in enumerate(root.leaves()):
        if part.name is not None and id(part) not in listed:
            places.setdefault(part.name, place)

    def find_place(item: Node) -> int:
        names = [part.name for part in item.leaves() if part.name is not None]
        return places.get(names[-1], _NEVER) if names else _NEVER

    for node, items in lists:
        in_order = iter(sorted(items, key=find_place))
        moving = {id(item) for item in items}
        node.children = [
            next(in_order) if id(child) in moving else child for child in node.children
        ]


def _sort_runs(node: Node, kinds: frozenset[str], language: Language) -> None:
    children: list[Node] = []
    for is_item, group in groupby(node.children, lambda child: child.kind in kinds):
        run = list(group)
        if is_item and len(run) > 1 and max(_count_bindings(run, language).values(), default=0) < 2:
            run = _sort_by_shape(run, node.children, ())
        children += run
    node.children = children


def _sort_items(node: Node, order: Order, language: Language) -> None:
    """Sort items, moving each as far back as the children that mention an item allow."""
    is_item = _select_movable(node.children, order, language)
    items = [child for child in node.children if is_item(child)]
    if order.in_place:
        in_order = iter(_sort_by_shape(items, node.children, order.name))
        node.children = [next(in_order) if is_item(child) else child for child in node.children]
        return
    names = {_find_name(item, order.name) for item in items}
    declared: Counter[str] = Counter()
    if order.sees_overloads:
        for child in node.children:
            declared.update(_find_declared_functions(child, order, language))
    children: list[Node] = []
    waiting: list[Node] = []
    for child in node.children:
        if is_item(child):
            waiting.append(child)
            continue
        if waiting and order.sees_overloads:
            bound = _find_declared_functions(child, order, language)
            if not _declares_function(child, order):
                bound = {name for name in bound if declared[name] > 1}
            seeing = [item for item in waiting if _has_mention(item, bound, _EVERYWHERE)]
            children += _sort_by_shape(seeing, node.children, order.name)
            waiting = [item for item in waiting if not any(item is each for each in seeing)]
        if waiting and (
            order.is_barrier(child) or (not order.hoisted and _has_mention(child, names, order))
        ):
            children += _sort_by_shape(waiting, node.children, order.name)
            waiting = []
        children.append(child)
    node.children = children + _sort_by_shape(waiting, node.children, order.name)


def _find_declared_functions(node: Node, order: Order, language: Language) -> set[str]:
    """Return the names of the functions that a node defines or declares, also in other nodes."""
    names: set[str] = set()
    pending = [node]
    while pending:
        part = pending.pop()
        if _declares_function(part, order):
            names |= find_bound_names(part, language)
        elif part.kind not in order.deferred:
            pending += part.children
    return names


def _declares_function(node: Node, order: Order) -> bool:
    """Whether a node defines a function or only declares one."""
    return node.kind in order.items or any(
        child.kind == "function_declarator" for child in node.children
    )


def _select_movable(
    children: Sequence[Node], order: Order, language: Language
) -> Callable[[Node], bool]:
    items = [child for child in children if child.kind in order.items and not order.is_fixed(child)]
    if order.rebindable:
        times = _count_bindings(children, language)
    else:
        times = Counter(_find_name(item, order.name) for item in items)
    movable = {
        id(statement)
        for statement in items
        if order.overloaded or times[_find_name(statement, order.name)] < 2
    }
    return lambda child: id(child) in movable


def _count_bindings(nodes: Iterable[Node], language: Language) -> Counter[str]:
    """Count for each name how many of the nodes bind it."""
    return Counter(name for node in nodes for name in find_bound_names(node, language))


def _has_mention(node: Node, names: set[str], order: Order) -> bool:
    """Whether a node mentions one of the names outside a deferred place."""
    pending = [node]
    while pending:
        child = pending.pop()
        if child.text in names:
            return True
        deferred = order.deferred.get(child.kind, ())
        pending += [part for part in child.children if not matches_place(part.field, deferred)]
    return False


def _sort_by_shape(items: list[Node], siblings: Sequence[Node], name: Sequence[str]) -> list[Node]:
    if len(items) < 2:
        return items
    item_names = [_find_key(item, name) for item in items]
    ranks = dict.fromkeys(item_names, 0)
    shapes: list[str] = []
    for _ in range(_ROUNDS):
        shapes = [_describe_shape(item, ranks) for item in items]
        distinct = {shape: rank for rank, shape in enumerate(sorted(set(shapes)))}
        ranks = {name: distinct[shape] for name, shape in zip(item_names, shapes, strict=True)}
        if len(distinct) == len(items):
            break
    by_shape = sorted(zip(shapes, items, strict=True), key=lambda pair: pair[0])
    if len(set(shapes)) == len(items):
        return [item for _, item in by_shape]
    # Order items of equal shape by where the other children first mention their names.
    times = Counter(shapes)
    item_ids = {id(item) for item in items}
    ordered = [sibling for sibling in siblings if id(sibling) not in item_ids]
    ordered += [item for shape, item in by_shape if times[shape] == 1]
    numbers = _number_names(ordered)
    by_use = {id(item): [numbers.get(name, _NEVER) for name in _list_names(item)] for item in items}
    return [item for _, item in sorted(by_shape, key=lambda pair: (pair[0], by_use[id(pair[1])]))]


def _describe_shape(item: Node, ranks: Mapping[str, int]) -> str:
    """Return an item's text with a number for each name: @ and its rank if it names one of the
    items, otherwise # and its place in the order of first occurrence.
    """
    occurrences: dict[str, int] = {}
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
            parts.append(f"#{occurrences.setdefault(node.name, len(occurrences))}")
    return " ".join(parts)


def _number_names(nodes: Iterable[Node]) -> dict[str, int]:
    """Number names in order of first occurrence."""
    numbers: dict[str, int] = {}
    for node in nodes:
        for name in _list_names(node):
            numbers.setdefault(name, len(numbers))
    return numbers


def _list_names(node: Node) -> list[str]:
    return [leaf.name for leaf in node.leaves() if leaf.name is not None]


def _find_name(item: Node, fields: Sequence[str]) -> str:
    """Return an item's name, or ""."""
    node = _find_name_leaf(item, fields)
    return "" if node is None else node.text or ""


def _find_key(item: Node, fields: Sequence[str]) -> str:
    """Return an item's name with what distinguishes its binding from others, or ""."""
    node = _find_name_leaf(item, fields)
    return "" if node is None else node.name or node.text or ""


def _find_name_leaf(item: Node, fields: Sequence[str]) -> Node | None:
    if not fields:
        return None
    node: Node | None = item
    while node is not None and node.text is None:
        node = next((child for child in node.children if child.field in fields), None)
    return node
