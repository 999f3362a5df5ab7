"""Find where names are bound, and in which scope."""

from collections import Counter
from collections.abc import Callable, Collection
from functools import cache
from itertools import islice

from kriterion_tools.representer.language import ANY, Language, NameRole
from kriterion_tools.representer.solution_tree import Node

DEEPEST = 100  # scopes that are searched outwards, so that deep nesting takes linear time

_NO_PLACES: Collection[str] = ()
_FIRST_NODES = 20  # of a value that are looked at, so that nesting takes linear time
_VARIABLES = (NameRole.VARIABLE, NameRole.EITHER)


class Scope:
    """The names bound in one scope: name → whether the student chose it."""

    __slots__ = (
        *(
            "class_name",
            "declared",
            "depth",
            "fields",
            "hoisted",
            "is_block",
            "is_class",
            "is_closed",
        ),
        "is_exact",
        *("label", "leaking", "names", "outer"),
    )

    def __init__(
        self,
        outer: "Scope | None",
        *,
        is_class: bool,
        label: str,
        owner: str,
        is_closed: bool = False,
        is_block: bool = False,
        is_exact: bool = False,
    ) -> None:
        self.names: dict[str, bool] = {}
        self.declared: set[str] = set()  # names that are bound otherwise than by an assignment
        self.hoisted: set[str] = set()  # names that may be bound in a block inside
        self.fields: set[str] = set()  # members whose names are of a kind of their own
        self.leaking: set[str] = set()  # names that are not those of parameters
        self.is_block = is_block
        self.is_exact = is_exact
        self.is_closed = is_closed  # whether it does not see the variables around
        self.outer = outer
        self.depth: int = outer.depth + 1 if outer is not None else 0
        self.is_class = is_class
        self.label = label  # the name of the function or type that it belongs to, or ""
        self.class_name = owner  # the name of the type around, or ""

    def find(self, name: str, *, hides_members: bool = False) -> "Scope | None":
        """Return the innermost scope that binds a name; only the next hundred are searched.

        With `hides_members`, the names of a type around are not visible.
        """
        scope: Scope | None = self
        for _ in range(DEEPEST):
            if scope is None:
                break
            is_hidden = hides_members and scope.is_class and scope is not self
            if name in scope.names and not is_hidden:
                return scope
            scope = scope.outer
        return None

    def find_function(self) -> "Scope":
        """Return the scope of the function around a block."""
        scope = self
        for _ in range(DEEPEST):
            if not scope.is_block or scope.outer is None:
                break
            scope = scope.outer
        return scope

    def find_around(self, name: str) -> "Scope | None":
        """Return the innermost scope around, except types, that binds a name visible here."""
        scope = self
        for _ in range(DEEPEST):
            if scope.is_closed or scope.outer is None:
                return None
            scope = scope.outer
            if name in scope.names and not scope.is_class:
                return scope
        return None

    def is_member_around(self, name: str) -> bool:
        """Whether a type around binds a name."""
        scope = self.outer
        for _ in range(DEEPEST):
            if scope is None:
                return False
            if scope.is_class and (name in scope.names or name in scope.fields):
                return True
            scope = scope.outer
        return True

    def leaves_type(self, outer: "Scope") -> bool:
        """Whether a type is between this scope and one around it."""
        scope = self
        for _ in range(DEEPEST):
            if scope is outer or scope.outer is None:
                break
            if scope.is_class or scope.class_name != outer.class_name:
                return True
            scope = scope.outer
        return False

    def is_inside(self, name: str) -> bool:
        """Whether this is inside a function of this name."""
        scope: Scope | None = self
        for _ in range(DEEPEST):
            if scope is None or scope.label == name:
                break
            scope = scope.outer
        return scope is not None and scope.label == name


