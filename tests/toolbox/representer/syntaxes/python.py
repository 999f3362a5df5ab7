"""How Python is written, for edits."""

from tests.toolbox.representer.edits import Syntax


def convert_to_other_quotes(text: str) -> str:
    quote = text[-1]
    other = "'" if quote == '"' else '"'
    if '"' in text[1:-1] or "'" in text[1:-1] or text.startswith(("f", "rf")) or "\\" in text:
        return text
    return text.replace(quote, other)


def convert_to_hexadecimal(text: str) -> str:
    return hex(int(text)) if text.isdecimal() else text


SYNTAX = Syntax(
    language="python",
    comment="# {}",
    respelled={"string": convert_to_other_quotes, "integer": convert_to_hexadecimal},
    wrapped={
        "return_statement": {""},
        "assignment": {"right"},
        "binary_operator": {"left", "right"},
        "boolean_operator": {"left", "right"},
        "if_statement": {"condition"},
        "while_statement": {"condition"},
        "for_in_clause": {"right"},
        "pair": {"value"},
    },
    ended={"block": {"return_statement", "raise_statement", "expression_statement"}},
    turned={"function_definition"},
    imports={"import_statement"},
    operators={"+": "-", "-": "+", "<": "<=", "==": "!=", "*": "+", "%": "//", "and": "or"},
    revalued={
        "integer": lambda text: f"{text}7",
        "string": lambda text: f"{text[:-1]}~{text[-1]}",
    },
    idle={"expression_statement"},
    keywords={"while": "if", "break": "continue", "and": "or"},
    arguments={"argument_list"},
    members={"attribute": {"attribute"}},
)
