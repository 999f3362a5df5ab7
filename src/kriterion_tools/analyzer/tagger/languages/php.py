"""PHP."""

import re

import tree_sitter

from kriterion_tools.analyzer.tagger.conditions import has_child, tag_increment, text_matches
from kriterion_tools.analyzer.tagger.libraries import map_full_names
from kriterion_tools.analyzer.tagger.node_context import NodeContext, get_text
from kriterion_tools.analyzer.tagger.operators import (
    map_assignment_operators,
    map_binary_operators,
    map_unary_operators,
)
from kriterion_tools.analyzer.tagger.table import Call, Function, Names, Rule, Table

HIGHER_ORDER = "technique:higher-order-functions"
INTEGERS = {
    ".*": "integral-number",
    "0[xX].*": "hexadecimal-number",
    "0[bB].*": "binary-number",
    "0[oO0-7].*": "octal-number",
    ".*_.*": "underscored-number",
}
FLOATS = {
    ".*": "floating-point-number",
    ".*_.*": "underscored-number",
    ".*[eE].*": "scientific-notation-number",
}
CLASSES = map_full_names(
    "ArrayIterator ArrayObject Closure DateInterval DateTime DateTimeImmutable DateTimeZone"
    " Generator ReflectionClass SplObjectStorage SplPriorityQueue SplQueue SplStack"
)
_BUILT_IN = re.compile(r"\\?([a-z][a-z0-9_]*)")
_LANGUAGE = frozenset({"isset", "empty", "list", "array", "unset", "exit", "die"})
_PLAIN = frozenset({"string_content", "escape_sequence", "heredoc_start", "heredoc_end"})


def _list_modifiers(context: NodeContext) -> set[str]:
    return {get_text(child) for child in context.node.children if child.type.endswith("_modifier")}


def _tag_method(context: NodeContext) -> str:
    words = _list_modifiers(context)
    in_interface = (
        len(context.ancestors) > 1 and context.ancestors[-2].type == "interface_declaration"
    )
    if get_text(context.node.child_by_field_name("name")) == "__construct":
        return "constructor"
    tags = "method"
    if "static" in words:
        tags += " static-method"
    elif not in_interface:
        tags += " paradigm:object-oriented"
    return f"{tags} abstract-method" if "abstract" in words else tags


def _tag_parameter(context: NodeContext) -> str:
    has_default = context.node.child_by_field_name("default_value")
    return "parameter optional-parameter" if has_default else "parameter"


def _tag_interpolation(context: NodeContext) -> str:
    """Tag strings with interpolation."""
    node = context.node
    body = node.child_by_field_name("value") if node.type == "heredoc" else node
    has_interpolation = body and any(
        child.is_named and child.type not in _PLAIN for child in body.children
    )
    tags = "string multiline-string" if node.type == "heredoc" else "string"
    return f"{tags} string-interpolation" if has_interpolation else tags


def _tag_base_types(context: NodeContext) -> str:
    if context.parent is None or context.parent.type == "interface_declaration":
        return ""
    is_exception = get_text(context.node).endswith(("Exception", "Error"))
    return "technique:inheritance" + " user-defined-exception" * is_exception


def _recognise_call(node: tree_sitter.Node, known: Names) -> str:
    """Return the name of a function that the solution does not define: it is PHP's own."""
    match = _BUILT_IN.fullmatch(get_text(node))
    is_function = match is not None and match[1] not in _LANGUAGE
    return match[1] if match and is_function and match[1] not in known.defined else ""


def _recognise_creation(node: tree_sitter.Node, known: Names) -> str:
    name = get_text(node).lstrip("\\")
    return CLASSES.get(name, "") if name not in known.defined else ""


