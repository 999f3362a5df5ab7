"""Source text and coloured console output as HTML: a span for each piece of a kind."""

from kriterion.markup.element import Markup, element, joined
from kriterion.markup.highlight.ansi import coloured
from kriterion.markup.highlight.source_tokens import highlighted


def render_source(text: str, language: str) -> Markup:
    """Render source text, highlighted if its language is known."""
    return joined(
        element("span", piece, class_=f"source-{kind}") if kind else piece
        for kind, piece in highlighted(text, language)
    )


def render_console(text: str) -> Markup:
    """What a program printed, in the colours that it asked for."""
    return joined(
        element("span", piece, class_=" ".join(f"ansi-{name}" for name in look)) if look else piece
        for look, piece in coloured(text)
    )
