"""C++."""

import re
from collections.abc import Iterator

import tree_sitter

from kriterion_tools.analyzer.tagger.conditions import tag_concatenation
from kriterion_tools.analyzer.tagger.languages import c
from kriterion_tools.analyzer.tagger.libraries import map_full_names
from kriterion_tools.analyzer.tagger.node_context import NodeContext, get_text
from kriterion_tools.analyzer.tagger.table import Call, Condition, Function, Names, Rule, Table

# Names without `std::`, where they are unambiguous.
PLAIN = map_full_names(
    "accumulate all_of any_of array bitset complex copy_if count count_if cout deque fill"
    " find find_if for_each function generate getline iota list make_pair make_shared"
    " make_tuple make_unique map max max_element min min_element move mutex none_of optional"
    " ostringstream pair partition priority_queue queue random_device regex regex_match"
    " regex_replace remove_if reverse set shared_ptr sort stable_sort stack stod stoi stol"
    " string string_view stringstream swap thread to_string transform tuple unique unique_ptr"
    " unordered_map unordered_set variant vector"
)
HIGHER_ORDER = "technique:higher-order-functions"
_STD = re.compile(r"(std(?:::\w+)+)(?:<.*)?", re.DOTALL)


def _tag_function(context: NodeContext) -> str:
    """Tell functions, methods (in a class or as `int Robot::size()`) and constructors apart."""
    node = context.node
    in_class = context.parent is not None and context.parent.type == "field_declaration_list"
    if (
        len(context.ancestors) > 1
        and context.parent
        and context.parent.type == "template_declaration"
    ):
        in_class = context.ancestors[-2].type == "field_declaration_list"
    declarator = c.find_function_declarator(node)
    name = declarator.child_by_field_name("declarator") if declarator else None
    if name is None:
        return ""
    of_class = name.type == "qualified_identifier" and not _is_in_namespace(name)
    if name.type == "destructor_name" or "~" in get_text(name):
        return "paradigm:object-oriented"
    if not in_class and not of_class:
        return "function"
    if node.child_by_field_name("type") is None and "operator" not in get_text(name):
        return "constructor"
    return "method paradigm:object-oriented"


def _is_in_namespace(name: tree_sitter.Node) -> bool:
    """Whether a name belongs to a namespace, which by convention is in lower case."""
    scope = get_text(name.child_by_field_name("scope"))
    own = name.child_by_field_name("name")
    return scope[:1].islower() and own is not None and own.type != "qualified_identifier"


def _tag_member(context: NodeContext) -> str:
    """Tag a field, or a method that is only declared."""
    if c.find_function_declarator(context.node) is None:
        words = {get_text(child) for child in context.node.children}
        tags = "field static-field" if "static" in words else "field"
        return f"{tags} constant" if words & {"constexpr"} else tags
    value = context.node.child_by_field_name("default_value")
    if get_text(value) == "0":
        return "method abstract-method abstract-class"
    return "method"


def _map_shift_operator(tags: str) -> dict[str, Rule]:
    """Tag a shift inside another expression; a statement of its own writes to a stream."""
    parents = "parenthesized_expression init_declarator assignment_expression argument_list"
    operator = "<<" if "left" in tags else ">>"
    rules: dict[str, Rule] = {
        f"{parent} > binary_expression > {operator}": tags for parent in parents.split()
    }
    rules[f"binary_expression > {operator}"] = _tag_shifted_literal(tags)
    return rules


def _tag_shifted_literal(tags: str) -> Condition:
    """Give the tags if a number literal is shifted."""

    def condition(context: NodeContext) -> str:
        left = context.parent.child_by_field_name("left") if context.parent else None
        return tags if left is not None and left.type == "number_literal" else ""

    return condition


def _tag_template(context: NodeContext) -> str:
    kinds = {child.type for child in context.node.children}
    if kinds & {"class_specifier", "struct_specifier", "alias_declaration"}:
        return "template generic-type"
    return "template generic-function"


def _recognise_qualified_name(node: tree_sitter.Node, known: Names) -> str:
    match = _STD.fullmatch(get_text(node))
    return match[1] if match and not match[1].endswith("_t") else ""


def _read_imports(node: tree_sitter.Node) -> Iterator[tuple[str, str]]:
    """Yield names that need no `std::`: all after `using namespace std;`, one after `using
    std::x;`.
    """
    text = " ".join(get_text(node).rstrip(" ;").split())
    if text == "using namespace std":
        yield "std", "std"
    elif text.startswith("using std::"):
        yield text.rpartition("::")[2], text.removeprefix("using ")


def _recognise_plain_name(node: tree_sitter.Node, known: Names) -> str:
    """Return the library's name of a type or function written without `std::`."""
    name = get_text(node)
    if name in known.defined:
        return ""
    return (
        f"std::{name}"
        if name in PLAIN and "std" in known.imported
        else (known.imported.get(name) or c.FUNCTIONS.get(name, ""))
    )


def _tag_base_types(context: NodeContext) -> str:
    is_exception = bool(re.search(r"exception|_error\b|Error|Exception", get_text(context.node)))
    return "technique:inheritance" + " user-defined-exception" * is_exception


