"""Selectors of a table, compiled: which rules a node of the grammar has to be held against."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

import tree_sitter

ANY = "*"
_STEP = re.compile(r"(?:([a-z_]+):)?(.+)")

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Step:
    """One node of a selector: numbers of its kinds (None: any) and of its field (0: any)."""

    kinds: Collection[int] | None
    field: int


@dataclass(frozen=True, slots=True)
class Selected(Generic[T]):
    """What stands behind a selector, and the nodes that must be around its last, innermost first;
    `field` is that of the last."""

    around: tuple[Step, ...]
    field: int
    value: T

    def holds(self, field: int, kinds: list[int], fields: list[int]) -> bool:
        """Whether a node in that field, in nodes of these kinds and fields, is selected."""
        if self.field and self.field != field:
            return False
        if len(self.around) > len(kinds):
            return False
        return all(
            (step.kinds is None or kinds[-at] in step.kinds)
            and (not step.field or fields[-at] == step.field)
            for at, step in enumerate(self.around, 1)
        )


class Selectors(Generic[T]):
    """Values by the kinds of nodes, for one grammar."""

    def __init__(self, grammar: tree_sitter.Language, values: Iterable[tuple[str, T]]) -> None:
        self.by_kind: list[list[Selected[T]]] = [[] for _ in range(grammar.node_kind_count)]
        self.by_field: dict[int, list[Selected[T]]] = {}
        kinds = kinds_of(grammar)
        for selector, value in values:
            *around, last = (_step(text, grammar, kinds) for text in selector.split(" > "))
            selected = Selected(tuple(reversed(around)), last.field, value)
            if last.kinds is None and not last.field:
                raise ValueError(f"{selector!r} selects everything")
            if last.kinds is None:
                self.by_field.setdefault(last.field, []).append(selected)
            else:
                for kind in last.kinds:
                    self.by_kind[kind].append(selected)


def kinds_of(grammar: tree_sitter.Language) -> Mapping[str, frozenset[int]]:
    """The numbers of each kind; in quotes: of the token of that name."""
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


def _step(text: str, grammar: tree_sitter.Language, kinds: Mapping[str, frozenset[int]]) -> Step:
    match = _STEP.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is no part of a selector")
    field = 0
    if match[1]:
        field = grammar.field_id_for_name(match[1]) or 0
        if not field:
            raise ValueError(f"{text!r}: the grammar has no field {match[1]!r}")
    if match[2] == ANY:
        return Step(None, field)
    if match[2] not in kinds:
        raise ValueError(f"{text!r}: the grammar has no kind {match[2]!r}")
    return Step(kinds[match[2]], field)
