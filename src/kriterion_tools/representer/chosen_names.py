"""Find the leaves that are names chosen by the student.

Two walks over all files: the first collects bindings by scope, the second resolves identifiers.
Names of libraries stay, and so do members that nothing in the solution binds.
"""

import re
from collections.abc import Collection

from kriterion_tools.representer.bindings import (
    Bindings,
    Scope,
    bare,
    find_role,
    matches_place,
    qualify,
)
from kriterion_tools.representer.language import ANY, Language, NameRole, SolutionWords
from kriterion_tools.representer.solution_tree import Node

_MEMBERS = (NameRole.MEMBER, NameRole.MENTIONED)
_PATHS_START = (NameRole.VARIABLE, NameRole.EITHER, NameRole.MENTIONED)
_NAME_IN_QUOTES = re.compile(r'\W?"\W{0,2}(\w+)"')
_LONGEST_PATH = 8  # parts of a library's path: System.Collections.Generic.List


def mark_names(root: Node, language: Language, source: SolutionWords) -> None:
    """Set `name` on every leaf that is a name chosen by the student."""
    bindings = Bindings(language)
    bindings.collect(root)
    is_read = not language.name_readers.isdisjoint(source.words)
    _Marking(bindings, _find_string_names(root) if is_read else frozenset()).mark(root)


def _find_string_names(root: Node) -> Collection[str]:
    """Return strings that equal a name: "x", :"x", "@x"."""
    matches = (_NAME_IN_QUOTES.fullmatch(leaf.text or "") for leaf in root.leaves())
    return {match[1] for match in matches if match}


class _Marking:
    """The second walk: resolve identifiers in the scopes around them."""

    def __init__(self, bindings: Bindings, said: Collection[str]) -> None:
        self.bindings = bindings
        self.said = said  # names that strings may refer to
        self.language = bindings.language
        self.known: dict[str, list[bool]] = {}  # innermost scope last

    def mark(self, root: Node) -> None:
        pending: list[tuple[Node, Node, bool] | tuple[Scope, bool]] = [(root, root, False)]
        while pending:
            item = pending.pop()
            if len(item) == 2:
                self._cross(*item)
                continue
            node, parent, owned = item
            if node.text is not None:
                self._mark_leaf(node, parent, owned=owned)
                continue
            callee = self.language.calls.get(node.kind)
            if callee is not None:
                owned = self._is_own(node, node.child(callee))
            scope = self.bindings.scopes.get(id(node))
            if scope is None:
                pending.extend([(child, node, owned) for child in reversed(node.children)])
                continue
            inside = self.language.scopes.get(node.kind, (ANY,))
            within = [one for one in node.children if matches_place(one.field, inside)]
            outside = [one for one in node.children if not matches_place(one.field, inside)]
            pending.append((scope, False))
            pending.extend([(child, node, owned) for child in reversed(within)])
            pending.append((scope, True))
            pending.extend([(child, node, owned) for child in reversed(outside)])

    def _cross(self, scope: Scope, inwards: bool) -> None:
        for name, own in scope.names.items():
            if inwards:
                self.known.setdefault(name, []).append(own)
            else:
                self.known[name].pop()

    def _mark_leaf(self, leaf: Node, parent: Node, *, owned: bool) -> None:
        role = find_role(leaf, parent, self.language)
        if role is None or role is NameRole.KEPT:
            return
        name = qualify(leaf, self.language)
        if role is not NameRole.OWN and self._is_a_librarys(leaf, parent):
            return
        if role is NameRole.KEYWORD:
            own = (owned and name in self.bindings.anywhere) or name in self.bindings.keywords
        else:
            own = self._is_known(name, role)
        plain = bare(leaf, self.language)
        if own and plain not in self.said and not self.language.is_kept_name(name):
            leaf.name = plain

    def _is_a_librarys(self, member: Node, access: Node) -> bool:
        """Whether the path before a member starts with a name that is not the student's."""
        places = self.language.accesses.get(access.kind)
        if places is None or member.field != places[1]:
            return False
        for _ in range(_LONGEST_PATH):
            start = access.child(places[0])
            if start is None:
                return False
            if start.text is not None:
                role = find_role(start, access, self.language)
                name = qualify(start, self.language)
                if role not in _PATHS_START or name in self.bindings.receivers:
                    return False
                return not self._is_known(name, role)
            access = start
            places = self.language.accesses.get(access.kind)
            if places is None:
                return False
        return False

    def _is_own(self, call: Node, callee: Node | None) -> bool:
        """Whether a call's target is defined in the solution."""
        if callee is None:
            return False
        if callee.text is None:
            places = self.language.accesses.get(callee.kind)
            member = callee.child(places[1]) if places else None
            return member is not None and qualify(member, self.language) in self.bindings.members
        role = find_role(callee, call, self.language)
        return role is not None and self._is_known(qualify(callee, self.language), role)

    def _is_known(self, name: str, role: NameRole) -> bool:
        if role in _MEMBERS:
            return name in self.bindings.members
        if role is NameRole.OWN:
            return True
        known = self.known.get(name)
        if known:
            return known[-1]
        return role is NameRole.EITHER and name in self.bindings.members