_NOT_IN_CPP = (
    "variadic_parameter",
    "function_definition",
    "binary_expression > '<<'",
    "binary_expression > '>>'",
)
RULES: dict[str, Rule] = {key: rule for key, rule in c.RULES.items() if key not in _NOT_IN_CPP} | {
    "raw_string_literal": "string verbatim-string",
    "compound_literal_expression": "instantiation",
    "placeholder_type_specifier": "type-inference",
    "function_definition": _tag_function,
    "function_definition > type:qualified_identifier": "return-type",
    "function_definition > type:template_type": "return-type",
    "function_definition > type:placeholder_type_specifier": "return-type",
    "field_declaration": _tag_member,
    "class_specifier > body:*": "class",
    "field_declaration_list > field_declaration > type:class_specifier": "nested-type",
    "base_class_clause": _tag_base_types,
    "access_specifier": "visibility-modifiers",
    "virtual": "virtual-method",
    "virtual_specifier": {"override": "method-override"},
    "operator_name": "operator-overloading",
    "operator_cast": "conversion-operator",
    "template_declaration": _tag_template,
    "template_parameter_list > type_parameter_declaration": "template-parameter",
    "template_parameter_list > parameter_declaration": "template-parameter",
    "optional_parameter_declaration": "parameter optional-parameter",
    "variadic_parameter_declaration": "parameter varargs",
    "namespace_definition": "namespace",
    "using_declaration": "using-directive",
    "alias_declaration": "type-alias",
    "lambda_expression": "lambda",
    "structured_binding_declarator": "destructuring",
    "for_range_loop": "for-loop foreach variable",
    "new_expression": "instantiation technique:memory-management",
    "delete_expression": "technique:memory-management",
    "throw_statement": "throw",
    "try_statement": "try",
    "catch_clause": "catch",
    "co_yield_statement": "yield technique:generator",
    "co_await_expression": "async-await",
    "co_return_statement": "coroutine",
    "binary_expression > '+'": tag_concatenation({"string_literal"}),
    **_map_shift_operator("bitwise-left-shift"),
    **_map_shift_operator("bitwise-right-shift"),
    "template_function > name:identifier": {
        "(?:static|dynamic|const|reinterpret)_cast": "explicit-conversion"
    },
    "call_expression > function:primitive_type": "explicit-conversion",
    "call_expression > function:field_expression > argument:call_expression": "method-chaining",
    "argument_list > lambda_expression": HIGHER_ORDER,
    "return_statement > lambda_expression": HIGHER_ORDER,
}

MEANINGS = c.MEANINGS | {
    "std::(?:cout|cerr|print|println)": "print",
    "std::(?:s?n?printf)": "string-formatting",
    "std::format|std::o?stringstream|std::setw|std::setprecision": "string-formatting",
    "std::vector": "vector",
    "std::(?:unordered_)?(?:multi)?map": "dictionary",
    "std::(?:unordered_)?(?:multi)?set": "set",
    "std::(?:multi)?(?:map|set)": "technique:sorted-collection",
    "std::list|std::forward_list": "linked-list",
    "std::deque|std::queue|std::priority_queue": "queue",
    "std::stack": "stack",
    "std::array": "array",
    "std::bitset": "bit-array",
    "std::pair|std::tuple|std::make_(?:pair|tuple)|std::tie": "tuple",
    "std::optional|std::nullopt": "option",
    "std::variant": "sum-type",
    "std::complex": "complex-number",
    r"std::(?:regex\w*|smatch)": "regular-expression",
    "std::(?:stable_)?sort": "technique:sorting",
    r"std::(?:transform|accumulate|reduce|for_each|copy_if|count_if|find_if\w*|any_of|all_of"
    r"|none_of|remove_if|generate\w*|function|invoke)": HIGHER_ORDER,
    "std::(?:to_string|stoi|stol|stod|stoul|stoull|from_chars)": "technique:type-conversion",
    r"std::(?:pow|sqrt|floor|ceil|round|abs|log\w*|exp|sin|cos|gcd|lcm|hypot)": "technique:math",
    r"std::(?:mt19937\w*|random_device|uniform_\w+|shuffle|rand|default_random_engine)": (
        "technique:randomness"
    ),
    r"std::(?:unique_ptr|shared_ptr|weak_ptr|make_unique|make_shared)": (
        "technique:memory-management pointer"
    ),
    r"std::(?:mutex|lock_guard|unique_lock|scoped_lock|shared_mutex)": "lock",
    r"std::(?:j?thread|async|future|promise|atomic\w*)": "technique:concurrency",
    r"std::views(?:::\w+)*|std::ranges::views(?:::\w+)*": "technique:laziness",
    r"std::chrono(?:::\w+)*": "time",
}

TABLE = Table(
    name="cpp",
    rules=RULES,
    functions={
        "function_definition": Function(
            name=c.find_function_name, parameters=c.find_function_parameters
        ),
        "lambda_expression": Function(name=(), parameters=c.find_function_parameters),
    },
    classes={"class_specifier": ("name",), "struct_specifier": ("name",)},
    calls={"call_expression": Call()},
    receivers=frozenset({"this"}),
    overloading="function-overloading",
    uses={
        "call_expression > function:identifier": _recognise_plain_name,
        "type_identifier": _recognise_plain_name,
        "binary_expression > identifier": _recognise_plain_name,
        "qualified_identifier": _recognise_qualified_name,
    },
    defines=c.TABLE.defines,
    imports={"using_declaration": _read_imports},
    meanings=MEANINGS,
)
