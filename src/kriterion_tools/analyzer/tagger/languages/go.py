"""Go."""

from collections.abc import Iterator

import tree_sitter

from kriterion_tools.analyzer.tagger.conditions import has_parent, tag_concatenation
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
    "[^xX]*[eE].*": "scientific-notation-number",
}
TYPES = {
    "int": "int",
    "uint": "uint",
    "byte": "byte",
    "int64": "long",
    "uint64": "ulong",
    "int16": "short",
    "uint16": "ushort",
    "float32": "float",
    "float64": "double",
    "bool": "boolean",
    "rune": "char",
    "complex(?:64|128)": "complex-number",
    "error": "error",
}
CONVERSIONS = {
    r"u?int(?:8|16|32|64)?|float(?:32|64)|string|byte|rune|complex(?:64|128)": "explicit-conversion"
}
BUILT_IN = map_full_names(
    "append cap clear close copy delete len make max min new panic print recover"
)


def _tag_for(context: NodeContext) -> str:
    """Tell the kinds of loops apart, which all start with `for`."""
    kinds = {child.type: child for child in context.node.named_children}
    if "range_clause" in kinds:
        over = kinds["range_clause"].child_by_field_name("right")
        counts = over is not None and over.type == "int_literal"
        return "for-loop" if counts else "for-loop foreach"
    if "for_clause" in kinds:
        return "for-loop"
    return "for-loop while-loop" if len(kinds) > 1 else "for-loop loop"


def _map_multiple_targets(what: str) -> dict[str, Rule]:
    """Return rules that give tags to assignments with several targets."""

    def condition(context: NodeContext) -> str:
        return what if any(child.type == "," for child in context.node.children[:10]) else ""

    return {
        "short_var_declaration > left:expression_list": condition,
        "assignment_statement > left:expression_list": condition,
    }


def _read_imports(node: tree_sitter.Node) -> Iterator[tuple[str, str]]:
    """Yield imported packages of the standard library: their paths have no host."""
    path = get_text(node.child_by_field_name("path")).strip('"`')
    if path and "." not in path.split("/")[0]:
        last = path.removesuffix("/v2").rsplit("/", 1)[-1]
        yield get_text(node.child_by_field_name("name")) or last, path


def _recognise_member(node: tree_sitter.Node, known: Names) -> str:
    """Recognise `strings.ToUpper`, and `utf8.RuneCountInString` of unicode/utf8."""
    package, _, name = get_text(node).partition(".")
    if package not in known.imported or package in known.defined or not name.isidentifier():
        return ""
    path = known.imported[package].removesuffix("/v2")
    return f"{path.rsplit('/', 1)[-1]}.{name}"


