"""C."""

import tree_sitter

from kriterion_tools.analyzer.tagger.conditions import has_parent, tag_increment
from kriterion_tools.analyzer.tagger.libraries import map_full_names
from kriterion_tools.analyzer.tagger.node_context import NodeContext, find_child, get_text
from kriterion_tools.analyzer.tagger.operators import (
    map_assignment_operators,
    map_binary_operators,
    map_unary_operators,
)
from kriterion_tools.analyzer.tagger.table import Call, Function, Rule, Table

HIGHER_ORDER = "technique:higher-order-functions"
# In this grammar, the sign is part of the number.
NUMBERS = {
    r"[-+]?(?:0[xX][\da-fA-F']+|0[bB][01']+|\d[\d']*)[uUlLzZ]*": "integral-number",
    r"[-+]?(?!0[xX])(?:[\d']*\.[\d']*|\d[\d']*(?=[eE]))(?:[eE][+-]?\d+)?[fFlL]?": (
        "floating-point-number"
    ),
    "[-+]?0[xX].*": "hexadecimal-number",
    "[-+]?0[bB].*": "binary-number",
    r"[-+]?0[0-7']+[uUlL]*": "octal-number",
    ".*'.*": "underscored-number",
    r"[-+]?(?!0[xX])[\d.']+[eE].*": "scientific-notation-number",
    "-.*": "unary-minus",
    r"\+.*": "unary-plus",
}
PRIMITIVES = {
    "int|u?int32_t": "int",
    "char": "char",
    "float": "float",
    "double": "double",
    "bool|_Bool": "boolean",
    "u?int8_t": "byte",
    "u?int16_t": "short",
    "u?int64_t": "long",
}
SIZED = {
    r".*\blong\b(?!\s+double).*": "long",
    r".*\bshort\b.*": "short",
    r".*\bchar\b.*": "char",
    r"unsigned(?:\s+int)?": "uint",
    r"long\s+double": "double",
}
FUNCTIONS = map_full_names(
    "abs atof atoi atol bsearch calloc ceil cos exp fabs fflush fgets floor fmod fopen fprintf"
    " fputs free getchar isalnum isalpha isdigit islower ispunct isspace isupper isxdigit labs log"
    " log10 log2 malloc memcmp memcpy memmove memset perror pow printf putchar puts qsort rand"
    " realloc round scanf sin snprintf sprintf sqrt srand sscanf strcasecmp strcat strchr strcmp"
    " strcpy strcspn strdup strlen strncat strncmp strncpy strpbrk strrchr strspn strstr strtod"
    " strtok strtol strtoul time tolower toupper trunc va_arg va_end va_start assert exit abort"
)


