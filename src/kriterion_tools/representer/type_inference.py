"""Infer the types of expressions.

The answer is the name of a type of the solution, LIBRARY, or None if the type is unknown.
"""

from collections.abc import Iterator

from kriterion_tools.representer.bindings import DEEPEST as DEEPEST_SCOPE
from kriterion_tools.representer.bindings import Scope, qualify
from kriterion_tools.representer.declared_values import find_place, find_type_arguments
from kriterion_tools.representer.language import ImpliedMember, NameRole
from kriterion_tools.representer.solution_tree import Node
from kriterion_tools.representer.type_clues import ARGUMENTS, TypeClue, TypeClues

LIBRARY = ""  # no type of the solution has this name
SELF = "self"  # the type around, if it has no name
SUPER = "super "  # before the name of a type: what it extends
DEEPEST = 8  # steps from a name to the value that gives it its type
_MAX_VALUES = 20  # values of one name that are considered


class TypeInference(TypeClues):
    """What is known about the types of a solution's names."""

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
            wrapped = find_place(node, place)
            if wrapped is None:
                return None
            if wrapped.field == "type":
                return self._read_type(wrapped, scope)
            return self.infer_type(wrapped, scope, depth)
        if node.text is not None:
            return self._infer_name(node, scope, depth)
        place = typing.constructions.get(kind)
        if place is not None:
            made = find_place(node, place)
            return None if made is None else self._read_type(made, scope)
        if kind in self.language.calls or kind in typing.method_calls:
            return self._infer_call(node, scope, depth)
        container = find_place(node, typing.elements.subscripts.get(kind, "-"))
        if container is not None:
            return self._infer_value(container, scope, depth)
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

    def _find_implicit(self, scope: Scope) -> list[TypeClue]:
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
                if member.text in typing.elements.looked_up and owner not in self.types:
                    value = self._infer_value(receiver, scope, depth)
                    if value is not None:
                        return value
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

    def _join(self, evidence: list[TypeClue], depth: int) -> str | None:
        """Return the one type that all evidence agrees on; unknown types do not count."""
        found = {self._read_evidence(each, depth) for each in evidence[:_MAX_VALUES]} - {None}
        return found.pop() if len(found) == 1 else None

    def _read_evidence(self, evidence: TypeClue, depth: int) -> str | None:
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
            made = find_place(container, place)
            return None if made is None else self._read_element_type(made, scope)
        elements = self.typing.elements
        wrapped = find_place(container, self.typing.wrappers.get(container.kind, "-"))
        if wrapped is not None and wrapped.field != "type":
            return self._infer_element(wrapped, scope, depth + 1)
        if container.kind in self._calls and elements.lambdas:
            arguments = find_type_arguments(container)
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

    def _infer_value(self, container: Node, scope: Scope, depth: int) -> str | None:
        """Return the type of an element, or of the value of a key."""
        element = self._infer_element(container, scope, depth)
        if element is not None:
            return element
        evidence = self._find_evidence(container, scope)[:_MAX_VALUES]
        found = {self._read_map_value(each.node, each.scope) for each in evidence if each.is_type}
        found.discard(None)
        return found.pop() if len(found) == 1 else None

    def _read_map_value(self, type_: Node, scope: Scope) -> str | None:
        """Return the type V in Map<K, V>, if it is one of the solution's and K is not."""
        arguments = next((part for part in type_.walk() if part.kind.endswith(ARGUMENTS)), None)
        if arguments is None or self._read_type(type_, scope) != LIBRARY:
            return None
        parts = [part for part in arguments.children if part.text is None or self._is_name(part)]
        keys = {name for part in parts[:-1] for name in self._list_type_names(part, scope)}
        values = {name for part in parts[-1:] for name in self._list_type_names(part, scope)}
        is_map = len(parts) > 1 and not keys & self.types.keys()
        return values.pop() if is_map and len(values) == 1 and values <= self.types.keys() else None

    def _find_evidence(self, node: Node, scope: Scope) -> list[TypeClue]:
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
            if part.field == "key":
                continue  # of a map: its elements are the values
            if self._is_name(part):
                yield part.text or ""
            elif part.kind in self.typing.paths:
                path = self._list_path(part)
                is_own = len(path) < 2 or self._is_own_path(path[0], scope)
                yield path[-1] if path and is_own else ".".join(path)
                pending += [each for each in part.children if each.kind.endswith(ARGUMENTS)]
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
            if part.kind.endswith(ARGUMENTS)
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

    def _find_self(self, scope: Scope) -> str | None:
        """Return the type around: None in an extension of a library's type."""
        name = scope.class_name
        return name if name in self.types else None if name else SELF

    def _is_own_path(self, start: str, scope: Scope) -> bool:
        """Whether a path starts with a name of the solution."""
        return start in self.types or start in self.namespaces or scope.find(start) is not None

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
