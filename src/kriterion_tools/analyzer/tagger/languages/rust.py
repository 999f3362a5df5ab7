"""Rust."""

from collections.abc import Iterator

import tree_sitter

from kriterion_tools.analyzer.tagger.conditions import has_child, tag_concatenation
from kriterion_tools.analyzer.tagger.libraries import (
    get_first_name,
    map_full_names,
    recognise_names,
)
from kriterion_tools.analyzer.tagger.node_context import NodeContext, find_child, get_text
from kriterion_tools.analyzer.tagger.operators import (
    map_assignment_operators,
    map_binary_operators,
    map_unary_operators,
)
from kriterion_tools.analyzer.tagger.table import Call, Function, Names, Rule, Table

HIGHER_ORDER = "technique:higher-order-functions"
INTEGERS = {
    ".*": "integral-number",
    "0x.*": "hexadecimal-number",
    "0b.*": "binary-number",
    "0o.*": "octal-number",
    r"\w*[\dA-Fa-f]_[\dA-Fa-f]\w*": "underscored-number",
}
FLOATS = {
    ".*": "floating-point-number",
    r".*\d_\d.*": "underscored-number",
    ".*[eE].*": "scientific-notation-number",
}
PRIMITIVES = {
    "i8": "sbyte",
    "u8": "byte",
    "i16": "short",
    "u16": "ushort",
    "i32": "int",
    "u32": "uint",
    "i64": "long",
    "u64": "ulong",
    "isize": "nint",
    "usize": "nuint",
    "f32": "float",
    "f64": "double",
    "bool": "boolean",
    "char": "char",
}
OPTIONS = {
    "Option|Some|None": "option",
    "Result|Ok|Err": "result technique:error-handling",
}
PRELUDE = map_full_names("Box String Vec")
METHODS = (
    map_full_names(
        "chunks collect cycle enumerate filter filter_map flat_map fold for_each max_by"
        " max_by_key min_by min_by_key partition peekable scan skip_while step_by sum take_while"
        " try_fold zip",
        "Iterator::",
    )
    | map_full_names(
        "bytes char_indices chars ends_with lines parse repeat split_whitespace starts_with"
        " to_ascii_lowercase to_ascii_uppercase to_lowercase to_uppercase trim trim_end trim_start",
        "str::",
    )
    | map_full_names(
        "is_alphabetic is_alphanumeric is_ascii_digit is_digit is_lowercase is_numeric"
        " is_uppercase is_whitespace to_digit",
        "char::",
    )
    | map_full_names("unwrap_or unwrap_or_default unwrap_or_else ok_or and_then map_or", "Option::")
    | map_full_names("sort sort_by sort_by_key sort_unstable dedup windows", "slice::")
    | map_full_names(
        "abs_diff checked_add checked_mul checked_sub count_ones pow wrapping_add", "u32::"
    )
)
_VALUES = frozenset({"match_expression", "if_expression", "unsafe_block", "block"})


def _tag_function(context: NodeContext) -> str:
    """Tell methods in an `impl` or a trait, with or without `self`, from functions."""
    node = context.node
    ancestors = [ancestor.type for ancestor in context.ancestors[-2:]]
    in_impl = (
        len(ancestors) > 1 and ancestors[1] == "declaration_list" and ancestors[0] != "mod_item"
    )
    generic = find_child(node, "type_parameters")
    is_generic = generic and any(child.type == "type_parameter" for child in generic.named_children)
    parameters = node.child_by_field_name("parameters")
    has_self = parameters and any(child.type == "self_parameter" for child in parameters.children)
    tags = []
    if not in_impl:
        tags.append("function generic-function" if is_generic else "function")
    else:
        tags.append("method paradigm:object-oriented" if has_self else "static-method")
        if is_generic:
            tags.append("generic-method")
    if ancestors[:1] == ["trait_item"]:
        tags.append("default-interface-implementation")
    if node.child_by_field_name("return_type") and _ends_in_value(node):
        tags.append("implicit-return")
    return " ".join(tags)


def _ends_in_value(function: tree_sitter.Node) -> bool:
    """Whether a function ends in a value; a final `match` or `if` is a statement to the grammar."""
    body = function.child_by_field_name("body")
    statements = (
        [child for child in body.named_children[-9:] if "comment" not in child.type] if body else []
    )
    if not statements or statements[-1].type in ("let_declaration", "empty_statement"):
        return False
    if statements[-1].type != "expression_statement":
        return True
    ends = statements[-1].children[-1:]
    return bool(ends) and ends[0].type in _VALUES


