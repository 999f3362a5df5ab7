"""Which leaves are names that the student gave.

Two walks over all files: the first finds what is bound in which scope, the second which identifier
means one of those. A library's names are left alone, and so is a member nobody here has bound.
"""

from collections.abc import Collection
from itertools import islice

from kriterion.toolbox.representer.language import ANY, Language, Role
from kriterion.toolbox.representer.tree import Node

_NOWHERE: Collection[str] = ()
_MEMBERS = (Role.MEMBER, Role.MENTIONED)
_PATHS_START = (Role.VARIABLE, Role.EITHER, Role.MENTIONED)
_LONGEST_PATH = 8  # of a library's names: System.Collections.Generic.List


def mark_names(root: Node, language: Language) -> None:
    """Fill in `name` of every leaf that is a name the student gave."""
    bindings = _Bindings(language)
    bindings.collect(root)
    _Marking(bindings).mark(root)


class _Scope:
    """The names bound in one scope: whether each is the student's, or stays."""

    __slots__ = ("is_class", "names", "outer")

    def __init__(self, outer: "_Scope | None", *, is_class: bool) -> None:
        self.names: dict[str, bool] = {}
        self.outer = outer
        self.is_class = is_class


class _Bindings:
    """What is bound, and where."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.scopes: dict[int, _Scope] = {}  # by the id of their node
        self.members: set[str] = set()
        self.anywhere: set[str] = set()
        self.keywords: set[str] = set()
        self.receivers = set(language.receivers)

    def collect(self, root: Node) -> None:
        """Find every binding."""
        language = self.language
        scopes, bindings, patterns = language.scopes, language.bindings, language.patterns
        assigned: list[Node] = []
        is_class = root.kind in language.member_scopes
        outermost = self.scopes[id(root)] = _Scope(None, is_class=is_class)
        pending = [(root, outermost, False)]
        while pending:
            node, scope, binding = pending.pop()
            kind = node.kind
            inner = scope
            inside = scopes.get(kind, _NOWHERE)
            if inside:
                inner = _Scope(scope, is_class=kind in language.member_scopes)
                self.scopes[id(node)] = inner
            if binding and kind in language.accesses:
                assigned.append(node)
            binds = bindings.get(kind, _NOWHERE)
            if binding:
                binds = {*binds, *patterns.get(kind, _NOWHERE)}
            if kind == language.receiver_parameters and scope.outer and scope.outer.is_class:
                self.receivers.update(one.text or "" for one in islice(node.leaves(), 1))
            for child in node.children:
                where = inner if inside and is_among(child.field, inside) else scope
                bound = bool(binds) and is_among(child.field, binds)
                if child.text is None:
                    pending.append((child, where, bound))
                elif bound:
                    self._bind(child, role_of(child, node, language), where)
        for access in assigned:
            self._bind_member(access)

    def _bind(self, leaf: Node, role: Role | None, scope: _Scope) -> None:
        name = known_as(leaf, self.language)
        if role is Role.KEPT:
            scope.names[name] = False
        elif role is Role.MEMBER:
            self.members.add(name)
        elif role is not None and role is not Role.MENTIONED:
            if role is Role.KEYWORD:
                self.keywords.add(name)
            if not self.language.is_kept_name(name):
                scope.names.setdefault(name, True)
                self.anywhere.add(name)
            if scope.is_class:
                self.members.add(name)

    def _bind_member(self, access: Node) -> None:
        whose, what = (access.child(place) for place in self.language.accesses[access.kind])
        if whose is not None and what is not None and whose.text in self.receivers:
            self.members.add(known_as(what, self.language))


class _Marking:
    """The second walk: identifiers in view of what is bound around them."""

    def __init__(self, bindings: _Bindings) -> None:
        self.bindings = bindings
        self.language = bindings.language
        self.known: dict[str, list[bool]] = {}  # innermost scope last

    def mark(self, root: Node) -> None:
        pending: list[tuple[Node, Node, bool] | tuple[_Scope, bool]] = [(root, root, False)]
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
            within = [one for one in node.children if is_among(one.field, inside)]
            outside = [one for one in node.children if not is_among(one.field, inside)]
            pending.append((scope, False))
            pending.extend([(child, node, owned) for child in reversed(within)])
            pending.append((scope, True))
            pending.extend([(child, node, owned) for child in reversed(outside)])

    def _cross(self, scope: _Scope, inwards: bool) -> None:
        for name, own in scope.names.items():
            if inwards:
                self.known.setdefault(name, []).append(own)
            else:
                self.known[name].pop()

    def _mark_leaf(self, leaf: Node, parent: Node, *, owned: bool) -> None:
        role = role_of(leaf, parent, self.language)
        if role is None or role is Role.KEPT:
            return
        name = known_as(leaf, self.language)
        if role is not Role.OWN and self._is_a_librarys(leaf, parent):
            return
        if role is Role.KEYWORD:
            own = (owned and name in self.bindings.anywhere) or name in self.bindings.keywords
        else:
            own = self._is_known(name, role)
        if own and not self.language.is_kept_name(name):
            leaf.name = bare(leaf, self.language)

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
                role = role_of(start, access, self.language)
                name = known_as(start, self.language)
                if role not in _PATHS_START or name in self.bindings.receivers:
                    return False
                return not self._is_known(name, role)
            access = start
            places = self.language.accesses.get(access.kind)
            if places is None:
                return False
        return False

    def _is_own(self, call: Node, callee: Node | None) -> bool:
        """Whether a call is one of something the student has made."""
        if callee is None:
            return False
        if callee.text is None:
            places = self.language.accesses.get(callee.kind)
            member = callee.child(places[1]) if places else None
            return member is not None and known_as(member, self.language) in self.bindings.members
        role = role_of(callee, call, self.language)
        return role is not None and self._is_known(known_as(callee, self.language), role)

    def _is_known(self, name: str, role: Role) -> bool:
        if role in _MEMBERS:
            return name in self.bindings.members
        if role is Role.OWN:
            return True
        known = self.known.get(name)
        if known:
            return known[-1]
        return role is Role.EITHER and name in self.bindings.members


def role_of(leaf: Node, parent: Node, language: Language) -> Role | None:
    """What kind of name a leaf is; None if it is none."""
    role = language.identifiers.get(leaf.kind)
    return role and language.roles.get((parent.kind, leaf.field), role)


def bare(leaf: Node, language: Language) -> str:
    """An identifier without its sigil."""
    text = leaf.text or ""
    return text.lstrip(language.sigils) if language.sigils else text


def known_as(leaf: Node, language: Language) -> str:
    """An identifier with its space, if it has one, in front: what tells it from others."""
    name = bare(leaf, language)
    return language.spaces.get(leaf.kind, "") + name if language.spaces else name


def is_among(field: str, places: Collection[str]) -> bool:
    """Whether a place is one of those."""
    return field in places or ANY in places
