"""Tutorials in HTML: the rules, and everything outside of them with its place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion_tools.contracts.learn_ocaml_repository.tutorial.html_form import read_html_tutorial
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.model import (
    MAXIMUM_CHARACTERS,
    MAXIMUM_DEPTH,
    Block,
    Code,
    CodeBlock,
    Emphasis,
    Enumeration,
    Math,
    Paragraph,
    Text,
)

BEGIN = "<h1>T</h1>\n<h2>S</h2>\n"


def read_blocks(html: str) -> tuple[Block, ...]:
    tutorial, faults = read_html_tutorial("x", BEGIN + html)
    assert tutorial is not None
    assert faults == []
    return tutorial.steps[0].contents


@pytest.mark.parametrize(
    ("html", "block"),
    [
        ("<p> a \n b<br>c</p>", Paragraph((Text("a b c"),))),
        ("<p>a<p>b", Paragraph((Text("a"),))),
        ("<p><quote>a\n   b</quote></p>", Paragraph((Code("a b"),))),
        ("<p><code data-run=''>a</code></p>", Paragraph((Code("a", runnable=True),))),
        ("<p><code data-math>a</code></p>", Paragraph((Math("a"),))),
        ("<p>1 &lt; 2 <b>b</b></p>", Paragraph((Text("1 < 2 "), Emphasis((Text("b"),))))),
        ("<pre>\n\n   a &amp;&amp;  \n    b\n\n</pre>", CodeBlock("a &&\n b")),
        ("<pre data-run>a</pre>", CodeBlock("a", runnable=True)),
        ("<pre data-math>a</pre>", Paragraph((Math("a"),))),
        (
            "<ul><li>a <em>b</em></ul>",
            Enumeration(((Paragraph((Text("a "), Emphasis((Text("b"),)))),),)),
        ),
    ],
)
def test_the_tag_determines_the_block(html: str, block: Block) -> None:
    assert read_blocks(html)[0] == block


@pytest.mark.parametrize(
    ("html", "words", "line", "column"),
    [
        ("a", "outside of a paragraph", 3, 1),
        ("<p>a</p>\n  <img src=x>", "<img>", 4, 3),
        ("<p>a <a href=x>b</a></p>", "<a>", 3, 6),
        ("<table><tr><td>x</table>", "<table>", 3, 1),
        ("<pre class=x>a</pre>", "<pre> has other attributes", 3, 1),
        ("<p><code data-run data-math>a</code></p>", "<code> has other attributes", 3, 4),
        ("<pre>a<b>c</b></pre>", "code cannot contain <b>", 3, 7),
        ("<ul><p>a</p></ul>", "outside its items", 3, 5),
        ("<ul><li>a<ul><li>b</ul>c</ul>", "outside of a paragraph", 3, 24),
        ("<script>x</script>", "<script>", 3, 1),
        ("<h3>a</h3>", "level 3", 3, 1),
    ],
)
def test_what_learn_ocaml_refuses_is_reported_with_its_place(
    html: str, words: str, line: int, column: int
) -> None:
    _, faults = read_html_tutorial("x", BEGIN + html)
    assert words in faults[0].what
    assert (faults[0].line, faults[0].column) == (line, column)
    assert faults[0].upstream


def test_refused_parts_are_read_nevertheless() -> None:
    tutorial, _ = read_html_tutorial("x", BEGIN + "<div>a <i>b</i></div><pre x=1>c<b>d</b></pre>")
    assert tutorial is not None
    assert tutorial.steps[0].contents == (Paragraph((Text("a b"),)), CodeBlock("cd"))


def test_unclosed_lists_end() -> None:
    tutorial, faults = read_html_tutorial("x", BEGIN + "<ul><li>" * 1_000 + "a")
    assert tutorial is not None
    block, depth = tutorial.steps[0].contents[0], 0
    while isinstance(block, Enumeration):
        block, depth = block.items[0][0], depth + 1
    assert depth == MAXIMUM_DEPTH
    assert any("too deep" in fault.what for fault in faults)


@pytest.mark.parametrize(
    "piece", ["<", "<ul>", "<em>x", '<a "', "<!--", "<script>", "&#", "<pre>", "<p>x", "<a b='"]
)
def test_hostile_text_is_parsed_in_bounded_time(piece: str) -> None:
    tutorial, faults = read_html_tutorial("x", (piece * MAXIMUM_CHARACTERS)[:MAXIMUM_CHARACTERS])
    assert tutorial is not None
    assert len(faults) <= 100


NAMES = ["h1", "h2", "h3", "p", "ul", "li", "pre", "code", "em", "div"]
TAGS = [f"<{end}{name}>" for name in NAMES for end in ("", "/")]


@given(st.lists(st.sampled_from([*TAGS, "<code data-run>", "a", " ", "\n", "<", "&lt;"])))
def test_any_text_is_a_tutorial(pieces: list[str]) -> None:
    tutorial, faults = read_html_tutorial("x", "".join(pieces))
    assert tutorial is not None
    lines = "".join(pieces).split("\n")
    assert all(1 <= fault.line <= len(lines) for fault in faults)