def _find_class_name(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """Return the name of a class, unless it implements a trait: it may do so more than once."""
    return None if node.child_by_field_name("trait") else node.child_by_field_name("type")


def _tag_for(context: NodeContext) -> str:
    over = context.node.child_by_field_name("value")
    while over is not None and over.type in ("parenthesized_expression", "call_expression"):
        inner = over.named_children[0] if over.named_children else None
        if inner is not None and inner.type == "field_expression":  # (1..n).rev()
            inner = inner.child_by_field_name("value")
        over = inner
    return (
        "for-loop" if over is not None and over.type == "range_expression" else ("for-loop foreach")
    )


def _read_imports(node: tree_sitter.Node) -> Iterator[tuple[str, str]]:
    """Yield the standard library's names of `use std::collections::{HashMap, HashSet as Seen};`."""
    argument = node.child_by_field_name("argument")
    pending = [("", argument)] if argument is not None else []
    while pending:
        before, item = pending.pop()
        if item.type == "use_list":
            pending += [(before, child) for child in item.named_children]
        elif item.type == "scoped_use_list":
            path, items = item.child_by_field_name("path"), item.child_by_field_name("list")
            if items is not None:
                pending.append((f"{before}{get_text(path)}::", items))
        elif item.type == "use_as_clause":
            full = before + get_text(item.child_by_field_name("path"))
            yield from _select_library_name(get_text(item.child_by_field_name("alias")), full)
        elif item.type in ("scoped_identifier", "identifier"):
            full = before + get_text(item)
            yield from _select_library_name(full.rsplit("::", 1)[-1], full)


def _select_library_name(name: str, full: str) -> Iterator[tuple[str, str]]:
    if get_first_name(full) in ("std", "core", "alloc"):
        yield name, full


def _recognise_type(node: tree_sitter.Node, known: Names) -> str:
    name = get_text(node)
    if name in known.defined:
        return ""
    return known.imported.get(name) or PRELUDE.get(name, "")


def _recognise_path(node: tree_sitter.Node, known: Names) -> str:
    """Recognise `HashMap::new` and `std::mem::swap`."""
    text = get_text(node)
    first, _, rest = text.partition("::")
    if not rest.replace("::", "").isidentifier() or first in known.defined:
        return ""
    if first in ("std", "core"):
        return text
    if first in known.imported:
        return f"{known.imported[first]}::{rest}"
    return text if first in PRELUDE else ""


RULES: dict[str, Rule] = {
    "line_comment": "comment",
    "block_comment": "comment",
    # Values
    "string_literal": "string",
    "raw_string_literal": "string verbatim-string",
    "char_literal": "char",
    "integer_literal": INTEGERS,
    "float_literal": FLOATS,
    "negative_literal": "unary-minus",
    "boolean_literal": "boolean",
    "array_expression": "array",
    "tuple_expression": "tuple",
    "struct_expression": "instantiation",
    "range_expression": "range",
    "primitive_type": PRIMITIVES,
    "array_type": has_child({";"}, "array", "slice"),
    "tuple_type": "tuple",
    "type_identifier": OPTIONS,
    "identifier": OPTIONS,
    "pointer_type": "pointer",
    # Definitions
    "use_declaration": "import",
    "mod_item": "module",
    "function_item": _tag_function,
    "function_signature_item": "abstract-method",
    "function_item > return_type:*": "return-type",
    "closure_expression": "lambda",
    "parameters > parameter": "parameter",
    "closure_parameters > identifier": "parameter",
    "closure_parameters > parameter": "parameter",
    "closure_parameters > reference_pattern": "parameter destructuring",
    "closure_parameters > tuple_pattern": "parameter destructuring",
    "struct_item": "struct",
    "enum_item": "enum",
    "enum_variant > body:*": "sum-type",
    "trait_item": "interface",
    "type_item": "type-alias",
    "field_declaration": "field",
    "const_item": "constant",
    "static_item": "global-variable",
    "visibility_modifier": "visibility-modifiers",
    "attribute_item": "attribute",
    "macro_definition": "macro paradigm:meta",
    "macro_invocation": "macro",
    "macro_invocation > macro:identifier": {
        r"e?print(?:ln)?": "print",
        r"format|write|writeln": "string-formatting",
        "vec": "vector",
    },
    "struct_item > type_parameters:type_parameters > type_parameter": "generic-type",
    "enum_item > type_parameters:type_parameters > type_parameter": "generic-type",
    "trait_item > type_parameters:type_parameters > type_parameter": "generic-type",
    "function_modifiers > async": "async-await",
    "function_modifiers > unsafe": "technique:unsafe",
    # Statements
    "let_declaration": "variable",
    "let_declaration > pattern:tuple_pattern": "destructuring multiple-assignment",
    "let_declaration > pattern:struct_pattern": "destructuring",
    "let_declaration > pattern:slice_pattern": "destructuring",
    "let_declaration > pattern:_": "discard",
    "for_expression > pattern:_": "discard",
    "for_expression > pattern:tuple_pattern": "destructuring",
    "match_pattern > _": "discard",
    "assignment_expression": "assignment",
    **map_assignment_operators(
        "compound_assignment_expr", "+=, -=, *=, /=, %=, &=, |=, ^=, <<=, >>="
    ),
    "if_expression": "if",
    "else_clause": "else",
    "match_expression": "pattern-matching",
    "let_condition": "pattern-matching",
    "for_expression": _tag_for,
    "while_expression": "while-loop",
    "loop_expression": "loop",
    "break_expression": "break",
    "continue_expression": "continue",
    "return_expression": "return",
    "try_expression": "technique:error-handling",
    "await_expression": "async-await",
    "async_block": "async-await",
    "unsafe_block": "technique:unsafe",
    # Operators
    "binary_expression > +": tag_concatenation({"string_literal"}),
    **map_binary_operators(
        "binary_expression", "-, *, /, %, &&, ||, &, |, ^, <<, >>, ==, !=, <, >, <=, >="
    ),
    **map_unary_operators("unary_expression", "!, -"),
    "type_cast_expression": "explicit-conversion",
    # Expressions
    "call_expression": "invocation",
    "call_expression > function:field_expression > value:call_expression": "method-chaining",
    "index_expression": has_child({"range_expression"}, "slice", "indexing"),
    # Functions passed as arguments
    "arguments > closure_expression": HIGHER_ORDER,
}

MEANINGS = {
    r"(?:\w+::)*(?:HashMap|BTreeMap)(?:::\w+)?": "dictionary",
    r"(?:\w+::)*(?:HashSet|BTreeSet)(?:::\w+)?": "set",
    r"(?:\w+::)*(?:BTreeMap|BTreeSet|BinaryHeap)(?:::\w+)?": "technique:sorted-collection",
    r"(?:\w+::)*VecDeque(?:::\w+)?": "queue",
    r"(?:\w+::)*LinkedList(?:::\w+)?": "linked-list",
    r"Vec(?:::\w+)?": "vector",
    r"Box(?:::\w+)?|std::rc::.*": "technique:memory-management",
    r"std::sync::.*": "technique:concurrency",
    r"std::sync::(?:Mutex|RwLock)(?:::\w+)?": "lock",
    r"std::thread(?:::\w+)?": "technique:concurrency",
    r"std::fmt(?:::\w+)*": "string-formatting",
    r"str::parse": "technique:type-conversion",
    r"slice::sort\w*": "technique:sorting",
    r"Iterator::(?:filter|filter_map|flat_map|fold|for_each|max_by\w*|min_by\w*|scan|\w+_while)": (
        HIGHER_ORDER
    ),
    r"std::iter::.*": "technique:laziness",
    r"std::ops::(?:Add|Sub|Mul|Div|Neg|Rem|Not|Index|AddAssign)": "operator-overloading",
    r"std::cmp::.*": "technique:ordering",
    r"std::time::.*": "time",
}

TABLE = Table(
    name="rust",
    rules=RULES,
    functions={
        "function_item": Function(),
        "closure_expression": Function(name=()),
    },
    classes={"impl_item": _find_class_name, "trait_item": ("name",)},
    calls={"call_expression": Call()},
    receivers=frozenset({"self", "Self"}),
    methods_need_receiver=True,
    uses={
        "type_identifier": _recognise_type,
        "call_expression > function:scoped_identifier": _recognise_path,
        "call_expression > function:identifier": lambda node, known: known.imported.get(
            get_text(node), ""
        ),
        "call_expression > function:field_expression > field:field_identifier": recognise_names(
            METHODS
        ),
        "generic_function > function:field_expression > field:field_identifier": recognise_names(
            METHODS
        ),
    },
    defines=(
        "function_item > name:identifier",
        "struct_item > name:type_identifier",
        "enum_item > name:type_identifier",
        "trait_item > name:type_identifier",
    ),
    methods=(
        "impl_item > declaration_list > function_item > name:identifier",
        "trait_item > declaration_list > function_item > name:identifier",
        "trait_item > declaration_list > function_signature_item > name:identifier",
    ),
    imports={"use_declaration": _read_imports},
    meanings=MEANINGS,
)
