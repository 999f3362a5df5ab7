"""How Java is written, for edits."""

from tests.toolbox.representer.edits import Syntax


def respell_number(text: str) -> str:
    return hex(int(text)) if text.isdecimal() else text


def escape_letter(text: str) -> str:
    return text.replace("e", "\\u0065", 1) if "\\" not in text and '"""' not in text else text


SYNTAX = Syntax(
    language="java",
    comment="// {}",
    respelled={"decimal_integer_literal": respell_number, "string_literal": escape_letter},
    wrapped={
        "return_statement": {""},
        "variable_declarator": {"value"},
        "binary_expression": {"left", "right"},
        "ternary_expression": {"consequence", "alternative"},
        "argument_list": {""},
    },
    ended={
        "block": {"expression_statement", "if_statement", "for_statement"},
        "class_body": {"method_declaration"},
    },
    turned={"class_declaration", "record_declaration", "interface_declaration"},
    imports={"import_declaration"},
    identifiers={"identifier", "type_identifier"},
    operators={"+": "-", "-": "+", "<": "<=", ">": ">=", "==": "!=", "&&": "||", "/": "%"},
    revalued={
        "decimal_integer_literal": lambda text: f"1{text}",
        "string_fragment": lambda text: f"{text}~",
    },
    keywords={"while": "if", "break": "continue", "private": "public", "static": "final"},
    arguments={"argument_list"},
    members={"method_invocation": {"name"}, "field_access": {"field"}},
)
