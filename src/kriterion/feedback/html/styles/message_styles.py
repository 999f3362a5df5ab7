"""What messages may ask to look like; the papers bring their own ink where they must."""

from kriterion.feedback.html.palette import PAPERS
from kriterion.feedback.html.styles.colours import variables
from kriterion.markup.html.hues import Hue
from kriterion.markup.html.style_classes import INKS, WIDTHS

# A judge that asks for white means white, by night too; what stands on it must be read by day.
_FIXED = {Hue.WHITE: 0, Hue.BLACK: 1}


def _ink(hue: Hue) -> str:
    colour = "--muted" if hue is Hue.GREY else f"--ansi-{hue}"
    return f".look-ink-{hue} {{ color: var({colour}); }}"


def _paper(hue: Hue) -> str:
    own = variables(_FIXED[hue]) if hue in _FIXED else ""
    return f".look-paper-{hue} {{ {own} background: var(--paper-{hue}); color: var(--ink); }}"


_RULES = """\
.look-block { display: block; }
.look-inline-block { display: inline-block; vertical-align: top; }
.look-float-left { float: left; }
.look-float-right { float: right; }
.look-align-left { text-align: left; }
.look-align-right { text-align: right; }
.look-align-center { text-align: center; }
.look-align-justify { text-align: justify; }
.look-bold { font-weight: 700; }
.look-italic { font-style: italic; }
.look-underline { text-decoration: underline; }
.look-strike { text-decoration: line-through; }
.look-underline.look-strike { text-decoration: underline line-through; }
.look-pre { white-space: pre-wrap; }
.look-mono, .look-code {
  font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
  font-size: .875rem;
}
.look-code { white-space: pre-wrap; }
.look-border { border: 1px solid var(--line); }
.look-padded, .look-box { padding: .4rem .65rem; }
span.look-padded { padding-top: 0; padding-bottom: 0; }
.look-box { margin: .5rem 0; border-radius: 6px; }
.look-label { padding: .05rem .5rem; border-radius: 5px; font-size: .9rem; font-weight: 600; }
.look-good { color: var(--good); background: var(--good-paper); }
.look-bad { color: var(--bad); background: var(--bad-paper); }
.look-warn { color: var(--warn); background: var(--warn-paper); }
.look-info { color: var(--info); background: var(--info-paper); }
.look-muted { color: var(--muted); background: var(--well); }
.look-text-good { color: var(--good); }
.look-text-bad { color: var(--bad); }
.look-text-warn { color: var(--warn); }
.look-text-info { color: var(--info); }
.look-text-muted { color: var(--muted); }
"""

RULES = "\n".join(
    (
        *(f".look-width-{width} {{ width: {width}%; }}" for width in WIDTHS),
        *map(_paper, PAPERS),
        *map(_ink, INKS),
        _RULES,
    )
)
