"""Finds formulas in text by their delimiters, and renders them."""

import html
import re
from functools import lru_cache

from kriterion.markup.element import Markup, element, escape
from kriterion.markup.formulas.asciimath import render_asciimath
from kriterion.markup.formulas.formula_delimiters import (
    DISPLAYED,
    ENDS,
    Delimiter,
    FormulaNotation,
    Notations,
)
from kriterion.markup.formulas.latex import render_latex

# Of all formulas in a text. Their MathML is about twenty times as long.
MAXIMUM_CHARACTERS = 64 * 1024

_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9-]*)[^<>]*>")
# Formulas in these elements are not rendered.
_LITERAL_TAGS = frozenset({"code", "kbd", "math", "pre", "samp", "svg", "tt"})
_LONGEST = 4_000


def render_formulas(clean: Markup, notations: Notations) -> Markup:
    """Render the formulas in sanitised HTML, except those in code and similar elements."""
    if not any(delimiter in clean for delimiter in notations):
        return clean
    renderer = _FormulaRenderer(notations)
    parts: list[str] = []
    position = literal_depth = 0
    for tag in [*_TAG.finditer(clean), None]:
        text = clean[position : tag.start() if tag else None]
        parts.append(text if literal_depth else renderer.render_text(text))
        if tag:
            parts.append(tag[0])
            position = tag.end()
            if tag[2].lower() in _LITERAL_TAGS:
                literal_depth += -1 if tag[1] else 1
    return Markup("".join(parts))


@lru_cache(maxsize=512)
def render_formula(
    source: str, notation: FormulaNotation, *, display: bool = False
) -> Markup | None:
    """Render a formula, given without its delimiters; return None if it is invalid."""
    render = render_asciimath if notation is FormulaNotation.ASCIIMATH else render_latex
    return render(source, display=display)


def render_formula_source(source: str) -> Markup:
    """Render the source of a formula that cannot be rendered itself."""
    return element("code", source, class_="formula-source")


def make_formula_pattern(notations: Notations) -> re.Pattern[str]:
    r"""Return a pattern for a formula with its delimiters, or for an escaped dollar (`\$`).

    To keep "costs $5 and $6" as it is, a formula between single dollars may not begin or end with a
    blank, and no digit may follow it.
    """
    return _compile_pattern(tuple(delimiter for delimiter in Delimiter if delimiter in notations))


@lru_cache(maxsize=8)
def _compile_pattern(delimiters: tuple[Delimiter, ...]) -> re.Pattern[str]:
    return re.compile(
        r"(?P<escaped>\\\$)|" + "|".join(map(_make_delimiter_pattern, delimiters)), re.DOTALL
    )


def _make_delimiter_pattern(delimiter: Delimiter) -> str:
    begin, end = re.escape(delimiter), re.escape(ENDS[delimiter])
    # No delimiter is allowed inside of a formula: this keeps the search linear.
    content = rf"(?:\\\$|(?!{begin}|{end}|\\\$).){{1,{_LONGEST}}}"
    if delimiter is Delimiter.DOLLAR:
        return rf"(?P<{delimiter.name}>{begin}(?=\S){content}(?<=\S){end}(?![0-9]))"
    return rf"(?P<{delimiter.name}>{begin}{content}{end})"


class _FormulaRenderer:
    """Renders the formulas in the texts of one page, up to a limit."""

    def __init__(self, notations: Notations) -> None:
        self._notations = notations
        self._pattern = make_formula_pattern(notations)
        self._left = MAXIMUM_CHARACTERS

    def render_text(self, text: str) -> str:
        """Render the formulas in the escaped text between two tags."""
        if not any(delimiter in text for delimiter in self._notations):
            return text
        plain = html.unescape(text)
        parts: list[str] = []
        position = 0
        for match in self._pattern.finditer(plain):
            parts += escape(plain[position : match.start()]), self._render_match(match)
            position = match.end()
        return "".join([*parts, escape(plain[position:])])

    def _render_match(self, match: re.Match[str]) -> Markup:
        if match["escaped"]:
            return escape("$")
        delimiter = Delimiter[match.lastgroup or ""]
        source = match[0].removeprefix(delimiter).removesuffix(ENDS[delimiter])
        self._left -= len(source)
        if self._left < 0:
            return render_formula_source(match[0])
        display = delimiter in DISPLAYED
        return render_formula(
            source, self._notations[delimiter], display=display
        ) or render_formula_source(match[0])
