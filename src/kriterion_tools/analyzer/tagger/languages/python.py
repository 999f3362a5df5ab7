"""Python."""

import sys
from collections.abc import Iterator

import tree_sitter

from kriterion_tools.analyzer.tagger.conditions import (
    has_ancestor,
    has_child,
    has_sibling,
    tag_concatenation,
)
from kriterion_tools.analyzer.tagger.libraries import get_first_name, map_full_names
from kriterion_tools.analyzer.tagger.node_context import NodeContext, find_child, get_text
from kriterion_tools.analyzer.tagger.operators import (
    map_assignment_operators,
    map_binary_operators,
    map_unary_operators,
)
from kriterion_tools.analyzer.tagger.table import Call, Function, Names, Rule, Table

NUMBERS = {
    "[^jJ]*": "integral-number",
    "0[xX].*": "hexadecimal-number",
    "0[oO].*": "octal-number",
    "0[bB].*": "binary-number",
    ".*_.*": "underscored-number",
    ".*[jJ]": "complex-number",
}
FLOATS = {
    "[^jJ]*": "floating-point-number",
    ".*[eE].*": "scientific-notation-number",
    ".*_.*": "underscored-number",
    ".*[jJ]": "complex-number",
}
SUPERCLASSES = {
    r"(?!(?:object|ABC|Enum|IntEnum|StrEnum|Flag|IntFlag|NamedTuple|Protocol|TypedDict)$)\w+": (
        "technique:inheritance"
    ),
    r"\w*(?:Exception|Error)": "user-defined-exception",
    "Enum|IntEnum|StrEnum": "enum",
    "Flag|IntFlag": "enum flags-enum",
    "NamedTuple": "record tuple technique:immutability",
    "ABC": "abstract-class",
    "Protocol": "interface",
}
DECORATORS = {
    "property|cached_property|functools.cached_property": "property getter",
    r"\w+\.setter": "property setter",
    "staticmethod|classmethod": "static-method",
    r"(?:abc\.)?abstractmethod": "abstract-method",
    "dataclass|dataclasses.dataclass": "record",
}
OPERATORS = (
    "__add__ __radd__ __sub__ __mul__ __truediv__ __floordiv__ __mod__ __pow__ __neg__ __eq__"
    " __ne__ __lt__ __le__ __gt__ __ge__ __and__ __or__ __xor__ __invert__ __iadd__ __matmul__"
)
METHODS = {
    "(?!__init__$).*": "method",
    "__init__": "constructor",
    "__(?:iter|next)__": "iterator",
    "__getitem__|__setitem__": "indexer",
    "|".join(OPERATORS.split()): "operator-overloading",
}
_IN_CLASS = "class_definition > body:block > "

# Imported names whose members belong to the library, too: `from datetime import date`;
# date.today().
_LOWER_CASE_CLASSES = frozenset({"chain", "date", "datetime", "time", "timedelta", "path"})
BUILT_IN = map_full_names(
    "abs all any ascii bin bool bytearray bytes chr complex dict divmod enumerate eval exec filter"
    " float format frozenset getattr hash hasattr hex id input int isinstance issubclass iter len"
    " list map max min next oct open ord pow print range repr reversed round set setattr slice"
    " sorted str sum super tuple type vars zip"
)
OF_TYPES = (
    map_full_names("append extend sort", "list.")
    | map_full_names(
        "capitalize casefold center encode endswith expandtabs format format_map isalnum isalpha"
        " isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace istitle"
        " isupper join ljust lower lstrip maketrans partition removeprefix removesuffix rfind"
        " rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase title"
        " translate upper zfill",
        "str.",
    )
    | map_full_names("fromkeys items popitem setdefault", "dict.")
    | map_full_names(
        "difference intersection isdisjoint issubset issuperset symmetric_difference union", "set."
    )
    | map_full_names("appendleft popleft extendleft", "collections.deque.")
    | {"most_common": "collections.Counter.most_common"}
)


def _tag_function(context: NodeContext) -> str:
    """Tag a function, or a method if it is in the body of a class."""
    ancestors = list(context.ancestors[-3:])
    if ancestors and ancestors[-1].type == "decorated_definition":
        ancestors.pop()
    in_class = len(ancestors) > 1 and [ancestor.type for ancestor in ancestors[-2:]] == [
        "class_definition",
        "block",
    ]
    if not in_class:
        return "function"
    decorators = context.parent.children if context.parent else ()
    if any(get_text(decorator) == "@staticmethod" for decorator in decorators):
        return ""
    return "paradigm:object-oriented"


def _tag_string(context: NodeContext) -> str:
    """Tag a string, unless it is a statement of its own: that is documentation."""
    if context.parent is None or context.parent.type == "expression_statement":
        return ""
    start = get_text(find_child(context.node, ""))
    return "string multiline-string" if start.endswith(('"""', "'''")) else "string"


def _tag_for(context: NodeContext) -> str:
    over = find_child(context.node, "right", "function")
    return "for-loop" if get_text(over) == "range" else "for-loop foreach"


