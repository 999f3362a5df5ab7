"""Tags of operators that most languages share."""

from collections.abc import Mapping

BINARY: Mapping[str, str] = {
    "+": "add",
    "-": "subtract",
    "*": "multiply",
    "/": "divide",
    "//": "divide",
    "%": "modulo",
    "**": "exponentiation",
    "&&": "logical-and",
    "and": "logical-and",
    "||": "logical-or",
    "or": "logical-or",
    "??": "technique:short-circuiting",
    "?:": "technique:short-circuiting",
    "&": "bitwise-and",
    "|": "bitwise-or",
    "^": "bitwise-xor",
    "<<": "bitwise-left-shift",
    ">>": "bitwise-right-shift",
    ">>>": "bitwise-right-shift",
    "==": "equality",
    "===": "equality",
    "is": "equality",
    "!=": "inequality",
    "!==": "inequality",
    "<>": "inequality",
    "is not": "inequality",
    "<": "comparison",
    ">": "comparison",
    "<=": "comparison",
    ">=": "comparison",
    "<=>": "comparison",
    "in": "membership-test",
    "not in": "membership-test",
    "!in": "membership-test",
    "instanceof": "type-test",
}
ASSIGNING: Mapping[str, str] = {
    "+=": "add-assignment",
    "-=": "subtract-assignment",
    "*=": "multiply-assignment",
    "/=": "divide-assignment",
    "//=": "divide-assignment",
    "%=": "modulo-assignment",
    "**=": "exponentiation",
    "&=": "bitwise-and-assignment",
    "|=": "bitwise-or-assignment",
    "^=": "bitwise-xor-assignment",
    "<<=": "bitwise-left-shift-assignment",
    ">>=": "bitwise-right-shift-assignment",
    ">>>=": "bitwise-right-shift-assignment",
    "??=": "technique:short-circuiting",
    "||=": "logical-or",
    "&&=": "logical-and",
}
UNARY: Mapping[str, str] = {
    "!": "logical-not",
    "not": "logical-not",
    "-": "unary-minus",
    "+": "unary-plus",
    "~": "bitwise-not",
    "typeof": "type-test",
}


def map_binary_operators(kind: str, operators: str) -> dict[str, str]:
    """Return rules for binary operators: tokens between two operands in a node of that kind."""
    return {f"{kind} > '{operator}'": BINARY[operator] for operator in operators.split(", ")}


def map_assignment_operators(kind: str, operators: str) -> dict[str, str]:
    """Return rules for compound assignments."""
    return {f"{kind} > '{operator}'": ASSIGNING[operator] for operator in operators.split(", ")}


def map_unary_operators(kind: str, operators: str) -> dict[str, str]:
    """Return rules for operators before one operand."""
    return {f"{kind} > '{operator}'": UNARY[operator] for operator in operators.split(", ")}
