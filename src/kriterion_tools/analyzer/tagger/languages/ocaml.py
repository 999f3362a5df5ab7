"""OCaml."""

import tree_sitter

from kriterion_tools.analyzer.tagger.conditions import has_parent
from kriterion_tools.analyzer.tagger.libraries import map_full_names
from kriterion_tools.analyzer.tagger.node_context import NodeContext, find_child, get_text
from kriterion_tools.analyzer.tagger.table import Call, Function, Names, Rule, Table

HIGHER_ORDER = "technique:higher-order-functions"
NUMBERS = {
    r"(?:0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|\d[\d_]*)[lLn]?": "integral-number",
    r"\d[\d_]*\.[\d_]*(?:[eE][+-]?\d+)?|\d[\d_]*[eE][+-]?\d+": "floating-point-number",
    "0[xX].*": "hexadecimal-number",
    "0[bB].*": "binary-number",
    "0[oO].*": "octal-number",
    ".*_.*": "underscored-number",
    r"\d[\d_.]*[eE].*": "scientific-notation-number",
}
OPERATORS = {
    r"\+\.?": "add",
    r"-\.?": "subtract",
    r"\*\.?": "multiply",
    r"/\.?": "divide",
    "mod": "modulo",
    r"\*\*": "exponentiation",
    "land": "bitwise-and",
    "lor": "bitwise-or",
    "lxor": "bitwise-xor",
    "lsl": "bitwise-left-shift",
    "lsr|asr": "bitwise-right-shift",
    "==?": "equality",
    "<>|!=": "inequality",
    "[<>]=?": "comparison",
    r"\|>": "pipe-forward",
    "@@": "pipe-backward",
    r"\^|@": "concatenation",
    "&&": "logical-and",
    r"\|\|": "logical-or",
    ":=": "assignment",
}
SPELLED = {
    "not": "logical-not",
    "lnot": "bitwise-not",
    "raise|raise_notrace|failwith|invalid_arg": "throw",
}
TYPES = {
    "int": "int",
    "float": "double",
    "bool": "boolean",
    "char": "char",
    "option": "option",
    "result": "result",
    "array": "array",
    "list": "list",
}
CONSTRUCTORS = {
    "Some|None": "option",
    "Ok|Error": "result technique:error-handling",
}
MODULES = frozenset(
    map_full_names(
        "Array Atomic Bool Buffer Bytes Char Complex Condition Domain Either Filename Float Format"
        " Fun Hashtbl Int Int32 Int64 Lazy List ListLabels Map Mutex Option Out_channel Printexc"
        " Printf Queue Random Result Scanf Seq Set Stack Stdlib Str Stream String Sys Thread Uchar"
        " Unix Z Zarith Big_int"
    )
)
STDLIB = map_full_names(
    "abs abs_float ceil char_of_int compare decr exp failwith float float_of_int float_of_string"
    " floor fst ignore incr int_of_char int_of_float int_of_string int_of_string_opt invalid_arg"
    " log lnot max min mod_float pred print_char print_endline print_float print_int"
    " print_newline print_string raise read_int read_line ref snd sqrt string_of_bool"
    " string_of_float string_of_int succ truncate"
)


