"""Formulas in running text, and what only looks like one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.markup.element import Markup
from kriterion.markup.formulas.formula_delimiters import (
    IN_HTML,
    IN_MARKDOWN,
    Delimiter,
    FormulaNotation,
    read_notations,
)
from kriterion.markup.formulas.text_formulas import MAXIMUM_CHARACTERS, render_formulas
from kriterion.markup.html.sanitise import sanitise
from tests.markup.parsed import assert_harmless

X = "<math><mrow><mi>x</mi></mrow></math>"
X_ALONE = '<math display="block"><mrow><mi>x</mi></mrow></math>'


@pytest.mark.parametrize(
    ("html", "drawn"),
    [
        ("a $x$ b", f"a {X} b"),
        ("$$x$$", X_ALONE),
        (r"\(x\) and \[x\]", f"{X} and {X_ALONE}"),
        ("`x`", "<math><mi>x</mi></math>"),
        ("$x$ &lt; $x$", f"{X} &lt; {X}"),
        ("`a &lt; b`", "<math><mi>a</mi><mo>&lt;</mo><mi>b</mi></math>"),
        (r"costs \$5, $x$", f"costs $5, {X}"),
        (r"$\foo$", r'<code class="formula-source">$\foo$</code>'),
    ],
)
def test_a_formula_is_rendered(html: str, drawn: str) -> None:
    assert render_formulas(Markup(html), IN_HTML) == drawn


@pytest.mark.parametrize(
    "html",
    [
        "costs $5 and $6",
        "costs $5, or $6",
        "from US$5-$7",
        "$ x $",
        "a `b",
        "<code>$x$ `x`</code>",
        "<pre><b>`x`</b> $x$</pre>",
        "<kbd>$x$</kbd>",
        '<a href="/a" title="$x$">a</a>',
        "<p>$a</p><p>b$</p>",
        "<math><mtext>$x$</mtext></math>",
        r"\(",
        "($$)",
    ],
)
def test_other_text_is_left_alone(html: str) -> None:
    assert render_formulas(Markup(html), IN_HTML) == html


def test_backticks_are_code_in_markdown() -> None:
    assert render_formulas(Markup("`x`"), IN_MARKDOWN) == "`x`"


def test_a_page_full_of_formulas_is_rendered_partly() -> None:
    html = render_formulas(Markup(("`" + "x" * 999 + "` ") * 100), IN_HTML)
    assert html.count("<math>") == MAXIMUM_CHARACTERS // 999
    assert html.count("formula-source") == 100 - MAXIMUM_CHARACTERS // 999


@pytest.mark.parametrize("piece", ["$", "$a", "\\(", "$ a ", "`", "$$a", "\\(\\", "$\\", "\\"])
def test_hostile_text_takes_bounded_time(piece: str) -> None:
    assert render_formulas(Markup(piece * 100_000), IN_HTML)


@pytest.mark.parametrize(
    ("script", "delimiter", "notation"),
    [
        (
            "MathJax = {asciimath: {delimiters: [['$','$'], ['`','`']]}}",
            "$",
            FormulaNotation.ASCIIMATH,
        ),
        ("MathJax = {tex: {inlineMath: [['`', '`']]}}", "`", FormulaNotation.LATEX),
        (
            'MathJax.Hub.Config({asciimath2jax: {"delimiters": [["\\\\(","\\\\)"]]}})',
            r"\(",
            FormulaNotation.ASCIIMATH,
        ),
        ("MathJax = {tex: {displayMath: [['@', '@']]}}", "$", FormulaNotation.LATEX),
        ("delimiters: [[", "$", FormulaNotation.LATEX),
    ],
)
def test_a_description_defines_its_delimiters(
    script: str, delimiter: str, notation: FormulaNotation
) -> None:
    assert read_notations([script], IN_HTML)[Delimiter(delimiter)] is notation


_PIECES = ["$", "$$", "`", r"\(", r"\)", "x", "^", "<b>", "</b>", "<code>", "&lt;", " ", '"', "\\"]


@given(st.lists(st.sampled_from(_PIECES)))
def test_formulas_open_no_injection(pieces: list[str]) -> None:
    assert_harmless(render_formulas(sanitise("".join(pieces)), IN_HTML))
