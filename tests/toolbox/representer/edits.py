"""Edits of a solution: those that must not change its representation, and those that must.

They change the parser's tokens, without the representer; a language's Syntax says how. An edit
returns None if there is nothing to edit.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

import tree_sitter

from kriterion_tools.grammars import find_grammar
from kriterion_tools.representer.languages import load_language


@dataclass(frozen=True, kw_only=True, slots=True)
class Syntax:
    """The syntax of a language that edits use. An empty field disables its edit."""

    language: str  # its name in the table of languages
    comment: str  # a comment up to the end of a line, with {} for its text
    # Kind of literal → a function that spells the same value differently, or returns it unchanged.
    respelled: Mapping[str, Callable[[str], str]] = field(default_factory=dict)
    # Kind of node → fields of the children that may be put in parentheses.
    wrapped: Mapping[str, Collection[str]] = field(default_factory=dict)
    parentheses: str = "({})"
    # Kind of parent → kinds of statements after which an extra semicolon is allowed.
    ended: Mapping[str, Collection[str]] = field(default_factory=dict)
    semicolon: str = ";"
    # Kinds of top-level definitions whose order may be reversed.
    turned: Collection[str] = ()
    # Kinds of top-level imports whose order may be reversed.
    imports: Collection[str] = ()
    top: str = ""  # the kind of node that contains the top level, if not the root
    # Whether white space between tokens may be widened.
    spaced: bool = True
    identifiers: Collection[str] = ("identifier",)
    # Bound names that must not be renamed, because strings refer to them.
    fixed_names: Collection[str] = ()
    # Kinds of parents under which a literal has no effect, such as a docstring.
    idle: Collection[str] = ()
    # Edits that must change the representation: token → token; kind of literal → another value.
    operators: Mapping[str, str] = field(
        default_factory=lambda: {"+": "-", "-": "+", "<": "<=", ">": ">=", "==": "!=", "*": "+"}
    )
    revalued: Mapping[str, Callable[[str], str]] = field(default_factory=dict)
    keywords: Mapping[str, str] = field(default_factory=dict)  # `while` → `if`, and the like
    arguments: Collection[str] = ()  # kinds of argument lists; the first two arguments are swapped
    # Kind of parent → fields with names from libraries; another name means another member.
    members: Mapping[str, Collection[str]] = field(default_factory=dict)


# Kinds of nodes in the place of a value that cannot be put in parentheses.
NO_VALUES = (
    "spread",
    "splat",
    "variadic",
    "keyword",
    "comment",
    "block",
    "initializer",
    "arguments",
)

Edit = Callable[[str, Syntax], str | None]
Node = tree_sitter.Node


def parse(source: str, syntax: Syntax) -> Node:
    """Parse a source. Raises AssertionError if it is not valid, before or after an edit."""
    language = load_language(syntax.language)
    assert language is not None
    root = tree_sitter.Parser(find_grammar(language.name)).parse(source.encode()).root_node
    assert not root.has_error, source
    return root


def list_nodes(root: Node) -> list[Node]:
    """List all nodes, each before its children."""
    found, pending = [], [root]
    while pending:
        node = pending.pop()
        found.append(node)
        pending.extend(reversed(node.children))
    return found


def get_text(node: Node) -> str:
    assert node.text is not None
    return node.text.decode()


def replace_parts(source: str, changes: Collection[tuple[int, int, str]]) -> str | None:
    """Replace parts of a source, given as (start, end, text) in bytes; None if there are none."""
    if not changes:
        return None
    content = source.encode()
    for start, end, text in sorted(changes, reverse=True):
        content = content[:start] + text.encode() + content[end:]
    return content.decode()


def find_line_ends(source: str, syntax: Syntax) -> list[int]:
    """Find the line ends that are between two tokens."""
    content = source.encode()
    leaves = [node for node in list_nodes(parse(source, syntax)) if not node.child_count]
    inner = {at for leaf in leaves for at in range(leaf.start_byte, leaf.end_byte)}
    for node in list_nodes(parse(source, syntax)):
        if is_text(node):
            # A heredoc's last word is alone on its line.
            inner |= set(range(node.start_byte, node.end_byte + ("heredoc" in node.type)))
    found = [at for at, byte in enumerate(content) if byte == 10 and at not in inner]
    return [at for at in found if not content[:at].endswith(b"\\")]


TEXTS = (
    *("string", "template", "heredoc", "nowdoc", "text_interpolation", "comment", "regex"),
    "jsx_element",  # what is between tags
)


def is_text(node: Node) -> bool:
    return any(word in node.type for word in TEXTS)


# ── edits that change nothing ────────────────────────────────────────────────────────────────────


def with_comments(source: str, syntax: Syntax) -> str | None:
    """Add a comment at the end of every line."""
    comment = " " + syntax.comment.format("what this line does")
    return replace_parts(source, [(at, at, comment) for at in find_line_ends(source, syntax)])


def with_a_comment_on_top(source: str, syntax: Syntax) -> str | None:
    first = 0
    if source.startswith(("#!", "<?php")):
        first = source.index("\n") + 1
    return source[:first] + syntax.comment.format("mine") + "\n" + source[first:]


def with_blank_lines(source: str, syntax: Syntax) -> str | None:
    return replace_parts(source, [(at, at, "\n\n") for at in find_line_ends(source, syntax)])


def with_trailing_blanks(source: str, syntax: Syntax) -> str | None:
    return replace_parts(source, [(at, at, "  \t") for at in find_line_ends(source, syntax)])


def with_other_line_ends(source: str, _: Syntax) -> str | None:
    return source.replace("\n", "\r\n")


def with_wider_gaps(source: str, syntax: Syntax) -> str | None:
    """Add white space where there is some already."""
    if not syntax.spaced:
        return None
    root = parse(source, syntax)
    texts = [node for node in list_nodes(root) if is_text(node)]
    inner = {at for text in texts for at in range(text.start_byte, text.end_byte)}
    gaps = [
        (one.end_byte, one.end_byte, "  ")
        for one, other in pairwise(node for node in list_nodes(root) if not node.child_count)
        if source.encode()[one.end_byte : other.start_byte] == b" " and one.end_byte not in inner
    ]
    return replace_parts(source, gaps)


def with_literals_respelled(source: str, syntax: Syntax) -> str | None:
    changes = []
    for node in list_nodes(parse(source, syntax)):
        respell = syntax.respelled.get(node.type) if node.is_named else None
        if respell is not None and respell(get_text(node)) != get_text(node):
            changes.append((node.start_byte, node.end_byte, respell(get_text(node))))
    return replace_parts(source, keep_outermost(changes))


def keep_outermost(changes: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Drop the changes that are inside another one."""
    kept: list[tuple[int, int, str]] = []
    for change in sorted(changes, key=lambda one: (one[0], -one[1])):
        if not kept or change[0] >= kept[-1][1]:
            kept.append(change)
    return kept


