"""How Haskell is written, for edits."""

from tests.toolbox.representer.edits import Syntax


def convert_to_decimal_codes(text: str) -> str:
    if "\\" in text or len(text) < 3:
        return text
    return f'"\\{ord(text[1])}\\&{text[2:-1]}"'


def convert_to_hexadecimal(text: str) -> str:
    return hex(int(text)) if text.isdecimal() else text


SYNTAX = Syntax(
    language="haskell",
    comment="-- {}",
    respelled={"string": convert_to_decimal_codes, "integer": convert_to_hexadecimal},
    wrapped={
        "apply": {"argument"},
        "conditional": {"if", "then", "else"},
    },
    imports={"import"},
    top="imports",
    spaced=False,
    identifiers={"variable", "constructor", "name", "module_id"},
    operators={
        "+": "-",
        "-": "+",
        "<": "<=",
        ">": ">=",
        "==": "/=",
        "*": "+",
        "&&": "||",
        "$": "$!",
    },
    revalued={"integer": lambda text: f"{text}7", "string": lambda text: f'{text[:-1]}~"'},
    keywords={"data": "newtype", "<-": "=", "case": "of"},
    arguments={"patterns", "tuple", "list"},
    members={"apply": {"function"}, "qualified": {"id"}},
)
