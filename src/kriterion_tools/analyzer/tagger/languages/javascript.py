"""JavaScript."""

import re
from collections.abc import Iterator

import tree_sitter

from kriterion_tools.analyzer.tagger.conditions import (
    has_child,
    has_parent,
    tag_concatenation,
    tag_increment,
)
from kriterion_tools.analyzer.tagger.libraries import map_full_names, recognise_names
from kriterion_tools.analyzer.tagger.node_context import NodeContext, get_text
from kriterion_tools.analyzer.tagger.operators import (
    map_assignment_operators,
    map_binary_operators,
    map_unary_operators,
)
from kriterion_tools.analyzer.tagger.table import Call, Function, Library, Names, Rule, Table

NUMBERS = {
    ".*": "number",
    r"[\d_]*\.[\d_]*(?:[eE].*)?": "floating-point-number",
    "0[xX].*": "hexadecimal-number",
    "0[oO].*": "octal-number",
    "0[bB].*": "binary-number",
    ".*_.*": "underscored-number",
    r"[\d._]+[eE].*": "scientific-notation-number",
    ".*n": "big-integer",
}
OBJECTS = map_full_names(
    "Array Atomics BigInt Date Intl JSON Math Number Object Promise Proxy Reflect RegExp String"
    " Symbol console performance process"
)
CLASSES = map_full_names(
    "Array ArrayBuffer Date Int32Array Map Promise Proxy RegExp Set Uint8Array"
    " Uint16Array Uint32Array WeakMap WeakSet"
)
FUNCTIONS = map_full_names(
    "Array BigInt Boolean Number String Symbol isFinite isNaN parseFloat parseInt setTimeout"
    " setInterval structuredClone"
)
OF_TYPES = (
    map_full_names(
        "every fill filter find findIndex findLast findLastIndex flat flatMap join map pop push"
        " reduce reduceRight reverse shift some sort splice toReversed toSorted unshift",
        "Array.prototype.",
    )
    | map_full_names(
        "charAt charCodeAt codePointAt endsWith localeCompare match matchAll normalize padEnd"
        " padStart repeat replace replaceAll split startsWith substr substring toLowerCase"
        " toUpperCase trim trimEnd trimStart",
        "String.prototype.",
    )
    | map_full_names("toFixed toPrecision", "Number.prototype.")
)
_MEMBER = re.compile(r"(\w+)\.(?:prototype\.)?(?!prototype$)\w+")
FUNCTION_VALUES = ("arrow_function", "function_expression", "generator_function")
HIGHER_ORDER = "technique:higher-order-functions"


def _tag_template(context: NodeContext) -> str:
    """Tag a template string, as a multiline string if it has line breaks."""
    node = context.node
    if node.start_point[0] == node.end_point[0]:
        return "string"
    return "string multiline-string"


def _tag_method(context: NodeContext) -> str:
    """Tell methods of classes from functions in objects."""
    if get_text(context.node.child_by_field_name("name")) == "constructor":
        return "constructor"
    words = {child.type for child in context.node.children}
    in_class = context.parent is not None and context.parent.type == "class_body"
    kind = "method"
    if words & {"get", "set"}:
        kind = "property " + ("getter" if "get" in words else "setter")
    if "static" in words:
        return f"{kind} static-method" if kind == "method" else kind
    return f"{kind} paradigm:object-oriented" if in_class else kind


def _recognise_call(node: tree_sitter.Node, known: Names) -> str:
    name = get_text(node)
    return "" if name in known.defined else known.imported.get(name) or FUNCTIONS.get(name, "")


def _recognise_member(node: tree_sitter.Node, known: Names) -> str:
    """Recognise `Math.max` and `Array.prototype.map` when no further member follows."""
    match = _MEMBER.fullmatch(get_text(node))
    return match[0] if match and match[1] in OBJECTS and match[1] not in known.defined else ""


def _read_imports(node: tree_sitter.Node) -> Iterator[tuple[str, str]]:
    """Yield imports from Node.js' library: `import { readFile } from 'node:fs'`."""
    source = get_text(node.child_by_field_name("source")).strip("'\"`")
    if not source.startswith("node:"):
        return
    pending = [child for child in node.children if child.type == "import_clause"]
    while pending:
        item = pending.pop()
        if item.type == "import_specifier":
            name = get_text(item.child_by_field_name("name"))
            yield get_text(item.child_by_field_name("alias")) or name, f"{source}.{name}"
        else:
            pending += item.children


