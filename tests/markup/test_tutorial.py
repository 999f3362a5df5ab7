"""Tutorials as HTML."""

from kriterion.markup.tutorial import render_blocks, render_words
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.model import (
    Code,
    CodeBlock,
    Emphasis,
    Enumeration,
    Math,
    Paragraph,
    Text,
    TutorialImage,
)
from tests.markup.parsed import assert_harmless


def test_inline_words_become_one_line_of_html() -> None:
    words = (Text("a < b "), Emphasis((Text("c"),)), Math("x^2"), Code("f", runnable=True))
    html = render_words(words)
    assert html.startswith("a &lt; b <em>c</em><math><msup>")
    assert '<code class="source runnable">' in html


def test_a_display_formula_is_a_block() -> None:
    assert (
        render_blocks([Paragraph((Math("x"),))]) == '<p><math display="block"><mi>x</mi></math></p>'
    )


def test_lists_contain_blocks() -> None:
    html = render_blocks([Enumeration(((Paragraph((Text("a"),)), CodeBlock("1")), ()))])
    assert html.startswith('<ul><li><p>a</p><pre class="source">')
    assert html.endswith("</pre></li><li></li></ul>")


def test_only_pictures_are_embedded() -> None:
    assert 'src="data:image/png;base64,AA=="' in render_words(
        (TutorialImage(b"\0", "a", "image/png"),)
    )
    words = (TutorialImage(b"x", "<b>", 'text/html" onload="x'),)
    assert render_words(words) == "[&lt;b&gt;]"
    assert_harmless(render_words((TutorialImage(b"x", '"><script>', "image/png"),)))
