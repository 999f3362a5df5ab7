"""Find the leaves that are names chosen by the student.

Two walks over all files: the first collects bindings by scope, the second resolves identifiers.
Names from libraries stay, and so do members that the solution does not bind.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator

from kriterion_tools.representer.bindings import (
    Bindings,
    Scope,
    find_role,
    matches_place,
    qualify,
    strip_sigil,
)
from kriterion_tools.representer.language import ANY, ImpliedMember, Language, NameRole
from kriterion_tools.representer.receivers import Receivers
from kriterion_tools.representer.solution_tree import SPACE, Node
from kriterion_tools.representer.solution_words import SolutionWords
from kriterion_tools.representer.type_inference import LIBRARY

MEMBERS = "member"
_MEMBERS = (NameRole.MEMBER, NameRole.MENTIONED)
_PATHS_START = (NameRole.VARIABLE, NameRole.EITHER, NameRole.MENTIONED)
_NAME_IN_QUOTES = re.compile(r'\W?"\W{0,2}(\w+[?!]?)"')
_SYMBOL = re.compile(r":[@$]{0,2}(\w+[?!]?)")
_WORD = re.compile(r"\w+")
_NAME_IN_BRACES = re.compile(r"\{(\w+)")
_LONGEST_PATH = 8  # parts; System.Collections.Generic.List has 4


def mark_names(
    root: Node, language: Language, source: SolutionWords, *, by_scope: bool = True
) -> None:
    """Set `name` on every leaf that is a name chosen by the student.

    With `by_scope`, names of equal spelling differ if they are bound in different scopes.
    """
    bindings = Bindings(language)
    typing = language.typing
    more = [fields for word, fields in typing.fields_by_word.items() if word in source.words]
    library_fields = typing.library_fields.union(*more) if more else typing.library_fields
    receivers = Receivers(bindings, library_fields)
    bindings.collect(root, receivers.collect, receivers.watched_kinds)
    receivers.assign_values()
    receivers.keep_inherited_names()
    string_names = {
        *_find_string_names(root, language, source),
        *_find_spelled_names(root, language, source),
    }
    marking = _IdentifierWalk(bindings, receivers, string_names)
    marking.kept_members = _find_kept_members(root, receivers, source)
    marking.mark(root)
    for leaf, name, space in marking.marked:
        leaf.name = bare_name = strip_sigil(leaf, language)
        if by_scope and name not in bindings.unscoped:
            if space != MEMBERS:
                space = name.removesuffix(bare_name) + space
            if space:
                leaf.name = f"{bare_name}{SPACE}{space}"


def _find_string_names(root: Node, language: Language, source: SolutionWords) -> Collection[str]:
    """Return the names that a string may refer to: it is the name ("x", :"x", "@x"), or contains it
    in braces or in code.
    """
    found: set[str] = set()
    if not language.code_readers.isdisjoint(source.words):
        for leaf in root.leaves():
            if leaf.kind in language.spellings or '"' in (leaf.text or ""):
                found.update(_WORD.findall(leaf.text or ""))
    elif not language.name_readers.isdisjoint(source.words):
        for leaf in root.leaves():
            text = leaf.text or "" if leaf.kind not in language.identifiers else ""
            if match := _NAME_IN_QUOTES.fullmatch(text) or _SYMBOL.fullmatch(text):
                found.add(match[1])
            elif "{" in text:
                found.update(_NAME_IN_BRACES.findall(text))
    return found


def _find_spelled_names(root: Node, language: Language, source: SolutionWords) -> Iterator[str]:
    """Yield the names whose spelling code reads."""
    places = [read for text, read in language.name_spellers.items() if source.mentions(text)]
    if not places and source.words.isdisjoint(language.quoting):
        return
    if any(ANY in each for each in places):
        yield from (leaf.text or "" for leaf in root.leaves() if leaf.kind in language.identifiers)
        return
    for node in root.list_nodes():
        fields = {field for each in places for field in each.get(node.kind, ())}
        for child in node.children:
            if matches_place(child.field, fields):
                yield from (leaf.text or "" for leaf in child.leaves())
        yield from _find_quoted_names(node, language)


def _find_quoted_names(node: Node, language: Language) -> Iterator[str]:
    for place, child in enumerate(node.children):
        quotes_several = language.quoting.get(child.text or "")
        if quotes_several is None:
            continue
        arguments = node.children[place + 1 :]
        if quotes_several or not any(
            part.text == "," for argument in arguments for part in argument.children
        ):
            yield from (leaf.text or "" for argument in arguments for leaf in argument.leaves())
        return


def _find_kept_members(
    root: Node, receivers: Receivers, source: SolutionWords
) -> Callable[[str], bool]:
    """Return whether a member's name is one that others look for, as a text or by itself."""
    bindings, language = receivers.bindings, receivers.language
    looked_up = frozenset[str]().union(
        *(names for word, names in language.looked_up.items() if not word or word in source.words)
    )
    # A function of the solution for any type may stand for a library's of its name.
    looked_up |= set(filter(receivers.is_library_name, receivers.extensions))
    if not language.member_readers.isdisjoint(source.words) or receivers.reads_all_members():
        return lambda _: True
    if not language.text_accesses:
        return looked_up.__contains__
    texts: set[str] = set()
    pieces: set[str] = set()
    for node in root.walk():
        if node.text is None and node.kind in language.text_accesses:
            text = node.child(language.text_accesses[node.kind][1])
            leaves = list(text.leaves()) if text is not None else []
            if len(leaves) > 1:
                pieces.update(_find_names(leaves))
        elif node.text is not None and language.texts_name_members:
            texts.update(_find_names([node]))
    texts |= {
        name
        for name in bindings.members
        if any(name.startswith(piece) or name.endswith(piece) for piece in pieces)
    }
    return (looked_up | texts).__contains__


