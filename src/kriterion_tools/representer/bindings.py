"""Find where names are bound, and in which scope."""

from collections.abc import Collection
from itertools import islice

from kriterion_tools.representer.language import ANY, Language, NameRole
from kriterion_tools.representer.solution_tree import Node

_NOWHERE: Collection[str] = ()


class Scope:
    """The names bound in one scope, each with whether it is the student's to choose."""

    __slots__ = ("is_class", "names", "outer")

    def __init__(self, outer: "Scope | None", *, is_class: bool) -> None:
        self.names: dict[str, bool] = {}
        self.outer = outer
        self.is_class = is_class


class Bindings:
    """All scopes of a solution."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.scopes: dict[int, Scope] = {}  # by the id of the node
        self.members: set[str] = set()
        self.anywhere: set[str] = set()
        self.keywords: set[str] = set()
        self.receivers = set(language.receivers)

    def collect(self, root: Node) -> None:
        """Find every binding below a node."""
        language = self.language
        scopes = language.scopes
        assigned: list[Node] = []
        is_class = root.kind in language.member_scopes
        outermost = self.scopes[id(root)] = Scope(None, is_class=is_class)
        pending = [(root, outermost, False)]
        while pending:
            node, scope, binding = pending.pop()
            kind = node.kind
            inner = scope
            inside = scopes.get(kind, _NOWHERE)
            if inside:
                inner = Scope(scope, is_class=kind in language.member_scopes)
                self.scopes[id(node)] = inner
            if binding and kind in language.accesses:
                assigned.append(node)
            binds = _binding_places(node, language, binding=binding)
            if kind == language.receiver_parameters and scope.outer and scope.outer.is_class:
                self.receivers.update(one.text or "" for one in islice(node.leaves(), 1))
            for child in node.children:
                where = inner if inside and matches_place(child.field, inside) else scope
                bound = bool(binds) and matches_place(child.field, binds)
                if child.text is None:
                    pending.append((child, where, bound))
                elif bound:
                    self._bind(child, find_role(child, node, language), where)
        for access in assigned:
            self._bind_member(access)

    def _bind(self, leaf: Node, role: NameRole | None, scope: Scope) -> None:
        name = qualify(leaf, self.language)
        if role is NameRole.KEPT:
            scope.names[name] = False
        elif role is NameRole.MEMBER:
            self.members.add(name)
        elif role is not None and role is not NameRole.MENTIONED:
            if role is NameRole.KEYWORD:
                self.keywords.add(name)
            if not self.language.is_kept_name(name):
                scope.names.setdefault(name, True)
                self.anywhere.add(name)
            if scope.is_class:
                self.members.add(name)

    def _bind_member(self, access: Node) -> None:
        whose, what = (access.child(place) for place in self.language.accesses[access.kind])
        if whose is not None and what is not None and whose.text in self.receivers:
            self.members.add(qualify(what, self.language))


def find_bound_names(node: Node, language: Language) -> set[str]:
    """Return the names that a node binds in the scope around it."""
    found: set[str] = set()
    pending = [(node, False)]
    while pending:
        one, binding = pending.pop()
        inside = language.scopes.get(one.kind, _NOWHERE)
        binds = _binding_places(one, language, binding=binding)
        for child in one.children:
            if inside and matches_place(child.field, inside):
                continue
            bound = matches_place(child.field, binds)
            if child.text is None:
                pending.append((child, bound))
            elif bound and find_role(child, one, language) is not None:
                found.add(child.text)
    return found


def _binding_places(node: Node, language: Language, *, binding: bool) -> Collection[str]:
    """Return the places in a node where names are bound. A pattern only binds inside another
    binding.
    """
    binds = language.bindings.get(node.kind, _NOWHERE)
    return {*binds, *language.patterns.get(node.kind, _NOWHERE)} if binding else binds


def find_role(leaf: Node, parent: Node, language: Language) -> NameRole | None:
    """Return what kind of name a leaf is, or None if it is not an identifier."""
    role = language.identifiers.get(leaf.kind)
    return role and language.roles.get((parent.kind, leaf.field), role)


def bare(leaf: Node, language: Language) -> str:
    """Return an identifier without its sigil."""
    text = leaf.text or ""
    return text.lstrip(language.sigils) if language.sigils else text


def qualify(leaf: Node, language: Language) -> str:
    """Return an identifier, prefixed with its namespace if it has one (a type, a value)."""
    name = bare(leaf, language)
    return language.spaces.get(leaf.kind, "") + name if language.spaces else name


def matches_place(field: str, places: Collection[str]) -> bool:
    """Whether a field is among these places; ANY matches every field."""
    return field in places or ANY in places
