"""Parsing what is large, and what is no program."""

from pathlib import Path

import pytest
import tree_sitter
import tree_sitter_kotlin

from kriterion_tools.solution.parsing import SMALL, parse

MIB = 1024 * 1024


def read_resident_bytes() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


@pytest.mark.long(reason="parses thousands of times")
def test_repeated_parsing_leaks_no_memory() -> None:
    """A process that stays for many solutions had 150 MiB more after each of these."""
    parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_kotlin.language()))
    content = b"val x = " + b"(a)=>" * 6000
    assert len(content) > SMALL
    parse(content, parser)
    before = read_resident_bytes()
    for _ in range(2):
        parse(content, parser)
    assert read_resident_bytes() - before < 60 * MIB


def test_parsing_in_pieces_equals_parsing_at_once() -> None:
    parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_kotlin.language()))
    content = 'val é = "ü€𝄞"\n'.encode() * 2000
    assert len(content) > 2 * SMALL
    tree = parse(content, parser)
    assert tree is not None
    assert str(tree) == str(parser.parse(content).root_node)
    assert [node.text for node in tree.children[:3]] == ['val é = "ü€𝄞"'.encode()] * 3
