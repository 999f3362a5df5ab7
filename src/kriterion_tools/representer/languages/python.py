"""Python."""

from collections.abc import Mapping

from kriterion_tools.representer.language import (
    ANY,
    Language,
    NameRole,
    Order,
    Places,
    Rewrite,
    SolutionWords,
)
from kriterion_tools.representer.language_parts import python_hints as hints
from kriterion_tools.representer.language_parts import python_imports as imports
from kriterion_tools.representer.language_parts import python_literals as literals
from kriterion_tools.representer.language_parts import python_statements as statements
from kriterion_tools.representer.solution_tree import Node

# With one of these words in the solution, strings may refer to names.
_NAME_READERS = frozenset(
    {"getattr", "setattr", "hasattr", "delattr", "attrgetter", "methodcaller", "__dict__"}
    | {"globals", "locals", "vars", "__members__", "Enum"}
)


def _renamed(kind: str) -> Rewrite:
    def rewrite(node: Node, _: SolutionWords) -> Node:
        node.kind = kind
        return node

    return rewrite


def _is_dunder(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def _is_noticed(function: Node) -> bool:
    """Whether the time of a function's definition matters: its default values are computed then."""
    parameters = function.child("parameters")
    defaults = (one.child("value") for one in parameters.children) if parameters else ()
    return any(value and value.kind not in statements.CONSTANTS for value in defaults)


REWRITES: Mapping[str, Rewrite] = {
    "string": literals.string,
    "concatenated_string": literals.join_strings,
    "interpolation": literals.interpolation,
    "expression_statement": statements.statement,
    "pass_statement": statements.nothing,
    "typed_parameter": hints.parameter,
    "typed_default_parameter": hints.parameter_with_default,
    "if_statement": statements.conditional,
    "else_clause": statements.alternative,
    "function_definition": hints.function,
    "class_definition": statements.class_definition,
    "subscript": statements.subscript,
    "dotted_name": statements.dotted,
    "import_statement": imports.plain,
    "import_from_statement": imports.selective,
    "future_import_statement": imports.selective,
    "as_pattern": statements.as_pattern,
    "keyword_pattern": statements.keyword_pattern,
    "module": hints.module,
    # Parentheses of a tuple are optional, and tuples and lists unpack alike.
    "expression_list": _renamed("tuple"),
    "pattern_list": _renamed("tuple_pattern"),
    "list_pattern": _renamed("tuple_pattern"),
}

BINDINGS: Places = {
    "assignment": {"left"},
    "augmented_assignment": {"left"},
    "named_expression": {"name"},
    "for_statement": {"left"},
    "for_in_clause": {"left"},
    "function_definition": {"name"},
    "class_definition": {"name"},
    "parameters": {ANY},
    "lambda_parameters": {ANY},
    "as_pattern": {"alias"},
    "case_pattern": {""},
    "keyword_pattern": {""},
    "splat_pattern": {""},
    "import_statement": {"name", "alias"},
    "import_from_statement": {"name", "alias"},
    "type_alias_statement": {"left"},
    "type_parameter": {ANY},
}

PATTERNS: Places = {
    "tuple_pattern": {ANY},
    "tuple": {ANY},
    "list_splat_pattern": {ANY},
    "dictionary_splat_pattern": {ANY},
    "default_parameter": {"name"},
    "typed_parameter": {""},
    "typed_default_parameter": {"name"},
}

SCOPES: Places = {
    "function_definition": {"parameters", "body", "type_parameters", "return_type"},
    "class_definition": {"body"},
    "lambda": {ANY},
    "list_comprehension": {ANY},
    "set_comprehension": {ANY},
    "dictionary_comprehension": {ANY},
    "generator_expression": {ANY},
}

ORDER = Order(
    containers=frozenset({"module", "class_body"}),
    items=frozenset({"function_definition"}),
    hoisted=True,
    rebindable=True,
    is_fixed=_is_noticed,
)

LANGUAGE = Language(
    name="python",
    version=3,
    dropped=frozenset({"comment", "line_continuation"}),
    separators=frozenset(",;:"),
    verbatim=frozenset({"interpolation"}),
    tokens=frozenset({"subscript"}),
    transparent=frozenset({"parenthesized_expression", "type", "as_pattern_target"}),
    spliced=frozenset({"imports"}),
    # Normalise f(x for x in y) to f((x for x in y)).
    blocks={("call", "arguments"): "argument_list"},
    spellings={"integer": literals.number, "float": literals.number, "string_content": str},
    rewrites=REWRITES,
    identifiers={"identifier": NameRole.VARIABLE, "library": NameRole.KEPT},
    roles={
        ("attribute", "attribute"): NameRole.MEMBER,
        ("keyword_argument", "name"): NameRole.KEYWORD,
        ("keyword_pattern", "keyword"): NameRole.MEMBER,
    },
    bindings=BINDINGS,
    patterns=PATTERNS,
    scopes=SCOPES,
    member_scopes=frozenset({"class_definition"}),
    accesses={"attribute": ("object", "attribute")},
    receiver_parameters="parameters",
    calls={"call": "function"},
    is_kept_name=_is_dunder,
    name_readers=_NAME_READERS,
    orders=(ORDER,),
    runs={"module": frozenset({"import_statement", "import_from_statement"})},
)