def _tag_comparison(context: NodeContext) -> str:
    operators = context.node.children_by_field_name("operators")
    return "comparison-chaining" if len(operators) > 1 else ""


def _recognise_library_name(node: tree_sitter.Node, known: Names) -> str:
    """Recognise `math.sqrt` if math is imported, and `words.split()` on any receiver."""
    text = get_text(node)
    name, _, member = text.partition(".")
    if name in known.imported and name not in known.defined:
        owner = known.imported[name]
        is_constant = "." in owner and owner.rpartition(".")[2] not in _LOWER_CASE_CLASSES
        if not member.isidentifier() or (is_constant and name.islower()):
            return ""
        return f"{owner}.{member}"
    member = text.rpartition(".")[2]
    return "" if member in known.methods else OF_TYPES.get(member, "")


def _recognise_call(node: tree_sitter.Node, known: Names) -> str:
    name = get_text(node)
    if name in known.defined:
        return ""
    return known.imported.get(name) or BUILT_IN.get(name, "")


def _read_imports(node: tree_sitter.Node) -> Iterator[tuple[str, str]]:
    """Yield imports from the standard library."""
    source = get_text(node.child_by_field_name("module_name"))
    for item in node.children_by_field_name("name"):
        path = get_text(item.child_by_field_name("name") or item)
        full = f"{source}.{path}" if source else path
        if get_first_name(full) in sys.stdlib_module_names and get_first_name(full) != "typing":
            name = get_text(item.child_by_field_name("alias")) or path
            yield (name if source or name != path else get_first_name(path)), full


RULES: dict[str, Rule] = {
    "comment": "comment",
    # Values
    "string": _tag_string,
    "interpolation": "string-interpolation",
    "format_specifier": "string-formatting",
    "concatenated_string": "concatenation",
    "integer": NUMBERS,
    "float": FLOATS,
    "true": "boolean",
    "false": "boolean",
    "none": "null",
    "list": "list",
    "tuple": "tuple",
    "expression_list": "tuple",
    "dictionary": "dictionary",
    "set": "set",
    "list_comprehension": "list-comprehension",
    "dictionary_comprehension": "dictionary-comprehension",
    "set_comprehension": "set-comprehension",
    "generator_expression": "generator technique:generator",
    # Definitions
    "function_definition": _tag_function,
    f"{_IN_CLASS}function_definition > name:identifier": METHODS,
    f"{_IN_CLASS}decorated_definition > function_definition > name:identifier": METHODS,
    "function_definition > async": "async-await",
    "function_definition > return_type:*": "return-type",
    "function_definition > type_parameters:*": "generic-function",
    "lambda": "lambda",
    "parameters > identifier": {"(?!self$|cls$).*": "parameter"},
    "lambda_parameters > identifier": "parameter",
    "typed_parameter": "parameter",
    "default_parameter": "parameter optional-parameter",
    "typed_default_parameter": "parameter optional-parameter",
    "parameters > list_splat_pattern": "parameter varargs",
    "parameters > dictionary_splat_pattern": "parameter varargs",
    "typed_parameter > list_splat_pattern": "varargs",
    "class_definition": "class",
    "class_definition > type_parameters:*": "generic-type",
    "class_definition > superclasses:argument_list > identifier": SUPERCLASSES,
    "class_definition > superclasses:argument_list > attribute": {".*": "technique:inheritance"},
    "class_definition > superclasses:argument_list > keyword_argument > name:identifier": {
        "metaclass": "paradigm:meta"
    },
    "class_definition > body:block > class_definition": "nested-type",
    "decorator > identifier": DECORATORS,
    "decorator > attribute": DECORATORS,
    "decorator > call > function:identifier": DECORATORS,
    "decorator > call > arguments:argument_list > keyword_argument": {
        r"frozen\s*=\s*True": "technique:immutability"
    },
    "import_statement": "import",
    "import_from_statement": "import explicit-import",
    "type_alias_statement": "type-alias",
    "type": {r"Optional\[.*|.*\|\s*None": "nullability"},
    "type > binary_operator > |": "union-type",
    # Statements
    "assignment": "assignment",
    "named_expression": "assignment",
    "assignment > left:identifier": "variable",
    "assignment > left:attribute": {r"self\..*": "field"},
    "assignment > left:pattern_list": "multiple-assignment destructuring variable",
    "assignment > left:tuple_pattern": "multiple-assignment destructuring variable",
    "assignment > left:list_pattern": "multiple-assignment destructuring variable",
    "module > expression_statement > assignment > left:identifier": {
        "[A-Z][A-Z0-9_]*": "constant",
        "(?![A-Z][A-Z0-9_]*$).*": "global-variable",
    },
    f"{_IN_CLASS}expression_statement > assignment > left:identifier": "field",
    "global_statement": "global-variable",
    "if_statement": "if",
    "elif_clause": "if",
    "if_statement > alternative:else_clause": "else",
    "conditional_expression": "conditional-operator",
    "match_statement": "pattern-matching",
    "for_statement": _tag_for,
    "for_statement > left:identifier": {"_": "discard"},
    "for_statement > left:pattern_list": "destructuring",
    "for_in_clause > left:pattern_list": "destructuring",
    "for_statement > async": "async-await",
    "while_statement": "while-loop",
    "break_statement": "break",
    "continue_statement": "continue",
    "return_statement": "return",
    "yield": "yield technique:generator",
    "await": "async-await",
    "raise_statement": "throw",
    "try_statement": "try",
    "except_clause": "catch",
    "finally_clause": "finally",
    # Operators
    **map_assignment_operators(
        "augmented_assignment", "+=, -=, *=, /=, //=, %=, **=, &=, |=, ^=, <<=, >>="
    ),
    "binary_operator > +": tag_concatenation({"string", "list", "list_comprehension", "tuple"}),
    **map_binary_operators("binary_operator", "-, /, //, **, &, ^, <<, >>"),
    "binary_operator > '*'": has_sibling({"string", "list"}, "", "multiply"),
    "binary_operator > %": has_sibling({"string"}, "string-formatting", "modulo"),
    "binary_operator > |": has_ancestor({"type"}, "", "bitwise-or"),
    **map_unary_operators("unary_operator", "-, +, ~"),
    "comparison_operator": _tag_comparison,
    **map_binary_operators("comparison_operator", "<, >, <=, >=, ==, is, !=, is not, in, not in"),
    **map_binary_operators("boolean_operator", "and, or"),
    "not_operator": "logical-not",
    # Expressions
    "call": "invocation",
    "call > function:identifier": {r"[A-Z]\w*[a-z]\w*": "instantiation"},
    "call > function:attribute > object:call": "method-chaining",
    "call > arguments:argument_list > keyword_argument": "named-argument",
    "call > arguments:generator_expression": "generator technique:generator",
    "subscript": has_child({"slice"}, "slice", "indexing"),
    # Functions passed as arguments
    "argument_list > lambda": "technique:higher-order-functions",
    "return_statement > lambda": "technique:higher-order-functions",
    "keyword_argument > value:lambda": "technique:higher-order-functions",
    "call > arguments:argument_list > keyword_argument > name:identifier": {
        "key": "technique:higher-order-functions"
    },
}