class Bindings:
    """All scopes of a solution."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.scopes: dict[int, Scope] = {}  # by the id of the node
        self.members: set[str] = set()
        self.members_by_class: dict[str, set[str]] = {}
        self.literal_members: set[str] = set()
        self.literal_keys: set[str] = set()
        self.anywhere: set[str] = set()  # variables of all scopes
        self.keywords: set[str] = set()  # parameters that are passed by name
        # Names that are not distinguished by scope: in doubt, or because they are passed by name.
        self.unscoped: set[str] = set()
        self._assigned: list[tuple[str, Scope]] = []
        self._mentioned: list[tuple[str, Scope]] = []  # names in their own initialisers
        self._times: Counter[tuple[int, str]] = Counter()  # bound by name and scope's id
        self.receivers = set(language.receivers)

    def collect(
        self, root: Node, watch: Callable[[Node, Scope], None], watched_kinds: Collection[str]
    ) -> None:
        """Find every binding below a node; call `watch` for nodes of these kinds."""
        language = self.language
        scopes = language.scopes
        classes = language.typing.classes
        functions = scopes.keys() - language.member_scopes
        assigned: list[tuple[Node, str]] = []
        recursive: set[int] = set()  # ids of declarations
        is_class = root.kind in language.member_scopes
        outermost = self.scopes[id(root)] = Scope(None, is_class=is_class, label="", owner="")
        special_kinds = _list_special_kinds(language).union(watched_kinds)
        has_recursive_words = bool(language.recursive_words)
        pending = [(root, outermost, False, "", "", False, False)]
        while pending:
            node, scope, binding, label, owner, is_assigned, is_hoisted = pending.pop()
            kind = node.kind
            if kind not in special_kinds and not has_recursive_words:
                pending += [
                    (child, scope, False, label, owner, False, False)
                    for child in node.children
                    if child.text is None
                ]
                continue
            inner = scope
            if kind in classes or (language.sees_members_around and kind in language.member_scopes):
                around = owner if language.sees_members_around else ""
                owner = label = find_type_name(node) or around
            elif kind in functions:
                label, owner = find_function_name(node, owner)
            inside = scopes.get(kind, _NO_PLACES)
            if inside:
                inner = Scope(
                    scope,
                    is_class=kind in language.member_scopes,
                    label=label,
                    owner=owner,
                    is_closed=kind in language.closed_scopes,
                    is_block=kind in language.block_scopes,
                    is_exact=matches_place(kind, language.exact_scopes),
                )
                self.scopes[id(node)] = inner
            if binding and kind in language.accesses:
                assigned.append((node, owner))
            if kind in language.typing.literals:
                key = node.child("key") or node.child("name")
                self.literal_keys.add(key.text or "" if key is not None else "")
            if kind in watched_kinds:
                watch(node, inner if inside else scope)
            binds = _find_binding_places(node, language, binding=binding)
            if kind == language.receiver_parameters and scope.outer and scope.outer.is_class:
                self.receivers.update(leaf.text or "" for leaf in islice(node.leaves(), 1))
            assigns = kind in language.assignments or (binding and is_assigned)
            hoists = kind in language.hoisted or (binding and is_hoisted)
            if kind in language.rebindings:
                self.unscoped.update(qualify(leaf, language) for leaf in node.leaves())
            if language.recursive_words and any(
                child.text in language.recursive_words for child in node.children
            ):
                recursive.update(map(id, node.children))
            if kind in language.initialisers and id(node) not in recursive:
                self._mentioned += [(name, scope) for name in self._find_mentioned(node)]
            for child in node.children:
                where = inner if inside and matches_place(child.field, inside) else scope
                bound = bool(binds) and matches_place(child.field, binds)
                if child.text is None:
                    pending.append((child, where, bound, label, owner, assigns, hoists))
                elif bound:
                    role = find_role(child, node, language)
                    if hoists:
                        where = where.find_function()
                    self._bind(child, role, where, owner)
                    if role is not None:
                        name = qualify(child, language)
                        if hoists:
                            where.hoisted.add(name)
                        if where.is_class:
                            if language.identifiers[child.kind] is NameRole.MEMBER:
                                where.fields.add(name)
                        elif kind not in language.parameters:
                            where.leaking.add(name)
                        if kind in language.typing.literal_members:
                            self.literal_members.add(name)
                        if assigns:
                            self._assigned.append((name, where))
                        else:
                            where.declared.add(name)
        for access, owner in assigned:
            self._bind_member(access, owner)
        self._resolve_assignments()
        self._keep_mentioned_names()
        self._find_shadowed_names()

    def _resolve_assignments(self) -> None:
        """Let names that are only assigned refer to the scope around that binds them."""
        for name, scope in self._assigned:
            if name in scope.declared or name not in scope.names:
                continue
            if scope.find_around(name) is not None:
                del scope.names[name]
            elif self.language.implicit_globals:
                self.unscoped.add(name)

    def _find_mentioned(self, node: Node) -> set[str]:
        """Return the names that a declaration binds and that the start of its value mentions.

        None for functions, which may be recursive.
        """
        target, value = (node.child(place) for place in self.language.initialisers[node.kind])
        if target is None or value is None or any(c.kind == "parameter" for c in node.children):
            return set()
        if target.text is None:
            bound = _collect_bound_names([(target, True)], self.language)
        else:
            bound = {qualify(target, self.language)}
        return bound & self._list_variables(value, node) if bound else bound

    def _list_variables(self, part: Node, parent: Node) -> set[str]:
        """Return the variables at the start of a part of a node."""
        if part.text is not None:
            pairs = iter([(part, parent)])
        else:
            inner = islice(part.walk(), _FIRST_NODES)
            pairs = ((child, node) for node in inner for child in node.children)
        return {
            qualify(leaf, self.language)
            for leaf, node in pairs
            if leaf.text is not None and find_role(leaf, node, self.language) in _VARIABLES
        }

    def _keep_mentioned_names(self) -> None:
        for name, scope in self._mentioned:
            around = scope.outer.find(name) if scope.outer is not None else None
            if around is None and self._times[id(scope), name] == 1 and name in scope.names:
                scope.names[name] = False

    def _find_shadowed_names(self) -> None:
        """Do not distinguish names by scope that are bound twice around the same place: some scopes
        of the table are wider than the language's, as in `x = [x for x in x]`. The same holds for a
        variable and a member of a type around.
        """
        for scope in self.scopes.values():
            if not scope.is_class:
                is_deep = scope.depth >= DEEPEST
                self.unscoped.update(
                    name
                    for name in (scope.hoisted if scope.is_exact and not is_deep else scope.names)
                    if is_deep or scope.find_around(name) is not None
                )
                if self.language.parameters:
                    self.unscoped.update(filter(scope.is_member_around, scope.leaking))

    def _bind(self, leaf: Node, role: NameRole | None, scope: Scope, owner: str) -> None:
        name = qualify(leaf, self.language)
        if self.language.initialisers:
            self._times[id(scope), name] += 1
        if role is NameRole.KEPT:
            scope.names[name] = False
        elif role is NameRole.MEMBER:
            self._add_member(name, owner)
        elif role is not None and role is not NameRole.MENTIONED:
            if role is NameRole.KEYWORD:
                self.keywords.add(name)
            if not self.language.is_kept_name(name):
                scope.names.setdefault(name, True)
                self.anywhere.add(name)
            if scope.is_class:
                self._add_member(name, scope.class_name)

    def _add_member(self, name: str, owner: str) -> None:
        self.members.add(name)
        self.members_by_class.setdefault(owner, set()).add(name)

    def _bind_member(self, access: Node, owner: str) -> None:
        object_, member = (access.child(place) for place in self.language.accesses[access.kind])
        if object_ is not None and member is not None and object_.text in self.receivers:
            self._add_member(qualify(member, self.language), owner)


@cache
def _list_special_kinds(language: Language) -> frozenset[str]:
    """List the kinds of nodes that say anything about bindings. Any other binds nothing itself."""
    typing = language.typing
    return frozenset().union(
        *(language.bindings, language.patterns, language.scopes, language.accesses),
        *(language.member_scopes, language.assignments, language.hoisted, language.rebindings),
        *(language.initialisers, typing.classes, typing.literals, {language.receiver_parameters}),
    )


def find_type_name(node: Node) -> str:
    """Return the name of the type that a node defines, or implements, or ""."""
    name = node.child("name") or node.child("type")
    return next((leaf.text or "" for leaf in name.leaves()), "") if name is not None else ""


def find_function_name(node: Node, owner: str) -> tuple[str, str]:
    """Return the name of a function, or "", and of its type: that in `A::f`, or the one around."""
    name = node.child("name") or node.child("extension") or node.child("pattern")
    leaves = list(name.leaves()) if name is not None else []
    if name is not None and name.field == "extension":
        receiver = next((child for child in node.children if child.kind == "user_type"), node)
        owner = next((leaf.text or "" for leaf in receiver.leaves()), owner)
    if name is not None and len(leaves) > 1:
        path = _list_path(name)
        return leaves[-1].text or "", path[-2] if len(path) > 1 else owner
    return leaves[0].text or "" if leaves else "", owner


def _list_path(node: Node) -> list[str]:
    """Return the words of a path without the arguments of templates: A<T>::f."""
    words: list[str] = []
    pending = [node]
    while pending:
        part = pending.pop()
        if part.text is not None:
            words += [part.text] if part.text.replace("_", "a").isalnum() else []
        elif not part.kind.endswith("argument_list"):
            pending += part.children[::-1]
    return words


def find_bound_names(node: Node, language: Language) -> set[str]:
    """Return the names that a node binds in the scope around it."""
    return _collect_bound_names([(node, False)], language)


def _collect_bound_names(pending: list[tuple[Node, bool]], language: Language) -> set[str]:
    """Return the names bound in nodes, of which some are places where names are bound."""
    names: set[str] = set()
    while pending:
        node, binding = pending.pop()
        inside = language.scopes.get(node.kind, _NO_PLACES)
        binds = _find_binding_places(node, language, binding=binding)
        for child in node.children:
            if inside and matches_place(child.field, inside):
                continue
            bound = matches_place(child.field, binds)
            if child.text is None:
                pending.append((child, bound))
            elif bound and find_role(child, node, language) is not None:
                names.add(child.text)
    return names


def _find_binding_places(node: Node, language: Language, *, binding: bool) -> Collection[str]:
    """Return the places in a node where names are bound. A pattern only binds inside another
    binding.
    """
    binds = language.bindings.get(node.kind, _NO_PLACES)
    return {*binds, *language.patterns.get(node.kind, _NO_PLACES)} if binding else binds


def find_role(leaf: Node, parent: Node, language: Language) -> NameRole | None:
    """Return the role of the name in a leaf, or None if it is not an identifier."""
    role = language.identifiers.get(leaf.kind)
    return role and language.roles.get((parent.kind, leaf.field), role)


def strip_sigil(leaf: Node, language: Language) -> str:
    """Return an identifier without its sigil."""
    text = leaf.text or ""
    return text.lstrip(language.sigils) if language.sigils else text


def qualify(leaf: Node, language: Language) -> str:
    """Return an identifier, prefixed with its namespace (such as "type ") if it has one."""
    name = leaf.text or ""
    if language.sigils:
        name = name.lstrip(language.sigils)
    return language.spaces.get(leaf.kind, "") + name if language.spaces else name


def matches_place(field: str, places: Collection[str]) -> bool:
    """Whether a field is among these places; ANY matches every field."""
    return field in places or ANY in places
