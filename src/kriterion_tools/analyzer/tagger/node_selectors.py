"""Compiled selectors of a table, indexed by kind, parent and field."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

import tree_sitter

ANY = "*"
_STEP = re.compile(r"(?:([a-z_]+):)?(.+)")

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SelectorStep:
    """One node of a selector: numbers of its kinds (None: any) and of its field (0: any)."""

    kinds: Collection[int] | None
    field: int

    def fits(self, kind: int, field: int) -> bool:
        return (self.kinds is None or kind in self.kinds) and self.field in (0, field)


@dataclass(frozen=True, slots=True)
class SelectedValue(Generic[T]):
    """A value with its selector: the last node, and its ancestors, innermost first."""

    last: SelectorStep
    ancestors: tuple[SelectorStep, ...]
    value: T

    def may_hold(self, kind: int, parent: int, field: int) -> bool:
        """Whether the selector matches this kind, parent and field; ignores further ancestors."""
        return self.last.fits(kind, field) and (
            not self.ancestors
            or self.ancestors[0].kinds is None
            or parent in self.ancestors[0].kinds
        )

    def holds(self, kinds: list[int], fields: list[int]) -> bool:
        """Whether the selector matches below ancestors of these kinds and fields."""
        if len(self.ancestors) > len(kinds):
            return False
        return all(step.fits(kinds[-at], fields[-at]) for at, step in enumerate(self.ancestors, 1))


class Selectors(Generic[T]):
    """Values by selector, for one grammar."""

    def __init__(self, grammar: tree_sitter.Language, values: Iterable[tuple[str, T]]) -> None:
        kinds = number_kinds(grammar)
        self._all = [
            _compile_selector(selector, grammar, kinds, value) for selector, value in values
        ]
        self._known: dict[tuple[int, int, int], tuple[SelectedValue[T], ...]] = {}
        self.kinds = frozenset(kind for selector in self._all for kind in selector.last.kinds or ())

    def at(self, kind: int, parent: int, field: int) -> tuple[SelectedValue[T], ...]:
        """Return the candidates for a node of that kind in that field of such a parent."""
        place = (kind, parent, field)
        candidates = self._known.get(place)
        if candidates is None:
            candidates = tuple(
                selector for selector in self._all if selector.may_hold(kind, parent, field)
            )
            self._known[place] = candidates
        return candidates


def number_kinds(grammar: tree_sitter.Language) -> Mapping[str, frozenset[int]]:
    """Return the grammar's numbers for each kind; a name in quotes stands for a token."""
    nodes: dict[str, set[int]] = {}
    tokens: dict[str, set[int]] = {}
    for number in range(grammar.node_kind_count):
        name = grammar.node_kind_for_id(number) or ""
        if not grammar.node_kind_is_visible(number):
            continue
        (nodes if grammar.node_kind_is_named(number) else tokens).setdefault(name, set()).add(
            number
        )
    quoted = {f"'{name}'": numbers for name, numbers in tokens.items()}
    return {name: frozenset(numbers) for name, numbers in (tokens | quoted | nodes).items()}


def _compile_selector(
    selector: str, grammar: tree_sitter.Language, kinds: Mapping[str, frozenset[int]], value: T
) -> SelectedValue[T]:
    *ancestors, last = (_compile_step(text, grammar, kinds) for text in selector.split(" > "))
    if last.kinds is None and not last.field:
        raise ValueError(f"{selector!r} selects everything: name a kind or a field")
    return SelectedValue(last, tuple(reversed(ancestors)), value)


def _compile_step(
    text: str, grammar: tree_sitter.Language, kinds: Mapping[str, frozenset[int]]
) -> SelectorStep:
    match = _STEP.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not valid in a selector")
    field = 0
    if match[1]:
        field = grammar.field_id_for_name(match[1]) or 0
        if not field:
            raise ValueError(f"{text!r}: the grammar has no field {match[1]!r}")
    if match[2] == ANY:
        return SelectorStep(None, field)
    if match[2] not in kinds:
        raise ValueError(f"{text!r}: the grammar has no kind {match[2]!r}")
    return SelectorStep(kinds[match[2]], field)
