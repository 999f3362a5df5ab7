"""What C and C++ share: literals with their types, and the tokens of macros."""

import re

from kriterion_tools.representer.escapes import unescape_bytes
from kriterion_tools.representer.language import SolutionWords
from kriterion_tools.representer.literals import LETTERS, number, quote
from kriterion_tools.representer.solution_tree import Node, leaf

_LETTERS = {**LETTERS, "e": "\x1b"}
_LARGEST_INT = (
    0x7FFF_FFFF  # a larger hexadecimal literal may be unsigned where a decimal one is signed
)


def string(text: str) -> str:
    """Return the one spelling of a string: u8"a" is "a"."""
    prefix, rest = text.split('"', 1)
    return prefix + quote(unescape_bytes(rest[:-1], _LETTERS))


def character(text: str) -> str:
    """Return the one spelling of a character: Lchr"a", chr"a"."""
    prefix, rest = text.split("'", 1)
    return f"{prefix}chr{quote(unescape_bytes(rest[:-1], _LETTERS))}"


def numeral(text: str) -> str:
    """Return the one spelling of a number of that type: 0x10UL is 16lu."""
    sign = text[0] if text[0] in "+-" else ""
    body = text[len(sign) :].lower()
    digits = body.rstrip("ulz" if body.startswith("0x") else "ulfz")
    spell_leaf = number(digits, octal=True)
    is_decimal = body[0] != "0" or len(digits) == 1
    if not is_decimal and spell_leaf.isdecimal() and int(spell_leaf) > _LARGEST_INT:
        spell_leaf = digits.replace("'", "")
    return sign + spell_leaf + "".join(sorted(body[len(digits) :]))


def join_strings(node: Node, _: SolutionWords) -> Node:
    """Join adjacent strings of one kind."""
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
    """Join the preprocessor's continued lines and strip their trailing blanks: the grammars require
    both for some directives. Later lines keep their numbers.
    """

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


def macro_text(node: Node, _: SolutionWords) -> Node:
    """Split the replacement text of a macro into tokens."""
    tokens = []
    for match in _TOKEN.finditer(node.text or ""):
        kind, text = match.lastgroup or "", match[0]
        if kind == "identifier":
            tokens.append(leaf("identifier", text))
        elif kind != "blank":
            spell = {"string": string, "character": character, "number": numeral}.get(kind, str)
            tokens.append(leaf(kind, spell(text)))
    return Node("preproc_arg", children=tokens)
