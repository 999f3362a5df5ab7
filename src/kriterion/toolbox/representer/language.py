"""The table of one programming language: all that the representer knows of it.

Kinds and fields are those of its tree-sitter grammar. A place is a kind and the fields in it: in
`{"assignment": {"left"}}` the child `left` of each `assignment`. The field of a child without one
is "", and ANY stands for every child.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto, unique

from kriterion.toolbox.representer.tree import Node

ANY = "*"
Places = Mapping[str, Collection[str]]


@unique
class Role(Enum):
    """What kind of name an identifier is."""

    VARIABLE = auto()  # looked up in the scopes around it
    MEMBER = auto()  # an attribute, a field, a method: after a dot
    EITHER = auto()  # a variable, or a member where the grammar cannot tell
    MENTIONED = auto()  # a member, and not bound where it stands: a constructor in a pattern
    KEYWORD = auto()  # the name of an argument in a call, or of a parameter that is given so
    OWN = auto()  # whatever it is, the student has named it
    KEPT = auto()  # known outside, a library's or exported: stays, and so do its uses


@dataclass(frozen=True, kw_only=True, slots=True)
class Source:
    """What a rewrite may know beside its node: the words anywhere in the solution, and the names
    of its modules."""

    words: Collection[str]
    modules: Collection[str]


# A node whose children are done → what takes its place; None for nothing.
Rewrite = Callable[[Node, Source], Node | None]


@dataclass(frozen=True, kw_only=True, slots=True)
class Order:
    """Children of `containers` whose order nothing can notice: definitions, mostly.

    Children of a kind in `items`, each with its name down the fields in `name`, change places with
    one another and with what stands between them, unless that mentions one of them where it is run
    at once (not in a `deferred` place). When they are `hoisted`, even then. When they are sorted
    `in_place`, with one another only: what stands between them stays there. An item that is there
    twice stays where it is, unless such items are `overloaded`; so does one that `is_fixed`, and
    where names are `rebindable`, one whose name something else in the container binds as well.
    """

    containers: frozenset[str]
    items: frozenset[str]
    name: tuple[str, ...] = ("name",)
    deferred: Places = field(default_factory=dict)
    hoisted: bool = False
    in_place: bool = False
    overloaded: bool = False
    rebindable: bool = False
    is_fixed: Callable[[Node], bool] = lambda _: False


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Language:
    """One language. What is left empty is not normalised."""

    name: str  # as --programming-language has it
    version: int  # raised with every change to this table that changes a representation
    grammar: tuple[str, str]  # the module of the grammar and the function in it

    # What is done to the text of a file before it is parsed, where the grammar is stricter than
    # the language. Lines stay where they are.
    prepared: Callable[[str], str] = str

    # What is left out. Punctuation says nothing that the tree does not say; a separator does when
    # no item stands before it: `[1,,2]`, `for (;;)`.
    dropped: frozenset[str] = frozenset({"comment"})
    dropped_places: Places = field(default_factory=dict)
    brackets: frozenset[str] = frozenset("(){}[]")
    separators: frozenset[str] = frozenset(",;")
    # Kinds in which white space between the children says something: texts with holes in them.
    verbatim: frozenset[str] = frozenset()

    # Kinds in which every token says something: what a macro is given.
    tokens: frozenset[str] = frozenset()

    # Nodes with one child that say nothing: the child takes their place (parentheses), except in
    # a place of `opaque`: (f)(x) in C++. And nodes whose children all do.
    transparent: frozenset[str] = frozenset({"parenthesized_expression"})
    opaque: Places = field(default_factory=dict)
    spliced: frozenset[str] = frozenset()
    # Chains that end where an optional link finds nothing: the kinds of their links, each with what
    # stands before it as its first child, and the kinds that are an optional link, or a part of
    # one. Before a link, a chain with such a link in it keeps its parentheses.
    chains: frozenset[str] = frozenset()
    optional_links: frozenset[str] = frozenset()

    # Where a single statement may stand instead of a block, and the kind of the block.
    blocks: Mapping[tuple[str, str], str] = field(default_factory=dict)

    # Literals: kind → one spelling of what is written. These are leaves, whatever the grammar says.
    spellings: Mapping[str, Callable[[str], str]] = field(default_factory=dict)

    # What no table can say, per kind.
    rewrites: Mapping[str, Rewrite] = field(default_factory=dict)

    # Names. Kinds of leaves that are identifiers; places where they are of another role.
    identifiers: Mapping[str, Role] = field(default_factory=lambda: {"identifier": Role.VARIABLE})
    roles: Mapping[tuple[str, str], Role] = field(default_factory=dict)
    # Places where a name is bound, and, in such a place, what is a pattern with names in turn.
    bindings: Places = field(default_factory=dict)
    patterns: Places = field(default_factory=dict)
    # Kind → the places within it whose names are not known outside of it.
    scopes: Places = field(default_factory=dict)
    # Scopes whose names are known as members, too: the bodies of classes; "solution" is outermost.
    member_scopes: frozenset[str] = frozenset()
    # Member access: kind → (place of the object, place of the member). Assigned to a receiver
    # (`self.x = 1`), a member is bound. A receiver has one of these texts, or is the first name in
    # a node of the kind `receiver_parameters` of a function in a member scope.
    accesses: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    receivers: frozenset[str] = frozenset({"this", "self"})
    receiver_parameters: str = ""
    # Calls: kind → the place of what is called, for the names of arguments.
    calls: Mapping[str, str] = field(default_factory=dict)
    # Names that stay wherever they are bound: __init__, toString, main.
    is_kept_name: Callable[[str], bool] = lambda _: False
    # Where one of these words is, names are asked for in texts: those that are a text stay.
    name_readers: frozenset[str] = frozenset()
    # Kinds of identifiers that share no names with others: types and values may be called alike.
    spaces: Mapping[str, str] = field(default_factory=dict)
    sigils: str = ""  # what may stand in front of a name and is no part of it: "@$"

    orders: tuple[Order, ...] = ()
    # Container → kinds of its children of which neighbours change places, unless two of them bind
    # one name: imports, imported names.
    runs: Mapping[str, frozenset[str]] = field(default_factory=dict)
    files_are_one: bool = False  # several files are one module, in whatever order
    # What says nothing a second time when it is at the top of several such files: imports.
    once: frozenset[str] = frozenset()
