"""What C and C++ share: literals and their types, and what a macro is made of."""

import re

from kriterion.toolbox.representer.escapes import unescaped_bytes
from kriterion.toolbox.representer.language import Source
from kriterion.toolbox.representer.literals import LETTERS, number, quoted
from kriterion.toolbox.representer.tree import Node, leaf

_LETTERS = {**LETTERS, "e": "\x1b"}
_LARGEST_INT = 0x7FFF_FFFF  # beyond, a hexadecimal number may have no sign where a decimal one has


def string(text: str) -> str:
    """A string's one spelling: u8"a", "a"."""
    prefix, rest = text.split('"', 1)
    return prefix + quoted(unescaped_bytes(rest[:-1], _LETTERS))


def character(text: str) -> str:
    """A character's one spelling: Lchr"a", chr"a"."""
    prefix, rest = text.split("'", 1)
    return f"{prefix}chr{quoted(unescaped_bytes(rest[:-1], _LETTERS))}"


def numeral(text: str) -> str:
    """A number's one spelling, of the same type: 0x10UL is 16lu."""
    sign = text[0] if text[0] in "+-" else ""
    body = text[len(sign) :].lower()
    digits = body.rstrip("ulz" if body.startswith("0x") else "ulfz")
    spelled = number(digits, octal=True)
    is_decimal = body[0] != "0" or len(digits) == 1
    if not is_decimal and spelled.isdecimal() and int(spelled) > _LARGEST_INT:
        spelled = digits.replace("'", "")
    return sign + spelled + "".join(sorted(body[len(digits) :]))


def concatenated(node: Node, _: Source) -> Node:
    """Strings next to one another are one, when they are of one kind."""
    if not all(child.kind == "string_literal" and child.text for child in node.children):
        return node
    texts = [child.text or "" for child in node.children]
    prefixes = {text[: text.index('"')] for text in texts} - {""}
    if len(prefixes) > 1:
        return node
    inner = "".join(text[text.index('"') + 1 : -1] for text in texts)
    return leaf("string_literal", f'{"".join(prefixes)}"{inner}"')


_DIRECTIVE = re.compile(r"(?m)^[ \t]*#(?:[^\n]*\\\n)*[^\n]*")


def prepared(text: str) -> str:
    """The preprocessor's lines each on one line, with no blanks behind: the grammars know some of
    them only so. What follows stays on the line it is on."""

    def on_one_line(directive: re.Match[str]) -> str:
        lines = directive[0].split("\\\n")
        return "".join(lines).rstrip() + "\n" * (len(lines) - 1)

    return _DIRECTIVE.sub(on_one_line, text)


_TOKEN = re.compile(
    r"(?P<blank>\s+|\\\n|//[^\n]*|/\*.*?\*/)|(?P<string>(?:u8|[uUL])?\"(?:[^\"\\\n]|\\.)*\")"
    r"|(?P<character>(?:u8|[uUL])?'(?:[^'\\\n]|\\.)*')|(?P<identifier>[A-Za-z_]\w*)"
    r"|(?P<number>\.?\d(?:[eEpP][+-]|[\w.'])*)"
    r"|(?P<operator>\.\.\.|<<=|>>=|->\*?|[-+*/%&|^!=<>]=|\+\+|--|&&|\|\||<<|>>|##|::|.)",
    re.DOTALL,
)


def macro_text(node: Node, _: Source) -> Node:
    """What a macro stands for, token by token."""
    tokens = []
    for match in _TOKEN.finditer(node.text or ""):
        kind, text = match.lastgroup or "", match[0]
        if kind == "identifier":
            tokens.append(leaf("identifier", text))
        elif kind != "blank":
            spell = {"string": string, "character": character, "number": numeral}.get(kind, str)
            tokens.append(leaf(kind, spell(text)))
    return Node("preproc_arg", children=tokens)
