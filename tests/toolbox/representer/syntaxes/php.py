"""How PHP is written, for edits."""

from tests.toolbox.representer.edits import Syntax


def convert_to_double_quotes(text: str) -> str:
    return text if any(letter in text[1:-1] for letter in "'\"\\$") else f'"{text[1:-1]}"'


def convert_to_single_quotes(text: str) -> str:
    return text if any(letter in text[1:-1] for letter in "'\"\\$") else f"'{text[1:-1]}'"


def convert_to_hexadecimal(text: str) -> str:
    return hex(int(text)) if text.isdecimal() and text[0] != "0" else text


SYNTAX = Syntax(
    language="php",
    comment="// {}",
    respelled={
        "string": convert_to_double_quotes,
        "encapsed_string": convert_to_single_quotes,
        "integer": convert_to_hexadecimal,
        "boolean": str.upper,
    },
    wrapped={
        "return_statement": {""},
        "assignment_expression": {"right"},
        "binary_expression": {"left", "right"},
        "conditional_expression": {"condition", "consequence", "alternative"},
        "array_element_initializer": {""},
        "argument": {""},
    },
    ended={"compound_statement": {"expression_statement", "return_statement", "if_statement"}},
    turned={"function_definition"},
    imports={"namespace_use_declaration"},
    identifiers={"name"},
    operators={
        "+": "-",
        "-": "+",
        "<": "<=",
        ">": ">=",
        "===": "==",
        "*": "+",
        ".": "+",
        "&&": "||",
    },
    revalued={"integer": lambda text: f"{text}7", "string_content": lambda text: f"{text}~"},
    keywords={"while": "if", "break": "continue", "private": "public", "print": "echo"},
    arguments={"arguments"},
    members={
        "member_call_expression": {"name"},
        "function_call_expression": {"function"},
        "class_constant_access_expression": {""},
    },
)
