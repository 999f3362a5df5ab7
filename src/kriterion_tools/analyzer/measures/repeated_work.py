"""Find work that is done again although its result is the same: calls and long expressions."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from kriterion_tools.analyzer.measures.function_measures import count_functions
from kriterion_tools.analyzer.measures.pure_calls import PURE_CALLS, PureCalls
from kriterion_tools.analyzer.measures.repeated_code import sum_tokens
from kriterion_tools.analyzer.measures.token_outline import NAME, NONE, Outline
from kriterion_tools.analyzer.source import Match
from kriterion_tools.grammars import list_kinds

MAXIMUM_TOKENS = 60  # of a call or an expression
MAXIMUM_DEPTH = 200  # nodes that are climbed
MAXIMUM_REPEATS = 40  # of one expression

_CHANGING = frozenset(("=", "+=", "-=", "*=", "/=", ":=", "<-", "++", "--", "<<"))
_ASSIGNING = _CHANGING | {
    *("//=", "%=", "**=", "&=", "|=", "^=", "<<=", ">>=", "??=", "||=", "&&=", "=>", "->")
}
_EFFECTS = _CHANGING | {"new", "await", "yield", "!", "del", "delete"}
_INTRODUCING = frozenset(
    ("for", "foreach", "let", "var", "val", "const", "auto", "lambda", "as", "del", "fun", "mut")
) | {"++", "--"}
_INTRODUCED = frozenset(("in", "of", ";", "{", "=", ":", ":=", "=>", "->"))  # ends these names
_MEMBER = frozenset((".", "?.", "->", "::", "&.", "?->", "!."))
_TARGETS = _MEMBER | {"[", "]", ",", "(", ")", "$", "*", "&", "mut"}  # in what is assigned to
_HEADS = frozenset({"condition", "value", "subject", "initializer", "if", "right"})
_ONCE = frozenset({"right", "value", "initializer", "init", "collection"})  # in loops
_LEAVING = ["return", "break", "raise", "throw", "continue", "goto", "yield", "exit"]


@dataclass(slots=True, kw_only=True, eq=False)
class CallTable:
    """The pure calls of a file, and where names get other values."""

    pure: PureCalls
    calls: list[int] = field(default_factory=list)  # nodes of pure calls that are worth a variable
    callees: dict[int, str] = field(default_factory=dict)  # the names of these, as in the table
    effects: list[int] = field(default_factory=list)  # before each token, those with an effect
    # The tokens before which a name gets a value, or an unknown call may change what it stands for;
    # and those before which there is any unknown call.
    bound: dict[int, list[int]] = field(default_factory=dict)
    touched: dict[int, list[int]] = field(default_factory=dict)
    unknown: list[int] = field(default_factory=list)


def find_repeated_calls(outline: Outline) -> Iterator[Match]:
    """Find calls that are made twice on one path with the same result."""
    table = _build_table(outline)
    if table is not None:
        yield from _find_repeated(outline, table, table.calls)


def find_repeated_expressions(outline: Outline, tokens: int) -> Iterator[Match]:
    """Find expressions of at least so many tokens that are computed twice on one path."""
    table = _build_table(outline)
    if table is None:
        return
    sums, names = sum_tokens(outline), list_kinds(outline.source.language)
    computing = {at for at, kind in enumerate(names) if "binary" in kind or "infix" in kind}
    nodes = [
        node
        for node, kind in enumerate(outline.node_kinds)
        if kind in computing
        and tokens <= sums.weigh(outline.firsts[node], outline.ends[node])
        and _is_pure(outline, table, node)
    ]
    yield from _find_repeated(outline, table, nodes)


def find_calls_in_loops(outline: Outline) -> Iterator[Match]:
    """Find calls in loops whose arguments do not change in the loop."""
    table = _build_table(outline)
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
    if kind in kinds.catches or "comprehension" in _kind(outline, parent):
        return False
    if _kind(outline, parent) in ("generator_expression", "for_in_clause", "if_clause"):
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
        kind, name = outline.node_kinds[parent], _kind(outline, parent)
        if kind in kinds.loops:
            field_name = _field(outline, child)
            if outline.node_kinds[child] in kinds.blocks:
                return parent
            if not field_name or field_name in _ONCE:
                return NONE if not field_name else _find_loop(outline, table, parent)
            return parent
        if name in ("range_clause", "for_clause") and _field(outline, child) != "condition":
            return NONE
        if name == "for_in_clause":
            return NONE
        if "comprehension" in name or name == "generator_expression":
            return parent
        if parent in outline.functions:
            return parent if _is_iterated(outline, table, parent) else NONE
        if kind in kinds.cases or kind in kinds.ternaries or kind in kinds.catches:
            return NONE
        if kind in kinds.continued:
            return NONE
        if kind in kinds.conditions | kinds.switches and _field(outline, child) not in _HEADS:
            return NONE
        if any(name.startswith(word) for word in _LEAVING) and not _ends_callback(outline, parent):
            return NONE
        child = parent
    return NONE


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
        name = _find_callee(outline, table, node)[1] if _is_call(outline, node) else ""
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
    if any(_holds(table.bound.get(name, ()), first, end, begin, stop) for name in names):
        return True
    is_of_texts = _is_of_texts(table, node)
    if is_own and not is_of_texts and _holds(table.unknown, first, end, begin, stop):
        return True
    return not is_of_texts and any(
        _holds(table.touched.get(name, ()), first, end, begin, stop) for name in names
    )


def _is_of_texts(table: CallTable, node: int) -> bool:
    name = table.callees.get(node, "")
    return not name or name in table.pure.of_texts or name.partition(".")[0] in table.pure.modules


def _holds(places: Sequence[int], first: int, end: int, begin: int, stop: int) -> bool:
    """Whether one of the sorted places is after `first`, up to `end`, and not in the expression."""
    at = bisect_right(places, first)
    while at < len(places) and places[at] <= end:
        if not begin < places[at] < stop:
            return True
        at += 1
    return False


def _build_table(outline: Outline) -> CallTable | None:
    """Return the calls of a file; None for languages without a table."""
    pure = PURE_CALLS.get(outline.source.language)
    if pure is None:
        return None
    if outline.calls is None:
        outline.calls = _find_calls(outline, pure)
    return outline.calls


def _find_calls(outline: Outline, pure: PureCalls) -> CallTable:
    table = CallTable(pure=pure)
    own = {count.name for count in count_functions(outline)}
    unknown, effects = [0] * (len(outline.forms) + 1), [0] * (len(outline.forms) + 1)
    candidates: list[int] = []
    for node in range(len(outline.parents)):
        first, end = outline.firsts[node], outline.ends[node]
        if end <= first:
            continue
        if _is_call(outline, node):
            full, name, last = _find_callee(outline, table, node)
            known = _find_pure_name(pure, full, name) if name not in own else ""
            if known:
                if known not in pure.cheap and end - first <= MAXIMUM_TOKENS:
                    table.callees[node] = known
                    candidates.append(node)
                continue
            effects[last] += 1
        elif not _has_effect(_kind(outline, node)):
            continue
        else:
            effects[first] += 1
        unknown[first] += 1
        unknown[end] -= 1
    _find_bindings(outline, table, effects)
    table.effects = list(accumulate(effects, initial=0))
    exact = sum_tokens(outline).exact
    depth = 0
    touched: dict[int, set[int]] = defaultdict(set)
    within: set[int] = set()  # the names in the outermost unknown call
    for token, form in enumerate(outline.forms):
        depth += unknown[token]
        if not depth and within:
            for number in within:
                touched[number].add(token)
            within.clear()
        if depth:
            table.unknown.append(token + 1)
            if form == NAME:
                touched[exact[token]].add(token + 1)
                within.add(exact[token])
    for number in within:
        touched[number].add(len(outline.forms))
    table.touched = {name: sorted(places) for name, places in touched.items()}
    table.calls = [node for node in candidates if _is_pure(outline, table, node)]
    return table


def _find_bindings(outline: Outline, table: CallTable, effects: list[int]) -> None:
    """Find the tokens that give a name a value, and those with an effect."""
    exact = sum_tokens(outline).exact
    kinds = list_kinds(outline.source.language)
    bound: dict[int, set[int]] = defaultdict(set)
    for node, kind in enumerate(outline.node_kinds):
        if "parameter" in kinds[kind] or kinds[kind] == "patterns":
            for token in range(outline.firsts[node], outline.ends[node]):
                bound[exact[token]].add(token + 1)
    waiting: list[int] = []  # names before an assignment: a, b[i], c.d = …
    is_introduced = False  # after a word such as `for`
    for token, form in enumerate(outline.forms):
        if form == NAME:
            waiting.append(exact[token])
            if is_introduced:
                bound[exact[token]].add(token + 1)
            continue
        text = kinds[form] if form >= 0 else ""
        effects[token] += text in _EFFECTS
        if text == "|":  # around parameters
            is_introduced = not is_introduced
        elif text in _INTRODUCING:
            is_introduced = True
        elif text in _INTRODUCED or form < NAME:
            is_introduced = False
        if text in _ASSIGNING:
            # A name has its new value after the whole assignment, x = f(x), or right after =>.
            is_parameter = text not in _CHANGING and text in _INTRODUCED
            then = token + 1 if is_parameter else outline.ends[outline.token_parents[token]]
            for name in waiting:
                bound[name].add(then)
            waiting.clear()
        elif form >= 0 and text not in _TARGETS:
            waiting.clear()
    table.bound = {name: sorted(places) for name, places in bound.items()}


def _is_pure(outline: Outline, table: CallTable, node: int) -> bool:
    first, end = outline.firsts[node], outline.ends[node]
    return end - first <= MAXIMUM_TOKENS and table.effects[end] == table.effects[first]


def _find_pure_name(pure: PureCalls, full: str, name: str) -> str:
    """Return the name under which a call is in the table; "" if it is not."""
    for known in (pure.functions, pure.cheap):
        if full in known:
            return full
    module, _, member = full.partition(".")
    if member and module in pure.modules and "." not in member:
        return full
    is_method = full != name
    if is_method and (name in pure.methods or name in pure.cheap):
        return name
    return ""


def _find_callee(outline: Outline, table: CallTable, node: int) -> tuple[str, str, int]:
    """Return what a call calls, the last part of that, and its last token."""
    first = outline.firsts[node]
    if table.pure.applied:
        child = node + 1
        is_child = child < len(outline.parents) and outline.parents[child] == node
        starts = is_child and outline.firsts[child] == first
        stop = outline.ends[child] if starts else first + 1
    else:
        stop = _find_arguments(outline, node)
    last = max(stop - 1, first)
    text = outline.slice(first, stop) if stop - first <= MAXIMUM_TOKENS else ""
    name = outline.text(last) if outline.forms[last] == NAME else ""
    if table.pure.applied:
        name = text
    return text, name, last


def _find_arguments(outline: Outline, node: int) -> int:
    """Return the token that begins the arguments of a call, or its end."""
    end = outline.ends[node]
    arguments = outline.arguments.get(node)
    return end if arguments is None else outline.firsts[arguments]


def _is_call(outline: Outline, node: int) -> bool:
    return outline.node_kinds[node] in outline.kinds.grammar.calls


def _has_effect(kind: str) -> bool:
    return "macro" in kind or "creation" in kind or kind.startswith(("new_", "await", "yield"))


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


def _kind(outline: Outline, node: int) -> str:
    return list_kinds(outline.source.language)[outline.node_kinds[node]]


def _field(outline: Outline, node: int) -> str:
    return outline.kinds.field_names[outline.fields[node]]
