"""C#."""

import tree_sitter

from kriterion_tools.analyzer.tagger.conditions import (
    field_matches,
    has_ancestor,
    has_child,
    tag_concatenation,
)
from kriterion_tools.analyzer.tagger.libraries import map_full_names
from kriterion_tools.analyzer.tagger.node_context import (
    NodeContext,
    find_child,
    get_child,
    get_text,
)
from kriterion_tools.analyzer.tagger.operators import map_assignment_operators, map_binary_operators
from kriterion_tools.analyzer.tagger.table import Call, Function, Names, Rule, Table

HIGHER_ORDER = "technique:higher-order-functions"
INTEGERS = {
    ".*": "integral-number",
    "0[xX].*": "hexadecimal-number",
    "0[bB].*": "binary-number",
    ".*_.*": "underscored-number",
}
REALS = {
    ".*[^mM]": "floating-point-number",
    ".*[mM]": "decimal",
    ".*_.*": "underscored-number",
    ".*[eE].*": "scientific-notation-number",
}
TYPES = map_full_names(
    "bool byte sbyte char decimal double float int uint nint nuint long ulong short ushort"
)
PREDEFINED = {name: "boolean" if name == "bool" else name for name in TYPES}
MODIFIERS = {
    "public|private|protected|internal": "visibility-modifiers",
    "readonly": "read-only",
    "const": "constant",
    "virtual": "virtual-method",
    "override": "method-override",
    "async": "async-await",
    "unsafe": "technique:unsafe",
}
LIBRARY = map_full_names(
    "Action Array ArrayList BigInteger BitArray Char Complex ConcurrentDictionary Console Convert"
    " DateOnly DateTime DateTimeOffset Dictionary Double Enum Enumerable Environment Func Guid"
    " HashSet ImmutableArray ImmutableDictionary ImmutableHashSet ImmutableList Int32 Int64"
    " Interlocked Lazy LinkedList List Math Monitor Mutex Parallel PriorityQueue Queue Random Regex"
    " SortedDictionary SortedList SortedSet Span Stack String StringBuilder Task Thread TimeSpan"
    " Tuple Type Uri"
)
# Full names of generic types, as Exercism's C# track writes them.
GENERIC = {
    name: f"{name}<TKey,TValue>"
    for name in ("Dictionary", "SortedDictionary", "SortedList", "ConcurrentDictionary")
} | {
    name: f"{name}<T>"
    for name in ("HashSet", "Lazy", "LinkedList", "List", "Queue", "SortedSet", "Span", "Stack")
}
GENERIC["PriorityQueue"] = "PriorityQueue<TElement,TPriority>"
KEYWORD_TYPES = {"char", "decimal", "double", "int", "long", "string", "bool", "byte", "uint"}
LINQ = map_full_names(
    "Aggregate All Any AsParallel Average Cast Count DefaultIfEmpty Distinct ElementAt Except First"
    " FirstOrDefault GroupBy Intersect Last LastOrDefault Max Min OfType OrderBy"
    " OrderByDescending Select SelectMany SequenceEqual Single Skip SkipWhile Sum"
    " Take TakeWhile ThenBy ToDictionary ToHashSet ToList ToLookup Where Zip Chunk MaxBy MinBy",
    "Enumerable.",
)
OF_TYPES = map_full_names(
    "EndsWith PadLeft PadRight Split StartsWith Substring ToCharArray ToLower ToLowerInvariant"
    " ToUpper ToUpperInvariant Trim TrimEnd TrimStart",
    "String.",
) | map_full_names("AddSeconds AddDays AddMonths AddYears AddHours AddMinutes", "DateTime.")


def _list_modifiers(node: tree_sitter.Node) -> set[str]:
    return {get_text(child) for child in node.children if child.type == "modifier"}


def _tag_method(context: NodeContext) -> str:
    node = context.node
    words = _list_modifiers(node)
    tags = ["method"]
    parameters = node.child_by_field_name("parameters")
    first = get_child(parameters, 1) if parameters else None
    extends = first is not None and first.type == "parameter" and "this" in _list_modifiers(first)
    if extends:
        tags.append("extension-method")
    if "static" in words:
        tags.append("static-method")
    else:
        tags.append("paradigm:object-oriented")
    if "abstract" in words:
        tags.append("abstract-method")
    if node.child_by_field_name("type_parameters"):
        tags.append("generic-method")
    if get_text(node.child_by_field_name("returns")) != "void":
        tags.append("return-type")
    return " ".join(tags)


