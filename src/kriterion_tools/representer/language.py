"""The table of one programming language: everything that the representer knows about it.

Kinds and fields are those of its tree-sitter grammar. A place is a kind with fields in it:
`{"assignment": {"left"}}` is the child `left` of each `assignment`. The field of a child without
one is "", and ANY stands for every child.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto, unique
from typing import NamedTuple

from kriterion_tools.representer.solution_tree import Node
from kriterion_tools.representer.solution_words import SolutionWords

ANY = "*"
Places = Mapping[str, Collection[str]]


@unique
class NameRole(Enum):
    """What kind of name an identifier is."""

    VARIABLE = auto()  # looked up in the scopes around it
    MEMBER = auto()  # an attribute, a field or a method, as after a dot
    EITHER = auto()  # a variable or a member: the grammar does not distinguish them
    MENTIONED = auto()  # a member that this place does not bind, as a constructor in a pattern
    KEYWORD = auto()  # the name of an argument in a call, or of a parameter passed by name
    OWN = auto()  # always chosen by the student
    KEPT = auto()  # from a library or exported: neither the name nor its uses are replaced


class ImpliedMember(NamedTuple):
    """A member in a place without a receiver, such as a field in `S { x: 1 }`."""

    name: Node
    owner: Node | None  # a node that tells the type of the receiver, None if there is none
    is_type: bool  # whether that is a type, or else a value of this type
    sees_around: bool = False  # whether it may also be a name that is visible here


@dataclass(frozen=True, kw_only=True, slots=True)
class ElementRules:
    """How the methods of a library's containers pass their elements on."""

    lambdas: Mapping[str, str]  # kinds of functions → the place of their parameters
    implicit: str = ""  # the name of a parameter that is not written: it
    first: frozenset[str] = frozenset()  # call a function with an element as first argument
    all: frozenset[str] = frozenset()  # call a function with elements only: sort
    kept: frozenset[str] = frozenset()  # return a container of the same elements: filter
    returned: frozenset[str] = frozenset()  # return an element, or none: find
    subscripts: Mapping[str, str] = field(default_factory=dict)  # `a[i]` → place of a
    looked_up: frozenset[str] = frozenset()  # return the value of a key, as subscripts do: get
    same: frozenset[str] = frozenset()  # call a function with the receiver itself: let
    receiving: frozenset[str] = frozenset()  # in whose function names may be the receiver's: apply
    receiving_first: frozenset[str] = frozenset()  # or those of the first argument: with
    building: frozenset[str] = frozenset()  # or those of a library's type: buildString