def with_parentheses(source: str, syntax: Syntax) -> str | None:
    """Put every expression that may have parentheses into parentheses."""
    before, behind = syntax.parentheses.split("{}")
    changes = []
    for parent in list_nodes(parse(source, syntax)):
        places = syntax.wrapped.get(parent.type, ())
        for number, child in enumerate(parent.children):
            is_value = child.is_named and not any(value in child.type for value in NO_VALUES)
            if is_value and (parent.field_name_for_child(number) or "") in places:
                changes.append((child.start_byte, child.start_byte, before))
                changes.append((child.end_byte, child.end_byte, behind))
    return replace_parts(source, changes)


def with_semicolons(source: str, syntax: Syntax) -> str | None:
    ended = {
        child.end_byte
        for node in list_nodes(parse(source, syntax))
        for child in node.children
        if child.type in syntax.ended.get(node.type, ())
    }
    return replace_parts(source, [(at, at, syntax.semicolon) for at in ended])


def rename_all(source: str, syntax: Syntax, names: Collection[str]) -> str | None:
    """Rename all identifiers that have one of these names."""
    changes = []
    for node in list_nodes(parse(source, syntax)):
        if node.type in syntax.identifiers and not node.child_count:
            name = get_text(node)
            bare = name.lstrip("@$#?':")
            if bare in names and bare not in syntax.fixed_names:
                at = node.start_byte + len(name) - len(bare)
                changes.append((at, node.end_byte, make_other_name(bare)))
    return replace_parts(source, changes)


def make_other_name(name: str) -> str:
    """Return another name with the same capitalization."""
    return f"{name[0]}q{name[1:]}" if name[0] != "_" else f"_q{name[1:]}"


