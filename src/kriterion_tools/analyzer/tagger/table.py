"""The table of one programming language: which of its nodes give which tags.

A *selector* names nodes by their kinds in the language's tree-sitter grammar:

    if_statement                        every node of that kind
    binary_operator > +                 a token, or any node, right below another
    for_statement > alternative:*       the child in a field, of any kind
    class_definition > body:block > function_definition

A kind in quotes is a token, even if nodes of that name exist: `'else'`.

A rule gives one of: tags in one text ("if", "technique:recursion"; constructs need no category);
regular expressions with the tags of nodes whose whole text matches (all matches count); a condition
that looks at the node and its ancestors (conditions.py).
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field

import tree_sitter

from kriterion_tools.analyzer.tagger.node_context import NodeContext

Condition = Callable[[NodeContext], str]
Rule = str | Mapping[str, str] | Condition


@dataclass(frozen=True, slots=True)
class Names:
    """The names that a solution defines, those of its methods, and its imports (name here → full
    name).
    """

    defined: Collection[str]
    methods: Collection[str]
    imported: Mapping[str, str]


# The names in a library; or a function that returns the full name of the library's member that a
# node mentions, or "".
Library = Collection[str] | Callable[[tree_sitter.Node, Names], str]

# How to reach a node from another: fields (or kinds, `> kind`) to descend, or a function.
Path = tuple[str, ...] | Callable[[tree_sitter.Node], tree_sitter.Node | None]


@dataclass(frozen=True, kw_only=True, slots=True)
class Function:
    """Where a function has its name and its parameters.

    Anonymous functions take the name of their assignment target, read from the parent's `named_by`
    field. If `name` is a function and returns None, the node is not treated as a function. All
    children in the last field of `parameters` are parameters.
    """

    name: Path = ("name",)
    parameters: Path = ("parameters",)
    named_by: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Call:
    """Where a call has its function, its receiver and its arguments. An empty `function` stands for
    the first child.
    """

    function: str = "function"
    receiver: str = ""
    arguments: str = "arguments"


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Table:
    """Everything the tagger knows of one language."""

    name: str
    always: str = ""  # tags of every solution in this language
    rules: Mapping[str, Rule]

    # Functions, classes and calls, to find recursion, higher-order functions and nesting.
    functions: Mapping[str, Function] = field(default_factory=dict)
    classes: Mapping[str, Path] = field(default_factory=dict)  # kind → where the name is
    calls: Mapping[str, Call] = field(default_factory=dict)
    receivers: frozenset[str] = frozenset({"this", "self"})
    methods_need_receiver: bool = False  # a plain `f()` in a class never calls the method f
    # The tags of overloading; empty for languages without it. With overloading, a call refers to
    # the function with as many parameters as the call has arguments, unless there are several.
    overloading: str = ""
    callable_type: str = ""  # the kind of type that a parameter needs to be callable
    recursive: str = ""  # the token that lets a definition refer to itself
    # Kinds of nodes in which a function's name counts as a call: f in `List.map f`.
    mentions: frozenset[str] = frozenset()
    nested: str = "nested-function"  # the tag of a named function inside another

    # Selectors of nodes that may mention a library's names, with the library; and selectors of
    # names that the solution defines itself, which are then not the library's.
    uses: Mapping[str, Library] = field(default_factory=dict)
    defines: Collection[str] = ()
    methods: Collection[str] = ()
    imports: Mapping[str, Callable[[tree_sitter.Node], Iterable[tuple[str, str]]]] = field(
        default_factory=dict
    )
    # Regular expressions for the names in `uses:` tags, with the tags that follow.
    meanings: Mapping[str, str] = field(default_factory=dict)
    # Constructs to drop if one of the tags in the value is present: `&` may be for numbers or sets.
    doubtful: Mapping[str, str] = field(default_factory=dict)
