"""How Go is written, for edits."""

from tests.toolbox.representer.edits import Syntax


def convert_to_raw_string(text: str) -> str:
    return text if "\\" in text or "`" in text else f"`{text[1:-1]}`"


def convert_to_hexadecimal(text: str) -> str:
    return hex(int(text)) if text.isdecimal() else text


SYNTAX = Syntax(
    language="go",
    comment="// {}",
    respelled={
        "interpreted_string_literal": convert_to_raw_string,
        "int_literal": convert_to_hexadecimal,
    },
    wrapped={
        "expression_list": {""},
        "binary_expression": {"left", "right"},
        "argument_list": {""},
        "index_expression": {"index"},
    },
    turned={"function_declaration", "method_declaration", "type_declaration"},
    imports={"import_declaration"},
    identifiers={
        "identifier",
        "type_identifier",
        "field_identifier",
        "package_identifier",
        "label_name",
    },
    operators={"+": "-", "-": "+", "<": "<=", ">": ">=", "==": "!=", "*": "/", "&&": "||"},
    revalued={
        "int_literal": lambda text: f"{text}7",
        "interpreted_string_literal_content": lambda text: f"{text}~",
        "rune_literal": lambda _: "'~'",
    },
    keywords={"break": "continue", "continue": "break", ":=": "=", "++": "--", "defer": "go"},
    arguments={"argument_list"},
    members={"selector_expression": {"field"}},
)
