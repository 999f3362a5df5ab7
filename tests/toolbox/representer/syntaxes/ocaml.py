"""How OCaml is written, for edits."""

from tests.toolbox.representer.edits import Syntax


def quote_with_braces(text: str) -> str:
    return text if "\\" in text or "|}" in text else f"{{|{text[1:-1]}|}}"


def convert_to_decimal_code(text: str) -> str:
    return f"'\\{ord(text[1]):03}'" if len(text) == 3 else text


def convert_to_hexadecimal(text: str) -> str:
    return hex(int(text)) if text.isdecimal() else text


SYNTAX = Syntax(
    language="ocaml",
    comment="(* {} *)",
    respelled={
        "string": quote_with_braces,
        "character": convert_to_decimal_code,
        "number": convert_to_hexadecimal,
    },
    wrapped={
        "infix_expression": {"left", "right"},
        "if_expression": {"condition"},
        "then_clause": {""},
        "match_expression": {"expression"},
        "let_binding": {"body"},
    },
    ended={"compilation_unit": {"value_definition"}},
    semicolon=";;",
    identifiers={
        "value_name",
        "value_pattern",
        "instance_variable_name",
        "module_name",
        "module_type_name",
        "class_name",
        "type_constructor",
        "constructor_name",
        "field_name",
        "method_name",
        "label_name",
        "type_variable",
    },
    operators={
        "+": "-",
        "-": "+",
        "<": "<=",
        ">": ">=",
        "=": "<>",
        "*": "+",
        "^": "^^",
        "&&": "||",
    },
    revalued={"number": lambda text: f"{text}7", "string_content": lambda text: f"{text}~"},
    keywords={"while": "if", "rec": "nonrec", "to": "downto", "downto": "to", "mutable": ""},
    arguments={"application_expression"},
    members={"value_path": {"", "name"}},
)
