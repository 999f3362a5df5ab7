"""Ruby."""

import tree_sitter

from kriterion_tools.analyzer.tagger.conditions import has_child, has_sibling, tag_concatenation
from kriterion_tools.analyzer.tagger.libraries import map_full_names, recognise_members
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
# Constructs that are methods in Ruby.
SAID = {
    "new": "instantiation",
    "raise": "throw",
    "require|require_relative|load": "import",
    "private|public|protected|private_class_method|private_constant": "visibility-modifiers",
    "attr_reader": "property getter",
    "attr_writer": "property setter",
    "attr_accessor": "property getter setter",
    "freeze": "technique:immutability",
    "lambda|proc": "lambda",
    "call|yield_self|then": HIGHER_ORDER,
    "loop": "loop",
    "define_method|class_eval|instance_eval|module_eval|instance_variable_set|const_set": (
        "paradigm:meta"
    ),
    r"send|public_send|respond_to\?|instance_variable_get|const_get|instance_variables": (
        "paradigm:reflective"
    ),
    r"is_a\?|kind_of\?|instance_of\?": "type-test",
    r"nil\?": "null",
    r"include\?|member\?|key\?|has_key\?|cover\?": "membership-test",
    "lazy": "technique:laziness",
    "Integer|Float|String|Array|Rational|Complex": "technique:type-conversion",
    "to_i|to_s|to_f|to_sym|to_a|to_h|to_r|to_c|to_set|ord|chr": "technique:type-conversion",
}
METHODS = (
    map_full_names(
        "all? any? chunk_while collect count cycle detect drop_while each_cons each_entry"
        " each_slice each_with_index each_with_object filter filter_map find find_index flat_map"
        " group_by inject map max_by min_by minmax none? one? partition reduce reject select"
        " slice_when sort_by sum take_while tally to_set zip",
        "Enumerable#",
    )
    | map_full_names(
        "capitalize center chars chomp codepoints downcase each_char each_line end_with? gsub"
        " gsub! lines ljust match match? ord rjust scan split squeeze start_with? strip sub"
        " swapcase tr upcase unpack hex",
        "String#",
    )
    | map_full_names(
        "combination compact dig each_index flatten permutation pop product push rotate sample"
        " shift shuffle shuffle! sort sort! transpose uniq unshift values_at join reverse",
        "Array#",
    )
    | map_full_names(
        "each_key each_pair each_value fetch invert key? keys merge store transform_keys"
        " transform_values values",
        "Hash#",
    )
    | map_full_names(
        "digits downto even? gcd lcm odd? pow succ times upto zero? positive?", "Integer#"
    )
    | map_full_names("abs ceil divmod floor round step", "Numeric#")
)
KERNEL = map_full_names(
    "Array Complex Float Integer Rational String format gets p print printf putc puts rand sprintf"
    " srand catch loop"
)
CONSTANTS = map_full_names(
    "BigDecimal Comparable Data Date DateTime Enumerable Kernel Math Matrix Mutex OpenStruct Prime"
    " Process Queue Ractor Random Rational Regexp SecureRandom Set Struct Thread Time"
)
_LOOPS = frozenset({"times", "upto", "downto", "step"})
_LAST = frozenset({"return", "while", "until", "for", "assignment", "operator_assignment"})


def _tag_method(context: NodeContext) -> str:
    """Tell methods of a class, of a module and of the main object apart."""
    node = context.node
    ancestors = [ancestor.type for ancestor in context.ancestors[-2:]]
    name = get_text(node.child_by_field_name("name"))
    tags = ["constructor" if name == "initialize" else "method"]
    if ancestors == ["class", "body_statement"] and node.type == "method":
        tags.append("paradigm:object-oriented")
    if ancestors == ["singleton_class", "body_statement"] or node.type == "singleton_method":
        tags.append("static-method")
    if name in ("method_missing", "respond_to_missing?"):
        tags.append("paradigm:meta")
    if name == "each":
        tags.append("iterator")
    if name != "initialize" and _returns_last_value(context):
        tags.append("implicit-return")
    return " ".join(tags)