def reverse_order(source: str, syntax: Syntax, kinds: Collection[str]) -> str | None:
    """Reverse the order of the top-level nodes of these kinds."""
    root = parse(source, syntax)
    outer = next((child for child in root.children if child.type == syntax.top), root)
    top = [node for node in outer.children if node.type in kinds]
    if len(top) < 2:
        return None
    return replace_parts(
        source,
        [
            (old.start_byte, old.end_byte, get_text(new).rstrip("\n") + "\n" * is_line_end(old))
            for old, new in zip(top, reversed(top), strict=True)
        ],
    )


def is_line_end(node: Node) -> bool:
    return get_text(node).endswith("\n")


def with_definitions_reversed(source: str, syntax: Syntax) -> str | None:
    return reverse_order(source, syntax, syntax.turned)


def with_imports_reversed(source: str, syntax: Syntax) -> str | None:
    return reverse_order(source, syntax, syntax.imports)


SAME: Mapping[str, Edit] = {
    "comments": with_comments,
    "a comment on top": with_a_comment_on_top,
    "blank lines": with_blank_lines,
    "trailing blanks": with_trailing_blanks,
    "line ends": with_other_line_ends,
    "wider gaps": with_wider_gaps,
    "other spellings": with_literals_respelled,
    "parentheses": with_parentheses,
    "semicolons": with_semicolons,
    "definitions turned around": with_definitions_reversed,
    "imports turned around": with_imports_reversed,
}


# ── edits that change something: each returns all possible edited sources ─────────────────────────


def with_another_operator(source: str, syntax: Syntax) -> list[str]:
    return [
        changed
        for node in list_nodes(parse(source, syntax))
        if not node.child_count and get_text(node) in syntax.operators and is_operator(node)
        for changed in [make_one_change(source, node, syntax.operators[get_text(node)])]
    ]


def is_operator(node: Node) -> bool:
    """Whether a token is a binary operator."""
    parent = node.parent
    return (
        parent is not None
        and (not node.is_named or "operator" in node.type)
        and ("binary" in parent.type or "infix" in parent.type)
        and node.prev_named_sibling is not None
        and node.next_named_sibling is not None
    )


def with_another_literal(source: str, syntax: Syntax) -> list[str]:
    return [
        make_one_change(source, node, syntax.revalued[node.type](get_text(node)))
        for node in list_nodes(parse(source, syntax))
        if node.is_named and node.type in syntax.revalued
        if node.parent is None or node.parent.type not in syntax.idle
    ]


def with_another_keyword(source: str, syntax: Syntax) -> list[str]:
    return [
        make_one_change(source, node, syntax.keywords[node.type])
        for node in list_nodes(parse(source, syntax))
        if not node.is_named and node.type in syntax.keywords
    ]


def with_arguments_swapped(source: str, syntax: Syntax) -> list[str]:
    found = []
    for node in list_nodes(parse(source, syntax)):
        items = [child for child in node.named_children if "comment" not in child.type]
        is_set = node.parent is not None and node.parent.type == "deriving"
        if node.type in syntax.arguments and len(items) > 1 and not is_set:
            first, second = items[:2]
            if get_text(first) != get_text(second):
                changes = [
                    (first.start_byte, first.end_byte, get_text(second)),
                    (second.start_byte, second.end_byte, get_text(first)),
                ]
                changed = replace_parts(source, changes)
                assert changed is not None
                found.append(changed)
    return found


def with_another_member(source: str, syntax: Syntax, own: Collection[str]) -> list[str]:
    """Rename each member of a library in turn."""
    found = []
    for parent in list_nodes(parse(source, syntax)):
        places = syntax.members.get(parent.type, ())
        if parent.parent is not None and parent.parent.type == "jsx_closing_element":
            continue  # it has to have the name of its opening one
        for number, child in enumerate(parent.children):
            place = parent.field_name_for_child(number) or ""
            is_name = child.is_named and not child.child_count and not get_text(child)[0].isdigit()
            if place in places and is_name and get_text(child) not in own:
                found.append(make_one_change(source, child, make_other_name(get_text(child))))
    return found


def make_one_change(source: str, node: Node, text: str) -> str:
    changed = replace_parts(source, [(node.start_byte, node.end_byte, text)])
    assert changed is not None
    return changed


DIFFERENT: Mapping[str, Callable[[str, Syntax], list[str]]] = {
    "another operator": with_another_operator,
    "another literal": with_another_literal,
    "another keyword": with_another_keyword,
    "arguments swapped": with_arguments_swapped,
}