def _find_function_name(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """Return the name of a binding that has parameters or a function as its value."""
    body = node.child_by_field_name("body")
    is_function = body is not None and body.type in ("fun_expression", "function_expression")
    if is_function or any(child.type == "parameter" for child in node.children[:9]):
        return node.child_by_field_name("pattern")
    return None


def _tag_binding(context: NodeContext) -> str:
    pattern = context.node.child_by_field_name("pattern")
    if _find_function_name(context.node) is not None:
        recognise_names = pattern is not None and pattern.type == "parenthesized_operator"
        return "function operator-overloading" if recognise_names else "function"
    if pattern is None or pattern.type == "unit":
        return ""
    inner = (
        pattern
        if pattern.type != "parenthesized_pattern"
        else find_child(pattern, "> tuple_pattern")
    )
    if pattern.type == "any_pattern" or get_text(pattern) == "_":
        return "discard"
    kinds = {pattern.type, inner.type if inner else ""}
    destructures = kinds & {"tuple_pattern", "record_pattern", "cons_pattern", "list_pattern"}
    return "variable destructuring" if destructures else "variable"


def _tag_parameter(context: NodeContext) -> str:
    pattern = context.node.child_by_field_name("pattern")
    kind = pattern.type if pattern else ""
    if kind == "unit":
        return ""
    if kind == "any_pattern" or get_text(pattern) == "_":
        return "discard"
    has_ancestor = {child.type for child in pattern.named_children} if pattern else set()
    tags = ["parameter"]
    if context.node.child_by_field_name("default") or "?" in {
        child.type for child in context.node.children[:2]
    }:
        tags.append("optional-parameter")
    if ({kind} | has_ancestor) & {"tuple_pattern", "record_pattern"}:
        tags.append("destructuring")
    return " ".join(tags)


def _tag_variants(context: NodeContext) -> str:
    plain = all(child.named_child_count == 1 for child in context.node.named_children[:50])
    return "enum" if plain else "sum-type"


def _recognise_mention(node: tree_sitter.Node, known: Names) -> str:
    text = get_text(node)
    module, dot, _ = text.partition(".")
    if dot:
        is_library = module in MODULES and module not in known.defined
        return text if is_library and text.replace(".", "").isidentifier() else ""
    return "" if text in known.defined else STDLIB.get(text, "")


def _recognise_functor(node: tree_sitter.Node, known: Names) -> str:
    """Recognise `Map.Make (String)`."""
    text = get_text(node.child_by_field_name("functor"))
    module = text.partition(".")[0]
    return text if module in MODULES and module not in known.defined else ""


RULES: dict[str, Rule] = {
    "comment": "comment",
    # Values
    "string": "string",
    "quoted_string": "string verbatim-string",
    "conversion_specification": "string-formatting",
    "character": "char",
    "number": NUMBERS,
    "boolean": "boolean",
    "list_expression": "list",
    "list_pattern": "list",
    "empty_list": "list",
    "cons_expression": "list",
    "cons_pattern": "list",
    "array_expression": "array",
    "tuple_expression": "tuple",
    "record_expression": "record",
    "constructor_name": CONSTRUCTORS,
    "lazy_expression": "technique:laziness",
    # Types
    "type_constructor": TYPES,
    # Definitions
    "open_module": "import",
    "module_definition": "module",
    "module_type_definition": "interface",
    "let_binding": _tag_binding,
    "let_binding > type:*": "return-type",
    "parameter": _tag_parameter,
    "fun_expression": has_parent({"let_binding"}, "", "lambda"),
    "function_expression": has_parent(
        {"let_binding"}, "pattern-matching", "lambda pattern-matching"
    ),
    "labeled_argument": "named-argument",
    "type_binding > type_variable": "generic-type",
    "type_binding > body:type_constructor_path": "type-alias",
    "type_binding > body:constructed_type": "type-alias",
    "type_binding > body:tuple_type": "type-alias",
    "type_binding > body:function_type": "type-alias",
    "variant_declaration": _tag_variants,
    "record_declaration": "record",
    "field_declaration": "field",
    "exception_definition": "user-defined-exception",
    "class_definition": "class",
    "method_definition": "method paradigm:object-oriented",
    "inheritance_definition": "technique:inheritance",
    "instance_variable_definition": "field",
    "new_expression": "instantiation",
    # Expressions
    "if_expression": "if",
    "else_clause": "else",
    "match_expression": "pattern-matching",
    "guard": "conditional",
    "any_pattern": "discard",
    "try_expression": "try catch",
    "for_expression": "for-loop",
    "while_expression": "while-loop",
    "set_expression": "assignment",
    "assign_operator": OPERATORS,
    "add_operator": OPERATORS,
    "mult_operator": OPERATORS,
    "pow_operator": OPERATORS,
    "rel_operator": OPERATORS,
    "concat_operator": OPERATORS,
    "and_operator": OPERATORS,
    "or_operator": OPERATORS,
    "sign_expression": "unary-minus",
    "application_expression > function:value_path": SPELLED,
    "application_expression > function:*": lambda context: (
        "" if context.node.type == "constructor_path" else "invocation"
    ),
    "method_invocation": "invocation",
    "array_get_expression": "indexing",
    "string_get_expression": "indexing",
    # Functions passed as arguments
    "application_expression > argument:parenthesized_expression > fun_expression": HIGHER_ORDER,
    "application_expression > argument:parenthesized_expression > function_expression": (
        HIGHER_ORDER
    ),
    "labeled_argument > parenthesized_expression > fun_expression": HIGHER_ORDER,
    "labeled_argument > parenthesized_expression > function_expression": HIGHER_ORDER,
    "application_expression > argument:value_path > parenthesized_operator": HIGHER_ORDER,
}

MEANINGS = {
    r"(?:Stdlib\.)?print_\w+|Printf\.e?printf|Format\.printf": "print",
    r"(?:Printf|Format)\.\w*printf": "string-formatting",
    r"String\.(?:concat|cat)|List\.(?:append|concat|flatten)": "concatenation",
    r"(?:\w+\.)*(?:map\w*|filter\w*|fold\w*|iter\w*|exists\w*|for_all\w*|find_\w+|init|partition"
    r"|sort\w*|concat_map|bind|reduce)": HIGHER_ORDER,
    r"(?:List|Array|ListLabels)\.(?:sort|stable_sort|fast_sort|sort_uniq)": "technique:sorting",
    r"Hashtbl\.\w+|Map\.\w+": "dictionary",
    r"Set\.\w+": "set",
    r"(?:Map|Set)\.Make": "technique:sorted-collection",
    r"Stack\.\w+": "stack",
    r"Queue\.\w+": "queue",
    r"Array\.\w+": "array",
    r"List\.\w+": "list",
    r"Option\.\w+": "option",
    r"Result\.\w+": "result technique:error-handling",
    r"(?:Seq|Lazy)\.\w+": "technique:laziness",
    r"Random\.\w+": "technique:randomness",
    r"Str\.\w+": "regular-expression",
    r"sqrt|exp|log|floor|ceil|Float\.(?:pow|sqrt|round|floor|ceil)": "technique:math",
    r"\w+_of_\w+|Char\.(?:code|chr)|(?:Int|Float)\.(?:of|to)_\w+|String\.of_\w+": (
        "technique:type-conversion"
    ),
    r"Mutex\.\w+": "lock",
    r"(?:Thread|Atomic|Condition)\.\w+": "technique:concurrency",
    r"Domain\.\w+": "technique:parallelism",
    r"(?:Z|Big_int)\.\w+": "big-integer",
    r"Fun\.compose": "technique:function-composition",
}

TABLE = Table(
    name="ocaml",
    always="paradigm:functional",
    rules=RULES,
    functions={
        "let_binding": Function(name=_find_function_name, parameters=("> parameter",)),
        "fun_expression": Function(name=(), parameters=("> parameter",)),
        "function_expression": Function(name=(), parameters=("> parameter",)),
    },
    calls={"application_expression": Call(arguments="argument")},
    receivers=frozenset(),
    recursive="rec",
    mentions=frozenset({"value_path"}),
    nested="nested-function local-function",
    uses={
        "value_path": _recognise_mention,
        "module_application": _recognise_functor,
    },
    defines=(
        "let_binding > pattern:value_name",
        "parameter > pattern:value_pattern",
        "module_binding > module_name",
    ),
    meanings=MEANINGS,
)
