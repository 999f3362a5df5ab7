"""Collect what tells the types of names: declarations, first values, assignments, and the
containers whose elements a function gets.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import cache

from kriterion_tools.representer.bindings import Bindings, Scope, find_role, qualify
from kriterion_tools.representer.declared_values import (
    find_after,
    find_first_argument,
    find_last_leaf,
    find_place,
    has_body,
    list_declared,
)
from kriterion_tools.representer.language import Language, NameRole
from kriterion_tools.representer.solution_tree import Node

ARGUMENTS = ("argument_list", "arguments")  # ends of kinds that are not a base itself
_WORD = re.compile(r"\w+")


@dataclass(kw_only=True, slots=True)
class Type:
    """A type of the solution: the types that it extends, and the names that a library's type has
    given to its members.
    """

    bases: list[str] = field(default_factory=list)
    inherited: set[str] = field(default_factory=set)


@dataclass(frozen=True, kw_only=True, slots=True)
class TypeClue:
    """A node that tells the type of a name: a type, or a value in its scope."""

    node: Node
    scope: Scope
    is_type: bool
    is_container: bool = False  # whether the name is an element of that value


@dataclass(frozen=True, kw_only=True, slots=True)
class GivenFunction:
    """A function that is passed to another, which calls it with elements or a receiver."""

    function: Node
    evidence: TypeClue | None  # of the type of its parameters or receiver
    takes_one: bool  # whether only its first parameter is an element
    is_receiver: bool
    caller: str = ""  # the function that it is passed to, if that must be the student's


@cache
def list_watched_kinds(language: Language) -> frozenset[str]:
    """Return the kinds of nodes that tell something about types."""
    typing = language.typing
    kinds = {*typing.classes, *typing.declarations, *typing.results, *language.text_accesses}
    kinds |= language.listing_kinds
    kinds |= {
        *typing.anonymous,
        *typing.openings,
        *typing.namespaces,
        *typing.extensions,
        *typing.elements.lambdas,
    }
    if typing.elements.lambdas:
        kinds |= {*language.calls, *typing.method_calls}
    if language.member_listers:
        kinds |= language.calls.keys()
    return frozenset(kinds)


class TypeClues:
    """The types of the solution, and what its declarations and values tell about names."""

    def __init__(self, bindings: Bindings, library_fields: Collection[str]) -> None:
        self.bindings = bindings
        self.library_fields = library_fields
        self.language = bindings.language
        self.typing = bindings.language.typing
        self.types: dict[str, Type] = {}
        self._of_members: dict[str, list[TypeClue]] = {}
        self._of_variables: dict[tuple[int, str], list[TypeClue]] = {}
        self._values: list[tuple[Scope, str, TypeClue]] = []  # of variables
        self._text_accesses: list[tuple[Node, Scope]] = []
        self._listing_calls: list[tuple[Node, Scope]] = []
        self._results: dict[str, list[TypeClue]] = {}
        self._types_by_id: dict[int, str | None] = {}
        self._has_inherited_names = False
        self._lenders: dict[str, set[str]] = {}  # type → bases of types without a name in it
        self.extensions: set[str] = set()  # functions of the solution for any type
        self.namespaces: set[str] = set()  # parts of the names of the solution's
        self._opened: set[str] = set()  # types whose members are known without a receiver
        typing = self.typing
        self._calls = self.language.calls.keys() | typing.method_calls
        self._given: list[GivenFunction] = []  # functions that a call passes on
        self._functions: set[int] = set()  # ids of the scopes of functions without a name
        # Id of such a scope → what tells the type of its receiver, or None.
        self._implicit: dict[int, TypeClue | None] = {}
        self.watched_kinds = list_watched_kinds(self.language)

    def collect(self, node: Node, scope: Scope) -> None:
        """Remember what a node in this scope tells about types."""
        typing = self.typing
        kind = node.kind
        if kind in typing.classes:
            self._collect_type(node)
        if kind in self.language.text_accesses:
            self._text_accesses.append((node, scope))
        if kind in self.language.listing_kinds:
            self._listing_calls.append((Node("call", children=[node, node]), scope))
        if kind in typing.extensions:
            self.extensions.update(typing.extensions[kind](node))
        if kind in typing.elements.lambdas:
            self._functions.add(id(scope))
        if (
            self.language.member_listers
            and kind in self.language.calls
            and self._lists_members(node)
        ):
            self._listing_calls.append((node, scope))
        if kind in typing.namespaces and (name := node.child("name")) is not None:
            self.namespaces.update(leaf.text or "" for leaf in name.leaves())
        if kind in typing.openings:
            self._opened.update(_WORD.findall(" ".join(leaf.text or "" for leaf in node.leaves())))
        base = find_place(node, typing.anonymous[kind]) if kind in typing.anonymous else None
        if base is not None and has_body(node, self.language.member_scopes):
            self._lenders.setdefault(scope.class_name, set()).update(self._list_bases(base))
        if typing.elements.lambdas and kind in self._calls:
            self._collect_functions(node, scope)
        declaration = typing.declarations.get(kind)
        if declaration is not None:
            for target, type_, value in list_declared(node, *declaration, self.language.accesses):
                self._remember(target, type_, value, scope, node)
        result = typing.results.get(kind)
        name = node.child("name") or node.child("extension") if result is not None else None
        if result is not None and name is not None:
            type_ = find_place(node, result)
            if type_ is not None:
                inner = find_last_leaf(name)
                evidence = TypeClue(node=type_, scope=scope, is_type=True)
                self._results.setdefault(qualify(inner, self.language), []).append(evidence)

    def _collect_type(self, node: Node) -> None:
        name = node.child("name")
        if name is None:
            return
        type_ = self.types.setdefault(find_last_leaf(name).text or "", Type())
        for child in node.children:
            if child.field in self.typing.bases or child.kind in self.typing.bases:
                type_.bases += self._list_bases(child)
        if self.typing.embedded:
            for part in node.walk():
                if part.kind in self.typing.embedded:
                    type_.bases += self._list_bases(part)

    def _list_bases(self, node: Node) -> Iterator[str]:
        """Yield the names of the types in a list of bases; a path is joined: java.util.List."""
        pending = [node] if node.kind in self.language.accesses else node.children[::-1] or [node]
        while pending:
            part = pending.pop()
            if part.kind in self.language.identifiers:
                yield part.text or ""
            elif part.kind in self.language.accesses:
                yield ".".join(self._list_path(part))
            elif not part.kind.endswith(ARGUMENTS):
                pending += part.children[::-1]

    def _list_path(self, node: Node) -> list[str]:
        """Return the names in a type's path, without its arguments: std::vector<T>."""
        names: list[str] = []
        pending = [node]
        while pending:
            part = pending.pop()
            if self._is_name(part):
                names.append(part.text or "")
            elif not part.kind.endswith(ARGUMENTS):
                pending += part.children[::-1]
        return names

    def _remember(
        self, target: Node, type_: Node | None, value: Node | None, scope: Scope, node: Node
    ) -> None:
        """Remember the type, or else the value, of a variable or member."""
        if value is None and node.kind in self.typing.loops:
            value = find_after(node, "in")
        known = type_ if type_ is not None and not self._is_inferred(type_) else value
        if known is None or known.kind in self.typing.empty_values:
            return
        is_type = known is not value
        is_container = not is_type and node.kind in self.typing.loops
        evidence = TypeClue(node=known, scope=scope, is_type=is_type, is_container=is_container)
        places = self.language.accesses.get(target.kind)
        if target.text is None and places is not None:
            member = target.child(places[1])
            if member is not None:
                self._of_members.setdefault(qualify(member, self.language), []).append(evidence)
            return
        name = qualify(target, self.language)
        is_member = find_role(target, node, self.language) is NameRole.MEMBER
        if target.kind in self.typing.fields:
            is_member = True
        if is_member or scope.is_class:
            self._of_members.setdefault(name, []).append(evidence)
        if not is_member:
            self._values.append((scope, name, evidence))

    def assign_values(self) -> None:
        """Assign the values of variables to the scopes that bind these, once all are bound."""
        for scope, name, evidence in self._values:
            bound = scope.find(name) or scope
            self._of_variables.setdefault((id(bound), name), []).append(evidence)

        for given in self._given:
            inner = self.bindings.scopes.get(id(given.function))
            is_own = given.caller in self.bindings.anywhere or given.caller in self.bindings.members
            if inner is None or (given.caller and not is_own):
                continue
            if given.is_receiver:
                self._implicit[id(inner)] = given.evidence
            elif given.evidence is not None:
                end = 1 if given.takes_one else None
                for name in self._list_parameters(given.function)[:end]:
                    self._of_variables.setdefault((id(inner), name), []).append(given.evidence)

    def _collect_functions(self, call: Node, scope: Scope) -> None:
        """Remember the functions that a call passes to a method of a container, or to one that
        calls them with a receiver.
        """
        elements = self.typing.elements
        access, callee = self._find_access(call)
        if access is None:
            return
        receiver, member = None, access
        if access.text is None:
            places = self.language.accesses.get(access.kind)
            if places is None:
                return
            receiver, member = access.child(places[0]), access.child(places[1]) or access
        name = member.text or ""
        if name in elements.receiving_first:
            receiver = find_first_argument(call, callee)
        is_receiver = name in elements.receiving | elements.receiving_first | elements.building
        if name in elements.receiving and receiver is None:
            return  # the receiver is that of the place around
        takes_one = name in elements.first or name in elements.same
        evidence = None
        if receiver is not None and name not in elements.building:
            evidence = TypeClue(
                node=receiver,
                scope=scope,
                is_type=False,
                is_container=not is_receiver and name not in elements.same,
            )
        elif name in elements.building:
            evidence = TypeClue(node=member, scope=scope, is_type=True)
        if takes_one or name in elements.all or is_receiver:
            self._given += [
                GivenFunction(
                    function=each, evidence=evidence, takes_one=takes_one, is_receiver=is_receiver
                )
                for each in self._find_functions(call, callee, receiver)
            ]
        elif elements.receiving:
            self._given += [
                GivenFunction(
                    function=each, evidence=None, takes_one=True, is_receiver=True, caller=name
                )
                for each in self._find_functions(call, callee, receiver)
            ]

    def _find_functions(
        self, call: Node, callee: Node | None, receiver: Node | None
    ) -> Collection[Node]:
        """Return the functions among the arguments of a call."""
        lambdas = self.typing.elements.lambdas
        pending = [child for child in call.children if child is not callee and child.text is None]
        for _ in range(2):
            pending += [
                part
                for child in pending
                if child.kind not in lambdas and child is not receiver
                for part in child.children
                if part.text is None
            ]
        return {id(part): part for part in pending if part.kind in lambdas}.values()

    def _find_access(self, call: Node) -> tuple[Node | None, Node | None]:
        """Return the access in a call, and the child that holds it: the call may be one itself."""
        place = self.language.calls.get(call.kind)
        callee = call.child(place) if place is not None else None
        return (call, None) if place is None else (callee, callee)

    def _list_parameters(self, function: Node) -> list[str]:
        """Return the names of a function's parameters; "" for those with a type or a pattern."""
        elements = self.typing.elements
        parameters = find_place(function, elements.lambdas[function.kind])
        if parameters is None:
            return [elements.implicit] if elements.implicit else []
        names = []
        for part in [parameters] if parameters.text is not None else parameters.children:
            if part.text is not None and not self._is_name(part):
                continue
            leaves = [leaf for leaf in part.leaves() if self._is_name(leaf)]
            names.append(qualify(leaves[0], self.language) if len(leaves) == 1 else "")
        return names

    def _is_inferred(self, type_: Node) -> bool:
        """Whether a type is `var`, `auto` and the like."""
        words = [leaf.text for leaf in type_.leaves()]
        return len(words) == 1 and words[0] in self.typing.inferred_types

    def _is_name(self, leaf: Node) -> bool:
        return leaf.kind in self.language.identifiers

    def _lists_members(self, call: Node) -> bool:
        """Whether a call's function is one that lists the members of an argument."""
        callee = call.child(self.language.calls[call.kind])
        if callee is None or len(callee.children) > 3:
            return False
        name = callee.text or "".join(child.text or "?" for child in callee.children)
        return name in self.language.member_listers
