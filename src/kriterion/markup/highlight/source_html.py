"""Renders source text and coloured console output as HTML, with a span for each token."""

from kriterion.markup.element import Markup, element, join_html
from kriterion.markup.highlight.ansi import split_by_style
from kriterion.markup.highlight.source_tokens import tokenize_source


def render_source(text: str, language: str) -> Markup:
    """Render source text, highlighted if its language is known."""
    return join_html(
        element("span", piece, class_=f"source-{kind}") if kind else piece
        for kind, piece in tokenize_source(text, language)
    )


def render_console(text: str) -> Markup:
    """Render a program's output with the colours that its escape sequences select."""
    return join_html(
        element("span", piece, class_=" ".join(f"ansi-{name}" for name in look)) if look else piece
        for look, piece in split_by_style(text)
    )