def _tag_class(context: NodeContext) -> str:
    tags = "class abstract-class" if "abstract" in _list_modifiers(context.node) else "class"
    generic = any(child.type == "type_parameter_list" for child in context.node.children)
    nested = context.parent is not None and context.parent.type == "declaration_list"
    in_type = (
        nested and len(context.ancestors) > 1 and "namespace" not in context.ancestors[-2].type
    )
    return tags + " generic-type" * generic + " nested-type" * in_type


def _tag_base_types(context: NodeContext) -> str:
    """Tag the first base as a class, unless its name looks like an interface's."""
    if (
        context.parent is None
        or get_child(context.parent, 1) != context.node
        or len(context.ancestors) < 2
    ):
        return ""
    name = get_text(context.node)
    is_interface = name[:1] == "I" and name[1:2].isupper()
    if context.ancestors[-2].type != "class_declaration" or is_interface:
        return ""
    is_exception = name.endswith("Exception")
    return "technique:inheritance" + " user-defined-exception" * is_exception


def _tag_field(context: NodeContext) -> str:
    words = _list_modifiers(context.node)
    return "field static-field" if "static" in words else "field"


def _tag_property(context: NodeContext) -> str:
    accessors = context.node.child_by_field_name("accessors")
    if accessors is None:
        return "property getter expression-bodied-member"
    names = {get_text(child.child_by_field_name("name")) for child in accessors.named_children}
    bodies = [child.child_by_field_name("body") for child in accessors.named_children]
    tags = ["property"]
    if "get" in names:
        tags.append("getter")
    if names & {"set", "init"}:
        tags.append("setter")
    if not any(bodies):
        tags.append("auto-implemented-property")
    return " ".join(tags)


def _tag_postfix(context: NodeContext) -> str:
    operator = get_child(context.node, 1)
    return {"++": "postfix-increment", "--": "postfix-decrement"}.get(get_text(operator), "")


def _tag_prefix(context: NodeContext) -> str:
    operators = {
        "++": "prefix-increment",
        "--": "prefix-decrement",
        "!": "logical-not",
        "-": "unary-minus",
        "+": "unary-plus",
        "~": "bitwise-not",
    }
    return operators.get(get_text(find_child(context.node, "")), "")


def _recognise_call(node: tree_sitter.Node, known: Names) -> str:
    """Recognise `Math.Max` and `words.Select`."""
    owner = get_text(node.child_by_field_name("expression"))
    name = get_text(find_child(node, "name", "")) or get_text(node.child_by_field_name("name"))
    if owner in KEYWORD_TYPES or (owner in LIBRARY and owner not in known.defined):
        return f"{owner[:1].upper()}{owner[1:]}.{name}"
    if not owner or name in known.methods:
        return ""
    return OF_TYPES.get(name, "")


def _recognise_generic(node: tree_sitter.Node, known: Names) -> str:
    """Recognise `List` in `List<int>`."""
    name = get_text(node)
    return GENERIC.get(name, name) if name in LIBRARY and name not in known.defined else ""


def _recognise_query(node: tree_sitter.Node, known: Names) -> str:
    """Recognise `words.Select(…)`. Recent projects use `System.Linq` without importing it."""
    name = get_text(find_child(node, "name", "")) or get_text(node.child_by_field_name("name"))
    owner = get_text(node.child_by_field_name("expression"))
    if owner in KEYWORD_TYPES or owner in LIBRARY or name in known.methods:
        return ""
    if name == "ToArray":  # its receiver is usually the result of another LINQ method
        made = find_child(node, "expression")
        return "Enumerable.ToArray" if made and made.type == "invocation_expression" else ""
    return LINQ.get(name, "")