def _returns_last_value(context: NodeContext) -> bool:
    body = context.node.child_by_field_name("body")
    if body is None:
        return False
    if body.type != "body_statement":
        return True
    statements = [
        child for child in body.children[-20:] if child.is_named and child.type != "comment"
    ]
    return bool(statements) and statements[-1].type not in _LAST


def _tag_shift(context: NodeContext) -> str:
    """Tag `<<`, which shifts a number literal and appends to anything else."""
    left = context.parent.child_by_field_name("left") if context.parent else None
    return "bitwise-left-shift" if left is not None and left.type == "integer" else ""


def _tag_block(context: NodeContext) -> str:
    """Without a block, `each` and similar methods only return an enumerator."""
    method = context.parent.child_by_field_name("method") if context.parent else None
    name = get_text(method)
    if name == "each" or name.startswith("each_"):
        return "block technique:looping technique:enumeration"
    return "block technique:looping" if name in _LOOPS else "block"


def _tag_superclass(context: NodeContext) -> str:
    name = get_text(context.node.named_children[0]) if context.node.named_children else ""
    if name.startswith("Struct"):
        return "struct"
    return "technique:inheritance" + " user-defined-exception" * name.endswith("Error")


def _recognise_call(node: tree_sitter.Node, known: Names) -> str:
    """Recognise methods of the library's types and those called without a receiver."""
    name = get_text(node)
    if name in METHODS and name not in known.methods:
        return METHODS[name]
    return "" if name in known.defined else KERNEL.get(name, "")


def _recognise_constant(node: tree_sitter.Node, known: Names) -> str:
    """Recognise `Math.sqrt`."""
    owner = get_text(node.child_by_field_name("receiver"))
    name = get_text(node.child_by_field_name("method"))
    return f"{owner}.{name}" if owner in CONSTANTS and owner not in known.defined else ""


RULES: dict[str, Rule] = {
    "comment": "comment",
    # Values
    "string": "string",
    "bare_string": "string",
    "heredoc_beginning": "string multiline-string",
    "interpolation": "string-interpolation",
    "chained_string": "concatenation",
    "character": "char",
    "integer": INTEGERS,
    "float": FLOATS,
    "rational": "number",
    "complex": "complex-number",
    "regex": "regular-expression",
    "true": "boolean",
    "false": "boolean",
    "nil": "null",
    "array": "array",
    "string_array": "array",
    "symbol_array": "array",
    "hash": "dictionary",
    "range": "range",
    # Definitions
    "class > name:*": lambda context: (
        "class nested-type"
        if [ancestor.type for ancestor in context.ancestors].count("class") > 1
        else "class"
    ),
    "superclass": _tag_superclass,
    "module > name:*": "module",
    "method": _tag_method,
    "singleton_method": _tag_method,
    "method > name:operator": "operator-overloading",
    "method > name:setter": "setter",
    "method_parameters > identifier": "parameter",
    "method_parameters > optional_parameter": "parameter optional-parameter",
    "method_parameters > splat_parameter": "parameter varargs",
    "method_parameters > hash_splat_parameter": "parameter varargs",
    "method_parameters > keyword_parameter": "parameter",
    "keyword_parameter > value:*": "optional-parameter",
    "method_parameters > block_parameter": f"parameter {HIGHER_ORDER}",
    "block_parameters > identifier": {"_": "discard", "(?!_$).*": "parameter"},
    "block_parameters > destructured_parameter": "parameter destructuring",
    "lambda_parameters > identifier": "parameter",
    "lambda": "lambda",
    "block": _tag_block,
    "do_block": _tag_block,
    # Statements
    "assignment": "assignment",
    "assignment > left:identifier": "variable",
    "assignment > left:constant": "constant",
    "instance_variable": "field",
    "class_variable": "static-field",
    "global_variable": "global-variable",
    "assignment > left:left_assignment_list": "multiple-assignment destructuring variable",
    "if > 'if'": "if",
    "unless > 'unless'": "if",
    "elsif > 'elsif'": "if",
    "if > alternative:else": "else",
    "elsif > alternative:else": "else",
    "unless > alternative:else": "else",
    "if_modifier": "if",
    "unless_modifier": "if",
    "conditional": "conditional-operator",
    "case > 'case'": "switch",
    "case_match": "pattern-matching",
    "for > 'for'": "for-loop foreach",
    "while > 'while'": "while-loop",
    "until > 'until'": "while-loop",
    "while_modifier": "while-loop",
    "until_modifier": "while-loop",
    "break > 'break'": "break",
    "next > 'next'": "continue",
    "return > 'return'": "return",
    "yield > 'yield'": f"yield {HIGHER_ORDER}",
    "rescue > 'rescue'": "catch try",
    "rescue_modifier": "catch try",
    "ensure > 'ensure'": "finally",
    "identifier": {
        "private|public|protected": "visibility-modifiers",
        "raise": "throw",
    },
    # Operators
    **map_assignment_operators("operator_assignment", "+=, -=, *=, /=, %=, **=, |=, &=, ^=, >>="),
    "operator_assignment > ||=": "technique:short-circuiting",
    "operator_assignment > &&=": "technique:short-circuiting",
    "binary > +": tag_concatenation({"string", "chained_string", "array"}),
    "binary > '*'": has_sibling({"string", "array"}, "", "multiply"),
    "binary > %": has_sibling({"string"}, "string-formatting", "modulo"),
    "binary > <<": _tag_shift,
    "binary > =~": "regular-expression",
    "binary > !~": "regular-expression",
    **map_binary_operators(
        "binary", "-, /, **, &&, and, ||, or, &, |, ^, >>, ==, ===, !=, <, >, <=, >=, <=>"
    ),
    **map_unary_operators("unary", "!, not, -, +, ~"),
    # Expressions
    "call": "invocation",
    "call > receiver:call": "method-chaining",
    "call > method:identifier": SAID,
    "call > method:constant": SAID,
    "call > &.": "conditional-access",
    "argument_list > pair": "named-argument",
    "element_reference": has_child({"range"}, "slice", "indexing"),
    "argument_list > block_argument": HIGHER_ORDER,
    "argument_list > lambda": HIGHER_ORDER,
    "test_pattern": "pattern-matching",
    "match_pattern": "pattern-matching",
}