def find_function_declarator(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """Find the declarator with name and parameters, below any `*` and parentheses."""
    declarator = node.child_by_field_name("declarator")
    for _ in range(20):
        if declarator is None or declarator.type in (
            "function_declarator",
            "abstract_function_declarator",
        ):
            return declarator
        inner = declarator.child_by_field_name("declarator")
        declarator = inner or next(iter(declarator.named_children[:1]), None)
    return None


def find_function_name(node: tree_sitter.Node) -> tree_sitter.Node | None:
    declarator = find_function_declarator(node)
    name = declarator.child_by_field_name("declarator") if declarator else None
    for _ in range(20):  # a::b::c
        inner = name.child_by_field_name("name") if name and "qualified" in name.type else None
        if inner is None:
            break
        name = inner
    return name


def find_function_parameters(node: tree_sitter.Node) -> tree_sitter.Node | None:
    declarator = find_function_declarator(node)
    return declarator.child_by_field_name("parameters") if declarator else None


def _tag_declaration(context: NodeContext) -> str:
    """Tag declarations of variables; declarations of functions get nothing."""
    declarators = context.node.children_by_field_name("declarator")
    if not declarators or any(
        declarator.type == "function_declarator" for declarator in declarators
    ):
        return ""
    if find_function_declarator(context.node) is not None:
        return ""
    words = {get_text(child) for child in context.node.children if child.type == "type_qualifier"}
    # A pointer to a constant is not constant itself.
    points = any(_has_pointer(declarator) for declarator in declarators)
    is_constant = "constexpr" in words or ("const" in words and not points)
    tags = "variable constant read-only" if is_constant else "variable"
    is_global = context.parent is not None and context.parent.type == "translation_unit"
    return f"{tags} global-variable" if is_global and not is_constant else tags


def _has_pointer(declarator: tree_sitter.Node) -> bool:
    inner = find_child(declarator, "declarator")
    return declarator.type == "pointer_declarator" or (
        inner is not None and inner.type == "pointer_declarator"
    )


RULES: dict[str, Rule] = {
    "comment": "comment",
    # Values
    "string_literal": has_parent({"preproc_include"}, "", "string"),
    "concatenated_string": "concatenation",
    "char_literal": "char",
    "number_literal": NUMBERS,
    "true": "boolean",
    "false": "boolean",
    "null": "null",
    "initializer_list": "initializer-list",
    "compound_literal_expression": "object-initializer",
    # Types
    "primitive_type": PRIMITIVES,
    "sized_type_specifier": SIZED,
    "array_declarator": "array",
    "array_declarator > declarator:array_declarator": "multi-dimensional-array",
    "pointer_declarator": "pointer",
    "abstract_pointer_declarator": "pointer",
    # Definitions
    "preproc_include": "import",
    "preproc_def": "macro",
    "preproc_function_def": "macro",
    "function_definition": "function",
    "function_definition > type:primitive_type": {"(?!void$).*": "return-type"},
    "function_definition > type:sized_type_specifier": "return-type",
    "function_definition > type:type_identifier": "return-type",
    "function_definition > type:struct_specifier": "return-type",
    "function_definition > type:enum_specifier": "return-type",
    "function_definition > declarator:pointer_declarator": "return-type",
    "parameter_declaration > declarator:*": "parameter",
    "variadic_parameter": "varargs",
    "struct_specifier > body:*": "struct",
    "union_specifier > body:*": "union-type",
    "enum_specifier > body:*": "enum",
    "type_definition": "type-alias",
    "field_declaration": "field",
    # Statements
    "declaration": _tag_declaration,
    "assignment_expression > =": "assignment",
    **map_assignment_operators("assignment_expression", "+=, -=, *=, /=, %=, &=, |=, ^=, <<=, >>="),
    "if_statement": "if",
    "else_clause": "else",
    "conditional_expression": "conditional-operator",
    "switch_statement": "switch",
    "case_statement > default": "default",
    "for_statement": "for-loop",
    "while_statement": "while-loop",
    "do_statement": "do-while-loop",
    "break_statement": "break",
    "continue_statement": "continue",
    "return_statement": "return",
    # Operators
    **map_binary_operators(
        "binary_expression", "+, -, *, /, %, &&, ||, &, |, ^, <<, >>, ==, !=, <, >, <=, >="
    ),
    **map_unary_operators("unary_expression", "!, -, +, ~"),
    "pointer_expression": "pointer",
    "update_expression": tag_increment,
    "cast_expression": "explicit-conversion",
    # Expressions
    "call_expression": "invocation",
    "subscript_expression": "indexing",
}

MEANINGS = {
    "printf|puts|putchar|fprintf|fputs": "print",
    "s?n?printf|snprintf|fprintf": "string-formatting",
    "strn?cat": "concatenation",
    "malloc|calloc|realloc|free|strdup": "technique:memory-management",
    "qsort": f"technique:sorting {HIGHER_ORDER}",
    "bsearch": HIGHER_ORDER,
    "ato[fil]|strto[dlul]+": "technique:type-conversion",
    "s?rand": "technique:randomness",
    "pow|sqrt|floor|ceil|round|fabs|log\\w*|exp|sin|cos|fmod|abs|labs|trunc": "technique:math",
    "time": "time",
    "va_\\w+": "varargs",
}

TABLE = Table(
    name="c",
    rules=RULES,
    functions={
        "function_definition": Function(
            name=find_function_name, parameters=find_function_parameters
        )
    },
    calls={"call_expression": Call()},
    uses={"call_expression > function:identifier": FUNCTIONS},
    defines=(
        "function_declarator > declarator:identifier",
        "preproc_function_def > name:identifier",
    ),
    meanings=MEANINGS,
)
