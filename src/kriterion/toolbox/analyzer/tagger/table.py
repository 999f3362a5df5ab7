"""The table of one programming language: which of its nodes bring which tags.

A *selector* names nodes by their kinds in the language's tree-sitter grammar:

    if_statement                        every node of that kind
    binary_operator > +                 a token, or any node, right below another
    for_statement > alternative:*       the child in a field, of whatever kind
    class_definition > body:block > function_definition

A kind in quotes is a token even where a node is called alike: `'else'`.

What a rule gives is tags in one text ("if", "technique:recursion": a construct needs no category),
or regular expressions and the tags for a node whose whole text is so (all that fit count), or what
a condition says of the place (conditions.py).
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field

import tree_sitter

from kriterion.toolbox.analyzer.tagger.place import Place

Condition = Callable[[Place], str]
Rule = str | Mapping[str, str] | Condition


@dataclass(frozen=True, slots=True)
class Names:
    """The names that a solution gives to things of its own, those of its methods, and those that
    it imports (its name here → its name there)."""

    defined: Collection[str]
    methods: Collection[str]
    imported: Mapping[str, str]


# The names there are in a library; or, of a node that may mention one of its things, how `uses:`
# calls that thing, "" when there is none.
Library = Collection[str] | Callable[[tree_sitter.Node, Names], str]

# Where in a node another one is: down these fields (or kinds, `> kind`), or what finds it.
Path = tuple[str, ...] | Callable[[tree_sitter.Node], tree_sitter.Node | None]


@dataclass(frozen=True, kw_only=True, slots=True)
class Function:
    """Where a function has its name and its parameters. Without a name of its own, it has that of
    what it is the value of, which is in the field `named_by` of the node around it; when what
    should find the name finds none, this is no function. Parameters are in all children of the
    last field."""

    name: Path = ("name",)
    parameters: Path = ("parameters",)
    named_by: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Call:
    """Where a call has what it calls, the object of which it is a method, and its arguments. A
    function without a field is the first child."""

    function: str = "function"
    receiver: str = ""
    arguments: str = "arguments"


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Table:
    """One language."""

    name: str
    grammar: tuple[str, str]  # the module of the grammar and the function in it
    always: str = ""  # tags of every solution in this language
    rules: Mapping[str, Rule]

    # Functions, classes and calls, for what calls itself, calls what it was given, or is nested.
    functions: Mapping[str, Function] = field(default_factory=dict)
    classes: Mapping[str, Path] = field(default_factory=dict)  # kind → where its name is
    calls: Mapping[str, Call] = field(default_factory=dict)
    receivers: frozenset[str] = frozenset({"this", "self"})
    methods_need_receiver: bool = False  # `f()` in a class never is the method f
    # Several functions may have one name: a call calls one that takes as many arguments, and which
    # of these, if there are several, cannot be told. Tags of having several.
    overloading: str = ""
    callable_type: str = ""  # the kind of type without which a parameter cannot be called
    recursive: str = ""  # the token without which a definition does not know its own name
    mentions: frozenset[str] = frozenset()  # kinds that call what they name: f in `List.map f`
    nested: str = "nested-function"  # what a function with a name in another one is called

    # Selectors of what mentions a library's thing, and the library; and of the names that the
    # solution itself gives, which are not the library's.
    uses: Mapping[str, Library] = field(default_factory=dict)
    defines: Collection[str] = ()
    methods: Collection[str] = ()
    imports: Mapping[str, Callable[[tree_sitter.Node], Iterable[tuple[str, str]]]] = field(
        default_factory=dict
    )
    # What is used, as a regular expression, and the tags that follow.
    meanings: Mapping[str, str] = field(default_factory=dict)
    # Constructs that cannot be told from others where one of these is: `&` of numbers, or of sets.
    doubtful: Mapping[str, str] = field(default_factory=dict)