def _find_names(leaves: Iterable[Node]) -> Iterator[str]:
    """Yield the names that are a whole string."""
    for leaf in leaves:
        if match := _NAME_IN_QUOTES.fullmatch(leaf.text or ""):
            yield match[1]


class _IdentifierWalk:
    """The second walk: resolve identifiers in the scopes around them."""

    def __init__(
        self,
        bindings: Bindings,
        receivers: Receivers,
        string_names: Collection[str],
    ) -> None:
        self.bindings = bindings
        self.receivers = receivers
        self.scopes: list[Scope] = []  # innermost last
        self.outermost = next(iter(bindings.scopes.values()))
        self.numbers = {id(self.outermost): 0}  # of scopes, by id
        self.marked: list[tuple[Node, str, str]] = []  # leaves with their name and its space
        self.called: set[int] = set()  # ids of members that are called
        self.string_names = string_names  # names that a string may refer to; they stay
        self.kept_members: Callable[[str], bool] = lambda _: False
        self.library_fields = receivers.library_fields
        self.implied: dict[int, ImpliedMember] = {}  # by the id of the name
        self.language = bindings.language
        self.in_scope: dict[
            str, list[bool]
        ] = {}  # whether the student chose it, innermost scope last

    def mark(self, root: Node) -> None:
        language = self.language
        identifiers, calls, openings = (
            language.identifiers,
            language.calls,
            language.typing.openings,
        )
        implied, scopes = language.typing.implied, self.bindings.scopes
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
            kind = node.kind
            if kind in calls:
                called = node.child(calls[kind])
                if called is not None and called.text is None:
                    self.called.add(id(called))
                in_own_call = self._calls_solution(node, called)
            if kind in openings:
                self._mark_opening(node)
            if kind in implied:
                for member in implied[kind](node):
                    self.implied.setdefault(id(member.name), member)
            children = [
                (child, node, in_own_call)
                for child in node.children
                if child.text is None or child.kind in identifiers
            ]
            children.reverse()
            scope = scopes.get(id(node))
            if scope is None:
                pending += children
                continue
            inside = language.scopes.get(kind, (ANY,))
            pending.append((scope, False))
            pending += [item for item in children if matches_place(item[0].field, inside)]
            pending.append((scope, True))
            pending += [item for item in children if not matches_place(item[0].field, inside)]

    def _mark_opening(self, opening: Node) -> None:
        """Mark the names in an import of members of the student's type, which starts with it."""
        names = [leaf for leaf in opening.leaves() if leaf.kind in self.language.identifiers]
        if len(names) < 2 or names[0].text not in self.receivers.types:
            return
        if find_role(names[0], opening, self.language) is None:
            return
        for leaf in names:
            name = qualify(leaf, self.language)
            space = "" if leaf is names[0] else MEMBERS
            if self._is_bound(name, NameRole.EITHER) and not self.language.is_kept_name(name):
                self.marked.append((leaf, name, space))

    def _enter_or_leave(self, scope: Scope, entering: bool) -> None:
        if entering:
            self.scopes.append(scope)
        else:
            self.scopes.pop()
        if scope.is_class and self.language.hides_members:
            return
        for name, is_chosen in scope.names.items():
            if entering:
                self.in_scope.setdefault(name, []).append(is_chosen)
            else:
                self.in_scope[name].pop()

    def _mark_leaf(self, leaf: Node, parent: Node, *, in_own_call: bool) -> None:
        language = self.language
        role = find_role(leaf, parent, language)
        if role is None or role is NameRole.KEPT:
            return
        name = qualify(leaf, language)
        if role is not NameRole.OWN and self._belongs_to_library(leaf, parent, name):
            return
        if role is NameRole.KEYWORD:
            names = {space + name for space in ("", *language.spaces.values())}
            is_chosen = (
                in_own_call and not names.isdisjoint(self.bindings.anywhere)
            ) or not names.isdisjoint(self.bindings.keywords)
        elif language.sees_members_around and self._is_bare(leaf, parent):
            is_chosen = self._is_chosen(name, role)
        else:
            is_chosen = self._is_bound(name, role)
        if not is_chosen or language.is_kept_name(name):
            return
        bare_name = strip_sigil(leaf, language)
        if bare_name in self.string_names:
            return
        space = self._find_space(leaf, parent, name, role)
        is_readable = space == MEMBERS and leaf.kind not in language.hidden_members
        if is_readable and self.kept_members(bare_name):
            return
        if role is NameRole.KEYWORD:
            self.bindings.unscoped.update(names)
        self.marked.append((leaf, name, space))

    def _find_space(self, leaf: Node, parent: Node, name: str, role: NameRole) -> str:
        """Return what distinguishes the binding of a name from others of the same spelling: the
        number of its scope, or MEMBERS; "" outside of functions and types.
        """
        bindings, language = self.bindings, self.language
        if role in _MEMBERS or leaf.kind in language.typing.fields:
            return MEMBERS
        places = language.accesses.get(parent.kind)
        if places is not None and leaf.field == places[1]:
            # A path: the name of a type's function, or of a module's.
            if name in bindings.members and name in self.outermost.names:
                bindings.unscoped.add(name)
            return MEMBERS if name in bindings.members else ""
        scope = self.scopes[-1].find(name, hides_members=language.hides_members)
        if scope is None:
            return MEMBERS if name in bindings.members else ""
        if scope.is_class:
            if scope.find_around(name) is not None:
                bindings.unscoped.add(name)
            return MEMBERS
        if language.parameters and name in bindings.members and self.scopes[-1].leaves_type(scope):
            bindings.unscoped.add(name)  # perhaps a member that the type between inherits
        return str(self.numbers.setdefault(id(scope), len(self.numbers)) or "")

    def _belongs_to_library(self, member: Node, access: Node, name: str) -> bool:
        """Whether a name is a library's member: by its receiver, by the path before it, or because
        it is a method that overrides a library's.
        """
        scope = self.scopes[-1]
        places = self.language.accesses.get(access.kind)
        typing = self.language.typing
        implied = self.implied.get(id(member))
        if implied is not None:
            return self._is_implied_of_library(implied, name)
        if places is None or member.field != places[1]:
            if access.kind in typing.loose and member.field != "value":
                if access.kind in typing.literals and name not in self.bindings.literal_members:
                    return True
                return (
                    name in typing.library_members
                    or name in self.library_fields
                    or self._is_key(name)
                )
            return self.receivers.is_inherited(name, scope)
        receiver = access.child(places[0])
        if receiver is None:
            return False
        if self._has_library_path(access):
            return True
        return name in self.bindings.members and not self._is_own_member(receiver, access, name)

    def _is_implied_of_library(self, member: ImpliedMember, name: str) -> bool:
        scope = self.scopes[-1]
        if member.sees_around and self.receivers.is_around(name, scope, is_member=False):
            return False
        type_ = self.receivers.infer_owner(member, scope)
        if type_ is None:
            return self.receivers.is_library_name(name)
        return type_ == LIBRARY or not self.receivers.has_member(type_, name)

    def _is_own_member(self, receiver: Node, access: Node, name: str) -> bool:
        """Whether a receiver's member is the student's. If its type is unknown, the name decides;
        a method that calls its namesake delegates to another type.
        """
        scope = self.scopes[-1]
        type_ = self.receivers.infer_type(receiver, scope)
        if type_ == LIBRARY:
            is_extension = name in self.receivers.extensions
            return is_extension and not self.receivers.is_library_name(name)
        if type_ is not None:
            return self.receivers.has_member(type_, name)
        if self._is_key(name):
            return False
        typing = self.language.typing
        if name in self.receivers.extensions and not self.receivers.is_library_name(name):
            return True
        if id(access) in self.called or access.kind in typing.method_calls:
            return name not in typing.library_members and not scope.is_inside(name)
        return name not in self.library_fields

    def _is_key(self, name: str) -> bool:
        """Whether an object without a type has a member of this name."""
        bindings = self.bindings
        return name in bindings.literal_keys and name not in bindings.literal_members

    def _has_library_path(self, access: Node) -> bool:
        """Whether the path before a member starts with a name that the student did not choose."""
        for _ in range(_LONGEST_PATH):
            places = self.language.accesses.get(access.kind)
            if places is None:
                return False
            start = access.child(places[0])
            if start is None:
                return False
            if start.text is not None:
                role = find_role(start, access, self.language)
                name = qualify(start, self.language)
                is_unnamed = name == self.language.typing.elements.implicit
                if role not in _PATHS_START or is_unnamed or name in self.bindings.receivers:
                    return False
                is_own = (
                    start.text in self.receivers.types or start.text in self.receivers.namespaces
                )
                return not is_own and not self._is_chosen(name, role)
            access = start
        return False

    def _calls_solution(self, call: Node, callee: Node | None) -> bool:
        """Whether a call's target is defined in the solution."""
        if callee is None:
            return False
        if callee.text is None:
            places = self.language.accesses.get(callee.kind)
            member = callee.child(places[1]) if places else None
            if member is None:
                return False
            name = qualify(member, self.language)
            return name in self.bindings.members and not self._belongs_to_library(
                member, callee, name
            )
        role = find_role(callee, call, self.language)
        return role is not None and self._is_chosen(qualify(callee, self.language), role)

    def _is_bare(self, leaf: Node, parent: Node) -> bool:
        """Whether a name is used without a receiver."""
        if id(leaf) in self.implied or (
            parent.kind in self.language.tokens and leaf.kind == "field_identifier"
        ):
            return False
        places = self.language.accesses.get(parent.kind)
        if places is not None and leaf.field == places[1] and parent.child(places[0]):
            return False
        return not matches_place(leaf.field, self.language.bindings.get(parent.kind, ()))

    def _is_chosen(self, name: str, role: NameRole) -> bool:
        """Whether the student chose a name that is used without a receiver."""
        if self.language.sees_members_around and role in (*_MEMBERS, NameRole.EITHER):
            scope = self.scopes[-1]
            return self.receivers.is_around(name, scope, is_member=role in _MEMBERS)
        return self._is_bound(name, role)

    def _is_bound(self, name: str, role: NameRole) -> bool:
        if role in _MEMBERS:
            return name in self.bindings.members
        if role is NameRole.OWN:
            return True
        scope = self.scopes[-1]
        if scope.is_class and self.language.hides_members and name in scope.names:
            return scope.names[name]
        bound = self.in_scope.get(name)
        if bound:
            return bound[-1]
        return role is NameRole.EITHER and name in self.bindings.members