MEANINGS = {
    "puts|print|p|printf": "print",
    r"Set(?:\..*)?|Enumerable#to_set": "set",
    r"Struct(?:\..*)?": "struct",
    r"Data(?:\..*)?": "record technique:immutability",
    "Queue": "queue",
    r"Date(?:\..*)?": "date",
    r"(?:DateTime|Time)(?:\..*)?": "date-time",
    "BigDecimal": "decimal",
    "format|sprintf|printf": "string-formatting",
    "Array#join": "concatenation",
    r"Enumerable#(?!each_with_index|each_entry|count$|tally|to_set|sum|zip|minmax).*": HIGHER_ORDER,
    "Array#sort!?|Enumerable#sort_by": "technique:sorting",
    "Array#(?:sample|shuffle!?)|rand|Random.*|SecureRandom.*": "technique:randomness",
    r"Math(?:\..*)?": "technique:math",
    r"Regexp(?:\..*)?|String#(?:match\??|scan)": "technique:regular-expression",
    "Comparable": "technique:ordering",
    "Thread.*|Ractor.*": "technique:concurrency",
    "Mutex.*": "lock",
    "catch": "technique:exceptions",
}

TABLE = Table(
    name="ruby",
    rules=RULES,
    functions={
        "method": Function(),
        "singleton_method": Function(),
        "block": Function(name=()),
        "do_block": Function(name=()),
        "lambda": Function(name=()),
    },
    classes={"class": ("name",), "module": ("name",), "singleton_class": ("value",)},
    calls={"call": Call(function="method", receiver="receiver")},
    receivers=frozenset({"self"}),
    nested="",
    uses={
        "call > method:identifier": _recognise_call,
        "call": _recognise_constant,
        "call > method:constant": KERNEL,
        "constant": CONSTANTS,
        "scope_resolution": recognise_members({"Math", "Float", "Process"}, "::"),
    },
    defines=(
        "method > name:identifier",
        "singleton_method > name:identifier",
        "class > name:constant",
        "module > name:constant",
    ),
    methods=("class > body:body_statement > method > name:identifier",),
    meanings=MEANINGS,
    # Arrays and sets have the same operators as numbers.
    doubtful={"bitwise-and bitwise-or": "array set"},
)
