"""Find the leaves that are names chosen by the student.

Two walks over all files: the first collects bindings by scope, the second resolves identifiers.
Names from libraries stay, and so do members that the solution does not bind.
"""

import re
from collections.abc import Collection

from kriterion_tools.representer.bindings import (
    Bindings,
    Scope,
    find_role,
    matches_place,
    qualify,
    strip_sigil,
)
from kriterion_tools.representer.language import ANY, Language, NameRole, SolutionWords
from kriterion_tools.representer.solution_tree import Node

_MEMBERS = (NameRole.MEMBER, NameRole.MENTIONED)
_PATHS_START = (NameRole.VARIABLE, NameRole.EITHER, NameRole.MENTIONED)
_NAME_IN_QUOTES = re.compile(r'\W?"\W{0,2}(\w+)"')
_LONGEST_PATH = 8  # parts; System.Collections.Generic.List has 4


def mark_names(root: Node, language: Language, source: SolutionWords) -> None:
    """Set `name` on every leaf that is a name chosen by the student."""
    bindings = Bindings(language)
    bindings.collect(root)
    reads_names = not language.name_readers.isdisjoint(source.words)
    _Marking(bindings, _find_string_names(root) if reads_names else frozenset()).mark(root)


def _find_string_names(root: Node) -> Collection[str]:
    """Return strings that equal a name: "x", :"x", "@x"."""
    matches = (_NAME_IN_QUOTES.fullmatch(leaf.text or "") for leaf in root.leaves())
    return {match[1] for match in matches if match}


class _Marking:
    """The second walk: resolve identifiers in the scopes around them."""

    def __init__(self, bindings: Bindings, string_names: Collection[str]) -> None:
        self.bindings = bindings
        self.string_names = string_names  # names that a string may refer to; they stay
        self.language = bindings.language
        self.in_scope: dict[
            str, list[bool]
        ] = {}  # whether the student chose it, innermost scope last

    def mark(self, root: Node) -> None:
        pending: list[tuple[Node, Node, bool] | tuple[Scope, bool]] = [(root, root, False)]
        while pending:
            item = pending.pop()
            if len(item) == 2:
                self._enter_or_leave(*item)
                continue
            node, parent, in_own_call = item
            if node.text is not None:
                self._mark_leaf(node, parent, in_own_call=in_own_call)
                continue
            callee = self.language.calls.get(node.kind)
            if callee is not None:
                in_own_call = self._calls_solution(node, node.child(callee))
            scope = self.bindings.scopes.get(id(node))
            if scope is None:
                pending.extend([(child, node, in_own_call) for child in reversed(node.children)])
                continue
            inside = self.language.scopes.get(node.kind, (ANY,))
            within = [child for child in node.children if matches_place(child.field, inside)]
            outside = [child for child in node.children if not matches_place(child.field, inside)]
            pending.append((scope, False))
            pending.extend([(child, node, in_own_call) for child in reversed(within)])
            pending.append((scope, True))
            pending.extend([(child, node, in_own_call) for child in reversed(outside)])

    def _enter_or_leave(self, scope: Scope, entering: bool) -> None:
        for name, is_chosen in scope.names.items():
            if entering:
                self.in_scope.setdefault(name, []).append(is_chosen)
            else:
                self.in_scope[name].pop()

    def _mark_leaf(self, leaf: Node, parent: Node, *, in_own_call: bool) -> None:
        role = find_role(leaf, parent, self.language)
        if role is None or role is NameRole.KEPT:
            return
        name = qualify(leaf, self.language)
        if role is not NameRole.OWN and self._belongs_to_library(leaf, parent):
            return
        if role is NameRole.KEYWORD:
            is_chosen = (
                in_own_call and name in self.bindings.anywhere
            ) or name in self.bindings.keywords
        else:
            is_chosen = self._is_chosen(name, role)
        bare_name = strip_sigil(leaf, self.language)
        if (
            is_chosen
            and bare_name not in self.string_names
            and not self.language.is_kept_name(name)
        ):
            leaf.name = bare_name

    def _belongs_to_library(self, member: Node, access: Node) -> bool:
        """Whether the path before a member starts with a name that the student did not choose."""
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
                return not self._is_chosen(name, role)
            access = start
            places = self.language.accesses.get(access.kind)
            if places is None:
                return False
        return False

    def _calls_solution(self, call: Node, callee: Node | None) -> bool:
        """Whether a call's target is defined in the solution."""
        if callee is None:
            return False
        if callee.text is None:
            places = self.language.accesses.get(callee.kind)
            member = callee.child(places[1]) if places else None
            return member is not None and qualify(member, self.language) in self.bindings.members
        role = find_role(callee, call, self.language)
        return role is not None and self._is_chosen(qualify(callee, self.language), role)

    def _is_chosen(self, name: str, role: NameRole) -> bool:
        if role in _MEMBERS:
            return name in self.bindings.members
        if role is NameRole.OWN:
            return True
        bound = self.in_scope.get(name)
        if bound:
            return bound[-1]
        return role is NameRole.EITHER and name in self.bindings.members
