"""How Ruby is written, for edits."""

from tests.toolbox.representer.edits import Syntax


def convert_to_other_quotes(text: str) -> str:
    if any(letter in text[1:-1] for letter in "'\"\\#"):
        return text
    other = "'" if text[0] == '"' else '"'
    return f"{other}{text[1:-1]}{other}" if text[0] in "'\"" else text


def convert_to_hexadecimal(text: str) -> str:
    return hex(int(text)) if text.isdecimal() else text


SYNTAX = Syntax(
    language="ruby",
    comment="# {}",
    respelled={"string": convert_to_other_quotes, "integer": convert_to_hexadecimal},
    wrapped={
        "binary": {"left", "right"},
        "if": {"condition"},
        "while": {"condition"},
        "if_modifier": {"condition"},
        "conditional": {"consequence"},
        "pair": {"value"},
    },
    ended={
        "body_statement": {"assignment", "operator_assignment", "method"},
        "program": {"assignment", "method"},
    },
    turned={"method"},
    identifiers={
        "identifier",
        "constant",
        "instance_variable",
        "class_variable",
        "global_variable",
        "simple_symbol",
    },
    fixed_names={"radius", "width", "height", "sugar", "drink"},
    revalued={"integer": lambda text: f"{text}7", "string_content": lambda text: f"{text}~"},
    keywords={"while": "until", "until": "while", "if": "unless", "||": "&&"},
    arguments={"argument_list"},
    members={"call": {"method"}},
)
