"""Renders source text and coloured console output as HTML, with a span for each token."""

from kriterion.markup.element import Markup, element, join_html
from kriterion.markup.highlight.ansi import split_by_style
from kriterion.markup.highlight.source_tokens import tokenize_source


def render_source(text: str, language: str) -> Markup:
    """Render source text, highlighted if its language is known."""
    return join_html(render_token(kind, piece) for kind, piece in tokenize_source(text, language))


def render_token(kind: str, text: str) -> Markup | str:
    """Render a token of source text; the kind "" is plain text."""
    return element("span", text, class_=f"source-{kind}") if kind else text


def render_console(text: str) -> Markup:
    """Render a program's output with the colours that its escape sequences select."""
    return join_html(
        element("span", piece, class_=" ".join(f"ansi-{name}" for name in style))
        if style
        else piece
        for style, piece in split_by_style(text)
    )
