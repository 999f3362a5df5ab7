"""The table of one programming language: everything the representer knows of it.

Kinds and fields are those of its tree-sitter grammar. A place is a kind with fields in it:
`{"assignment": {"left"}}` is the child `left` of each `assignment`. The field of a child without
one is "", and ANY stands for every child.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto, unique

from kriterion_tools.representer.solution_tree import Node

ANY = "*"
Places = Mapping[str, Collection[str]]


@unique
class NameRole(Enum):
    """What kind of name an identifier is."""

    VARIABLE = auto()  # looked up in the scopes around it
    MEMBER = auto()  # an attribute, a field, a method: after a dot
    EITHER = auto()  # a variable or a member: the grammar does not tell
    MENTIONED = auto()  # a member that is not bound where it stands: a constructor in a pattern
    KEYWORD = auto()  # the name of an argument in a call, or of a parameter passed by name
    OWN = auto()  # named by the student, whatever it is
    KEPT = auto()  # known outside (a library's or exported): never replaced, nor are its uses


@dataclass(frozen=True, kw_only=True, slots=True)
class SolutionWords:
    """What a rewrite may know besides its node: all words of the solution and the names of its
    modules.
    """

    words: Collection[str]
    modules: Collection[str]


# Takes a node whose children are final; returns its replacement, or None to drop it.
Rewrite = Callable[[Node, SolutionWords], Node | None]


@dataclass(frozen=True, kw_only=True, slots=True)
class Order:
    """Children of `containers` whose order has no effect: mostly definitions.

    `items` are kinds of children, with the fields that lead to an item's name in `name`. Items swap
    places with one another and with what is between them, unless that mentions one of them where it
    runs at once (outside a `deferred` place). `hoisted` items swap even then. Items sorted
    `in_place` swap only with one another. An item that occurs twice stays, unless items may be
    `overloaded`; so does an item that `is_fixed`; and where names are `rebindable`, so does one
    whose name something else in the container binds.
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
    """One language. Empty fields switch a normalisation off."""

    name: str  # the value of --programming-language
    version: int  # raise it with every change of this table that changes a representation

    # Prepares a file's text where the grammar is stricter than the language. Must keep lines in
    # place.
    prepared: Callable[[str], str] = str

    # Dropped tokens. Punctuation is redundant in a tree; a separator counts if no item precedes it,
    # as in `[1,,2]` and `for (;;)`.
    dropped: frozenset[str] = frozenset({"comment"})
    dropped_places: Places = field(default_factory=dict)
    brackets: frozenset[str] = frozenset("(){}[]")
    separators: frozenset[str] = frozenset(",;")
    # Kinds in which white space between children matters: strings with interpolation.
    verbatim: frozenset[str] = frozenset()

    # Kinds in which every token matters: the arguments of a macro.
    tokens: frozenset[str] = frozenset()

    # Redundant nodes. A node with one child is replaced by it (parentheses), except in a place of
    # `opaque`: (f)(x) in C++. Others are replaced by all their children.
    transparent: frozenset[str] = frozenset({"parenthesized_expression"})
    opaque: Places = field(default_factory=dict)
    spliced: frozenset[str] = frozenset()
    # Optional chains (`a?.b.c`), which end at the first missing link: the kinds of links, each with
    # its receiver as first child, and the kinds that make a link optional. A parenthesised chain
    # with an optional link keeps its parentheses before another link.
    chains: frozenset[str] = frozenset()
    optional_links: frozenset[str] = frozenset()

    # Where one statement may replace a block, and the kind of the block.
    blocks: Mapping[tuple[str, str], str] = field(default_factory=dict)

    # Literals: kind → function that returns the one spelling. They are leaves, whatever the grammar
    # says.
    spellings: Mapping[str, Callable[[str], str]] = field(default_factory=dict)

    # Rewrites by kind, for what no table can express.
    rewrites: Mapping[str, Rewrite] = field(default_factory=dict)

    # Names: kinds of leaves that are identifiers, and places where they have another role.
    identifiers: Mapping[str, NameRole] = field(
        default_factory=lambda: {"identifier": NameRole.VARIABLE}
    )
    roles: Mapping[tuple[str, str], NameRole] = field(default_factory=dict)
    # Places where a name is bound, and kinds in such a place that are patterns with further names.
    bindings: Places = field(default_factory=dict)
    patterns: Places = field(default_factory=dict)
    # Kind → the places in it whose names are unknown outside.
    scopes: Places = field(default_factory=dict)
    # Scopes whose names are members, too: the bodies of classes; "solution" is the outermost.
    member_scopes: frozenset[str] = frozenset()
    # Member access: kind → (place of the object, place of the member). Assigning to a receiver
    # (`self.x = 1`) binds a member. A receiver has one of these texts, or is the first name in a
    # node of the kind `receiver_parameters` of a function in a member scope.
    accesses: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    receivers: frozenset[str] = frozenset({"this", "self"})
    receiver_parameters: str = ""
    # Calls: kind → the place of the callee, to resolve the names of arguments.
    calls: Mapping[str, str] = field(default_factory=dict)
    # Names that are never replaced: __init__, toString, main.
    is_kept_name: Callable[[str], bool] = lambda _: False
    # With one of these words in the solution, strings may refer to names: names that equal a string
    # stay.
    name_readers: frozenset[str] = frozenset()
    # Kinds of identifiers with a namespace of their own: a type and a value may share a name.
    spaces: Mapping[str, str] = field(default_factory=dict)
    sigils: str = ""  # prefixes that are not part of a name: "@$"

    orders: tuple[Order, ...] = ()
    # Container → kinds of children that swap places with their neighbours, unless two of them bind
    # one name: imports, imported names.
    runs: Mapping[str, frozenset[str]] = field(default_factory=dict)
    files_are_one: bool = False  # files form one module, in any order
    # Kinds that are redundant when repeated at the top of several such files: imports.
    once: frozenset[str] = frozenset()
