"""How Kotlin is written, for edits."""

from tests.toolbox.representer.edits import Syntax


def convert_to_raw_string(text: str) -> str:
    return text if any(letter in text for letter in "\\$") else f'""{text}""'


def convert_to_hexadecimal(text: str) -> str:
    return hex(int(text)) if text.isdecimal() else text


def escape_letter(text: str) -> str:
    return f"'\\u{ord(text[1]):04x}'" if len(text) == 3 else text


SYNTAX = Syntax(
    language="kotlin",
    comment="// {}",
    respelled={
        "number_literal": convert_to_hexadecimal,
        "string_literal": convert_to_raw_string,
        "character_literal": escape_letter,
    },
    wrapped={
        "return_expression": {""},
        "binary_expression": {"left", "right"},
        "if_expression": {"condition"},
        "while_statement": {"condition"},
        "assignment": {"right"},
    },
    ended={"block": {"call_expression", "assignment", "property_declaration", "if_expression"}},
    turned={"function_declaration", "class_declaration"},
    imports={"import"},
    # "$name" and "rows@" are no identifiers to the parser.
    fixed_names={"name", "path", "greeting", "rows", "outer"},
    operators={"+": "-", "-": "+", "<": "<=", ">": ">=", "==": "!=", "*": "/", "&&": "||"}
    | {"%": "/", "?:": "+"},
    revalued={
        "number_literal": lambda text: f"1{text}",
        "string_content": lambda text: f"{text}~",
        "character_literal": lambda _: "'~'",
    },
    keywords={"while": "if", "val": "var", "var": "val", "++": "--", "+=": "-=", "is": "!is"}
    | {"in": "!in", "..": "..<", "?.": ".", "!!": "", "as?": "as"}
    | {"override": "open", "private": "internal", "data": "open", "suspend": "inline"},
    arguments={"value_arguments", "type_arguments"},
    members={"navigation_expression": {""}},
)
