"""Java."""

from kriterion_tools.analyzer.tagger.conditions import has_parent, tag_concatenation, tag_increment
from kriterion_tools.analyzer.tagger.libraries import map_full_names, recognise_calls
from kriterion_tools.analyzer.tagger.node_context import NodeContext, get_child, get_text
from kriterion_tools.analyzer.tagger.operators import (
    map_assignment_operators,
    map_binary_operators,
    map_unary_operators,
)
from kriterion_tools.analyzer.tagger.table import Call, Function, Rule, Table

HIGHER_ORDER = "technique:higher-order-functions"
INTEGERS = {
    ".*": "integral-number",
    "0[xX].*": "hexadecimal-number",
    "0[bB].*": "binary-number",
    "0[0-7_]+[lL]?": "octal-number",
    ".*_.*": "underscored-number",
}
FLOATS = {
    ".*": "floating-point-number",
    ".*_.*": "underscored-number",
    "[^xX]*[eE].*": "scientific-notation-number",
}
PRIMITIVES = {name: name for name in ["int", "long", "short", "byte", "char", "float", "double"]}
TYPES = map_full_names(
    "ArrayDeque ArrayList Arrays AtomicInteger AtomicLong BigDecimal BigInteger BitSet Collections"
    " Collectors CompletableFuture ConcurrentHashMap Deque Duration EnumMap EnumSet"
    " ExecutorService Executors Function BiFunction Predicate Supplier Consumer UnaryOperator"
    " BinaryOperator HashMap HashSet IntStream Iterator Instant LinkedHashMap LinkedHashSet"
    " LinkedList List LocalDate LocalDateTime Lock LongStream Map Matcher Math Objects Optional"
    " Pattern PriorityQueue Queue Random ReentrantLock Scanner Set SortedMap SortedSet Stack"
    " Stream StringBuffer StringBuilder StringJoiner Thread ThreadLocalRandom TreeMap TreeSet"
    " UUID Vector"
)
OWNERS = TYPES | map_full_names(
    "Boolean Byte Character Double Float Integer Long Short String System System.out System.err"
    " ChronoUnit Map.Entry"
)
OF_TYPES = (
    map_full_names(
        "charAt chars codePointAt compareToIgnoreCase concat endsWith equalsIgnoreCase isBlank"
        " matches repeat replaceAll replaceFirst startsWith strip substring toCharArray"
        " toLowerCase toUpperCase trim split",
        "String.",
    )
    | map_full_names(
        "allMatch anyMatch noneMatch mapToInt mapToObj mapToLong mapToDouble boxed flatMap",
        "Stream.",
    )
    | map_full_names(
        "computeIfAbsent computeIfPresent putIfAbsent getOrDefault entrySet keySet", "Map."
    )
    | map_full_names("deleteCharAt setCharAt", "StringBuilder.")
    | map_full_names("plusSeconds", "LocalDateTime.")
)
_VISIBILITY = "visibility-modifiers"


def _list_modifiers(context: NodeContext) -> set[str]:
    """Return the modifiers of a definition."""
    first = get_child(context.node, 0)
    return set(get_text(first).split()) if first and first.type == "modifiers" else set()


def _tag_method(context: NodeContext) -> str:
    words = _list_modifiers(context)
    in_class = context.parent is not None and context.parent.type != "interface_body"
    tags = ["method"]
    if "static" in words:
        tags.append("static-method")
    elif in_class:
        tags.append("paradigm:object-oriented")
    if "abstract" in words:
        tags.append("abstract-method")
    if context.node.child_by_field_name("type_parameters"):
        tags.append("generic-method")
    if "default" in words:
        tags.append("default-interface-implementation")
    if get_text(context.node.child_by_field_name("type")) != "void":
        tags.append("return-type")
    return " ".join(tags)


def _tag_field(context: NodeContext) -> str:
    words = _list_modifiers(context)
    if {"static", "final"} <= words:
        return "field static-field constant read-only"
    tags = "field static-field" if "static" in words else "field"
    return f"{tags} read-only" if "final" in words else tags


