"""Ruby's literals: strings in all quotes, symbols, regular expressions, keys of hashes."""

import re
from collections.abc import Iterable

from kriterion_tools.representer.escapes import decode_code_point, encode_byte, mark_unknown_escape
from kriterion_tools.representer.literals import LETTERS, quote, spell_number
from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords

_LETTERS = {**LETTERS, "e": "\x1b", "s": " "}
_ESCAPE = re.compile(
    r"\\(?:x([0-9a-fA-F]{1,2})|([0-7]{1,3})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F\s]*)\}"
    r"|(M-|C-|c)|(.))",
    re.DOTALL,
)
TEXTS = ("string_content", "escape_sequence", "heredoc_content", "text")
_PLAIN_SYMBOL = re.compile(r"[^\W\d]\w*[?!=]?")


def spell_integer(text: str) -> str:
    """Return an integer's canonical spelling: 0d10 is 10, and 012 is octal."""
    return spell_number(re.sub(r"(?i)^0d", "", text), octal=True)


def spell_character(text: str) -> str:
    """Normalise ?a to "a"."""
    return quote(unescape(text[1:]))


def unescape(text: str) -> str:
    """Return the value of the text between two quotes."""

    def decode(escape: re.Match[str]) -> str:
        hexadecimal, octal, code_point, code_points, control, letter = escape.groups()
        for digits, base in ((hexadecimal, 16), (octal, 8)):
            if digits is not None:
                return encode_byte(int(digits, base) % 0x100)
        if control is not None:
            return mark_unknown_escape(escape[0])
        if letter is not None:
            return _LETTERS.get(letter, letter)
        return "".join(
            decode_code_point(int(digits, 16), escape[0])
            for digits in (code_point or code_points).split()
        )

    return _ESCAPE.sub(decode, text)


def rewrite_string(node: Node, _: SolutionWords) -> Node:
    """Drop a literal's quotes: it becomes one leaf, or texts with interpolations between them."""
    opening = node.children[0].text or ""
    is_raw = opening.startswith(("'", "%q"))
    pieces = _split_pieces(node.children[1:-1], is_raw=is_raw)
    return pieces[0] if len(pieces) == 1 else Node("string", children=pieces)


def _split_pieces(children: Iterable[Node], *, is_raw: bool) -> list[Node]:
    pieces: list[Node] = []
    text = ""
    for child in children:
        if child.kind in TEXTS:
            text += child.text or ""
        else:
            pieces += [_quote_text(text, is_raw=is_raw), child]
            text = ""
    return [*pieces, _quote_text(text, is_raw=is_raw)]


def _quote_text(text: str, *, is_raw: bool) -> Node:
    value = re.sub(r"\\([\\'])", r"\1", text) if is_raw else unescape(text)
    return leaf("string", quote(value))


def drop_interpolation_brackets(node: Node, _: SolutionWords) -> Node:
    """Drop the brackets of an interpolation."""
    node.children = [child for child in node.children if child.text not in ("#{", "}")]
    return node


def join_adjacent_strings(node: Node, _: SolutionWords) -> Node:
    """Normalise "a" "b" to "ab"."""
    if not all(child.text is not None for child in node.children):
        return node
    return leaf("string", '"' + "".join((child.text or "")[1:-1] for child in node.children) + '"')


def expand_word_array(node: Node, _: SolutionWords) -> Node:
    """Normalise %w[a b] to ["a", "b"], and %i[a b] to [:a, :b]."""
    items = []
    for item in node.children:
        if item.text is not None:
            continue
        text = "".join(child.text or "" for child in item.children)
        if "\\" in text or "#{" in text:
            return node
        if item.kind == "bare_symbol":
            items.append(_make_symbol(text))
        else:
            items.append(leaf("string", quote(text)))
    return Node("array", children=items)


def _make_symbol(text: str) -> Node:
    if _PLAIN_SYMBOL.fullmatch(text):
        return leaf("simple_symbol", f":{text}")
    return leaf("symbol", f":{quote(text)}")


def rewrite_delimited_symbol(node: Node, _: SolutionWords) -> Node:
    """Normalise :"a" to :a."""
    texts = node.children[1:-1]
    if any(child.kind not in TEXTS for child in texts):
        return node
    return _make_symbol(unescape("".join(child.text or "" for child in texts)))


def rewrite_regex(node: Node, _: SolutionWords) -> Node:
    r"""Normalise %r{a/b} to /a\/b/, with its flags."""
    options = (node.children[-1].text or "")[1:]
    pieces: list[Node] = []
    text = ""
    for child in node.children[1:-1]:
        if child.kind in TEXTS:
            text += "/" if child.text == "\\/" else child.text or ""
        else:
            pieces += [leaf("regex", quote(text)), child]
            text = ""
    pieces.append(leaf("regex", quote(text)))
    return Node("regex", children=[*pieces, leaf("options", "".join(sorted(options)))])


def drop_heredoc_delimiter(node: Node, _: SolutionWords) -> Node:
    """Drop a heredoc's delimiter; keep its quotes and its - or ~, which decide how it is read."""
    return leaf(node.kind, re.sub(r"\w+", "", node.text or "", flags=re.ASCII))


def rewrite_pair(node: Node, _: SolutionWords) -> Node:
    """Normalise :a => 1 to a: 1, and a: to a: a."""
    children = [child for child in node.children if child.text not in (":", "=>")]
    is_short = any(child.text == ":" for child in node.children)
    key = children[0]
    if key.kind == "hash_key_symbol":
        key.text = f":{key.text}"
    if key.kind == "simple_symbol":
        children[0] = leaf("hash_key_symbol", key.text or "", "key")
    elif key.kind == "string" and is_short and key.text is not None:
        name = key.text[1:-1]
        kind = "hash_key_symbol" if _PLAIN_SYMBOL.fullmatch(name) else "symbol"
        children[0] = leaf(kind, f":{name if kind == 'hash_key_symbol' else key.text}", "key")
    if len(children) == 1 and children[0].kind == "hash_key_symbol":
        children.append(leaf("identifier", (children[0].text or "")[1:], "value"))
    node.children = children
    return node
