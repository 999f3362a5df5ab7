"""Bash."""

from kriterion_tools.analyzer.tagger.conditions import has_ancestor, tag_increment
from kriterion_tools.analyzer.tagger.libraries import map_full_names
from kriterion_tools.analyzer.tagger.node_context import NodeContext, get_text
from kriterion_tools.analyzer.tagger.operators import ASSIGNING, map_binary_operators
from kriterion_tools.analyzer.tagger.table import Call, Function, Rule, Table

TESTS = {
    "-eq": "equality",
    "-ne": "inequality",
    "-lt|-gt|-le|-ge|-nt|-ot": "comparison",
}
COMMANDS = {
    "return": "return",
    "break": "break",
    "continue": "continue",
    "echo|printf": "print",
    r"source|\.": "import",
    "trap": "technique:error-handling",
    "eval": "paradigm:meta",
}
# Programs reported as `uses`. Control flow and programs with tags of their own are left out.
PROGRAMS = map_full_names(
    "alias awk basename bc cat comm cp cut date declare diff dirname echo egrep env eval exec expr"
    " factor fgrep find fold getopts grep head join let ls mapfile mkdir mktemp mv nl od paste"
    " printf pwd read readarray rev rm sed seq set shopt shuf sleep sort tac tail tee touch tr trap"
    " tsort uniq wait wc xargs yes"
)


def _tag_declaration(context: NodeContext) -> str:
    """Return the tags of a variable by the options of `declare` and similar commands."""
    words = [get_text(child) for child in context.node.children[:5]]
    options = "".join(word for word in words if word.startswith("-"))
    tags = []
    if "A" in options:
        tags.append("dictionary")
    if "a" in options:
        tags.append("array")
    if words[:1] == ["readonly"] or "r" in options:
        tags.append("constant read-only")
    if words[:1] == ["local"]:
        tags.append("local-variable")
    return " ".join(["variable", *tags])


def _tag_unary(context: NodeContext) -> str:
    sign = get_text(context.node.child_by_field_name("operator"))
    signs = {"!": "logical-not", "-": "unary-minus", "+": "unary-plus", "~": "bitwise-not"}
    return tag_increment(context) or signs.get(sign, "")


RULES: dict[str, Rule] = {
    "comment": {"(?!#!).*": "comment"},
    # Values
    "string": "string",
    "raw_string": "string verbatim-string",
    "ansi_c_string": "string",
    "string > simple_expansion": "string-interpolation",
    "string > expansion": "string-interpolation",
    "string > command_substitution": "string-interpolation",
    "heredoc_redirect": "string multiline-string",
    "number": {
        r"(?:\d+#)?-?\w+": "integral-number",
        "0[xX].*": "hexadecimal-number",
        "0[0-7]+": "octal-number",
    },
    "array": "array",
    "brace_expression": "range",
    "regex": "regular-expression",
    "expansion > subscript": "indexing",
    "variable_assignment > name:subscript": "indexing",
    "expansion > :": "slice",
    "simple_expansion > variable_name": {r"\d": "parameter"},
    "expansion > variable_name": {r"\d": "parameter"},
    "simple_expansion > special_variable_name": {"[@*]": "varargs"},
    # Definitions
    "function_definition": "function",
    "declaration_command": _tag_declaration,
    "variable_assignment": "variable assignment",
    "variable_assignment > +=": "add-assignment",
    # Statements
    "if_statement": "if",
    "elif_clause": "if",
    "if_statement > else_clause": "else",
    "ternary_expression": "conditional-operator",
    "case_statement": "switch",
    "for_statement": "for-loop foreach variable",
    "c_style_for_statement": "for-loop",
    "while_statement": "while-loop",
    "pipeline": "pipeline",
    "command_name": COMMANDS,
    # Operators
    **map_binary_operators(
        "binary_expression", "+, -, *, /, %, **, &&, ||, &, |, ^, <<, >>, ==, !=, <, >, <=, >="
    ),
    "binary_expression > =": has_ancestor({"test_command"}, "equality", "assignment"),
    "binary_expression > =~": "regular-expression",
    **{
        f"binary_expression > '{command}'": tags
        for command, tags in ASSIGNING.items()
        if command not in ("//=", ">>>=", "??=", "||=", "&&=")
    },
    "test_operator": TESTS,
    "unary_expression": _tag_unary,
    "postfix_expression": tag_increment,
    "list > &&": "logical-and",
    "list > ||": "logical-or",
    "negated_command": "logical-not",
    # Expressions
    "command": "invocation",
}

MEANINGS = {
    "printf": "string-formatting",
    "sed|grep|egrep|awk": "technique:regular-expression",
    "sort": "technique:sorting",
    "shuf": "technique:randomness",
    "bc": "technique:math",
}

TABLE = Table(
    name="bash",
    rules=RULES,
    functions={"function_definition": Function()},
    calls={"command": Call(function="name", arguments="")},
    uses={"command_name": PROGRAMS},
    defines=("function_definition > name:word",),
    meanings=MEANINGS,
)