def _tag_class(context: NodeContext) -> str:
    return "class abstract-class" if "abstract" in _list_modifiers(context) else "class"


RULES: dict[str, Rule] = {
    "line_comment": "comment",
    "block_comment": "comment",
    # Values
    "string_literal": {".*": "string", '""".*': "multiline-string"},
    "character_literal": "char",
    "decimal_integer_literal": INTEGERS,
    "hex_integer_literal": INTEGERS,
    "binary_integer_literal": INTEGERS,
    "octal_integer_literal": INTEGERS,
    "decimal_floating_point_literal": FLOATS,
    "hex_floating_point_literal": FLOATS,
    "true": "boolean",
    "false": "boolean",
    "null_literal": "null",
    "array_initializer": "array",
    "array_creation_expression": "array",
    # Types
    "integral_type": PRIMITIVES,
    "floating_point_type": PRIMITIVES,
    "boolean_type": "boolean",
    "dimensions": {r"\[\s*\]": "array", r"(?:\[\s*\]){2,}": "array multi-dimensional-array"},
    "local_variable_declaration > type:type_identifier": {"var": "type-inference"},
    # Definitions
    "package_declaration": "namespace",
    "import_declaration": "import",
    "class_declaration": _tag_class,
    "class_declaration > type_parameters:*": "generic-type",
    "interface_declaration > type_parameters:*": "generic-type",
    "record_declaration > type_parameters:*": "generic-type",
    "superclass": "technique:inheritance",
    "superclass > type_identifier": {r"\w*(?:Exception|Error)": "user-defined-exception"},
    "class_body > class_declaration": "nested-type",
    "class_body > enum_declaration": "nested-type",
    "class_body > record_declaration": "nested-type",
    "class_body > interface_declaration": "nested-type",
    "interface_declaration": "interface",
    "enum_declaration": "enum",
    "record_declaration": "record technique:immutability",
    "method_declaration": _tag_method,
    "constructor_declaration": "constructor",
    "compact_constructor_declaration": "constructor",
    "field_declaration": _tag_field,
    "constant_declaration": "constant",
    "modifiers > public": _VISIBILITY,
    "modifiers > private": _VISIBILITY,
    "modifiers > protected": _VISIBILITY,
    "local_variable_declaration > modifiers > final": "read-only",
    "modifiers > marker_annotation > name:identifier": {"Override": "method-override"},
    "formal_parameter": has_parent({"record_declaration"}, "", "parameter"),
    "spread_parameter": "parameter varargs",
    "inferred_parameters > identifier": "parameter",
    "lambda_expression": "lambda",
    "lambda_expression > parameters:identifier": "parameter",
    # Statements
    "local_variable_declaration": "variable",
    "resource": "variable",
    "enhanced_for_statement": "for-loop foreach variable",
    "assignment_expression > =": "assignment",
    "if_statement": "if",
    "if_statement > 'else'": "else",
    "ternary_expression": "conditional-operator",
    "switch_expression": "switch",
    "switch_label > default": "default",
    "for_statement": "for-loop",
    "while_statement": "while-loop",
    "do_statement": "do-while-loop",
    "break_statement": "break",
    "continue_statement": "continue",
    "return_statement": "return",
    "throw_statement": "throw",
    "try_statement": "try",
    "try_with_resources_statement": "try",
    "catch_clause": "catch",
    "finally_clause": "finally",
    "synchronized_statement": "lock",
    "modifiers > synchronized": "lock",
    # Operators
    "binary_expression > +": tag_concatenation({"string_literal"}),
    **map_binary_operators(
        "binary_expression", "-, *, /, %, &&, ||, &, |, ^, <<, >>, >>>, ==, !=, <, >, <=, >="
    ),
    **map_assignment_operators(
        "assignment_expression", "+=, -=, *=, /=, %=, &=, |=, ^=, <<=, >>=, >>>="
    ),
    **map_unary_operators("unary_expression", "!, -, +, ~"),
    "update_expression": tag_increment,
    "instanceof_expression": "type-test",
    "instanceof_expression > name:identifier": "pattern-matching",
    "record_pattern": "pattern-matching",
    "type_pattern": "pattern-matching type-test",
    "cast_expression": "explicit-conversion",
    # Expressions
    "method_invocation": "invocation",
    "method_invocation > object:method_invocation": "method-chaining",
    "object_creation_expression": "instantiation",
    "array_access": "indexing",
    # Functions passed as arguments
    "argument_list > lambda_expression": HIGHER_ORDER,
    "argument_list > method_reference": HIGHER_ORDER,
    "return_statement > lambda_expression": HIGHER_ORDER,
}