PARAMETERS = ("function_declaration", "method_declaration", "func_literal")
RULES: dict[str, Rule] = {
    "comment": "comment",
    # Values
    "interpreted_string_literal": has_parent({"import_spec"}, "", "string"),
    "raw_string_literal": {".*": "string verbatim-string", ".*\n.*": "multiline-string"},
    "rune_literal": "char",
    "int_literal": INTEGERS,
    "float_literal": FLOATS,
    "imaginary_literal": "complex-number",
    "true": "boolean",
    "false": "boolean",
    "nil": "null",
    "composite_literal > type:type_identifier": "instantiation struct",
    "composite_literal > type:generic_type": "instantiation struct",
    "composite_literal > type:qualified_type": "instantiation struct",
    # Types
    "slice_type": "slice",
    "array_type": "array",
    "implicit_length_array_type": "array",
    "map_type": "dictionary",
    "pointer_type": "pointer",
    "channel_type": "technique:concurrency",
    "type_identifier": TYPES,
    # Definitions
    "package_clause": "namespace",
    "import_declaration": "import",
    "function_declaration": "function",
    "method_declaration": "method paradigm:object-oriented",
    "func_literal": "lambda",
    **{
        f"{kind} > parameters:parameter_list > parameter_declaration": "parameter"
        for kind in PARAMETERS
    },
    **{f"{kind} > result:*": "return-type" for kind in PARAMETERS},
    "variadic_parameter_declaration": "parameter varargs",
    "function_declaration > type_parameters:*": "generic-function",
    "type_spec > type_parameters:*": "generic-type",
    "type_spec > type:struct_type": "struct",
    "type_spec > type:interface_type": "interface",
    "type_alias": "type-alias",
    "field_declaration": "field",
    "const_declaration": "constant",
    "iota": "enum",
    "var_declaration": "variable",
    "source_file > var_declaration": "global-variable",
    "short_var_declaration": "variable",
    "range_clause > :=": "variable",
    **_map_multiple_targets("multiple-assignment"),
    # Statements
    "assignment_statement > =": "assignment",
    **map_assignment_operators("assignment_statement", "+=, -=, *=, /=, %=, &=, |=, ^=, <<=, >>="),
    "identifier": {"_": "discard"},
    "if_statement": "if",
    "if_statement > 'else'": "else",
    "if_statement > condition:binary_expression": {
        r"err\w*\s*[!=]=\s*nil": "technique:error-handling"
    },
    "expression_switch_statement": "switch",
    "type_switch_statement": "switch type-test",
    "default_case": "default",
    "for_statement": _tag_for,
    "break_statement": "break",
    "continue_statement": "continue",
    "return_statement": "return",
    "go_statement": "coroutine",
    "select_statement": "technique:concurrency",
    "send_statement": "technique:concurrency",
    "inc_statement": "postfix-increment",
    "dec_statement": "postfix-decrement",
    # Operators
    "binary_expression > +": tag_concatenation(
        {"interpreted_string_literal", "raw_string_literal"}
    ),
    **map_binary_operators(
        "binary_expression", "-, *, /, %, &&, ||, &, |, ^, <<, >>, ==, !=, <, >, <=, >="
    ),
    "binary_expression > &^": "bitwise-and bitwise-not",
    **map_unary_operators("unary_expression", "!, -, +"),
    "unary_expression > ^": "bitwise-not",
    "unary_expression > &": "pointer",
    "unary_expression > '*'": "pointer",
    "unary_expression > <-": "technique:concurrency",
    # Expressions
    "call_expression": "invocation",
    "call_expression > function:identifier": CONVERSIONS,
    "call_expression > function:selector_expression > operand:call_expression": "method-chaining",
    "type_conversion_expression": "explicit-conversion",
    "type_assertion_expression": "type-test",
    "index_expression": "indexing",
    "slice_expression": "slice",
    # Functions passed as arguments
    "argument_list > func_literal": HIGHER_ORDER,
    "return_statement > expression_list > func_literal": HIGHER_ORDER,
}

MEANINGS = {
    r"fmt\.Print\w*|print": "print",
    r"fmt\.(?:Sprintf|Printf|Errorf)": "string-formatting",
    r"fmt\.Errorf|errors\.\w+": "error technique:error-handling",
    "recover": "technique:error-handling",
    r"strings\.Join": "concatenation",
    r"strconv\.\w+": "technique:type-conversion",
    r"regexp\.\w+": "regular-expression",
    r"math\.(?!Max|Min)\w+": "technique:math",
    r"rand\.\w+": "technique:randomness",
    r"sort\.\w+|slices\.Sort\w*": "technique:sorting",
    r"strings\.(?:Map|FieldsFunc|IndexFunc|TrimFunc)|sort\.Slice\w*": HIGHER_ORDER,
    r"sync\.(?:RW)?Mutex": "lock",
    r"(?:sync|atomic|context)\.\w+": "technique:concurrency",
    r"time\.(?:Time|Now|Parse|Date|Unix)": "date-time",
    r"big\.\w+": "big-integer",
    r"list\.\w+": "linked-list",
    r"heap\.\w+": "technique:sorted-collection",
    r"reflect\.\w+": "paradigm:reflective",
    r"unsafe\.\w+": "technique:unsafe",
    r"bits\.\w+": "technique:bit-manipulation",
}

TABLE = Table(
    name="go",
    rules=RULES,
    functions={
        "function_declaration": Function(),
        "method_declaration": Function(),
        "func_literal": Function(name=()),
    },
    calls={"call_expression": Call()},
    methods_need_receiver=True,
    uses={
        "call_expression > function:identifier": BUILT_IN,
        "selector_expression": _recognise_member,
        "qualified_type": _recognise_member,
    },
    defines=("function_declaration > name:identifier",),
    imports={"import_spec": _read_imports},
    meanings=MEANINGS,
)
