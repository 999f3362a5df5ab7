"""Kotlin."""

from collections.abc import Iterator

import tree_sitter

from kriterion_tools.analyzer.tagger.conditions import has_child, tag_concatenation, tag_increment
from kriterion_tools.analyzer.tagger.libraries import get_first_name, map_full_names
from kriterion_tools.analyzer.tagger.node_context import (
    NodeContext,
    find_child,
    get_child,
    get_text,
)
from kriterion_tools.analyzer.tagger.operators import (
    map_assignment_operators,
    map_binary_operators,
    map_unary_operators,
)
from kriterion_tools.analyzer.tagger.table import Call, Function, Names, Rule, Table

HIGHER_ORDER = "technique:higher-order-functions"
NUMBERS = {
    ".*": "integral-number",
    "0[xX].*": "hexadecimal-number",
    "0[bB].*": "binary-number",
    ".*_.*": "underscored-number",
}
FLOATS = {
    ".*": "floating-point-number",
    ".*_.*": "underscored-number",
    ".*[eE].*": "scientific-notation-number",
}
TYPES = {
    "Int": "int",
    "Long": "long",
    "Short": "short",
    "Byte": "byte",
    "Char": "char",
    "Float": "float",
    "Double": "double",
    "Boolean": "boolean",
    "UInt": "uint",
    "ULong": "ulong",
    "(?:Mutable)?List": "list",
    "(?:Mutable)?Map": "dictionary",
    "(?:Mutable)?Set": "set",
    r"(?:Int|Char|Byte|Long)?Array": "array",
    "Pair|Triple": "tuple",
}
MODIFIERS = {
    "private|public|protected|internal": "visibility-modifiers",
    "override": "method-override",
    "const": "constant",
    "data": "record",
    "vararg": "varargs",
    "tailrec": "technique:tail-call-optimization",
    "suspend": "coroutine",
    "operator": "operator-overloading",
}
# Infix functions that are operators: 1 shl 2.
INFIX = {
    "shl": "bitwise-left-shift",
    "u?shr": "bitwise-right-shift",
    "and": "bitwise-and",
    "or": "bitwise-or",
    "xor": "bitwise-xor",
    "until|downTo": "range",
    "to": "tuple",
}
FUNCTIONS = map_full_names(
    "arrayOf arrayListOf buildList buildString check checkNotNull emptyList emptyMap emptySet error"
    " generateSequence hashMapOf hashSetOf intArrayOf lazy linkedMapOf listOf listOfNotNull mapOf"
    " maxOf minOf mutableListOf mutableMapOf mutableSetOf print println readLine repeat require"
    " requireNotNull run sequence sequenceOf setOf sortedMapOf sortedSetOf with"
)
METHODS = map_full_names(
    "all also any apply asSequence associate associateBy associateWith chunked coerceIn"
    " coerceAtLeast coerceAtMost count digitToInt distinct drop dropLast dropWhile filter"
    " filterIndexed filterNot filterNotNull firstOrNull flatMap flatten fold foldRight forEach"
    " forEachIndexed format getOrDefault getOrElse getOrPut getOrNull groupBy groupingBy eachCount"
    " isBlank isDigit isEmpty isLetter isLetterOrDigit isLowerCase isNotEmpty isNullOrEmpty"
    " isUpperCase isWhitespace joinToString lastOrNull let lowercase map mapIndexed mapNotNull"
    " mapValues matches max maxBy maxByOrNull maxOrNull min minBy minOrNull none padEnd padStart"
    " partition plusSeconds reduce removeLast replace replaceFirstChar reversed runningFold"
    " scan shuffled sort sortBy sortedBy sortedByDescending sorted sortedDescending sortedWith"
    " split startsWith endsWith substring sum sumBy sumOf take takeIf takeUnless takeWhile"
    " takeLast toCharArray toDouble toInt toIntOrNull toList toLong toMap toMutableList"
    " toMutableMap toRegex toSet toSortedMap toSortedSet toUpperCase toLowerCase trim trimIndent"
    " trimEnd trimMargin trimStart uppercase windowed withIndex zip zipWithNext"
)
CLASSES = map_full_names(
    "ArrayDeque ArrayList AtomicInteger BigDecimal BigInteger HashMap HashSet IntArray Duration"
    " LinkedHashMap LinkedList LocalDate LocalDateTime Mutex Random ReentrantLock Regex Stack"
    " StringBuilder Thread TreeMap TreeSet"
)
OWNERS = frozenset(CLASSES) | frozenset(map_full_names("Math Character Integer Collections Arrays"))
_IN_CLASS = frozenset({"class_body", "enum_class_body"})