MEANINGS = {
    "(?:Array)?List": "list",
    r"(?:Hash|Linked|LinkedHash|Tree|Enum|Sorted|ConcurrentHash)?Map(?:\..*)?": "dictionary",
    r"(?:Hash|LinkedHash|Tree|Enum|Sorted)?Set(?:\..*)?": "set",
    "(?:Tree|Sorted)(?:Map|Set)": "technique:sorted-collection",
    "LinkedList": "linked-list",
    "Stack": "stack",
    "(?:Array)?Deque|(?:Priority)?Queue": "queue",
    "BitSet": "bit-array",
    r"Optional(?:\..*)?": "option",
    "Iterator": "iterator",
    r"BigInteger(?:\..*)?": "big-integer",
    r"BigDecimal(?:\..*)?": "decimal",
    r"LocalDateTime(?:\..*)?|Instant(?:\..*)?": "date-time",
    r"LocalDate(?:\..*)?": "date",
    r"System\.(?:out|err)\.print\w*": "print",
    r"String\.format": "string-formatting",
    r"String\.(?:concat|join)": "concatenation",
    r"String\.(?:matches|replaceAll|replaceFirst)": "technique:regular-expression",
    r"(?:Pattern|Matcher)(?:\..*)?": "regular-expression",
    r"(?:Collections|Arrays)\.sort": "technique:sorting",
    r"List\.of|Set\.of|Map\.(?:of|ofEntries|copyOf)|Collections\.unmodifiable\w+": (
        "technique:immutable-collection"
    ),
    r"Math\.(?!random$).*": "technique:math",
    r"Math\.random|Random|ThreadLocalRandom(?:\..*)?": "technique:randomness",
    r"(?:Integer|Long|Double|Float|Short|Byte|Boolean)\.(?:parse\w+|valueOf)": (
        "technique:type-conversion"
    ),
    r"String\.valueOf|Character\.getNumericValue|Integer\.to\w*String": "technique:type-conversion",
    r"Stream\..*": f"{HIGHER_ORDER} technique:laziness",
    r"(?:Int|Long)?Stream(?:\..*)?": "technique:laziness",
    r"Thread|CompletableFuture(?:\..*)?|Executor\w*(?:\..*)?|Atomic\w+|ConcurrentHashMap": (
        "technique:concurrency"
    ),
    "ReentrantLock|Lock": "lock",
}

TABLE = Table(
    name="java",
    rules=RULES,
    functions={
        "method_declaration": Function(),
        "constructor_declaration": Function(),
        "lambda_expression": Function(name=()),
    },
    classes={
        "class_declaration": ("name",),
        "interface_declaration": ("name",),
        "enum_declaration": ("name",),
        "record_declaration": ("name",),
    },
    calls={"method_invocation": Call(function="name", receiver="object")},
    receivers=frozenset({"this"}),
    overloading="method-overloading",
    uses={
        "type_identifier": TYPES,
        "method_invocation": recognise_calls(OWNERS, OF_TYPES),
    },
    defines=(
        "class_declaration > name:identifier",
        "interface_declaration > name:identifier",
        "enum_declaration > name:identifier",
        "record_declaration > name:identifier",
    ),
    methods=("method_declaration > name:identifier",),
    meanings=MEANINGS,
)
