"""Tutorials in Markdown: the dialect's rules, and everything outside of it with its place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion_tools.contracts.learn_ocaml_repository.tutorial.markdown_form import (
    read_markdown_tutorial,
)
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.model import (
    MAXIMUM_CHARACTERS,
    Block,
    Code,
    CodeBlock,
    Emphasis,
    Enumeration,
    Math,
    Paragraph,
    Text,
    Tutorial,
    TutorialStep,
)

BEGIN = "# T\n\n## S\n\n"


def read_blocks(text: str) -> tuple[Block, ...]:
    tutorial, faults = read_markdown_tutorial("x", BEGIN + text)
    assert tutorial is not None
    assert faults == []
    return tutorial.steps[0].contents


@pytest.mark.parametrize("text", ["# T\n\n## S\n\np", "T\n=\n\nS\n-\n\np"])
def test_titles_may_be_atx_or_setext_headings(text: str) -> None:
    step = TutorialStep((Text("S"),), (Paragraph((Text("p"),)),))
    assert read_markdown_tutorial("x", text) == (Tutorial("x", (Text("T"),), (step,)), [])


@pytest.mark.parametrize(
    ("code", "word"),
    [
        ("`a`", Code("a")),
        ("`| a |`", Code("a", runnable=True)),
        ("`$ a^2 $`", Math("a^2")),
        ("`|a|`", Code("a", runnable=True)),
        ("`|| a ||`", Code("|| a ||")),
        ("`||`", Code("||")),
        ("`| a`", Code("| a")),
        ("`x a x`", Code("x a x")),
    ],
)
def test_inline_marks_distinguish_kinds_of_code(code: str, word: Code | Math) -> None:
    assert read_blocks(code) == (Paragraph((word,)),)


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["  a", "    b"], [CodeBlock("a\n  b")]),
        (["| a", "|   b"], [CodeBlock("a\n  b", runnable=True)]),
        (["$ x", "$ y"], [Paragraph((Math("x\ny"),))]),
        (["| a", "b"], [CodeBlock("| a\nb")]),
        (["a", "", "| b", "", "", "c"], [CodeBlock("a"), CodeBlock("b", True), CodeBlock("c")]),
    ],
)
def test_a_code_block_is_split_at_blank_lines(lines: list[str], expected: list[Block]) -> None:
    assert read_blocks("\n".join("    " + line for line in lines)) == tuple(expected)
    assert read_blocks("\n".join(["```ocaml", *lines, "```"])) == tuple(expected)


def test_both_kinds_of_emphasis_are_equal() -> None:
    words = (Text("a "), Emphasis((Text("b"),)), Text(" "), Emphasis((Text("c"),)))
    assert read_blocks("a *b* **c**") == (Paragraph(words),)


def test_a_line_break_becomes_a_space() -> None:
    assert read_blocks("a\nb") == (Paragraph((Text("a b"),)),)


def test_lists_may_contain_any_block() -> None:
    [listed] = read_blocks("1. a\n2. b\n\n       code\n\n   - c\n")
    inner = Enumeration(((Paragraph((Text("c"),)),),))
    second = (Paragraph((Text("b"),)), CodeBlock("code"), inner)
    assert listed == Enumeration(((Paragraph((Text("a"),)),), second))


@pytest.mark.parametrize(
    ("text", "words", "line", "column"),
    [
        ("see [here](http://x)", "a link", 5, 5),
        ("a\nb <http://x.org>", "a link", 6, 3),
        ("see [here]\n\n[here]: x", "a link", 5, 5),
        ("a ![tree](x.png)", "a picture", 5, 3),
        ("a\n  b <b>c</b>", "HTML", 6, 5),
        ("a  \nb", "a line break", 5, 4),
        ("<p>a</p>", "HTML", 5, 1),
        ("> a", "a quotation", 5, 1),
        ("a\n\n***\n", "a rule", 7, 1),
        ("|a|b|\n|-|-|\n|c|d|", "a table", 5, 1),
        ("### a", "a heading of level 3", 5, 1),
        ("- # a", "a heading in a list", 5, 1),
        ("# a", "a heading of level 1", 5, 1),
    ],
)
def test_what_learn_ocaml_refuses_is_reported_with_its_place(
    text: str, words: str, line: int, column: int
) -> None:
    tutorial, faults = read_markdown_tutorial("x", BEGIN + text)
    assert tutorial is not None
    fault = faults[0]
    assert words in fault.what
    assert (fault.line, fault.column) == (line, column)
    assert fault.upstream
    assert not fault.fatal


def test_refused_parts_are_read_nevertheless() -> None:
    text = "[a *b*](u) ![c](d)<br>e <i>f</i>\n\n> g\n\n|h|`i`|\n|-|-|\n|j|k|\n\n### l\n\n<p>m</p>\n"
    tutorial, _ = read_markdown_tutorial("x", BEGIN + text)
    assert tutorial is not None
    assert tutorial.steps[0].contents == (
        Paragraph((Text("a *b* c e f"),)),
        Paragraph((Text("g"),)),
        Paragraph((Text("h | "), Code("i"))),
        Paragraph((Text("j | k"),)),
        Paragraph((Emphasis((Text("l"),)),)),
        Paragraph((Text("m"),)),
    )


def test_a_tutorial_without_a_title_has_its_id() -> None:
    tutorial, faults = read_markdown_tutorial("first", "a\n\n## S\n")
    assert tutorial is not None
    assert tutorial.title == (Text("first"),)
    assert tutorial.steps[0] == TutorialStep((), (Paragraph((Text("a"),)),))
    assert [fault.what for fault in faults] == [
        "does not begin with a heading of level 1",
        "there is content before the first step",
    ]


@pytest.mark.parametrize(
    "piece",
    ["[", "![", "<!--", "a <!--", "> ", "- ", "*a **b ", "[a](", "`", "&", "a\n", "\\", "<a "],
)
def test_hostile_text_is_parsed_in_bounded_time(piece: str) -> None:
    text = (piece * MAXIMUM_CHARACTERS)[: MAXIMUM_CHARACTERS // 4]
    tutorial, faults = read_markdown_tutorial("x", text)
    assert tutorial is not None
    assert 0 < len(faults) <= 100


@given(st.lists(st.sampled_from(list("ab*_`|$#->\n\n []()<!\\")), max_size=200).map("".join))
def test_any_text_is_a_tutorial(text: str) -> None:
    tutorial, faults = read_markdown_tutorial("x", text)
    assert tutorial is not None
    lines = text.split("\n")
    assert all(1 <= fault.line <= len(lines) for fault in faults)
    assert all(1 <= fault.column <= len(lines[fault.line - 1]) + 1 for fault in faults)