_MEMBER = "member_access_expression"
RULES: dict[str, Rule] = {
    "comment": "comment",
    # Values
    "string_literal": "string",
    "verbatim_string_literal": "string verbatim-string",
    "raw_string_literal": "string multiline-string",
    "interpolated_string_expression": "string string-interpolation",
    "interpolation_format_clause": "string-formatting",
    "character_literal": "char",
    "integer_literal": INTEGERS,
    "real_literal": REALS,
    "boolean_literal": "boolean",
    "null_literal": "null",
    "array_creation_expression": "array",
    "implicit_array_creation_expression": "array",
    "collection_expression": "collection-initializer",
    "tuple_expression": "tuple",
    "tuple_type": "tuple",
    "range_expression": "range",
    # Types
    "predefined_type": PREDEFINED,
    "nullable_type": "nullability",
    "array_type > rank:*": {
        r"\[\s*\]": "array",
        r"\[[\s,]*,[\s,]*\]": "array multi-dimensional-array",
    },
    "array_type > type:array_type": "jagged-array",
    "implicit_type": "type-inference",
    # In other places it is an ambiguous multiplication.
    "pointer_type": has_ancestor({"unsafe_statement"}, "pointer"),
    # Definitions
    "using_directive": "using-directive import",
    "namespace_declaration": "namespace",
    "file_scoped_namespace_declaration": "namespace",
    "class_declaration": _tag_class,
    "base_list > identifier": _tag_base_types,
    "base_list > generic_name": _tag_base_types,
    "struct_declaration": "struct",
    "record_declaration": "record technique:immutability",
    "interface_declaration": "interface",
    "enum_declaration": "enum",
    "attribute": "attribute",
    "attribute > name:identifier": {"Flags": "flags-enum"},
    "method_declaration": _tag_method,
    "method_declaration > body:arrow_expression_clause": "expression-bodied-member",
    "local_function_statement": "function",
    "constructor_declaration": "constructor",
    "indexer_declaration": "indexer",
    "operator_declaration": "operator-overloading",
    "conversion_operator_declaration": "conversion-operator",
    "event_field_declaration": "event",
    "field_declaration": _tag_field,
    "property_declaration": _tag_property,
    "modifier": MODIFIERS,
    "parameter": has_child({"="}, "parameter optional-parameter", "parameter"),
    "parameter_list > params": "parameter varargs",
    "implicit_parameter": "parameter",
    "lambda_expression": "lambda",
    "lambda_expression > async": "async-await",
    "anonymous_method_expression": "lambda",
    # Statements
    "local_declaration_statement": "variable",
    "local_declaration_statement > modifier": {"const": "constant"},
    "variable_declarator > tuple_pattern": "destructuring",
    "assignment_expression > left:tuple_expression": "multiple-assignment destructuring",
    "declaration_expression > parenthesized_variable_designation": "destructuring",
    "assignment_expression > =": "assignment",
    "assignment_expression > left:identifier": {"_": "discard"},
    "discard": "discard",
    "if_statement": "if",
    "if_statement > 'else'": "else",
    "conditional_expression": "conditional-operator ternary",
    "switch_statement": "switch",
    "switch_section > default": "default",
    "switch_expression": "switch switch-expression pattern-matching",
    "foreach_statement": "foreach variable",
    "for_statement": "for-loop",
    "while_statement": "while-loop",
    "do_statement": "do-while-loop",
    "break_statement": "break",
    "continue_statement": "continue",
    "return_statement": "return",
    "yield_statement": "yield technique:generator",
    "await_expression": "async-await",
    "throw_statement": "throw",
    "throw_expression": "throw",
    "try_statement": "try",
    "catch_clause": "catch",
    "finally_clause": "finally",
    "lock_statement": "lock",
    "using_statement": "using-statement",
    "local_declaration_statement > using": "using-statement",
    "checked_expression": "checked-arithmetic",
    "checked_statement": "checked-arithmetic",
    "unsafe_statement": "technique:unsafe",
    "query_expression": "linq query-expression technique:laziness",
    # Operators
    "binary_expression > +": tag_concatenation(
        {"string_literal", "interpolated_string_expression", "verbatim_string_literal"}
    ),
    **map_binary_operators(
        "binary_expression", "-, *, /, %, &&, ||, ??, &, |, ^, <<, >>, >>>, ==, !=, <, >, <=, >="
    ),
    **map_assignment_operators(
        "assignment_expression", "+=, -=, *=, /=, %=, &=, |=, ^=, <<=, >>=, >>>=, ??="
    ),
    "prefix_unary_expression": _tag_prefix,
    "postfix_unary_expression": _tag_postfix,
    "is_expression": "type-test",
    "is_pattern_expression": "pattern-matching",
    "declaration_pattern": "type-test",
    "as_expression": "explicit-conversion",
    "cast_expression": "explicit-conversion",
    # Expressions
    "invocation_expression": "invocation",
    f"invocation_expression > {_MEMBER} > expression:invocation_expression": "method-chaining",
    "argument > name:*": "named-argument",
    "object_creation_expression": "instantiation",
    "implicit_object_creation_expression": "instantiation",
    "object_creation_expression > initializer:initializer_expression": has_child(
        {"assignment_expression"}, "object-initializer", "collection-initializer"
    ),
    "element_access_expression": field_matches("subscript", r"\[.*\.\..*\]", "slice", "indexing"),
    "conditional_access_expression": "conditional-access",
    # Functions passed as arguments
    "argument > lambda_expression": HIGHER_ORDER,
    "return_statement > lambda_expression": HIGHER_ORDER,
    "arrow_expression_clause > lambda_expression": HIGHER_ORDER,
}

