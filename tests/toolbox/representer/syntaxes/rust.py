"""How Rust is written, for edits."""

from tests.toolbox.representer.edits import Syntax


def convert_to_raw_string(text: str) -> str:
    return text if "\\" in text or text[0] != '"' or "{" in text else f'r#"{text[1:-1]}"#'


def convert_to_hexadecimal(text: str) -> str:
    return hex(int(text)) if text.isdecimal() else text


def escape_letter(text: str) -> str:
    return f"'\\u{{{ord(text[1]):x}}}'" if len(text) == 3 else text


SYNTAX = Syntax(
    language="rust",
    comment="// {}",
    respelled={
        "integer_literal": convert_to_hexadecimal,
        "string_literal": convert_to_raw_string,
        "char_literal": escape_letter,
    },
    wrapped={
        "return_expression": {""},
        "let_declaration": {"value"},
        "binary_expression": {"left", "right"},
        "arguments": {""},
        "assignment_expression": {"right"},
    },
    turned={"function_item", "const_item", "trait_item", "mod_item"},
    imports={"use_declaration"},
    identifiers={
        *("identifier", "type_identifier", "field_identifier", "shorthand_field_identifier"),
        "metavariable",
    },
    fixed_names={"one", "first"},  # format!("{one}")
    operators={"+": "-", "-": "+", "<": "<=", ">": ">=", "==": "!=", "*": "/", "&&": "||"},
    revalued={
        "integer_literal": lambda text: f"1{text}",
        "string_content": lambda text: f"{text}~",
        "char_literal": lambda _: "'~'",
    },
    keywords={"break": "continue", "..": "..=", "..=": "..", "pub": "", "+=": "-=", "?": ""}
    | {"move": "", "struct": "union", "self": "mut self"},
    arguments={"arguments", "type_arguments", "parameters"},
    members={"field_expression": {"field"}, "scoped_identifier": {"name"}},
)
