"""CSS rules for the widths, backgrounds and text colours that messages may request."""

from kriterion.feedback.html.colour_rules import list_custom_properties
from kriterion.feedback.html.palette import PAPERS
from kriterion.markup.html.hues import Hue
from kriterion.markup.html.style_classes import INKS, WIDTHS

# A white background stays white in dark mode, and black stays black in light mode; text on them
# uses the colours of the light (0) or the dark (1) scheme.
_FIXED_SCHEMES = {Hue.WHITE: 0, Hue.BLACK: 1}


def _make_ink_rule(hue: Hue) -> str:
    colour = "--muted" if hue is Hue.GREY else f"--ansi-{hue}"
    return f".look-ink-{hue} {{ color: var({colour}); }}"


def _make_paper_rule(hue: Hue) -> str:
    scheme = list_custom_properties(_FIXED_SCHEMES[hue]) if hue in _FIXED_SCHEMES else ""
    return f".look-paper-{hue} {{ {scheme} background: var(--paper-{hue}); color: var(--ink); }}"


RULES = "\n".join(
    (
        *(f".look-width-{width} {{ width: {width}%; }}" for width in WIDTHS),
        *map(_make_paper_rule, PAPERS),
        *map(_make_ink_rule, INKS),
    )
)
