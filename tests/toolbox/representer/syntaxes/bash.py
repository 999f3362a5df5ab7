"""How Bash is written, for edits."""

from tests.toolbox.representer.edits import Syntax


def convert_to_single_quotes(text: str) -> str:
    return text if any(letter in text[1:-1] for letter in "'\"\\$`") else f"'{text[1:-1]}'"


def convert_to_double_quotes(text: str) -> str:
    return text if any(letter in text[1:-1] for letter in "'\"\\$`!") else f'"{text[1:-1]}"'


def wrap_in_braces(text: str) -> str:
    """The parser counts blanks before the sign to it."""
    blanks, name = text.split("$", 1)
    return f"{blanks}${{{name}}}"


SYNTAX = Syntax(
    language="bash",
    comment="# {}",
    respelled={
        "string": convert_to_single_quotes,
        "raw_string": convert_to_double_quotes,
        "simple_expansion": wrap_in_braces,
    },
    ended={
        "do_group": {"command", "variable_assignment", "declaration_command"},
        "program": {"variable_assignment", "declaration_command"},
        "compound_statement": {"variable_assignment", "declaration_command"},
    },
    turned={"function_definition"},
    identifiers={"variable_name", "word"},
    operators={"+": "-", "-": "+", "<": "<=", ">": ">=", "==": "!=", "*": "+", "&&": "||"},
    revalued={"number": lambda text: f"{text}7", "string_content": lambda text: f"{text}~"},
    keywords={"while": "until", "until": "while", "&&": "||", "||": "&&", "if": "while"},
    arguments={"command"},
    members={"command_name": {""}},
)