_CALLS = ("member_call_expression", "nullsafe_member_call_expression", "scoped_call_expression")
RULES: dict[str, Rule] = {
    "comment": "comment",
    # Values
    "string": "string",
    "encapsed_string": _tag_interpolation,
    "heredoc": _tag_interpolation,
    "nowdoc": "string multiline-string",
    "integer": text_matches(INTEGERS, outside="declare_directive"),
    "float": FLOATS,
    "boolean": "boolean",
    "null": "null",
    "array_creation_expression": "array",
    "array_creation_expression > array_element_initializer > =>": "dictionary",
    # Types
    "optional_type": "nullability",
    "union_type": "union-type",
    # Definitions
    "namespace_definition": "namespace",
    "namespace_use_declaration": "import",
    "require_once_expression": "import",
    "require_expression": "import",
    "include_expression": "import",
    "function_definition": "function",
    "method_declaration": _tag_method,
    "function_definition > return_type:*": "return-type",
    "method_declaration > return_type:*": "return-type",
    "arrow_function": "lambda implicit-return",
    "anonymous_function": "lambda",
    "simple_parameter": _tag_parameter,
    "property_promotion_parameter": _tag_parameter,
    "formal_parameters > property_promotion_parameter": "field",
    "variadic_parameter": "parameter varargs",
    "visibility_modifier": "visibility-modifiers",
    "readonly_modifier": "read-only",
    "class_declaration": has_child({"abstract_modifier"}, "class abstract-class", "class"),
    "anonymous_class": "class",
    "base_clause": _tag_base_types,
    "interface_declaration": "interface",
    "trait_declaration": "class",
    "enum_declaration": "enum",
    "property_declaration": has_child({"static_modifier"}, "field static-field", "field"),
    "const_declaration": "constant",
    "global_declaration": "global-variable",
    "attribute": "attribute",
    # Statements
    "assignment_expression": "assignment",
    "assignment_expression > left:variable_name": "variable",
    "assignment_expression > left:member_access_expression": {r"\$this->\w+": "field"},
    "assignment_expression > left:list_literal": "multiple-assignment destructuring variable",
    "foreach_statement > list_literal": "destructuring",
    **map_assignment_operators(
        "augmented_assignment_expression", "+=, -=, *=, /=, %=, **=, &=, |=, ^=, <<=, >>=, ??="
    ),
    "augmented_assignment_expression > .=": "concatenation",
    "if_statement": "if",
    "else_if_clause": "if",
    "else_clause": "else",
    "conditional_expression": "conditional-operator",
    "switch_statement": "switch",
    "default_statement": "default",
    "match_expression": "switch",
    "match_default_expression": "default",
    "for_statement": "for-loop",
    "foreach_statement": "foreach variable",
    "while_statement": "while-loop",
    "do_statement": "do-while-loop",
    "break_statement": "break",
    "continue_statement": "continue",
    "return_statement": "return",
    "yield_expression": "yield technique:generator",
    "throw_expression": "throw",
    "try_statement": "try",
    "catch_clause": "catch",
    "finally_clause": "finally",
    "echo_statement": "print",
    "print_intrinsic": "print",
    # Operators
    **map_binary_operators(
        "binary_expression", "+, -, *, /, %, **, &&, and, ||, or, ??, &, |, ^, <<, >>, ==, ===, !="
    ),
    **map_binary_operators("binary_expression", "!==, <>, <, >, <=, >=, <=>, instanceof"),
    "binary_expression > .": "concatenation",
    **map_unary_operators("unary_op_expression", "!, -, +, ~"),
    "update_expression": tag_increment,
    "cast_expression": "explicit-conversion",
    "clone_expression": "copy",
    # Expressions
    "function_call_expression": "invocation",
    **dict.fromkeys(_CALLS, "invocation"),
    "member_call_expression > object:member_call_expression": "method-chaining",
    "nullsafe_member_call_expression": "invocation conditional-access",
    "nullsafe_member_access_expression": "conditional-access",
    "object_creation_expression": "instantiation",
    "subscript_expression": "indexing",
    "argument > name:*": "named-argument",
    # Functions passed as arguments
    "argument > anonymous_function": HIGHER_ORDER,
    "argument > arrow_function": HIGHER_ORDER,
    "return_statement > anonymous_function": HIGHER_ORDER,
    "return_statement > arrow_function": HIGHER_ORDER,
    "arrow_function > body:arrow_function": HIGHER_ORDER,
}

MEANINGS = {
    "printf|print_r|var_dump": "print",
    "s?printf|vsprintf|number_format": "string-formatting",
    "implode|join": "concatenation",
    "array_(?:map|filter|reduce|walk)|usort|uasort|uksort|call_user_func(?:_array)?": HIGHER_ORDER,
    "u?[ak]?r?sort|array_multisort": "technique:sorting",
    "preg_\\w+": "regular-expression",
    "intval|floatval|strval|boolval|bindec|hexdec|decbin|dechex|base_convert|ord|chr|settype": (
        "technique:type-conversion"
    ),
    "is_(?:int|string|array|float|null|numeric|bool|object|callable)": "type-test",
    "in_array|array_key_exists": "membership-test",
    "rand|mt_rand|random_int|shuffle|array_rand|str_shuffle": "technique:randomness",
    "abs|ceil|floor|round|sqrt|pow|intdiv|fmod|log|log10|pi|max|min|sin|cos|hypot": (
        "technique:math"
    ),
    "range": "range",
    "DateTime|DateTimeImmutable": "date-time",
    "SplStack": "stack",
    "SplQueue": "queue",
    "Reflection\\w+|method_exists|property_exists|get_class": "paradigm:reflective",
}

TABLE = Table(
    name="php",
    rules=RULES,
    functions={
        "function_definition": Function(),
        "method_declaration": Function(),
        "anonymous_function": Function(name=()),
        "arrow_function": Function(name=()),
    },
    classes={
        "class_declaration": ("name",),
        "trait_declaration": ("name",),
        "interface_declaration": ("name",),
        "enum_declaration": ("name",),
    },
    calls={
        "function_call_expression": Call(),
        "member_call_expression": Call(function="name", receiver="object"),
        "scoped_call_expression": Call(function="name", receiver="scope"),
    },
    receivers=frozenset({"$this", "self", "static"}),
    methods_need_receiver=True,
    uses={
        "function_call_expression > function:name": _recognise_call,
        "function_call_expression > function:qualified_name": _recognise_call,
        "object_creation_expression > name": _recognise_creation,
        "object_creation_expression > qualified_name": _recognise_creation,
    },
    defines=(
        "function_definition > name:name",
        "class_declaration > name:name",
    ),
    meanings=MEANINGS,
)