MEANINGS = {
    r"List<T>": "list",
    r"(?:Concurrent|Sorted|Immutable)?Dictionary[<.].*": "dictionary",
    r"(?:Hash|Sorted|ImmutableHash)Set[<.].*": "set",
    r"Sorted(?:Dictionary|Set|List)<.*": "technique:sorted-collection",
    r"LinkedList<T>": "linked-list",
    r"Stack<T>": "stack",
    r"(?:Priority)?Queue<.*": "queue",
    r"BitArray": "bit-array",
    r"Immutable\w+(?:[<.].*)?": "technique:immutable-collection",
    r"BigInteger(?:\..*)?": "big-integer",
    r"Complex(?:\..*)?": "complex-number",
    r"DateTime(?:Offset)?(?:\..*)?": "date-time",
    r"DateOnly(?:\..*)?": "date",
    r"Console\.Write\w*": "print",
    r"String\.Format": "string-formatting",
    r"String\.(?:Concat|Join)": "concatenation",
    r"Regex(?:\..*)?": "regular-expression",
    r"Enumerable\..*": "linq",
    r"Enumerable\.(?:OrderBy\w*|ThenBy\w*)|Array\.Sort": "technique:sorting",
    r"Math\..*": "technique:math",
    r"Random(?:\..*)?": "technique:randomness",
    r"(?:Int|Long|Double|Decimal|Bool|Byte|Char|Int32|Int64|UInt)\.(?:Try)?Parse": (
        "technique:type-conversion"
    ),
    r"Convert\..*|Char\.GetNumericValue": "technique:type-conversion",
    r"Lazy<T>": "technique:laziness",
    r"Parallel\..*|Enumerable\.AsParallel": "technique:parallelism",
    r"(?:Thread|Task)(?:[<.].*)?|ConcurrentDictionary<.*|Interlocked\..*": "technique:concurrency",
    r"(?:Monitor|Mutex)(?:\..*)?": "technique:locks technique:concurrency",
    r"Type\..*": "paradigm:reflective",
}

TABLE = Table(
    name="c_sharp",
    rules=RULES,
    functions={
        "method_declaration": Function(),
        "constructor_declaration": Function(),
        "local_function_statement": Function(),
        "lambda_expression": Function(name=()),
    },
    classes={
        "class_declaration": ("name",),
        "struct_declaration": ("name",),
        "record_declaration": ("name",),
        "interface_declaration": ("name",),
    },
    calls={"invocation_expression": Call()},
    receivers=frozenset({"this"}),
    overloading="method-overloading",
    nested="nested-function local-function",
    uses={
        "object_creation_expression > type:identifier": LIBRARY,
        "generic_name > identifier": _recognise_generic,
        "parameter > type:identifier": LIBRARY,
        "variable_declaration > type:identifier": LIBRARY,
        "method_declaration > returns:identifier": LIBRARY,
        "property_declaration > type:identifier": LIBRARY,
        _MEMBER: _recognise_call,
        f"invocation_expression > function:{_MEMBER}": _recognise_query,
    },
    defines=(
        "class_declaration > name:identifier",
        "struct_declaration > name:identifier",
        "record_declaration > name:identifier",
        "enum_declaration > name:identifier",
        "interface_declaration > name:identifier",
    ),
    methods=(
        "method_declaration > name:identifier",
        "property_declaration > name:identifier",
    ),
    meanings=MEANINGS,
)