@dataclass(frozen=True, kw_only=True, slots=True)
class TypeRules:
    """How to infer the type of a receiver. Places are fields or kinds."""

    classes: frozenset[str] = frozenset()  # kinds that define a type, or implement one
    bases: frozenset[str] = frozenset()  # places in them of the types that they extend
    embedded: frozenset[str] = frozenset()  # kinds anywhere in a type that do so, too
    # Kinds that declare variables or members, or assign to them → places of the names and types.
    declarations: Mapping[str, tuple[Collection[str], Collection[str]]] = field(
        default_factory=dict
    )
    loops: frozenset[str] = frozenset()  # those of them that declare an element of their value
    elements: ElementRules = ElementRules(lambdas={})
    results: Mapping[str, str] = field(default_factory=dict)  # functions → place of their result
    constructions: Mapping[str, str] = field(default_factory=dict)  # `new T()` → place of T
    constructors: frozenset[str] = frozenset()  # functions of a type that return one: T.new
    wrappers: Mapping[str, str] = field(default_factory=dict)  # `(x)`, `(T) x` → place of x or T
    library_values: frozenset[str] = frozenset()  # literals of types of the library
    empty_values: frozenset[str] = frozenset()  # such as null, which have no known type

    paths: frozenset[str] = frozenset()  # kinds of types whose last name counts: std::vector
    type_wrappers: frozenset[str] = frozenset()  # kinds of types that stand for their part: &T
    named_parts: frozenset[str] = frozenset()  # kinds in types that name a member: (int x, int y)
    library_types: frozenset[str] = frozenset()  # kinds of types of the language: T[]
    inferred_types: frozenset[str] = frozenset()  # var, auto
    structural_types: frozenset[str] = frozenset()  # kinds of types without a name: {a: T}
    transparent_types: frozenset[str] = frozenset()  # whose members are those of their argument
    smart_types: frozenset[str] = frozenset()  # which have members besides: Box<T>

    # Kinds with names of members without a receiver → a function that finds them, with a node that
    # tells the type of what they are members of.
    implied: Mapping[str, Callable[[Node], Iterable["ImpliedMember"]]] = field(default_factory=dict)
    # Kinds that may define functions for a type of a library → a function that yields their names,
    # which are the student's with any receiver.
    extensions: Mapping[str, Callable[[Node], Iterable[str]]] = field(default_factory=dict)
    # Kinds that define a type without a name → place of the type that it extends.
    anonymous: Mapping[str, str] = field(default_factory=dict)
    namespaces: frozenset[str] = frozenset()  # kinds that define a namespace, which keeps its name
    openings: frozenset[str] = frozenset()  # kinds that make a type's members known: static imports

    fields: frozenset[str] = frozenset()  # kinds of names of fields: @x
    supers: frozenset[str] = frozenset()  # words for the type that is extended
    method_calls: frozenset[str] = frozenset()  # accesses that are calls
    # Kinds with a name that is a member of an unknown receiver: keys of objects, `&:name`.
    loose: frozenset[str] = frozenset()
    # Such kinds that make an object, and the kinds that declare its members: JavaScript's `{a: 1}`
    # is no new object of a class.
    literals: frozenset[str] = frozenset()
    literal_members: frozenset[str] = frozenset()
    # Functions of libraries that may return what they are given; if there are none, any may.
    carriers: frozenset[str] = frozenset()
    # Names of a receiver of unknown type that may be a library's: all, and those of fields.
    library_members: frozenset[str] = frozenset()
    library_fields: frozenset[str] = frozenset()
    base_fields: frozenset[str] = frozenset()  # of types of libraries that a type may extend
    # Types of libraries → their members, so that a type that extends only these has no others.
    types_of_libraries: Mapping[str, frozenset[str]] = field(default_factory=dict)
    # If there are any: a type that extends any other type of a library may have all its members.
    known_bases: frozenset[str] = frozenset()
    # Further ones, if the solution contains a word: those of enumerations, say.
    fields_by_word: Mapping[str, frozenset[str]] = field(default_factory=dict)


# Takes a node whose children are final; returns its replacement, or None to drop it.
Rewrite = Callable[[Node, SolutionWords], Node | None]


