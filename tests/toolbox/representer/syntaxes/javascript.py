"""How JavaScript is written, for edits."""

from tests.toolbox.representer.edits import Syntax


def convert_to_other_quotes(text: str) -> str:
    if any(letter in text[1:-1] for letter in "'\"\\`$"):
        return text
    other = "'" if text[0] == '"' else '"'
    return f"{other}{text[1:-1]}{other}"


def convert_to_hexadecimal(text: str) -> str:
    return hex(int(text)) if text.isdecimal() else text


SYNTAX = Syntax(
    language="javascript",
    comment="// {}",
    respelled={"string": convert_to_other_quotes, "number": convert_to_hexadecimal},
    wrapped={
        "return_statement": {""},
        "variable_declarator": {"value"},
        "binary_expression": {"left", "right"},
        "ternary_expression": {"condition", "consequence", "alternative"},
        "pair": {"value"},
        "arguments": {""},
    },
    ended={
        "program": {"expression_statement", "lexical_declaration", "if_statement"},
        "statement_block": {"expression_statement", "return_statement", "lexical_declaration"},
    },
    turned={"function_declaration"},
    imports={"import_statement"},
    identifiers={
        "identifier",
        "property_identifier",
        "private_property_identifier",
        "statement_identifier",
    },
    operators={"+": "-", "-": "+", "<": "<=", ">": ">=", "===": "!==", "*": "+", "&&": "||"},
    revalued={"number": lambda text: f"{text}7", "string_fragment": lambda text: f"{text}~"},
    keywords={"while": "if", "break": "continue", "const": "let", "of": "in"},
    arguments={"arguments"},
    members={"member_expression": {"property"}},
)
