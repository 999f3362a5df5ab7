"""What C and C++ share: literals with their types, and macros."""

import re

from kriterion_tools.representer.escapes import unescape_bytes
from kriterion_tools.representer.literals import LETTERS, quote, spell_number
from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords

_LETTERS = {**LETTERS, "e": "\x1b"}
# A larger hexadecimal literal may be unsigned; a decimal one is always signed.
_LARGEST_INT = 0x7FFF_FFFF


def spell_string(text: str) -> str:
    """Return a string's canonical spelling, after its prefix (such as u8)."""
    prefix, rest = text.split('"', 1)
    return prefix + quote(unescape_bytes(rest[:-1], _LETTERS))


def spell_character(text: str) -> str:
    """Return a character's canonical spelling: 'a' is chr"a", L'a' is Lchr"a"."""
    prefix, rest = text.split("'", 1)
    return f"{prefix}chr{quote(unescape_bytes(rest[:-1], _LETTERS))}"


def spell_c_number(text: str) -> str:
    """Return the canonical spelling of a number of its type: 0x10UL is 16lu."""
    sign = text[0] if text[0] in "+-" else ""
    body = text[len(sign) :].lower()
    digits = body.rstrip("ulz" if body.startswith("0x") else "ulfz")
    spelling = spell_number(digits, octal=True)
    is_decimal = body[0] != "0" or len(digits) == 1
    if not is_decimal and spelling.isdecimal() and int(spelling) > _LARGEST_INT:
        spelling = digits.replace("'", "")
    return sign + spelling + "".join(sorted(body[len(digits) :]))


def join_strings(node: Node, _: SolutionWords) -> Node:
    """Join adjacent strings, unless their prefixes differ."""
    if not all(child.kind == "string_literal" and child.text for child in node.children):
        return node
    texts = [child.text or "" for child in node.children]
    prefixes = {text[: text.index('"')] for text in texts} - {""}
    if len(prefixes) > 1:
        return node
    inner = "".join(text[text.index('"') + 1 : -1] for text in texts)
    return leaf("string_literal", f'{"".join(prefixes)}"{inner}"')


_DIRECTIVE = re.compile(r"(?m)^[ \t]*#(?:[^\n]*\\\n)*[^\n]*")


def join_directive_lines(text: str) -> str:
    """Join the continued lines of preprocessor directives and strip their trailing blanks: the
    grammars require both for some directives. Later lines keep their numbers.
    """

    def join_lines(directive: re.Match[str]) -> str:
        lines = directive[0].split("\\\n")
        return "".join(lines).rstrip() + "\n" * (len(lines) - 1)

    return _DIRECTIVE.sub(join_lines, text)


_TOKEN = re.compile(
    r"(?P<blank>\s+|\\\n|//[^\n]*|/\*.*?\*/)|(?P<string>(?:u8|[uUL])?\"(?:[^\"\\\n]|\\.)*\")"
    r"|(?P<character>(?:u8|[uUL])?'(?:[^'\\\n]|\\.)*')|(?P<identifier>[A-Za-z_]\w*)"
    r"|(?P<number>\.?\d(?:[eEpP][+-]|[\w.'])*)"
    r"|(?P<operator>\.\.\.|<<=|>>=|->\*?|[-+*/%&|^!=<>]=|\+\+|--|&&|\|\||<<|>>|##|::|.)",
    re.DOTALL,
)


def split_macro_text(node: Node, _: SolutionWords) -> Node:
    """Split the replacement text of a macro into tokens."""
    tokens = []
    for match in _TOKEN.finditer(node.text or ""):
        kind, text = match.lastgroup or "", match[0]
        if kind == "identifier":
            tokens.append(leaf("identifier", text))
        elif kind != "blank":
            spell = {
                "string": spell_string,
                "character": spell_character,
                "number": spell_c_number,
            }.get(kind, str)
            tokens.append(leaf(kind, spell(text)))
    return Node("preproc_arg", children=tokens)
