"""Find out whose a member is: the student's, or a library's that happens to have the same name.

The type of a receiver is inferred from declarations, first values and assignments. The answer is
the name of a type of the solution, LIBRARY, or None if the type is unknown.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import cache

from kriterion_tools.representer.bindings import DEEPEST as DEEPEST_SCOPE
from kriterion_tools.representer.bindings import Bindings, Scope, find_role, qualify
from kriterion_tools.representer.language import ANY, ImpliedMember, Language, NameRole
from kriterion_tools.representer.solution_tree import Node

LIBRARY = ""  # no type of the solution has this name
SELF = "self"  # the type around, if it has no name
SUPER = "super "  # before the name of a type: what it extends
DEEPEST = 8  # steps from a name to the value that gives it its type
_ARGUMENTS = ("argument_list", "arguments")  # ends of kinds that are not a base itself
_MAX_VALUES = 20  # values of one name that are considered

_INNER_FIELDS = ("name", "declarator", "pattern", "left", "property", "variable")
_VALUE_FIELDS = ("value", "right", "default_value")
_WORD = re.compile(r"\w+")


@dataclass(kw_only=True, slots=True)
class Type:
    """A type of the solution: the types that it extends, and the names that a library's type has
    given to its members.
    """

    bases: list[str] = field(default_factory=list)
    inherited: set[str] = field(default_factory=set)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Evidence:
    """A node that tells the type of a name: a type, or a value in its scope."""

    node: Node
    scope: Scope
    is_type: bool
    is_container: bool = False  # whether the name is an element of that value


@dataclass(frozen=True, kw_only=True, slots=True)
class _Given:
    """A function that is passed to another, which calls it with elements or a receiver."""

    function: Node
    evidence: _Evidence | None  # of the type of its parameters or receiver
    takes_one: bool  # whether only its first parameter is an element
    is_receiver: bool
    caller: str = ""  # the function that it is passed to, if that must be the student's


@cache
def _list_watched_kinds(language: Language) -> frozenset[str]:
    """Return the kinds of nodes that tell something about types."""
    typing = language.typing
    kinds = {*typing.classes, *typing.declarations, *typing.results, *language.text_accesses}
    kinds |= {*typing.anonymous, *typing.openings, *typing.extensions, *typing.elements.lambdas}
    if typing.elements.lambdas:
        kinds |= {*language.calls, *typing.method_calls}
    if language.member_listers:
        kinds |= language.calls.keys()
    return frozenset(kinds)


class Receivers:
    """The types of the solution, and what is known about the types of its names."""

    def __init__(self, bindings: Bindings, library_fields: Collection[str]) -> None:
        self.bindings = bindings
        self.library_fields = library_fields
        self.language = bindings.language
        self.typing = bindings.language.typing
        self.types: dict[str, Type] = {}
        self._of_members: dict[str, list[_Evidence]] = {}
        self._of_variables: dict[tuple[int, str], list[_Evidence]] = {}
        self._values: list[tuple[Scope, str, _Evidence]] = []  # of variables
        self._text_accesses: list[tuple[Node, Scope]] = []
        self._listing_calls: list[tuple[Node, Scope]] = []
        self._results: dict[str, list[_Evidence]] = {}
        self._types_by_id: dict[int, str | None] = {}
        self._has_inherited_names = False
        self._lenders: dict[str, set[str]] = {}  # type → bases of types without a name in it
        self.extensions: set[str] = set()  # functions of the solution for any type
        self._opened: set[str] = set()  # types whose members are known without a receiver
        typing = self.typing
        self._calls = self.language.calls.keys() | typing.method_calls
        self._given: list[_Given] = []  # functions that a call passes on
        self._functions: set[int] = set()  # ids of the scopes of functions without a name
        # Id of such a scope → what tells the type of its receiver, or None.
        self._implicit: dict[int, _Evidence | None] = {}
        self.watched_kinds = _list_watched_kinds(self.language)

    # ── collecting ───────────────────────────────────────────────────────────────────────────

    def collect(self, node: Node, scope: Scope) -> None:
        """Remember what a node in this scope tells about types."""
        typing = self.typing
        kind = node.kind
        if kind in typing.classes:
            self._collect_type(node)
        if kind in self.language.text_accesses:
            self._text_accesses.append((node, scope))
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
        if kind in typing.openings:
            self._opened.update(_WORD.findall(" ".join(leaf.text or "" for leaf in node.leaves())))
        base = _find(node, typing.anonymous[kind]) if kind in typing.anonymous else None
        if base is not None and _has_body(node, self.language.member_scopes):
            self._lenders.setdefault(scope.class_name, set()).update(self._list_bases(base))
        if typing.elements.lambdas and kind in self._calls:
            self._collect_functions(node, scope)
        declaration = typing.declarations.get(kind)
        if declaration is not None:
            for target, type_, value in _list_declared(node, *declaration, self.language.accesses):
                self._remember(target, type_, value, scope, node)
        result = typing.results.get(kind)
        name = node.child("name") or node.child("extension") if result is not None else None
        if result is not None and name is not None:
            type_ = _find(node, result)
            if type_ is not None:
                inner = _find_last_leaf(name)
                evidence = _Evidence(node=type_, scope=scope, is_type=True)
                self._results.setdefault(qualify(inner, self.language), []).append(evidence)

    def _collect_type(self, node: Node) -> None:
        name = node.child("name")
        if name is None:
            return
        type_ = self.types.setdefault(_find_last_leaf(name).text or "", Type())
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
            elif not part.kind.endswith(_ARGUMENTS):
                pending += part.children[::-1]

    def _list_path(self, node: Node) -> list[str]:
        """Return the names in a type's path, without its arguments: std::vector<T>."""
        names: list[str] = []
        pending = [node]
        while pending:
            part = pending.pop()
            if self._is_name(part):
                names.append(part.text or "")
            elif not part.kind.endswith(_ARGUMENTS):
                pending += part.children[::-1]
        return names

    def _remember(
        self, target: Node, type_: Node | None, value: Node | None, scope: Scope, node: Node
    ) -> None:
        """Remember the type, or else the value, of a variable or member."""
        if value is None and node.kind in self.typing.loops:
            value = _find_after(node, "in")
        known = type_ if type_ is not None and not self._is_inferred(type_) else value
        if known is None or known.kind in self.typing.empty_values:
            return
        is_type = known is not value
        is_container = not is_type and node.kind in self.typing.loops
        evidence = _Evidence(node=known, scope=scope, is_type=is_type, is_container=is_container)
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
            receiver = _find_first_argument(call, callee)
        is_receiver = name in elements.receiving | elements.receiving_first | elements.building
        if name in elements.receiving and receiver is None:
            return  # the receiver is that of the place around
        takes_one = name in elements.first or name in elements.same
        evidence = None
        if receiver is not None and name not in elements.building:
            evidence = _Evidence(
                node=receiver,
                scope=scope,
                is_type=False,
                is_container=not is_receiver and name not in elements.same,
            )
        elif name in elements.building:
            evidence = _Evidence(node=member, scope=scope, is_type=True)
        if takes_one or name in elements.all or is_receiver:
            self._given += [
                _Given(
                    function=each, evidence=evidence, takes_one=takes_one, is_receiver=is_receiver
                )
                for each in self._find_functions(call, callee, receiver)
            ]
        elif elements.receiving:
            self._given += [
                _Given(function=each, evidence=None, takes_one=True, is_receiver=True, caller=name)
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
        parameters = _find(function, elements.lambdas[function.kind])
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

    # ── asking ───────────────────────────────────────────────────────────────────────────────

    def infer_type(self, node: Node, scope: Scope, depth: int = 0) -> str | None:
        """Return the type of an expression: one of the solution, LIBRARY, or None."""
        if depth > DEEPEST:
            return None
        if id(node) in self._types_by_id:
            return self._types_by_id[id(node)]
        self._types_by_id[id(node)] = None  # of a value that depends on itself
        found = self._infer_new_type(node, scope, depth + 1)
        self._types_by_id[id(node)] = found
        return found

    def infer_owner(self, member: ImpliedMember, scope: Scope) -> str | None:
        """Return the type that a member without a receiver belongs to."""
        if member.owner is None:
            return None
        if member.is_type:
            return self._read_type(member.owner, scope)
        return self.infer_type(member.owner, scope)

    def _infer_new_type(self, node: Node, scope: Scope, depth: int) -> str | None:
        typing = self.typing
        kind = node.kind
        place = typing.wrappers.get(kind)
        if place is not None:
            wrapped = _find(node, place)
            if wrapped is None:
                return None
            if wrapped.field == "type":
                return self._read_type(wrapped, scope)
            return self.infer_type(wrapped, scope, depth)
        if node.text is not None:
            return self._infer_name(node, scope, depth)
        place = typing.constructions.get(kind)
        if place is not None:
            made = _find(node, place)
            return None if made is None else self._read_type(made, scope)
        if kind in self.language.calls or kind in typing.method_calls:
            return self._infer_call(node, scope, depth)
        container = _find(node, typing.elements.subscripts.get(kind, "-"))
        if container is not None:
            return self._infer_element(container, scope, depth)
        places = self.language.accesses.get(kind)
        if places is not None:
            return self._infer_access(node, places, scope, depth)
        return LIBRARY if kind in typing.library_values else None

    def _infer_name(self, leaf: Node, scope: Scope, depth: int) -> str | None:
        if leaf.text in self.typing.supers:
            return SUPER + scope.class_name
        if leaf.text in self.bindings.receivers:
            return self._find_self(scope)
        role = self.language.identifiers.get(leaf.kind)
        if role is None:
            is_literal = leaf.kind in self.language.spellings
            typing = self.typing
            is_known = leaf.kind in typing.library_values or leaf.kind in typing.library_types
            return LIBRARY if is_literal or is_known else None
        name = qualify(leaf, self.language)
        if name and name == self.typing.elements.implicit and scope.find(name) is None:
            return self._join(self._find_implicit(scope), depth)
        if leaf.kind in self.typing.fields:
            return self._join(self._of_members.get(name, []), depth)
        bound = scope.find(name)
        if bound is not None and not bound.names[name]:
            return leaf.text if leaf.text in self.types else LIBRARY  # an exported type
        if bound is not None and (id(bound), name) in self._of_variables:
            return self._join(self._of_variables[(id(bound), name)], depth)
        if (leaf.text or "") in self.types:
            return leaf.text
        if bound is None and role in (NameRole.EITHER, NameRole.OWN, NameRole.MENTIONED):
            if name in self._of_members:
                return self._join(self._of_members[name], depth)
            return None if name in self.bindings.members or role is NameRole.OWN else LIBRARY
        return LIBRARY if bound is None else None

    def _find_implicit(self, scope: Scope) -> list[_Evidence]:
        """Return what tells the type of the parameter that the function around does not name."""
        current: Scope | None = scope
        for _ in range(DEEPEST_SCOPE):
            if current is None:
                break
            if id(current) in self._functions:
                name = self.typing.elements.implicit
                return self._of_variables.get((id(current), name), [])
            current = current.outer
        return []

    def _infer_access(
        self, node: Node, places: tuple[str, str], scope: Scope, depth: int
    ) -> str | None:
        receiver, member = (node.child(place) for place in places)
        if receiver is None or member is None or member.text is None:
            return None
        name = qualify(member, self.language)
        if member.text in self.types and name not in self._of_members:
            return member.text
        if self.infer_type(receiver, scope, depth) == LIBRARY:
            if self.typing.elements.lambdas and self._find_evidence(receiver, scope):
                # A member of a container may be an element.
                return LIBRARY if self._infer_element(receiver, scope, depth) == LIBRARY else None
            return LIBRARY
        return self._join(self._of_members.get(name, []), depth)

    def _infer_call(self, call: Node, scope: Scope, depth: int) -> str | None:
        typing = self.typing
        callee = (
            call.child(self.language.calls[call.kind]) if call.kind in self.language.calls else call
        )
        if callee is None:
            return None
        places = self.language.accesses.get(callee.kind) if callee.text is None else None
        if places is not None:
            receiver, member = (callee.child(place) for place in places)
            if member is None or member.text is None:
                return None
            if receiver is not None:
                owner = self.infer_type(receiver, scope, depth)
                if owner in self.types and member.text in typing.constructors:
                    return owner
                if owner != LIBRARY and member.text in self.types:
                    return member.text  # a new object of a nested type
                if owner in self.types and member.text in typing.elements.kept:
                    return None if self.has_member(owner, member.text or "") else owner
                if owner is None and member.text in typing.elements.returned:
                    return self._infer_element(receiver, scope, depth)
                if owner == LIBRARY and typing.elements.lambdas:
                    return self._infer_library_result(call, receiver, member, scope, depth)
                if owner == LIBRARY:
                    is_module = receiver.text is not None and scope.find(receiver.text) is None
                    carries = member.text in typing.carriers or not typing.carriers
                    return LIBRARY if is_module and not carries else None
            name = qualify(member, self.language)
        elif callee.text is not None:
            name = qualify(callee, self.language)
            if callee.text in self.types:
                return callee.text
            if callee.text in typing.supers:
                return SUPER + scope.class_name
            is_library = scope.find(name) is None and name not in self.bindings.members
            if is_library and (
                name[:1].isupper() or (typing.carriers and name not in typing.carriers)
            ):
                return LIBRARY
        else:
            return None
        return self._join(self._results.get(name, []), depth)

    def _infer_library_result(
        self, call: Node, receiver: Node, member: Node, scope: Scope, depth: int
    ) -> str | None:
        """Return the type of what a library's method returns: an element of its container, or a
        library's if nothing of the solution is in the receiver and the arguments.
        """
        element = self._infer_element(receiver, scope, depth)
        if member.text in self.typing.elements.returned and element != LIBRARY:
            return element
        is_module = self._is_module(receiver, scope)
        is_literal = receiver.text is not None and receiver.kind in self.language.spellings
        is_pure = element == LIBRARY or is_module or is_literal
        if not is_pure and receiver.kind in self._calls:
            is_pure = self.infer_type(receiver, scope, depth) == LIBRARY
        return LIBRARY if is_pure and self._has_library_arguments(call, scope, depth) else None

    def _is_module(self, receiver: Node, scope: Scope) -> bool:
        """Whether a receiver is a path of names that the solution does not bind."""
        start = receiver
        while start.text is None:
            places = self.language.accesses.get(start.kind)
            inner = start.child(places[0]) if places is not None else None
            if inner is None or start.kind in self._calls:
                return False
            start = inner
        is_name = start.kind in self.language.identifiers
        return is_name and not self._is_own_path(start.text or "", scope)

    def _has_library_arguments(self, call: Node, scope: Scope, depth: int) -> bool:
        """Whether all arguments of a call are certain to be of a library's types."""
        access, callee = self._find_access(call)
        receiver = access.children[0] if access is not None and access.children else None
        if callee is not None and any(leaf.text in self.types for leaf in callee.leaves()):
            return False  # such as std::make_unique<T>()
        for arguments in call.children:
            if arguments is callee or arguments is receiver or arguments.text is not None:
                continue
            for argument in arguments.children:
                inner = argument
                while inner.text is None and len(inner.children) == 1:
                    (inner,) = inner.children
                if inner.text is not None and not any(map(str.isalnum, inner.text)):
                    continue
                if self.infer_type(inner, scope, depth) != LIBRARY:
                    return False
        return True

    def _join(self, evidence: list[_Evidence], depth: int) -> str | None:
        """Return the one type that all evidence agrees on; unknown types do not count."""
        found = {self._read_evidence(each, depth) for each in evidence[:_MAX_VALUES]} - {None}
        return found.pop() if len(found) == 1 else None

    def _read_evidence(self, evidence: _Evidence, depth: int) -> str | None:
        node, scope = evidence.node, evidence.scope
        if evidence.is_type:
            return self._read_type(node, scope)
        if evidence.is_container:
            return self._infer_element(node, scope, depth + 1)
        return self.infer_type(node, scope, depth)

    def _infer_element(self, container: Node, scope: Scope, depth: int) -> str | None:
        """Return the type of a container's elements, if the container is a name or a new object
        whose type says it.
        """
        if depth > DEEPEST:
            return None
        place = self.typing.constructions.get(container.kind)
        if place is not None:
            made = _find(container, place)
            return None if made is None else self._read_element_type(made, scope)
        elements = self.typing.elements
        wrapped = _find(container, self.typing.wrappers.get(container.kind, "-"))
        if wrapped is not None and wrapped.field != "type":
            return self._infer_element(wrapped, scope, depth + 1)
        if container.kind in self._calls and elements.lambdas:
            arguments = _find_type_arguments(container)
            if arguments is not None:
                return self._read_arguments(arguments, scope)
            access, _ = self._find_access(container)
            places = self.language.accesses.get(access.kind) if access is not None else None
            if access is not None and places is not None:
                receiver, member = (access.child(place) for place in places)
                if receiver is not None and member is not None:
                    element = self._infer_element(receiver, scope, depth + 1)
                    if member.text in elements.kept:
                        return element
                    is_pure = element == LIBRARY
                    is_pure = is_pure and self._has_library_arguments(container, scope, depth)
                    return LIBRARY if is_pure else None
            if access is None or access.text is None:
                return None
        found: set[str | None] = set()
        for each in self._find_evidence(container, scope)[:_MAX_VALUES]:
            if each.is_type:
                found.add(self._read_element_type(each.node, each.scope))
            elif not each.is_container:
                found.add(self._infer_element(each.node, each.scope, depth + 1))
            else:
                return None
        found.discard(None)
        return found.pop() if len(found) == 1 else None

    def _find_evidence(self, node: Node, scope: Scope) -> list[_Evidence]:
        """Return what tells the type of a variable or member, or of a method's result."""
        if node.text is not None:
            if node.kind not in self.language.identifiers:
                return []
            name = qualify(node, self.language)
            bound = scope.find(name)
            if bound is None and name == self.typing.elements.implicit:
                return self._find_implicit(scope)
            if bound is not None and (id(bound), name) in self._of_variables:
                return self._of_variables[(id(bound), name)]
            return self._of_members.get(name, [])
        places = self.language.accesses.get(node.kind)
        member = node.child(places[1]) if places is not None else None
        if node.kind in self._calls:
            callee = node.child(self.language.calls.get(node.kind, "")) or member
            name = qualify(callee, self.language) if callee is not None and callee.text else ""
            return self._results.get(name, [])
        if member is None:
            return []
        return self._of_members.get(qualify(member, self.language), [])

    def _read_element_type(self, type_: Node, scope: Scope) -> str | None:
        """Return the type of the elements of a type such as List<T> or T[]: the only type of the
        solution in it, LIBRARY if there is none, or None if there are several.
        """
        if self._has_named_parts(type_):
            return SELF
        if self._read_type(type_, scope) != LIBRARY:
            return None
        return self._read_arguments(type_, scope)

    def _read_arguments(self, type_: Node, scope: Scope) -> str | None:
        names = set(self._list_type_names(type_, scope))
        own = names & self.types.keys()
        if not own:
            is_unknown = any(name == "_" or scope.find(name) is not None for name in names)
            return None if is_unknown else LIBRARY
        return own.pop() if len(own) == 1 and not self._has_several_arguments(type_) else None

    def _list_type_names(self, type_: Node, scope: Scope) -> Iterator[str]:
        """Yield the names of the types in a type; that of a library's path is joined."""
        pending = [type_]
        while pending:
            part = pending.pop()
            if self._is_name(part):
                yield part.text or ""
            elif part.kind in self.typing.paths:
                path = self._list_path(part)
                is_own = len(path) < 2 or self._is_own_path(path[0], scope)
                yield path[-1] if path and is_own else ".".join(path)
                pending += [each for each in part.children if each.kind.endswith(_ARGUMENTS)]
            else:
                pending += part.children[::-1]

    def _has_named_parts(self, type_: Node) -> bool:
        """Whether a type is, or contains, a tuple whose members the student names."""
        kinds = self.typing.named_parts
        return bool(kinds) and any(
            part.kind in kinds and part.child("name") is not None for part in type_.walk()
        )

    def _has_several_arguments(self, type_: Node) -> bool:
        return any(
            sum(child.text is None or self._is_name(child) for child in part.children) > 1
            for part in type_.walk()
            if part.kind.endswith(_ARGUMENTS)
        )

    def _read_type(self, type_: Node, scope: Scope) -> str | None:
        """Return what a type in the source names."""
        typing = self.typing
        while type_.text is None and type_.kind in typing.type_wrappers:
            inner = [
                child for child in type_.children if child.text is None or self._is_name(child)
            ]
            if len(inner) != 1:
                break
            type_ = inner[0]
        if type_.kind in typing.structural_types:
            return None
        if type_.kind in typing.library_types:
            return SELF if self._has_named_parts(type_) else LIBRARY
        names = [
            (leaf.text or "").strip("\"'")
            for leaf in type_.leaves()
            if self._is_name(leaf) or leaf.kind == "string"
        ]
        if not names:
            return LIBRARY
        if names[0] in ("Self", "self", "static"):
            return self._find_self(scope)
        first, is_own = names[0], True
        if type_.kind in typing.paths:
            path = self._list_path(type_) or names[:1]
            first, is_own = path[-1], len(path) == 1 or self._is_own_path(path[0], scope)
        if first in self.types and is_own:
            return first
        if first in typing.smart_types or type_.kind in typing.type_wrappers:
            own = {name for name in names if name in self.types}
            if len(own) == 1 and (first in own or first in typing.transparent_types):
                return own.pop()
            return None if own else LIBRARY
        if not is_own:
            return LIBRARY
        if first != names[0] and names[0] in self.types:
            return names[0]  # a variant of an enumeration
        bound = scope.find(first)
        return None if bound is not None and bound.names[first] else LIBRARY

    def _is_name(self, leaf: Node) -> bool:
        return leaf.kind in self.language.identifiers

    def _find_self(self, scope: Scope) -> str | None:
        """Return the type around: None in an extension of a library's type."""
        name = scope.class_name
        return name if name in self.types else None if name else SELF

    def _is_own_path(self, start: str, scope: Scope) -> bool:
        """Whether a path starts with a name of the solution."""
        return start in self.types or scope.find(start) is not None

    def is_around(self, name: str, scope: Scope, *, is_member: bool) -> bool:
        """Whether the student chose a name without a receiver: that of a variable, unless it
        `is_member`, or of a member of a type around.
        """
        current: Scope | None = scope
        has_unknown_receiver = False
        for _ in range(DEEPEST_SCOPE):
            if current is None:
                break
            if name in current.names and (current.is_class or not is_member):
                return current.names[name]
            outer, owner = current.outer, current.class_name
            if id(current) in self._implicit:
                bound = current.find(name)
                if bound is not None and not bound.is_class and bound.outer is not None:
                    return bound.names[name]  # local names come before those of receivers
                found = self._search_receiver(self._implicit[id(current)], name)
                if found is not None:
                    return found
                has_unknown_receiver = True
            elif outer is None or outer.class_name != owner or current.is_class:
                is_anonymous = current.is_class and outer is not None and outer.class_name == owner
                found = self._search_type(owner, name, scope, is_anonymous=is_anonymous)
                if found is not None:
                    return found
            current = outer
        if has_unknown_receiver and name in self.bindings.members:
            return True
        return any(name in self.bindings.members_by_class.get(own, ()) for own in self._opened)

    def _search_receiver(self, evidence: _Evidence | None, name: str) -> bool | None:
        """Whether a member of the receiver of the function around is the student's; None if it
        has none of this name.
        """
        type_ = None if evidence is None else self._read_evidence(evidence, 0)
        if type_ is not None and type_ != LIBRARY and self.has_member(type_, name):
            return True
        if type_ is None or type_ == LIBRARY:
            return False if self.is_library_name(name) else None
        return None

    def _search_type(
        self, owner: str, name: str, scope: Scope, *, is_anonymous: bool
    ) -> bool | None:
        """Whether a type's member of this name is the student's; None if it has none."""
        lenders = self._lenders.get(owner, ())
        seen: set[str] = set()
        pending = [owner, *lenders]
        may_be_library = is_anonymous and self._may_inherit(lenders, name)
        if may_be_library:
            return False
        while pending:
            current = pending.pop()
            if current in seen:
                continue
            seen.add(current)
            if name in self.bindings.members_by_class.get(current, ()):
                return name not in self._get_inherited(current)
            known = self.types.get(current)
            if known is not None:
                pending += known.bases
                may_be_library = may_be_library or self._may_inherit(known.bases, name)
            elif current == owner and owner and scope.find(owner) is None:
                may_be_library = self.is_library_name(name)  # in an extension of a library's type
        return False if may_be_library else None

    def is_library_name(self, name: str) -> bool:
        return name in self.typing.library_members or name in self.library_fields

    def has_member(self, type_: str, name: str) -> bool:
        """Whether a type of the solution has a member of this name, rather than a library's type
        that it extends.
        """
        seen: set[str] = set()
        pending, has_unknown_base = [type_], False
        if type_.startswith(SUPER):
            base_of = self.types.get(type_.removeprefix(SUPER))
            pending = base_of.bases[:] if base_of is not None else []
        while pending:
            current = pending.pop()
            known = self.types.get(current)
            if known is None:
                has_unknown_base = has_unknown_base or current != SELF
            elif name in known.inherited:
                return False
            elif name in self.bindings.members_by_class.get(current, ()):
                return True
            elif current not in seen:
                seen.add(current)
                pending += known.bases
        return not has_unknown_base and name in self.bindings.members

    def keep_inherited_names(self) -> None:
        """Keep the names of members that a library's type, which a type extends, may have."""
        for name, type_ in self.types.items():
            type_.bases = [self._name_base(base) for base in type_.bases]
            if all(base in self.types for base in type_.bases):
                continue
            own = self.bindings.members_by_class.get(name, set())
            type_.inherited = {member for member in own if self._may_inherit(type_.bases, member)}
            self._has_inherited_names = self._has_inherited_names or bool(type_.inherited)
        if not self._has_inherited_names:
            return
        for scope in self.bindings.scopes.values():
            if scope.is_class:
                for member in self._get_inherited(scope.class_name) & scope.names.keys():
                    scope.names[member] = False
        for member in {member for type_ in self.types.values() for member in type_.inherited}:
            if not any(
                member in members and member not in self._get_inherited(name)
                for name, members in self.bindings.members_by_class.items()
            ):
                self.bindings.members.discard(member)

    def reads_all_members(self) -> bool:
        """Whether an unknown text names a member of an object of the student."""
        for node, scope in self._text_accesses:
            receiver, text = (node.child(place) for place in self.language.text_accesses[node.kind])
            if receiver is None or text is None or text.kind in self.language.spellings:
                continue
            if self.infer_type(receiver, scope):
                return True
        return any(
            self._is_own_object(argument, scope)
            for call, scope in self._listing_calls
            for part in call.children[1:]
            for argument in [part, *part.children]
        )

    def _is_own_object(self, node: Node, scope: Scope) -> bool:
        is_value = node.text is None or node.kind in self.language.identifiers
        return (is_value or node.text in self.bindings.receivers) and bool(
            self.infer_type(node, scope)
        )

    def _lists_members(self, call: Node) -> bool:
        """Whether a call's function is one that lists the members of an argument."""
        callee = call.child(self.language.calls[call.kind])
        if callee is None or callee.text is not None or len(callee.children) > 3:
            return False
        name = "".join(child.text or "?" for child in callee.children)
        return name in self.language.member_listers

    def _may_inherit(self, bases: Collection[str], name: str) -> bool:
        """Whether one of these types is a library's and may have a member of this name."""
        return any(
            base not in self.types
            and (
                name in self.typing.types_of_libraries[base]
                if base in self.typing.types_of_libraries
                else self._is_inheritable(name)
            )
            for base in bases
        )

    def _is_inheritable(self, name: str) -> bool:
        typing = self.typing
        return (
            name in typing.library_members
            or name in typing.base_fields
            or (self.language.sees_members_around and name in self.library_fields)
        )

    def _name_base(self, path: str) -> str:
        """Return the last name of a path that starts in the solution."""
        first, *_, last = path.split(".") if "." in path else (path, path)
        return last if first in self.types else path

    def _get_inherited(self, name: str) -> set[str]:
        type_ = self.types.get(name)
        return type_.inherited if type_ is not None else set()

    def is_inherited(self, name: str, scope: Scope) -> bool:
        """Whether the class around has a member of this name from a library."""
        return self._has_inherited_names and name in self._get_inherited(scope.class_name)


def _list_declared(
    node: Node, names: Collection[str], types: Collection[str], accesses: Collection[str]
) -> Iterator[tuple[Node, Node | None, Node | None]]:
    """Yield the names that a node declares or assigns to, each with its type and its value."""
    for child in node.children:
        if child.field not in names and child.kind not in names:
            continue
        path: list[Node] = [node]
        target: Node | None = child
        while target is not None and target.text is None and target.kind not in accesses:
            path.append(target)
            target = _find_inner(target)
        if target is None:
            yield from _list_several(path[-1], node)
        if target is not None:
            type_ = next((found for part in path[::-1] if (found := _find_in(part, types))), None)
            value = next((found for part in path[::-1] if (found := _find_value(part))), None)
            yield target, target.hint or type_, value


def _list_several(targets: Node, node: Node) -> Iterator[tuple[Node, Node | None, Node | None]]:
    """Yield the names in `a, b = c, d` with their values. Of a function with several results, the
    first name gets the first; in a loop, the last name gets an element.
    """
    value = node.child("right")
    if targets.kind != "expression_list" or value is None:
        return
    names = [child for child in targets.children if child.text != ","]
    values = value.children if value.kind == "expression_list" else [value]
    if len(names) == len(values):
        yield from ((name, None, each) for name, each in zip(names, values, strict=True))
    elif len(values) == 1 and value.kind == "expression_list":
        yield names[0], None, values[0]
    elif len(values) == 1:
        yield names[-1], None, values[0]


def _find_inner(node: Node) -> Node | None:
    """Return the part of a declarator that holds its name, or None if it has several."""
    inner = [part for part in node.children if part.field in _INNER_FIELDS]
    value = _find_value(node)
    if not inner:
        inner = [
            part
            for part in node.children
            if part is not value and (part.text is None or part.kind.endswith("identifier"))
        ]
    return inner[0] if len(inner) == 1 else None


def _find_value(node: Node) -> Node | None:
    """Return the value in a declaration or assignment: by its field, or behind an equals sign."""
    after_equals = False
    for child in node.children:
        if child.field in _VALUE_FIELDS or after_equals:
            return child
        after_equals = child.text == "="
    return None


def _find_first_argument(call: Node, callee: Node | None) -> Node | None:
    """Return the first argument of a call."""
    for arguments in call.children:
        if arguments is not callee and arguments.text is None:
            first = arguments.children[0] if arguments.children else None
            while first is not None and first.text is None and len(first.children) == 1:
                (first,) = first.children
            return first
    return None


def _find_type_arguments(call: Node) -> Node | None:
    """Return the type arguments of a call: listOf<T>()."""
    return next((part for part in call.children if part.kind.startswith("type_argument")), None)


def _find_after(node: Node, text: str) -> Node | None:
    """Return the child behind a word."""
    texts = [child.text for child in node.children[:-1]]
    return node.children[texts.index(text) + 1] if text in texts else None


def _has_body(node: Node, kinds: Collection[str]) -> bool:
    return node.kind in kinds or any(child.kind in kinds for child in node.children)


def _find_in(node: Node, places: Collection[str]) -> Node | None:
    for child in node.children:
        if child.field in places or child.kind in places:
            return child
    return None


def _find(node: Node, place: str) -> Node | None:
    """Return the child of that field or kind; for ANY, the last child that is not punctuation."""
    if place == ANY:
        parts = [
            child
            for child in node.children
            if child.text is None or any(map(str.isalnum, child.text))
        ]
        return parts[-1] if parts else None
    return _find_in(node, (place,))


def _find_last_leaf(node: Node) -> Node:
    *_, last = node.leaves()
    return last