MEANINGS = {
    "print": "print",
    "range": "range",
    "set|frozenset": "set",
    "frozenset": "technique:immutable-collection",
    "dict|collections.(?:defaultdict|OrderedDict|Counter)": "dictionary",
    "tuple|collections.namedtuple": "tuple",
    "list": "list",
    "collections.deque": "queue",
    "queue.*": "queue",
    "map|filter|functools.reduce|itertools.(?:groupby|takewhile|dropwhile|accumulate|starmap)": (
        "technique:higher-order-functions"
    ),
    "map|filter|itertools.*": "technique:laziness",
    "int|float|str|bool|complex|chr|ord": "technique:type-conversion",
    "complex": "complex-number",
    "isinstance|issubclass": "type-test",
    "getattr|setattr|hasattr|vars|inspect.*": "paradigm:reflective",
    "eval|exec": "paradigm:meta",
    "sorted|list.sort": "technique:sorting",
    "heapq.*|bisect.*": "technique:sorted-collection",
    "re.*": "regular-expression",
    "math.*|statistics.*": "technique:math",
    "random.*|secrets.*": "technique:randomness",
    "str.format|str.format_map|format": "string-formatting",
    "decimal.Decimal": "decimal",
    "datetime.datetime(?:..*)?": "date-time",
    "datetime.date(?:..*)?": "date",
    "threading.(?:R?Lock|Semaphore)": "lock",
    "threading.*": "technique:concurrency",
    "asyncio.*": "technique:concurrency",
    "multiprocessing.*|concurrent.futures.ProcessPoolExecutor": "technique:parallelism",
    "concurrent.*": "technique:concurrency",
    "functools.partial": "technique:higher-order-functions",
}

TABLE = Table(
    name="python",
    rules=RULES,
    functions={
        "function_definition": Function(),
        "lambda": Function(name=()),
    },
    classes={"class_definition": ("name",)},
    calls={"call": Call()},
    receivers=frozenset({"self", "cls"}),
    methods_need_receiver=True,
    uses={
        "call > function:identifier": _recognise_call,
        "argument_list > identifier": _recognise_call,
        "decorator > identifier": _recognise_call,
        "attribute": _recognise_library_name,
    },
    defines=(
        "function_definition > name:identifier",
        "class_definition > name:identifier",
        "parameters > identifier",
        "typed_parameter > identifier",
        "assignment > left:identifier",
        "for_statement > left:identifier",
        "for_in_clause > left:identifier",
    ),
    methods=(
        f"{_IN_CLASS}function_definition > name:identifier",
        f"{_IN_CLASS}decorated_definition > function_definition > name:identifier",
    ),
    imports={"import_statement": _read_imports, "import_from_statement": _read_imports},
    meanings=MEANINGS,
    # Sets have the same operators as numbers.
    doubtful={"bitwise-and bitwise-or bitwise-xor": "set set-comprehension"},
)
