"""The calls of a file that have no effect, and where names get other values.

What a language's library offers is in `pure_calls`. Functions of the solution are added if they
certainly have no effect. Assignments are recognised by their tokens, in the same way everywhere.
"""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import NamedTuple

from kriterion_tools.analyzer.measures.function_measures import count_functions
from kriterion_tools.analyzer.measures.pure_calls import PURE_CALLS, PureCalls
from kriterion_tools.analyzer.measures.repeated_code import Piece, sum_tokens
from kriterion_tools.analyzer.measures.token_outline import NAME, Outline
from kriterion_tools.grammars import list_kinds

MAXIMUM_TOKENS = 60  # of a call or an expression
MAXIMUM_BODY = 300  # tokens of a function that is looked at for effects
_CHANGING = frozenset(("=", "+=", "-=", "*=", "/=", ":=", "<-", "++", "--", "<<"))
_ASSIGNING = _CHANGING | {
    *("//=", "%=", "**=", "&=", "|=", "^=", "<<=", ">>=", "??=", "||=", "&&=", "=>", "->")
}
_EFFECTS = _CHANGING | {"new", "await", "yield", "del", "delete"}
_INTRODUCING = frozenset(
    ("for", "foreach", "let", "var", "val", "const", "auto", "lambda", "as", "del", "fun", "mut")
) | {"++", "--"}
_INTRODUCED = frozenset(("in", "of", ";", "{", "=", ":", ":=", "=>", "->"))  # ends these names
_MEMBER = frozenset((".", "?.", "->", "::", "&.", "?->", "!."))
_TARGETS = _MEMBER | {"[", "]", ",", "(", ")", "$", "*", "&", "mut"}  # in what is assigned to
_WITH_POINTERS = ("c", "cpp", "php")  # where a->b is a member
LEAVING = ["return", "break", "raise", "throw", "continue", "goto", "yield", "exit"]


class OtherCall(NamedTuple):
    """A call that is not in the table. Its name is that of a function of the solution, or empty."""

    node: int
    name: str
    last: int  # token of what it calls


@dataclass(slots=True, kw_only=True, eq=False)
class CallTable:
    """The pure calls of a file, and where names get other values."""

    pure: PureCalls
    calls: list[int] = field(default_factory=list)  # nodes of pure calls that are worth a variable
    callees: dict[int, str] = field(default_factory=dict)  # the names of these, as in the table
    effects: list[int] = field(default_factory=list)  # before each token, those with an effect
    leaving: list[int] = field(default_factory=list)  # before each token, those such as `return`
    # The tokens before which a name gets a value, or an unknown call may change what it stands for;
    # and those before which there is any unknown call.
    bound: dict[int, list[int]] = field(default_factory=dict)
    touched: dict[int, list[int]] = field(default_factory=dict)
    unknown: list[int] = field(default_factory=list)
    local: set[int] = field(default_factory=set)  # tokens that assign to a local variable


def build_call_table(outline: Outline) -> CallTable | None:
    """Return the calls of a file; None for languages without a table."""
    return outline.share(_find_calls)


def find_callee(outline: Outline, table: CallTable, node: int) -> tuple[str, str, int]:
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


def is_call(outline: Outline, node: int) -> bool:
    return outline.node_kinds[node] in outline.kinds.grammar.calls


def is_pure(outline: Outline, table: CallTable, node: int) -> bool:
    first, end = outline.firsts[node], outline.ends[node]
    return end - first <= MAXIMUM_TOKENS and table.effects[end] == table.effects[first]


def has_place(places: Sequence[int], first: int, end: int, begin: int, stop: int) -> bool:
    """Whether one of the sorted places is after `first`, up to `end`, and not in the expression."""
    at = bisect_right(places, first)
    while at < len(places) and places[at] <= end:
        if not begin < places[at] < stop:
            return True
        at += 1
    return False


def get_kind_name(outline: Outline, node: int) -> str:
    return list_kinds(outline.source.language)[outline.node_kinds[node]]


def _find_calls(outline: Outline) -> CallTable | None:
    pure = PURE_CALLS.get(outline.source.language)
    if pure is None:
        return None
    table = CallTable(pure=pure)
    own = {count.name for count in count_functions(outline)}
    unknown, effects = [0] * (len(outline.forms) + 1), [0] * (len(outline.forms) + 1)
    candidates: list[int] = []
    others: list[OtherCall] = []
    for node in range(len(outline.parents)):
        first, end = outline.firsts[node], outline.ends[node]
        if end <= first:
            continue
        if is_call(outline, node):
            full, name, last = find_callee(outline, table, node)
            known = _find_pure_name(pure, full, name) if name not in own else ""
            if known:
                is_method = full != known and not pure.applied
                is_worth = known not in pure.cheap and (is_method or pure.applied or end - last > 3)
                if is_worth and end - first <= MAXIMUM_TOKENS:
                    table.callees[node] = known
                    candidates.append(node)
                continue
            is_plain = (
                full == name or full[: -len(name) - 1] in outline.kinds.grammar.table.receivers
            )
            others.append(OtherCall(node, name if name in own and is_plain else "", last))
        elif _has_effect(get_kind_name(outline, node)):
            effects[first] += 1
            unknown[first] += 1
            unknown[end] -= 1
    _find_bindings(outline, table, effects)
    harmless = find_harmless_functions(outline, table, others, effects)
    for node, name, last in others:
        first, end = outline.firsts[node], outline.ends[node]
        if name in harmless and end - last > 3:  # it has arguments
            table.callees[node] = f"{name}()"
            candidates.append(node)
            continue
        effects[last] += 1
        unknown[first] += 1
        unknown[end] -= 1
    candidates.sort()
    table.effects = list(accumulate(effects, initial=0))
    words = list_kinds(outline.source.language)
    leaving = (words[kind] in LEAVING for kind in outline.token_kinds)
    table.leaving = list(accumulate(leaving, initial=0))
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
    table.calls = [node for node in candidates if is_pure(outline, table, node)]
    return table


