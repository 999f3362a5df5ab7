"""Find conditions in a row that choose a value in the same way, which a table would say."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from kriterion_tools.analyzer.measures.function_measures import is_continued
from kriterion_tools.analyzer.measures.repeated_code import list_statements, sum_tokens
from kriterion_tools.analyzer.measures.token_outline import LITERAL, NAME, NONE, Outline
from kriterion_tools.analyzer.source import Match

MAXIMUM_TOKENS = 25  # of a condition and what it leads to, punctuation included: more is no entry

_NO_ENTRIES = frozenset(("throw", "raise", "panic", "assert", "true", "false", "True", "False"))


class ChainedCondition(NamedTuple):
    """A condition and what it leads to, as tokens. Its form is 0 if it is too long for a table."""

    first: int
    end: int
    condition: int
    condition_end: int
    form: int


def find_chains(outline: Outline, above: int) -> Iterator[Match]:
    """Find more than so many conditions that differ only in constants, each with a short step of
    its own.

    They are the parts of one `if … else if`, or stand one after the other.
    """
    yield from _find_all(outline, above, of_ranges=False)


def find_range_chains(outline: Outline, above: int) -> Iterator[Match]:
    """Find the same for conditions that compare with limits."""
    yield from _find_all(outline, above, of_ranges=True)


def _find_all(outline: Outline, above: int, *, of_ranges: bool) -> Iterator[Match]:
    alternatives = _find_alternatives(outline)
    for chain in _list_chains(outline, alternatives):
        entries = [_make_entry(outline, node, alternatives[node]) for node in chain]
        for form, run in groupby(entries, key=lambda entry: entry.form):
            same = list(run)
            if (
                form
                and len(same) > above
                and _has_range(outline, same[0]) is of_ranges
                and _differ_in_constants(outline, same)
                and _have_own_steps(outline, same)
            ):
                first = same[0]
                tokens = range(first.condition, first.condition_end)
                names = [outline.text(at) for at in tokens if outline.forms[at] == NAME]
                captured = {
                    "$NAME": names[0] if names else "",
                    "$COUNT": str(len(same)),
                    "$LIMIT": str(above),
                    "$LINE": str(outline.find_row(first.first) + 1),
                }
                yield outline.match(first.first, same[-1].end, captured)


def _find_alternatives(outline: Outline) -> dict[int, int]:
    """Return for each condition the token before which its alternative begins, or its end."""
    kinds, parents = outline.kinds, outline.parents
    conditions = kinds.conditions | kinds.continued
    ends = {
        node: outline.ends[node]
        for node, kind in enumerate(outline.node_kinds)
        if kind in conditions
    }
    for token, kind in enumerate(outline.token_kinds):
        if kind in kinds.otherwise:
            node = outline.token_parents[token]
            if node not in ends:
                node = parents[node]  # a clause of its own
            if node in ends:
                ends[node] = min(ends[node], token)
    for node, kind in enumerate(outline.node_kinds):
        if kind in kinds.continued and parents[node] in ends:
            ends[parents[node]] = min(ends[parents[node]], outline.firsts[node])
    return ends


def _list_chains(outline: Outline, alternatives: dict[int, int]) -> list[list[int]]:
    """Return the conditions that belong together, each chain in its order."""
    chains: dict[int, list[int]] = {}
    heads: dict[int, int] = {}
    for node in alternatives:
        head = node
        if is_continued(outline, node):
            around = outline.parents[node]
            while around != NONE and around not in alternatives:
                around = outline.parents[around]
            head = heads.get(around, node)
        heads[node] = head
        chains.setdefault(head, []).append(node)
    found = [chain for chain in chains.values() if len(chain) > 1]
    for statements in list_statements(outline).values():
        row = [_find_condition(outline, alternatives, node) for node in statements]
        for is_alone, run in groupby(row, key=lambda node: node is not None):
            if is_alone:
                found.append([node for node in run if node is not None])
    return found


def _find_condition(outline: Outline, alternatives: dict[int, int], node: int) -> int | None:
    """Return the condition that is this whole statement and has no alternative."""
    if node not in alternatives and node + 1 in alternatives and outline.parents[node + 1] == node:
        node += 1  # in Rust, an expression as a statement
    if node in alternatives and alternatives[node] == outline.ends[node]:
        return node
    return None


def _make_entry(outline: Outline, node: int, end: int) -> ChainedCondition:
    """Return a condition with what it leads to; the word `if` or `elif` does not count."""
    first = outline.firsts[node]
    if not 0 < end - first <= MAXIMUM_TOKENS:
        return ChainedCondition(first, end, first, first, 0)
    child = node + 1
    while child < len(outline.parents) and outline.firsts[child] < end:
        name = outline.kinds.field_names[outline.fields[child]]
        if outline.parents[child] == node and name in ("condition", "if"):
            condition, condition_end = outline.firsts[child], outline.ends[child]
            form = sum_tokens(outline).find_form(first + (condition > first), end)
            return ChainedCondition(first, end, condition, condition_end, form)
        child += 1
    return ChainedCondition(first, end, first, first, 0)


def _differ_in_constants(outline: Outline, entries: Sequence[ChainedCondition]) -> bool:
    """Whether the conditions differ, and only in constants."""
    exact = sum_tokens(outline).exact
    first = entries[0]
    differing = [
        at
        for at in range(first.condition - first.first, first.condition_end - first.first)
        if len({exact[entry.first + at] for entry in entries}) > 1
    ]
    return bool(differing) and all(
        _is_constant(outline, entry.first + at) for entry in entries for at in differing
    )


def _is_constant(outline: Outline, token: int) -> bool:
    """Whether a token is a literal or named like a constant: RED, Red, Color.Red."""
    if outline.forms[token] == LITERAL:
        return True
    owner = outline.text(token - 2) if token > 1 and outline.text(token - 1) == "." else "A"
    return outline.text(token)[:1].isupper() and owner[:1].isupper()


def _has_range(outline: Outline, condition: ChainedCondition) -> bool:
    tokens = range(condition.condition, condition.condition_end)
    return any(outline.text(token) in ("<", ">", "<=", ">=") for token in tokens)


def _have_own_steps(outline: Outline, conditions: Sequence[ChainedCondition]) -> bool:
    """Whether each condition leads to a step of its own, and none to an error or just true."""
    exact = sum_tokens(outline).exact
    texts: set[str] = set()
    steps: set[tuple[int, ...]] = set()
    for condition in conditions:
        tokens = [
            token
            for token in range(condition.first, condition.end)
            if not condition.condition <= token < condition.condition_end
        ]
        steps.add(tuple(exact[token] for token in tokens[1:]))
        texts.update(map(outline.text, tokens))
    return len(steps) == len(conditions) and not texts & _NO_ENTRIES
