"""How C# is written, for edits."""

from tests.toolbox.representer.edits import Syntax


def convert_to_verbatim(text: str) -> str:
    return text if "\\" in text else f"@{text}"


def convert_to_hexadecimal(text: str) -> str:
    return hex(int(text)) if text.isdecimal() else text


def escape_letter(text: str) -> str:
    return f"'\\u{ord(text[1]):04x}'" if len(text) == 3 else text


SYNTAX = Syntax(
    language="c_sharp",
    comment="// {}",
    respelled={
        "integer_literal": convert_to_hexadecimal,
        "string_literal": convert_to_verbatim,
        "character_literal": escape_letter,
    },
    # No operands: the grammar takes (a) + b for a cast of +b.
    wrapped={
        "return_statement": {""},
        "arrow_expression_clause": {""},
        "if_statement": {"condition"},
        "while_statement": {"condition"},
        "conditional_expression": {"condition", "consequence", "alternative"},
        "assignment_expression": {"right"},
    },
    ended={"block": {"expression_statement", "if_statement", "for_statement", "return_statement"}},
    turned={"class_declaration", "interface_declaration", "record_declaration"},
    imports={"using_directive"},
    identifiers={"identifier", "implicit_parameter"},
    operators={"+": "-", "-": "+", "<": "<=", ">": ">=", "==": "!=", "*": "/", "&&": "||"}
    | {"<<": ">>", "%": "/", "??": "+"},
    revalued={
        "integer_literal": lambda text: f"1{text}",
        "string_literal_content": lambda text: f"{text}~",
        "string_content": lambda text: f"{text}~",
        "interpolation_format_clause": lambda text: f"{text}0",
        "character_literal": lambda _: "'~'",
    },
    keywords={"while": "if", "break": "continue", "struct": "class", "public": "private"}
    | {"++": "--", "+=": "-=", "const": "static", "static": "virtual", "get": "set"}
    | {"readonly": "static", "ref": "out", "is": "as", "yield": ""},
    arguments={"argument_list", "type_argument_list"},
    members={"member_access_expression": {"name"}, "member_binding_expression": {"name"}},
)
