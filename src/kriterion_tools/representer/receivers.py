"""Find out whose a member is: the student's, or a library's that happens to have the same name.

The receiver's type decides, or the types around if there is no receiver.
"""

from collections.abc import Collection, Iterable

from kriterion_tools.representer.bindings import DEEPEST as DEEPEST_SCOPE
from kriterion_tools.representer.bindings import Scope
from kriterion_tools.representer.solution_tree import Node
from kriterion_tools.representer.type_clues import TypeClue
from kriterion_tools.representer.type_inference import LIBRARY, TypeInference


class Receivers(TypeInference):
    """The types of the solution as receivers of members."""

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

    def _search_receiver(self, evidence: TypeClue | None, name: str) -> bool | None:
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

    def keep_inherited_names(self) -> None:
        """Keep the names of members that a library's type, which a type extends, may have."""
        for type_ in self.types.values():
            type_.bases = [self._name_base(base) for base in type_.bases]
        for name, type_ in self.types.items():
            bases = self._list_library_bases(type_.bases)
            if not bases:
                continue
            own = self.bindings.members_by_class.get(name, set())
            type_.inherited = {member for member in own if self._may_inherit(bases, member)}
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

    def _list_library_bases(self, bases: Iterable[str]) -> set[str]:
        """Return the types of libraries among these types and what they extend."""
        seen: set[str] = set()
        pending = list(bases)
        while pending:
            base = pending.pop()
            if base not in seen:
                seen.add(base)
                pending += self.types[base].bases if base in self.types else ()
        return seen - self.types.keys()

    def reads_all_members(self) -> bool:
        """Whether an unknown text names a member of an object of the student."""
        for node, scope in self._text_accesses:
            receiver, text = (node.child(place) for place in self.language.text_accesses[node.kind])
            if receiver is None or text is None:
                continue
            if text.kind == "number" and receiver.text in self.types:
                return True  # the name of an enumeration's case
            if text.kind not in self.language.spellings and self.infer_type(receiver, scope):
                return True
        return any(
            self._is_own_object(argument, scope)
            for call, scope in self._listing_calls
            for part in call.children[1:]
            for argument in [part, *map(_unwrap, part.children)]
        )

    def _is_own_object(self, node: Node, scope: Scope) -> bool:
        """Whether a value is an object of the student, or a variable that may be."""
        is_variable = node.kind in self.language.identifiers
        if not is_variable and node.text is not None and node.text not in self.bindings.receivers:
            return False
        type_ = self.infer_type(node, scope)
        return bool(type_) or (is_variable and type_ is None and bool(self.types))

    def _may_inherit(self, bases: Collection[str], name: str) -> bool:
        """Whether one of these types is a library's and may have a member of this name."""
        return any(
            base not in self.types
            and (
                name in self.typing.types_of_libraries[base]
                if base in self.typing.types_of_libraries
                else self._is_inheritable(name) or self._is_open_base(base)
            )
            for base in bases
        )

    def _is_open_base(self, base: str) -> bool:
        return bool(self.typing.known_bases) and base not in self.typing.known_bases

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


def _unwrap(argument: Node) -> Node:
    """Return the value of an argument in a node of its own."""
    return argument.children[0] if len(argument.children) == 1 else argument
