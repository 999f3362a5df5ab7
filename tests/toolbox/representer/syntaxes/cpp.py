"""How C++ is written, for edits."""

from tests.toolbox.representer.edits import Syntax


def insert_separator(text: str) -> str:
    return f"{text[0]}'{text[1:]}" if text.isdecimal() and len(text) > 1 else text


def convert_to_hexadecimal(text: str) -> str:
    return hex(int(text)) if text.isdecimal() and len(text) == 1 else insert_separator(text)


def convert_to_raw_string(text: str) -> str:
    return text if "\\" in text else f'R"~({text[1:-1]})~"'


SYNTAX = Syntax(
    language="cpp",
    comment="// {}",
    respelled={"number_literal": convert_to_hexadecimal, "string_literal": convert_to_raw_string},
    wrapped={
        "return_statement": {""},
        "binary_expression": {"left", "right"},
        "conditional_expression": {"condition", "consequence", "alternative"},
        "assignment_expression": {"right"},
    },
    ended={
        "compound_statement": {"expression_statement", "if_statement", "for_statement"},
        "field_declaration_list": {"function_definition"},
    },
    turned={"function_definition"},
    imports={"preproc_include"},
    identifiers={
        *("identifier", "type_identifier", "field_identifier"),
        *("namespace_identifier", "statement_identifier"),
    },
    operators={"+": "-", "-": "+", "<": "<=", ">": ">=", "==": "!=", "*": "/", "&&": "||"}
    | {"<<": ">>", "%": "/"},
    revalued={
        "number_literal": lambda text: f"1{text}",
        "string_content": lambda text: f"{text}~",
        "char_literal": lambda _: "'~'",
    },
    keywords={"while": "if", "break": "continue", "struct": "class", "public": "private"}
    | {"++": "--", "+=": "-=", "const": "volatile", "virtual": "static", "&": "&&"}
    | {"delete": "new", "explicit": "virtual", "using": "typedef"},
    arguments={"argument_list", "template_argument_list"},
    members={"field_expression": {"field"}, "qualified_identifier": {"name"}},
)