def find_harmless_functions(
    outline: Outline, table: CallTable, others: Sequence[OtherCall], effects: Sequence[int]
) -> set[str]:
    """Return the solution's own functions that certainly have no effect and depend on their
    arguments only.

    They assign to local variables only, mention no other variables, and call only functions
    without effects.
    """
    names = Counter(count.name for count in count_functions(outline))
    waiting = {
        count.name: (outline.firsts[count.node], outline.ends[count.node])
        for count in count_functions(outline)
        if names[count.name] == 1
    }
    calls = sorted((call.last, call.name) for call in others)
    waiting = {
        name: piece
        for name, piece in waiting.items()
        if piece[1] - piece[0] <= MAXIMUM_BODY
        and not any(effects[at] and at not in table.local for at in range(*piece))
        and _is_closed(outline, table, name, piece, {at for at, _ in calls})
    }
    harmless: set[str] = set()
    for _ in range(3):  # functions that call others
        for name, (first, end) in waiting.items():
            inner = calls[bisect_right(calls, (first, "")) : bisect_right(calls, (end, ""))]
            if all(callee and (callee == name or callee in harmless) for _, callee in inner):
                harmless.add(name)
    return harmless


def _is_closed(
    outline: Outline, table: CallTable, name: str, piece: Piece, callees: Collection[int]
) -> bool:
    """Whether all names in a function are its own, or those of functions, members and constants."""
    exact, kinds = sum_tokens(outline).exact, list_kinds(outline.source.language)
    first, end = piece
    for at in range(first, end):
        if outline.forms[at] != NAME or at in callees:
            continue
        if has_place(table.bound.get(exact[at], ()), first, end, -1, -1):
            continue
        text = outline.text(at)
        if text == name or text[:1].isupper() or "type" in kinds[outline.token_kinds[at]]:
            continue
        if at > first and outline.text(at - 1) in _MEMBER:
            continue
        after = outline.text(at + 1) if at + 1 < end else ""
        is_module = after in _MEMBER and text not in outline.kinds.grammar.table.receivers
        if not is_module and after != "(":
            return False
    return True


def _find_bindings(outline: Outline, table: CallTable, effects: list[int]) -> None:
    """Find the tokens that give a name a value, and those with an effect."""
    exact = sum_tokens(outline).exact
    kinds = list_kinds(outline.source.language)
    bound: dict[int, set[int]] = defaultdict(set)
    for node, kind in enumerate(outline.node_kinds):
        if "parameter" in kinds[kind] or kinds[kind] == "patterns":
            for token in range(outline.firsts[node], outline.ends[node]):
                bound[exact[token]].add(token + 1)
    has_arrows = "->" in kinds and outline.source.language in _WITH_POINTERS
    assigning = _ASSIGNING - {"->"} if has_arrows else _ASSIGNING
    waiting: list[int] = []  # names before an assignment: a, b[i], c.d = …
    is_introduced = False  # after a word such as `for`
    for token, form in enumerate(outline.forms):
        if form == NAME:
            waiting.append(token)
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
        if text in assigning:
            # A name has its new value after the whole assignment, x = f(x), or right after =>.
            is_parameter = text not in _CHANGING and text in _INTRODUCED
            then = token + 1 if is_parameter else outline.ends[outline.token_parents[token]]
            for name in waiting:
                bound[exact[name]].add(then)
            if _is_local(outline, token, waiting):
                table.local.add(token)
            waiting.clear()
        elif form >= 0 and text not in _TARGETS:
            waiting.clear()
    table.bound = {name: sorted(places) for name, places in bound.items()}


def _is_local(outline: Outline, token: int, targets: Sequence[int]) -> bool:
    """Whether an assignment is to variables of the function, not to a member or an element."""
    for target in targets:
        if outline.text(target - 1) in _MEMBER or outline.text(target + 1) not in (
            ",",
            ")",
            outline.text(token),
        ):
            return False
    text = outline.text(token)
    if text == ":=" or (text == "=" and outline.source.language == "python"):
        return True
    kind = get_kind_name(outline, outline.token_parents[token])
    return text == "=" and any(part in kind for part in ("declar", "let", "argument", "parameter"))


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


def _find_arguments(outline: Outline, node: int) -> int:
    """Return the token that begins the arguments of a call, or its end."""
    end = outline.ends[node]
    arguments = outline.arguments.get(node)
    return end if arguments is None else outline.firsts[arguments]


def _has_effect(kind: str) -> bool:
    return "macro" in kind or "creation" in kind or kind.startswith(("new_", "await", "yield"))