def _tag_definition(context: NodeContext) -> str:
    node = context.node
    words = {get_text(modifier) for modifier in _list_modifiers(node)}
    in_class = context.parent is not None and context.parent.type in _IN_CLASS
    owner = context.ancestors[-2].type if len(context.ancestors) > 1 else ""
    before = [child.type for child in node.children[: _find_name_position(node)]]
    tags = ["method" if in_class else "function"]
    if "." in before:
        tags.append("extension-method")
    if any(child.type == "type_parameters" for child in node.children):
        tags.append("generic-method" if in_class else "generic-function")
    if in_class and owner == "class_declaration":
        tags.append("paradigm:object-oriented")
    if "abstract" in words:
        tags.append("abstract-method")
    body = find_child(node, "> function_body")
    if body is not None and get_text(get_child(body, 0)) == "=":
        tags.append("expression-bodied-member implicit-return")
    after = [child.type for child in node.children[_find_name_position(node) :]]
    if ":" in after:
        tags.append("return-type")
    return " ".join(tags)


def _find_name_position(node: tree_sitter.Node) -> int:
    return next((at for at, child in enumerate(node.children) if child.type == "identifier"), 0)


def _list_modifiers(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    first = get_child(node, 0)
    return list(first.children) if first is not None and first.type == "modifiers" else []


def _tag_class(context: NodeContext) -> str:
    words = {get_text(modifier) for modifier in _list_modifiers(context.node)}
    kinds = {child.type for child in context.node.children}
    tags = ["class"]
    if "interface" in kinds:
        tags = ["interface"]
    elif "enum" in words:
        tags = ["enum"]
    elif "abstract" in words:
        tags.append("abstract-class")
    if "sealed" in words:
        tags.append("sum-type")
    if "type_parameters" in kinds:
        tags.append("generic-type")
    if context.parent is not None and context.parent.type in _IN_CLASS:
        tags.append("nested-type")
    return " ".join(tags)


def _tag_property(context: NodeContext) -> str:
    """Tag a field in a class, a variable elsewhere."""
    in_class = context.parent is not None and context.parent.type in _IN_CLASS
    words = {child.type for child in context.node.children}
    tags = ["property" if in_class else "variable"]
    if "val" in words:
        tags.append("read-only")
    elif context.parent is not None and context.parent.type == "source_file":
        tags.append("global-variable")
    if "multi_variable_declaration" in words:
        tags.append("destructuring")
    return " ".join(tags)


def _tag_supertypes(context: NodeContext) -> str:
    name = get_first_name(get_text(context.node))
    is_exception = name.endswith(("Exception", "Error"))
    return "technique:inheritance" + " user-defined-exception" * is_exception


def _tag_for(context: NodeContext) -> str:
    over = context.node.children[-3] if context.node.child_count > 3 else None
    counts = over is not None and over.type in ("range_expression", "infix_expression")
    return "for-loop variable" if counts else "for-loop foreach variable"


def _recognise_member(node: tree_sitter.Node, known: Names) -> str:
    """Recognise `words.map`, a library function of any collection or string, and `Math.max`."""
    name = get_text(node.child(node.child_count - 1)) if node.child_count else ""
    owner = get_text(get_child(node, 0))
    if owner in OWNERS and owner not in known.defined:
        return f"{owner}.{name}"
    if name in known.methods:
        return ""
    return METHODS.get(name) or known.imported.get(name, "")


def _read_imports(node: tree_sitter.Node) -> Iterator[tuple[str, str]]:
    """Yield imports from Kotlin's and Java's libraries."""
    path = get_text(find_child(node, "> qualified_identifier"))
    if get_first_name(path) in ("kotlin", "java"):
        last = path.rpartition(".")[2]
        yield get_text(find_child(node, "> identifier")) or last, path


def _recognise_function(node: tree_sitter.Node, known: Names) -> str:
    """Recognise library functions that are called without a receiver."""
    name = get_text(node)
    if name in known.defined:
        return ""
    return FUNCTIONS.get(name) or CLASSES.get(name) or known.imported.get(name, "")


def _tag_call(context: NodeContext) -> str:
    """Tell constructors, which start with a capital letter, from functions."""
    function = get_child(context.node, 0)
    name = get_text(function) if function is not None and function.type == "identifier" else ""
    if name[:1].isupper() and not name.isupper():
        return "invocation instantiation"
    return "invocation"


RULES: dict[str, Rule] = {
    "line_comment": "comment",
    "block_comment": "comment",
    # Values
    "string_literal": {
        ".*": "string",
        r'"(?:[^\\$]|\\.|\$)*?\$[A-Za-z_].*': "string-interpolation",
    },
    "multiline_string_literal": {
        ".*": "string multiline-string",
        r".*\$[A-Za-z_].*": "string-interpolation",
    },
    "interpolation": "string-interpolation",
    "character_literal": "char",
    "number_literal": NUMBERS,
    "float_literal": FLOATS,
    "identifier": {
        "true|false": "boolean",
        "null": "null",
        "break": "break",
        "continue": "continue",
    },
    "range_expression": "range",
    "user_type > identifier": TYPES,
    "nullable_type": "nullability",
    # Definitions
    "package_header": "namespace",
    "import": "import",
    "function_declaration": _tag_definition,
    "class_declaration": _tag_class,
    "object_declaration": "class",
    "companion_object > class_body > function_declaration": "static-method",
    "class_declaration > delegation_specifiers > delegation_specifier > constructor_invocation": (
        _tag_supertypes
    ),
    "primary_constructor": "constructor",
    "secondary_constructor": "constructor",
    "anonymous_initializer": "constructor",
    "class_parameter": has_child({"="}, "parameter optional-parameter", "parameter"),
    "class_parameter > val": "property read-only",
    "class_parameter > var": "property",
    "property_declaration": _tag_property,
    "getter": "getter",
    "setter": "setter",
    "type_alias": "type-alias",
    "visibility_modifier": MODIFIERS,
    "member_modifier": MODIFIERS,
    "property_modifier": MODIFIERS,
    "class_modifier": MODIFIERS,
    "function_modifier": MODIFIERS,
    "parameter_modifier": MODIFIERS,
    "function_value_parameters > parameter": "parameter",
    "function_value_parameters > =": "optional-parameter",
    "lambda_parameters > variable_declaration": "parameter",
    "lambda_parameters > multi_variable_declaration": "parameter destructuring",
    "lambda_literal": "lambda",
    "anonymous_function": "lambda",
    # Statements
    "assignment > =": "assignment",
    **map_assignment_operators("assignment", "+=, -=, *=, /=, %="),
    "if_expression": "if",
    "if_expression > 'else'": "else",
    "when_expression": "switch",
    "type_test": "type-test pattern-matching",
    "range_test": "membership-test",
    "for_statement": _tag_for,
    "for_statement > multi_variable_declaration": "destructuring",
    "while_statement": "while-loop",
    "do_while_statement": "do-while-loop",
    "return_expression": "return",
    "throw_expression": "throw",
    "try_expression": "try",
    "catch_block": "catch",
    "finally_block": "finally",
    # Operators
    "binary_expression > +": tag_concatenation({"string_literal", "multiline_string_literal"}),
    **map_binary_operators(
        "binary_expression", "-, *, /, %, &&, ||, ?:, ==, ===, !=, !==, <, >, <=, >="
    ),
    **map_unary_operators("unary_expression", "!, -, +"),
    "unary_expression": tag_increment,
    "unary_expression > !!": "nullability",
    "in_expression": "membership-test",
    "is_expression": "type-test",
    "as_expression": "explicit-conversion",
    "infix_expression > identifier": INFIX,
    # Expressions
    "call_expression": _tag_call,
    "call_expression > navigation_expression > call_expression": "method-chaining",
    "navigation_expression > ?.": "conditional-access",
    "index_expression": "indexing",
    "value_arguments > value_argument > =": "named-argument",
    # Functions passed as arguments
    "annotated_lambda": HIGHER_ORDER,
    "value_argument > lambda_literal": HIGHER_ORDER,
    "value_argument > anonymous_function": HIGHER_ORDER,
    "value_argument > callable_reference": HIGHER_ORDER,
}

MEANINGS = {
    "print|println": "print",
    r"(?:mutable)?[lL]istOf(?:NotNull)?|emptyList|buildList|arrayListOf|toList|ArrayList": "list",
    r"(?:mutable|hash|linked|sorted)?[mM]apOf|emptyMap|toMap|groupBy|HashMap|TreeMap": "dictionary",
    r"(?:mutable|hash|sorted)?[sS]etOf|emptySet|toSet|HashSet|TreeSet": "set",
    "listOf|mapOf|setOf|emptyList|emptyMap|emptySet": "technique:immutable-collection",
    r"sorted(?:Map|Set)Of|TreeMap|TreeSet|toSorted(?:Map|Set)": "technique:sorted-collection",
    r"\w*[aA]rrayOf|IntArray": "array",
    "ArrayDeque": "queue",
    "Stack": "stack",
    "LinkedList": "linked-list",
    r"BigInteger(?:\..*)?": "big-integer",
    r"BigDecimal(?:\..*)?": "decimal",
    r"LocalDateTime(?:\..*)?": "date-time",
    r"LocalDate(?:\..*)?": "date",
    "format": "string-formatting",
    "joinToString": "concatenation",
    "repeat|forEach|forEachIndexed": "technique:looping",
    r"Regex(?:\..*)?|toRegex": "regular-expression",
    r"sort(?:ed)?(?:By)?(?:Descending|With)?": "technique:sorting",
    r"Math\..*|kotlin\.math\..*": "technique:math",
    r"Random(?:\..*)?|shuffled": "technique:randomness",
    r"to(?:Int|Long|Double|IntOrNull)|digitToInt|Character\.getNumericValue|Integer\.parseInt": (
        "technique:type-conversion"
    ),
    "lazy|sequence|generateSequence|asSequence|sequenceOf": "technique:laziness",
    "sequence": "technique:generator",
    "require|requireNotNull|check|checkNotNull|error": "technique:exceptions",
    "Thread|AtomicInteger": "technique:concurrency",
    "ReentrantLock|Mutex": "lock",
}

_PARAMETERS = ("> function_value_parameters", "> parameter")
TABLE = Table(
    name="kotlin",
    rules=RULES,
    functions={
        "function_declaration": Function(parameters=_PARAMETERS),
        "anonymous_function": Function(name=(), parameters=_PARAMETERS),
        "lambda_literal": Function(name=(), parameters=("> lambda_parameters",)),
    },
    classes={
        "class_declaration": ("name",),
        "object_declaration": ("name",),
        "companion_object": ("name",),
    },
    calls={"call_expression": Call(function="", arguments="> value_arguments")},
    receivers=frozenset({"this"}),
    overloading="function-overloading",
    callable_type="function_type",
    nested="nested-function local-function",
    uses={
        "call_expression > identifier": _recognise_function,
        "call_expression > navigation_expression": _recognise_member,
        "callable_reference > identifier": FUNCTIONS,
    },
    defines=(
        "function_declaration > name:identifier",
        "class_declaration > name:identifier",
        "parameter > identifier",
        "variable_declaration > identifier",
    ),
    methods=(
        "class_body > function_declaration > name:identifier",
        "class_body > property_declaration > variable_declaration > identifier",
    ),
    imports={"import": _read_imports},
    meanings=MEANINGS,
)
