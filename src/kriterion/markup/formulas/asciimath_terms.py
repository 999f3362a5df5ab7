"""The terms of an AsciiMath formula, and their rendering as MathML."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from kriterion.markup.element import NOTHING, Markup, element
from kriterion.markup.formulas.asciimath_symbols import Symbol, SymbolRole
from kriterion.markup.formulas.mathml import group_in_row

_COMMA = element("mo", ",")
_STRETCHING = frozenset("¯_⏞⏟⏜")
_BRACES = frozenset("⏞⏟")  # a label is drawn beyond the brace
_GROUPING_BRACKETS = {"", "(", "[", "{"}, {"", ")", "]", "}"}


@dataclass(frozen=True, slots=True)
class Term:
    """A part of a formula: rendered (`markup`), or terms in brackets.

    Brackets are stored separately, because those that only group, as in x^(a+b), are not rendered.
    """

    inside: tuple["Term", ...] = ()
    left: str = ""
    right: str = ""
    markup: Markup = NOTHING
    role: SymbolRole = SymbolRole.LETTER

    @property
    def is_bracketed(self) -> bool:
        return self.markup is NOTHING


def make_leaf(markup: Markup, role: SymbolRole = SymbolRole.LETTER) -> Term:
    """Wrap rendered MathML in a term without inner terms."""
    return Term(markup=markup, role=role)


def render_term(term: Term) -> Markup:
    """Render the term with its brackets."""
    if not term.is_bracketed:
        return term.markup
    inside = map(render_term, term.inside)
    left, right = (element("mo", side) if side else NOTHING for side in (term.left, term.right))
    return element("mrow", left, *inside, right)


def render_without_brackets(term: Term) -> Markup:
    """Render the term without brackets that only group it."""
    openings, closings = _GROUPING_BRACKETS
    if term.is_bracketed and term.left in openings and term.right in closings:
        return group_in_row(*map(render_term, term.inside))
    return render_term(term)


def add_scripts(base: Term, below: Markup | None, above: Markup | None) -> Term:
    """Add a subscript or a superscript; at a big operator, these are limits below and above it."""
    tags = _UNDER_AND_OVER if base.role is SymbolRole.BIG else _SUB_AND_SUPER
    scripts = [script for script in (below, above) if script is not None]
    tag = tags[below is not None, above is not None]
    return make_leaf(element(tag, render_term(base), *scripts))


def add_accent(symbol: Symbol, inside: Markup) -> Term:
    """Put an accent above or below rendered terms. The label of a brace is drawn beyond it."""
    stretchy = "true" if symbol.text in _STRETCHING else "false"
    accent = element("mo", symbol.text, stretchy=stretchy)
    role = SymbolRole.BIG if symbol.text in _BRACES else SymbolRole.LETTER
    if symbol.role is SymbolRole.BELOW:
        return make_leaf(element("munder", inside, accent, accentunder="true"), role)
    return make_leaf(element("mover", inside, accent, accent="true"), role)


def find_cells(inside: Sequence[Term]) -> list[list[Markup]]:
    """Return the cells of a matrix, or [] if the terms are not bracketed rows and commas."""
    rows, commas = inside[::2], inside[1::2]
    if len(inside) % 2 == 0 or any(comma.markup != _COMMA for comma in commas):
        return []
    if len({(row.left, row.right) for row in rows} | _ROW_BRACKETS) > len(_ROW_BRACKETS):
        return []
    cells = [list(_split_at_commas(row.inside)) for row in rows]
    row_shapes = len(
        {(row.left, len(row_cells)) for row, row_cells in zip(rows, cells, strict=True)}
    )
    is_matrix = row_shapes == 1 and (len(rows) > 1 or len(cells[0]) > 1)
    return cells if is_matrix else []


def _split_at_commas(terms: Sequence[Term]) -> Iterator[Markup]:
    """Yield the rendered cells between commas."""
    cell: list[Markup] = []
    for term in terms:
        if term.markup == _COMMA:
            yield group_in_row(*cell)
            cell = []
        else:
            cell.append(render_term(term))
    yield group_in_row(*cell)


def render_matrix(cells: list[list[Markup]], *, is_cases: bool) -> Markup:
    """Render rows and columns; those of a definition by cases are aligned left."""
    align = "left" if is_cases else None
    rows = (
        element("mtr", *(element("mtd", cell, columnalign=align) for cell in row)) for row in cells
    )
    return element("mtable", *rows)


def render_operator(text: str) -> Markup:
    return element("mo", text)


def _render_word(text: str) -> Markup:
    return element("mo", text, lspace="0.2778em", rspace="0.2778em")


def _render_big(text: str) -> Markup:
    if text.isalpha():
        return element("mo", text, lspace="0.1667em", rspace="0.1667em", movablelimits="true")
    return element("mo", text)


def _render_differential(text: str) -> Markup:
    return element("mrow", *(element("mi", letter) for letter in text))


_ROW_BRACKETS = {("(", ")"), ("[", "]")}
_SUB_AND_SUPER = {(True, False): "msub", (False, True): "msup", (True, True): "msubsup"}
_UNDER_AND_OVER = {(True, False): "munder", (False, True): "mover", (True, True): "munderover"}
TOKENS: dict[SymbolRole, Callable[[str], Markup]] = {
    SymbolRole.BIG: _render_big,
    SymbolRole.DIFFERENTIAL: _render_differential,
    SymbolRole.SPACE: lambda width: element("mspace", width=width),
    SymbolRole.WORD: _render_word,
}
BINARY: dict[str, Callable[[Markup, Markup], Markup]] = {
    "color": lambda _, text: text,
    "frac": lambda over, under: element("mfrac", over, under),
    "overset": lambda above, base: element("mover", base, above),
    "root": lambda degree, base: element("mroot", base, degree),
    "stackrel": lambda above, base: element("mover", base, above),
    "underset": lambda below, base: element("munder", base, below),
}
