"""Python."""

import builtins
from collections.abc import Mapping

from kriterion_tools.representer.equivalents import python as equivalents
from kriterion_tools.representer.equivalents.last_statements import (
    chain,
    drop_last_continue,
    drop_last_return,
)
from kriterion_tools.representer.language import (
    ANY,
    Language,
    NameRole,
    Order,
    Places,
    Rewrite,
    TypeRules,
)
from kriterion_tools.representer.language_parts import python_hints as hints
from kriterion_tools.representer.language_parts import python_imports as imports
from kriterion_tools.representer.language_parts import python_literals as literals
from kriterion_tools.representer.language_parts import python_statements as statements
from kriterion_tools.representer.library_names import python as library_names
from kriterion_tools.representer.looked_up import python as looked_up
from kriterion_tools.representer.solution_tree import Node
from kriterion_tools.representer.solution_words import SolutionWords

# If the solution contains one of these words, strings may refer to names.
_NAME_READERS = frozenset(
    {"getattr", "setattr", "hasattr", "delattr", "attrgetter", "methodcaller", "__dict__"}
    | {"__slots__"}
    | {"__match_args__"}
    | {"globals", "locals", "vars", "__members__", "Enum", "__name__", "__qualname__"}
)


def _rename_kind(kind: str) -> Rewrite:
    def rewrite(node: Node, _: SolutionWords) -> Node:
        node.kind = kind
        return node

    return rewrite


def _is_protocol_name(name: str) -> bool:
    """Whether Python or its library looks for a name: __init__, or _missing_ in an enumeration."""
    return len(name) > 2 and name.startswith("_") and name.endswith("_")


def _is_fixed_function(function: Node) -> bool:
    """Whether the time of a definition matters: it hides a name of the language, or computes a
    default value of a parameter.
    """
    name = function.child("name")
    is_hiding = name is not None and hasattr(builtins, name.text or "")
    return is_hiding or _has_computed_default(function)


def _has_computed_default(function: Node) -> bool:
    parameters = function.child("parameters")
    parameter_nodes = parameters.children if parameters else ()
    defaults = (parameter.child("value") for parameter in parameter_nodes)
    return any(value and value.kind not in statements.CONSTANTS for value in defaults)


REWRITES: Mapping[str, Rewrite] = {
    "string": literals.rewrite_string,
    "concatenated_string": literals.join_strings,
    "interpolation": literals.rewrite_interpolation,
    "expression_statement": statements.rewrite_statement,
    "pass_statement": statements.drop_pass,
    "typed_parameter": hints.drop_parameter_hint,
    "typed_default_parameter": hints.drop_hint_before_default,
    "if_statement": statements.nest_elif,
    "else_clause": statements.drop_empty_else,
    "function_definition": chain(hints.drop_return_hint, drop_last_return),
    "class_definition": statements.normalise_class,
    "subscript": statements.join_keys,
    "dotted_name": statements.nest_attributes,
    "import_statement": imports.split_import,
    "import_from_statement": imports.split_from_import,
    "future_import_statement": imports.split_from_import,
    "as_pattern": statements.mark_alias,
    "keyword_pattern": statements.mark_keyword,
    "module": chain(
        hints.drop_unused_hints,
        equivalents.drop_unused_imports,
        looked_up.keep_looked_up_names,
        statements.drop_object_base,
    ),
    "assignment": equivalents.shorten,
    "return_statement": equivalents.simplify_return,
    "not_operator": equivalents.join_negation,
    "comparison_operator": equivalents.join_negated_operator,
    "call": equivalents.drop_range_start,
    "for_statement": drop_last_continue,
    "while_statement": drop_last_continue,
    # A tuple's parentheses are optional, and a pattern may be a tuple or a list.
    "expression_list": _rename_kind("tuple"),
    "pattern_list": _rename_kind("tuple_pattern"),
    "list_pattern": _rename_kind("tuple_pattern"),
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

ORDERS = (
    Order(
        containers=frozenset({"module"}),
        items=frozenset({"function_definition"}),
        hoisted=True,
        rebindable=True,
        is_fixed=_is_fixed_function,
        is_barrier=lambda node: node.kind == "wildcard_import",
    ),
    # A use of a name before its method is one of the name around the class.
    Order(
        containers=frozenset({"class_body"}),
        items=frozenset({"function_definition"}),
        deferred={"function_definition": {"body"}},
        rebindable=True,
        is_fixed=_has_computed_default,
    ),
)

TYPING = TypeRules(
    classes=frozenset({"class_definition"}),
    bases=frozenset({"superclasses"}),
    declarations={
        "assignment": ({"left"}, {"type"}),
        "named_expression": ({"name"}, ()),
        "parameters": ({"identifier", "default_parameter", "typed_parameter"}, ()),
        "typed_parameter": ({""}, {"type"}),
        "typed_default_parameter": ({"name"}, {"type"}),
    },
    supers=frozenset({"super"}),
    wrappers={"await": ANY},
    library_values=frozenset(
        {"string", "list", "dictionary", "set", "tuple", "list_comprehension", "set_comprehension"}
        | {"dictionary_comprehension", "generator_expression", "true", "false", "format_string"}
    ),
    empty_values=frozenset({"none"}),
    transparent_types=frozenset({"Optional", "Final", "ClassVar"}),
    smart_types=frozenset({"Optional", "Union", "Final", "ClassVar"}),
    type_wrappers=frozenset({"type", "binary_operator", "union_type"}),
    carriers=frozenset(
        {"max", "min", "next", "iter", "reversed", "copy", "deepcopy", "choice", "heappop"}
        | {
            "reduce",
            "getattr",
            "super",
            "cast",
            "heappushpop",
            "heapreplace",
            "replace",
            "eval",
            "partial",
        }
        | {"partial", "filter", "map", "vars", "pop", "type", "sum", "accumulate"}
    ),
    loose=frozenset({"keyword_pattern"}),
    library_members=library_names.METHODS,
    library_fields=library_names.FIELDS,
    fields_by_word=library_names.FIELDS_BY_WORD,
    base_fields=frozenset({"args", "value"}),
)

LANGUAGE = Language(
    name="python",
    version=11,
    dropped=frozenset({"comment", "line_continuation"}),
    separators=frozenset(",;:"),
    verbatim=frozenset({"interpolation"}),
    tokens=frozenset({"subscript"}),
    transparent=frozenset({"parenthesized_expression", "type", "as_pattern_target"}),
    spliced=frozenset({"imports"}),
    # Normalise f(x for x in y) to f((x for x in y)).
    blocks={("call", "arguments"): "argument_list"},
    spellings={
        "integer": literals.spell_python_number,
        "float": literals.spell_python_number,
        "string_content": str,
    },
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
    hides_members=True,
    initialisers={"assignment": ("left", "right")},
    accesses={"attribute": ("object", "attribute")},
    receiver_parameters="parameters",
    assignments=frozenset({"named_expression"}),
    implicit_globals=True,
    rebindings=frozenset({"global_statement", "nonlocal_statement"}),
    calls={"call": "function"},
    typing=TYPING,
    is_kept_name=_is_protocol_name,
    name_readers=_NAME_READERS,
    code_readers=frozenset({"eval", "exec"}),
    looked_up=library_names.LOOKED_UP,
    orders=ORDERS,
    order_readers=frozenset(
        {"globals", "locals", "vars", "f_locals", "__dict__", "getmembers"}
        | {"metaclass", "__prepare__", "getsource", "getsourcelines"}
    ),
    runs={"module": frozenset({"import_statement", "import_from_statement"})},
)
