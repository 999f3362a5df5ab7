"""Selectors name nodes by their kinds; what the grammar does not have is an error at once."""

import pytest
import tree_sitter
import tree_sitter_python

from kriterion_tools.analyzer.tagger.node_selectors import Selectors

PYTHON = tree_sitter.Language(tree_sitter_python.language())
PARSER = tree_sitter.Parser(PYTHON)


def select_nodes(selector: str, source: str) -> list[str]:
    """The texts of the nodes that a selector selects in a source."""
    selectors = Selectors(PYTHON, [(selector, None)])
    found: list[str] = []

    def look(node: tree_sitter.Node, field: int, kinds: list[int], fields: list[int]) -> None:
        parent = kinds[-1] if kinds else -1
        for selector in selectors.at(node.kind_id, parent, field):
            if selector.holds(kinds, fields):
                found.append(node.text.decode() if node.text else "")
        for at, child in enumerate(node.children):
            name = node.field_name_for_child(at)
            number = PYTHON.field_id_for_name(name) or 0 if name else 0
            look(child, number, [*kinds, node.kind_id], [*fields, field])

    look(PARSER.parse(source.encode()).root_node, 0, [], [])
    return found


@pytest.mark.parametrize(
    ("selector", "texts"),
    [
        ("integer", ["1", "2", "3"]),
        ("binary_operator > +", ["+"]),
        ("binary_operator > '+'", ["+"]),
        ("binary_operator > right:*", ["2"]),
        ("binary_operator > right:integer", ["2"]),
        ("binary_operator > right:identifier", []),
        ("call > arguments:argument_list > integer", ["3"]),
        ("module > integer", []),
        ("call > function:*", ["f"]),
        ("if", []),
    ],
)
def test_a_selector_selects_the_documented_nodes(selector: str, texts: list[str]) -> None:
    assert select_nodes(selector, "x = 1 + 2\nf(3)\n") == texts


def test_a_quoted_token_is_not_a_named_node() -> None:
    assert select_nodes("lambda", "lambda: 1\n") == ["lambda: 1"]
    assert select_nodes("'lambda'", "lambda: 1\n") == ["lambda"]


@pytest.mark.parametrize(
    ("selector", "text"),
    [
        ("if_stament", "the grammar has no kind 'if_stament'"),
        ("call > functoin:*", "the grammar has no field 'functoin'"),
        ("call > *", "selects everything"),
        ("*", "selects everything"),
        ("", "is not valid in a selector"),
    ],
)
def test_an_unknown_node_type_is_an_error(selector: str, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        Selectors(PYTHON, [(selector, None)])
