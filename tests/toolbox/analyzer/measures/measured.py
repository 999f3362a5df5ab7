"""Measure a text."""

import tree_sitter

from kriterion_tools.analyzer.measures.measure_catalog import MEASURES
from kriterion_tools.analyzer.measures.measurer import Measurer
from kriterion_tools.analyzer.source import Match, Source
from kriterion_tools.grammars import find_grammar


def measure(language: str, text: str, name: str, **options: int) -> list[Match]:
    """Return where a text exceeds the limits of a measure."""
    content = text.encode()
    root = tree_sitter.Parser(find_grammar(language)).parse(content).root_node
    assert not root.has_error, str(root)
    source = Source(path="a", language=language, text=text, content=content, root=root)
    defaults = {
        key: option.default
        for key, option in MEASURES[name].options.items()
        if option.default is not None
    }
    return Measurer([source]).find(name, defaults | options)


def list_lines(matches: list[Match]) -> list[int]:
    """Return the lines of matches, from 1."""
    return [match.place.row + 1 for match in matches]
