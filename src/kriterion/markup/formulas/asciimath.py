"""Renders AsciiMath formulas as MathML.

    E ::= I | I/I | I E                       expression
    I ::= S | S_S | S^S | S_S^S               with subscript and superscript
    S ::= symbol | (E) | unary S | binary S S

Source: the grammar and the table of symbols on asciimath.org. learn-ocaml renders formulas with
MathJax 2, which contains AsciiMath's own parser.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from kriterion.markup.element import NOTHING, Markup, element
from kriterion.markup.formulas.alphabets import Alphabet, apply_alphabet
from kriterion.markup.formulas.asciimath_symbols import Symbol, SymbolRole
from kriterion.markup.formulas.asciimath_terms import (
    BINARY,
    TOKENS,
    Term,
    add_accent,
    add_scripts,
    find_cells,
    make_leaf,
    render_matrix,
    render_operator,
    render_term,
    render_without_brackets,
)
from kriterion.markup.formulas.asciimath_tokens import read_symbols
from kriterion.markup.formulas.mathml import render_function_name, render_thin_space, wrap_formula

MAXIMUM_CHARACTERS = 4_000
MAXIMUM_DEPTH = 40  # each level takes several Python frames

_END = Symbol(SymbolRole.CLOSE, "")
_SCRIPTS = frozenset({SymbolRole.SUB, SymbolRole.SUPER, SymbolRole.OVER})
# A function followed by one of these has no argument.
_NO_ARGUMENT = _SCRIPTS | {SymbolRole.CLOSE, SymbolRole.OPERATOR, SymbolRole.WORD}


def render_asciimath(text: str, *, display: bool = False) -> Markup | None:
    """Render the formula, or return None if it is too long or nested too deeply."""
    if len(text) > MAXIMUM_CHARACTERS:
        return None
    try:
        return wrap_formula(*_Parser(read_symbols(text)).parse_formula(), display=display)
    except _TooDeepError:
        return None


class _TooDeepError(Exception):
    """Brackets or functions are nested too deeply."""


class _Parser:
    """Parses symbols from left to right, without going back."""

    def __init__(self, symbols: Sequence[Symbol]) -> None:
        self._symbols = symbols
        self._next = 0
        self._depth = 0
        self._alphabet: Alphabet | None = None

    def parse_formula(self) -> list[Markup]:
        """Parse the whole formula; closing brackets without an opening one are shown."""
        terms: list[Markup] = []
        while self._next < len(self._symbols):
            terms += map(render_term, self._parse_expression())
            if self._next < len(self._symbols):
                terms.append(element("mo", self._take().text))
        return terms

    @contextmanager
    def _nest(self) -> Iterator[None]:
        """Enter a level of nesting; raise if there are too many."""
        self._depth += 1
        if self._depth > MAXIMUM_DEPTH:
            raise _TooDeepError
        yield
        self._depth -= 1

    def _peek(self) -> Symbol:
        return self._symbols[self._next] if self._next < len(self._symbols) else _END

    def _take(self) -> Symbol:
        """Return the next symbol, and advance."""
        symbol = self._peek()
        self._next += 1
        return symbol

    def _is_at(self, role: SymbolRole) -> bool:
        return self._peek().role is role

    def _parse_expression(self) -> list[Term]:
        terms = []
        while not self._is_at(SymbolRole.CLOSE):
            term = self._parse_scripted()
            if self._is_at(SymbolRole.OVER):
                self._take()
                term = make_leaf(
                    element(
                        "mfrac",
                        render_without_brackets(term),
                        render_without_brackets(self._parse_scripted()),
                    )
                )
            terms.append(term)
        return terms

    def _parse_scripted(self) -> Term:
        """Parse a simple term with its subscript and superscript, in either order."""
        is_function = self._is_at(SymbolRole.FUNCTION)
        base = self._parse_simple()
        below = self._parse_script(SymbolRole.SUB)
        above = self._parse_script(SymbolRole.SUPER)
        if below is None and above is not None:
            below = self._parse_script(SymbolRole.SUB)
        if below is None and above is None:
            return base
        scripted = add_scripts(base, below, above)
        return self._parse_argument(scripted, with_space=True) if is_function else scripted

    def _parse_script(self, role: SymbolRole) -> Markup | None:
        """Parse a subscript or superscript, or return None if the next symbol begins none."""
        if not self._is_at(role):
            return None
        self._take()
        return render_without_brackets(self._parse_simple())

    def _parse_simple(self) -> Term:
        with self._nest():
            if self._is_at(SymbolRole.CLOSE):
                return make_leaf(element("mrow"))
            return self._parse_symbol(self._take())

    def _parse_symbol(self, symbol: Symbol) -> Term:
        match symbol.role:
            case SymbolRole.OPEN:
                return self._parse_brackets(symbol)
            case SymbolRole.FUNCTION:
                name = make_leaf(render_function_name(symbol.text, begins=self._is_first()))
                # In sin^2 x, the exponent belongs to the name.
                return self._parse_argument(name, with_space=True)
            case SymbolRole.LETTER_FUNCTION:
                name = make_leaf(self._render_letter(symbol))
                return self._parse_argument(name) if self._peek().text == "(" else name
            case SymbolRole.ROOT:
                return make_leaf(element("msqrt", render_without_brackets(self._parse_simple())))
            case SymbolRole.ENCLOSING:
                inside = make_leaf(render_without_brackets(self._parse_simple()))
                return Term((inside,), symbol.text[0], symbol.text[1])
            case SymbolRole.ABOVE | SymbolRole.BELOW:
                return add_accent(symbol, render_without_brackets(self._parse_simple()))
            case SymbolRole.ALPHABET:
                return self._parse_in_alphabet(Alphabet(symbol.text))
            case SymbolRole.BINARY:
                first, second = (
                    render_without_brackets(self._parse_simple()),
                    render_without_brackets(self._parse_simple()),
                )
                return make_leaf(BINARY[symbol.text](first, second))
            case SymbolRole.LETTER | SymbolRole.NUMBER | SymbolRole.TEXT:
                return make_leaf(self._render_letter(symbol))
            case _:
                return make_leaf(TOKENS.get(symbol.role, render_operator)(symbol.text), symbol.role)

    def _parse_brackets(self, begin: Symbol) -> Term:
        """Parse a bracketed term, which may be a matrix; the closing bracket may be missing."""
        inside = tuple(self._parse_expression())
        if self._next >= len(self._symbols):
            return Term((make_leaf(element("mo", begin.text)), *inside))
        end = self._take()
        cells = [] if end.text == "}" else find_cells(inside)  # braces enclose a set, not a matrix
        if cells:
            is_cases = not end.text  # a definition by cases ends in the invisible bracket ":}"
            inside = (make_leaf(render_matrix(cells, is_cases=is_cases)),)
        return Term(inside, begin.text, end.text)

    def _parse_argument(self, name: Term, *, with_space: bool = False) -> Term:
        """Parse the argument of a function, and group it with the name, as for a fraction.

        `with_space` puts a space before an argument without brackets.
        """
        if self._peek().role in _NO_ARGUMENT:
            return name
        space = render_thin_space() if with_space and not self._is_at(SymbolRole.OPEN) else NOTHING
        with self._nest():
            return make_leaf(
                element("mrow", render_term(name), space, render_term(self._parse_scripted()))
            )

    def _is_first(self) -> bool:
        """Whether the last symbol read is the first of the formula, or of bracketed content."""
        return self._next < 2 or self._symbols[self._next - 2].role is SymbolRole.OPEN

    def _parse_in_alphabet(self, alphabet: Alphabet) -> Term:
        around, self._alphabet = self._alphabet, alphabet
        inside = make_leaf(render_without_brackets(self._parse_simple()))
        self._alphabet = around
        return inside

    def _render_letter(self, symbol: Symbol) -> Markup:
        text = apply_alphabet(self._alphabet, symbol.text) if self._alphabet else symbol.text
        match symbol.role:
            case SymbolRole.TEXT:
                return element("mtext", text.replace(" ", "\N{NO-BREAK SPACE}"))
            case SymbolRole.NUMBER:
                return element("mn", text)
            case _:
                return element("mi", text)
