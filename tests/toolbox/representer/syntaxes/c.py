"""How C is written, for edits."""

from tests.toolbox.representer.edits import Syntax


def convert_to_hexadecimal(text: str) -> str:
    return hex(int(text)) if text.isdecimal() else text


def escape_letter(text: str) -> str:
    return f"'\\x{ord(text[1]):x}'" if len(text) == 3 else text


SYNTAX = Syntax(
    language="c",
    comment="/* {} */",
    respelled={"number_literal": convert_to_hexadecimal, "char_literal": escape_letter},
    wrapped={
        "return_statement": {""},
        "init_declarator": {"value"},
        "binary_expression": {"left", "right"},
        "conditional_expression": {"condition", "consequence", "alternative"},
        "subscript_expression": {"index"},
        "assignment_expression": {"right"},
    },
    ended={"compound_statement": {"expression_statement", "if_statement", "for_statement"}},
    turned={"function_definition"},
    imports={"preproc_include"},
    identifiers={"identifier", "type_identifier", "field_identifier", "statement_identifier"},
    fixed_names={"value"},  # the parameter of a macro, whose text the parser does not look into
    operators={"+": "-", "-": "+", "<": "<=", ">": ">=", "==": "!=", "*": "/", "&&": "||"}
    | {"&": "|", "<<": ">>", "%": "/"},
    revalued={
        "number_literal": lambda text: f"1{text}",
        "string_content": lambda text: f"{text}~",
        "char_literal": lambda _: "'~'",
    },
    keywords={"while": "if", "break": "continue", "struct": "union", "static": "extern"}
    | {"++": "--", "+=": "-=", "const": "volatile"},
    arguments={"argument_list"},
    members={"call_expression": {"function"}, "field_expression": {"field"}},
)