@dataclass(frozen=True, kw_only=True, slots=True)
class Order:
    """Children of `containers` whose order has no effect, such as definitions of functions.

    `items` are the kinds of children that move; `name` are the fields that lead to an item's name.
    Items move past one another and past the children between them, except past a child that
    mentions an item outside a `deferred` place, because it runs at once. `hoisted` items move past
    that, too. With `sees_overloads`, they do not move past one of several functions whose name they
    mention: they see only those before. No item moves past a child that `is_barrier` selects,
    because it changes what names mean. With `in_place`, items only exchange places with one
    another. An item does not move if `is_fixed` says so; if another item has the same name, unless
    items may be `overloaded`; or, with `rebindable`, if another child binds its name.
    """

    containers: frozenset[str]
    items: frozenset[str]
    name: tuple[str, ...] = ("name",)
    deferred: Places = field(default_factory=dict)
    hoisted: bool = False
    in_place: bool = False
    overloaded: bool = False
    sees_overloads: bool = False
    rebindable: bool = False
    is_fixed: Callable[[Node], bool] = lambda _: False
    is_barrier: Callable[[Node], bool] = lambda _: False


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Language:
    """The table of one language. An empty field disables its normalisation."""

    name: str  # the value of --programming-language
    version: int  # raise it with every change of this table that changes a representation

    # Changes a file's text where the grammar is stricter than the language. Must not change the
    # numbers of lines.
    prepare: Callable[[str], str] = str

    # Dropped tokens. Punctuation is redundant in a tree, except a separator that no item precedes,
    # as in `[1,,2]` and `for (;;)`.
    dropped: frozenset[str] = frozenset({"comment"})
    dropped_places: Places = field(default_factory=dict)
    # Whether what is in these places decides what a solution's names mean; then it stays.
    needs_dropped_places: Callable[[SolutionWords], bool] = lambda _: False
    brackets: frozenset[str] = frozenset("(){}[]")
    separators: frozenset[str] = frozenset(",;")
    # Kinds in which white space between children matters: strings with interpolation.
    verbatim: frozenset[str] = frozenset()

    # Kinds that end at a line end after their keyword, although the grammar reads on: in
    # JavaScript, `return` on a line of its own returns nothing.
    ended_by_line_end: frozenset[str] = frozenset()

    # Kinds in which every token matters: the arguments of a macro.
    tokens: frozenset[str] = frozenset()

    # Whether a macro's text may join what stands beside a use. In a solution with such a macro, no
    # brackets are redundant, and no statement replaces a block.
    has_macros: bool = False

    # Redundant nodes. A node with one child is replaced by it (parentheses), except in a place of
    # `opaque`: (f)(x) in C++. Others are replaced by all their children.
    transparent: frozenset[str] = frozenset({"parenthesized_expression"})
    opaque: Places = field(default_factory=dict)
    # Further such places, if the solution contains a match of a pattern: results in C++ beside
    # decltype(auto).
    opaque_by_text: Mapping[str, Places] = field(default_factory=dict)
    spliced: frozenset[str] = frozenset()
    # Optional chains (`a?.b.c`), which end at the first missing link: the kinds of links, each with
    # its receiver as first child, and the kinds that make a link optional. A parenthesised chain
    # with an optional link keeps its parentheses before another link.
    chains: frozenset[str] = frozenset()
    optional_links: frozenset[str] = frozenset()

    # Where one statement may replace a block, and the kind of the block.
    blocks: Mapping[tuple[str, str], str] = field(default_factory=dict)

    # Literals: kind → function that returns the canonical spelling. They become leaves, even if the
    # grammar splits them.
    spellings: Mapping[str, Callable[[str], str]] = field(default_factory=dict)

    # Rewrites by kind, for what the other fields cannot express.
    rewrites: Mapping[str, Rewrite] = field(default_factory=dict)

    # Names: kinds of leaves that are identifiers, with their usual role, and places where they have
    # another role.
    identifiers: Mapping[str, NameRole] = field(
        default_factory=lambda: {"identifier": NameRole.VARIABLE}
    )
    roles: Mapping[tuple[str, str], NameRole] = field(default_factory=dict)
    # Places where a name is bound, and kinds in such a place that are patterns with further names.
    bindings: Places = field(default_factory=dict)
    patterns: Places = field(default_factory=dict)
    # Kind → the places in it that form a scope: names bound there are unknown outside.
    scopes: Places = field(default_factory=dict)
    # Scopes that are blocks, and kinds that bind a name in the function around the block: `var`.
    block_scopes: frozenset[str] = frozenset()
    hoisted: frozenset[str] = frozenset()
    # Kinds of scopes, or ANY, that are exactly the language's, except for hoisted names. In other
    # scopes, a name that one around binds, too, is not distinguished by scope.
    exact_scopes: frozenset[str] = frozenset()
    # Kinds of parameters: only what their scope contains can mean them. A name that is bound
    # otherwise may mean a member of a type around, before its declaration or after its block.
    parameters: frozenset[str] = frozenset()
    # Scopes whose names are also members: the bodies of classes; "solution" is the outermost scope.
    member_scopes: frozenset[str] = frozenset()
    # Whether functions in such a scope see its names only through a receiver: Python's classes.
    hides_members: bool = False
    # Whether a name without a receiver may be a member of a type around, but of no other: in Java.
    sees_members_around: bool = False
    # Scopes from which the variables around are invisible: Ruby's methods.
    closed_scopes: frozenset[str] = frozenset()
    # Declarations whose value does not see the name: kind → (place of the name, place of the
    # value). A name that its own value mentions is the library's, unless a scope around binds it.
    initialisers: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    # Words beside such declarations with which their values do see the names: `rec`.
    recursive_words: frozenset[str] = frozenset()
    # Kinds that bind a name only if no scope around does: assignments to undeclared variables.
    # With `implicit_globals`, they bind it outside of all functions.
    assignments: frozenset[str] = frozenset()
    implicit_globals: bool = False
    # Kinds with names of another scope, which are then not distinguished by scope: `global x`.
    rebindings: frozenset[str] = frozenset()
    # Member access: kind → (place of the object, place of the member). Assigning to a receiver
    # (`self.x = 1`) binds a member. A receiver has one of these texts, or is the first name in a
    # node of the kind `receiver_parameters` of a function in a member scope.
    accesses: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    receivers: frozenset[str] = frozenset({"this", "self"})
    receiver_parameters: str = ""
    typing: TypeRules = field(default_factory=TypeRules)
    # Calls: kind → the place of the callee, to resolve the names of arguments.
    calls: Mapping[str, str] = field(default_factory=dict)
    # Whether a name is never replaced, such as __init__, toString, main.
    is_kept_name: Callable[[str], bool] = lambda _: False
    # Members that a library or the language looks for in any object, by a word that a solution then
    # contains; "" for always. They stay.
    looked_up: Mapping[str, frozenset[str]] = field(default_factory=dict)
    # If the solution contains one of these words, strings may refer to names: a name that equals a
    # string then stays.
    name_readers: frozenset[str] = frozenset()
    # The same for words that run strings as code: a name that occurs in a string then stays.
    code_readers: frozenset[str] = frozenset()
    # How code reads the spelling of a name: a word or pattern that a solution then contains → the
    # places of the definitions whose names stay; ANY is every kind. Names after one of `quoting`,
    # such as `nameof(x)`, stay, too; for some, only if there is a single argument.
    name_spellers: Mapping[str, Places] = field(default_factory=dict)
    quoting: Mapping[str, bool] = field(default_factory=dict)  # → whether several arguments stay
    # Where a text may name a member (`a[b]`): kind → (place of the object, place of the text). All
    # members stay if the object is the student's, or with one of the words. Otherwise, a member
    # stays that has a part in common with the text or, with `texts_name_members`, equals any.
    text_accesses: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    texts_name_members: bool = False
    member_readers: frozenset[str] = frozenset()
    # Functions that list the members of an argument, as `Object.keys` and `json_encode`, and kinds
    # of nodes that list those of what is in them. If it may be the student's, they stay.
    member_listers: frozenset[str] = frozenset()
    listing_kinds: frozenset[str] = frozenset()
    # Kinds of members that no text names.
    hidden_members: frozenset[str] = frozenset()
    # Kinds of identifiers with a namespace of their own: a type and a value may share a name.
    spaces: Mapping[str, str] = field(default_factory=dict)
    sigils: str = ""  # prefixes that are not part of a name: "@$"

    orders: tuple[Order, ...] = ()
    order_readers: frozenset[str] = frozenset()  # words by which code reads an order of definitions
    # Container → kinds of adjacent children that are sorted, such as imports, unless two of them
    # bind the same name.
    runs: Mapping[str, frozenset[str]] = field(default_factory=dict)
    # Container → kinds of children that list names, such as exports: their order follows that of
    # the names elsewhere.
    listings: Mapping[str, frozenset[str]] = field(default_factory=dict)
    files_are_one: bool = False  # files form one module, in any order
    # Kinds that are redundant when several such files repeat them: imports.
    once: frozenset[str] = frozenset()