RULES: dict[str, Rule] = {
    "comment": "comment",
    # Values
    "string": has_parent({"import_statement", "export_statement"}, "", "string"),
    "template_string": _tag_template,
    "template_substitution": "string-interpolation",
    "number": NUMBERS,
    "regex": "regular-expression",
    "true": "boolean",
    "false": "boolean",
    "null": "null",
    "undefined": "null",
    "array": "array",
    "object": "object-initializer",
    # Definitions
    "function_declaration": "function",
    "generator_function_declaration": "function generator",
    "generator_function": "lambda generator",
    # A constant whose value is a function is a named function, not a constant.
    "function_expression": has_parent({"variable_declarator"}, "", "lambda"),
    "arrow_function": has_parent({"variable_declarator"}, "", "lambda"),
    "arrow_function > body:*": lambda context: (
        "implicit-return" if context.node.type != "statement_block" else ""
    ),
    "variable_declarator > value:arrow_function": "function",
    "variable_declarator > value:function_expression": "function",
    "async": "async-await",
    "method_definition": _tag_method,
    "method_definition > '*'": "generator",
    "formal_parameters > identifier": "parameter",
    "formal_parameters > assignment_pattern": "parameter optional-parameter",
    "formal_parameters > rest_pattern": "parameter varargs",
    "formal_parameters > object_pattern": "parameter",
    "formal_parameters > array_pattern": "parameter",
    "arrow_function > parameter:identifier": "parameter",
    "class_declaration": "class",
    "class": "class",
    "class_heritage": "technique:inheritance",
    "class_heritage > identifier": {r"\w*Error": "user-defined-exception"},
    "field_definition": has_child({"static"}, "static-field", "field"),
    "private_property_identifier": "visibility-modifiers",
    "import_statement": "import",
    "named_imports": "explicit-import",
    # Statements
    "lexical_declaration > const": "constant",
    "lexical_declaration > let": "variable",
    "variable_declaration": "variable",
    "for_in_statement > const": "constant",
    "for_in_statement > let": "variable",
    "for_in_statement > var": "variable",
    "program > lexical_declaration > let": "global-variable",
    "program > variable_declaration": "global-variable",
    "object_pattern": "destructuring",
    "array_pattern": "destructuring",
    "assignment_expression": "assignment",
    "assignment_expression > left:member_expression": {r"this\.\w+": "field"},
    "if_statement": "if",
    "else_clause": "else",
    "ternary_expression": "conditional-operator",
    "switch_statement": "switch",
    "switch_default": "default",
    "for_statement": "for-loop",
    "for_in_statement": "for-loop foreach",
    "while_statement": "while-loop",
    "do_statement": "do-while-loop",
    "break_statement": "break",
    "continue_statement": "continue",
    "return_statement": "return",
    "yield_expression": "yield technique:generator",
    "await_expression": "async-await",
    "throw_statement": "throw",
    "try_statement": "try",
    "catch_clause": "catch",
    "finally_clause": "finally",
    # Operators
    **map_assignment_operators(
        "augmented_assignment_expression",
        "+=, -=, *=, /=, %=, **=, &=, |=, ^=, <<=, >>=, >>>=, ??=, ||=, &&=",
    ),
    "binary_expression > +": tag_concatenation({"string", "template_string"}),
    **map_binary_operators(
        "binary_expression",
        "-, *, /, %, **, &&, ||, ??, &, |, ^, <<, >>, >>>, ==, ===, !=, !==, <, >, <=, >=",
    ),
    **map_binary_operators("binary_expression", "in, instanceof"),
    **map_unary_operators("unary_expression", "typeof, !, -, +, ~"),
    "update_expression": tag_increment,
    # Expressions
    "call_expression": "invocation",
    "call_expression > function:member_expression > object:call_expression": "method-chaining",
    "new_expression": "instantiation",
    "subscript_expression": "indexing",
    "optional_chain": "conditional-access",
    # Functions passed as arguments
    **{f"arguments > {kind}": HIGHER_ORDER for kind in FUNCTION_VALUES},
    **{f"return_statement > {kind}": HIGHER_ORDER for kind in FUNCTION_VALUES},
    "arrow_function > body:arrow_function": HIGHER_ORDER,
}

MEANINGS = {
    r"console\..*": "print",
    "Map|WeakMap": "dictionary",
    "Set|WeakSet": "set",
    r"Array(?:\.\w+)?": "array",
    r"Array\.prototype\.(?:every|filter|find\w*|flatMap|map|reduce\w*|some)": HIGHER_ORDER,
    r"Array\.prototype\.(?:sort|toSorted)": "technique:sorting",
    r"RegExp(?:\..*)?": "regular-expression",
    r"Date(?:\..*)?": "date-time",
    r"Math\.(?!random$).*": "technique:math",
    r"Math\.random": "technique:randomness",
    r"Object\.freeze": "technique:immutability",
    r"(?:Number|String|Boolean|BigInt|parseInt|parseFloat|Number\.parse\w+)": (
        "technique:type-conversion"
    ),
    "BigInt": "big-integer",
    r"Promise(?:\..*)?": "technique:concurrency",
    "setTimeout|setInterval": "technique:concurrency",
    r"Reflect\..*|Object\.(?:getPrototypeOf|getOwnPropertyNames|defineProperty)": (
        "paradigm:reflective"
    ),
    "Proxy": "paradigm:meta",
    r"Symbol\.iterator": "iterator",
}

USES: dict[str, Library] = {
    "call_expression > function:identifier": _recognise_call,
    "arguments > identifier": _recognise_call,
    "new_expression > constructor:identifier": CLASSES,
    "member_expression": _recognise_member,
    "call_expression > function:member_expression > property:property_identifier": recognise_names(
        OF_TYPES
    ),
}
DEFINES = (
    "function_declaration > name:identifier",
    "generator_function_declaration > name:identifier",
    "variable_declarator > name:identifier",
    "formal_parameters > identifier",
    "arrow_function > parameter:identifier",
)
FUNCTION_KINDS = {
    "function_declaration": Function(),
    "generator_function_declaration": Function(),
    "function_expression": Function(named_by="name"),
    "generator_function": Function(named_by="name"),
    "arrow_function": Function(name=(), named_by="name"),
    "method_definition": Function(),
}
CALLS = {"call_expression": Call()}

TABLE = Table(
    name="javascript",
    rules=RULES,
    functions=FUNCTION_KINDS,
    classes={"class_declaration": ("name",), "class": ("name",)},
    calls=CALLS,
    receivers=frozenset({"this"}),
    methods_need_receiver=True,
    uses=USES,
    defines=(*DEFINES, "class_declaration > name:identifier"),
    methods=("method_definition > name:property_identifier",),
    imports={"import_statement": _read_imports},
    meanings=MEANINGS,
)
