"""Formulas in AsciiMath as MathML.

    E ::= I | I/I | I E                     an expression
    I ::= S | S_S | S^S | S_S^S             with what is below and above
    S ::= symbol | (E) | unary S | binary S S

Source: the grammar and the table of symbols on asciimath.org. learn-ocaml's descriptions and
tutorials are read by MathJax 2 with AsciiMath's own parser.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from kriterion.markup.element import NOTHING, Markup, element
from kriterion.markup.formulas.alphabets import Alphabet, set_in
from kriterion.markup.formulas.asciimath_symbols import Symbol, SymbolRole
from kriterion.markup.formulas.asciimath_terms import (
    BINARY,
    TOKENS,
    Term,
    add_accent,
    cells_of,
    matrix,
    operator,
    plain,
    render_bare,
    render_term,
    with_scripts,
)
from kriterion.markup.formulas.asciimath_tokens import read_symbols
from kriterion.markup.formulas.mathml import formula, function, thin_space

MAXIMUM_CHARACTERS = 4_000
MAXIMUM_DEPTH = 40  # each level takes several Python frames

_END = Symbol(SymbolRole.CLOSE, "")
_SCRIPTS = frozenset({SymbolRole.SUB, SymbolRole.SUPER, SymbolRole.OVER})
# After the name of a function, these mean that it has no argument.
_NO_ARGUMENT = _SCRIPTS | {SymbolRole.CLOSE, SymbolRole.OPERATOR, SymbolRole.WORD}


def render_asciimath(text: str, *, display: bool = False) -> Markup | None:
    """Render the formula, or return None if it is too long or nested too deep."""
    if len(text) > MAXIMUM_CHARACTERS:
        return None
    try:
        return formula(*_Parser(read_symbols(text)).whole(), display=display)
    except _TooDeepError:
        return None


class _TooDeepError(Exception):
    """Brackets or functions are nested too deep."""


class _Parser:
    """Reads symbols from left to right, each once."""

    def __init__(self, symbols: Sequence[Symbol]) -> None:
        self._symbols = symbols
        self._next = 0
        self._depth = 0
        self._alphabet: Alphabet | None = None

    def whole(self) -> list[Markup]:
        """Parse the whole formula; unmatched closing brackets are shown."""
        found: list[Markup] = []
        while self._next < len(self._symbols):
            found += map(render_term, self._expression())
            if self._next < len(self._symbols):
                found.append(element("mo", self._take().text))
        return found

    @contextmanager
    def _deeper(self) -> Iterator[None]:
        self._depth += 1
        if self._depth > MAXIMUM_DEPTH:
            raise _TooDeepError
        yield
        self._depth -= 1

    def _peek(self) -> Symbol:
        return self._symbols[self._next] if self._next < len(self._symbols) else _END

    def _take(self) -> Symbol:
        symbol = self._peek()
        self._next += 1
        return symbol

    def _at(self, role: SymbolRole) -> bool:
        return self._peek().role is role

    def _expression(self) -> list[Term]:
        found = []
        while not self._at(SymbolRole.CLOSE):
            term = self._scripted()
            if self._at(SymbolRole.OVER):
                self._take()
                term = plain(element("mfrac", render_bare(term), render_bare(self._scripted())))
            found.append(term)
        return found

    def _scripted(self) -> Term:
        """Parse a simple piece with its subscript and superscript, in either order."""
        is_function = self._at(SymbolRole.FUNCTION)
        base = self._simple()
        below = self._script(SymbolRole.SUB)
        above = self._script(SymbolRole.SUPER)
        if below is None and above is not None:
            below = self._script(SymbolRole.SUB)
        if below is None and above is None:
            return base
        scripted = with_scripts(base, below, above)
        return self._applied(scripted, parted=True) if is_function else scripted

    def _script(self, role: SymbolRole) -> Markup | None:
        if not self._at(role):
            return None
        self._take()
        return render_bare(self._simple())

    def _simple(self) -> Term:
        with self._deeper():
            if self._at(SymbolRole.CLOSE):
                return plain(element("mrow"))
            return self._read(self._take())

    def _read(self, symbol: Symbol) -> Term:
        match symbol.role:
            case SymbolRole.OPEN:
                return self._brackets(symbol)
            case SymbolRole.FUNCTION:
                name = plain(function(symbol.text, begins=self._is_first()))
                # In sin^2 x the exponent belongs to the name.
                return self._applied(name, parted=True)
            case SymbolRole.LETTER_FUNCTION:
                name = plain(self._letter(symbol))
                return self._applied(name) if self._peek().text == "(" else name
            case SymbolRole.ROOT:
                return plain(element("msqrt", render_bare(self._simple())))
            case SymbolRole.ENCLOSING:
                inside = plain(render_bare(self._simple()))
                return Term((inside,), symbol.text[0], symbol.text[1])
            case SymbolRole.ABOVE | SymbolRole.BELOW:
                return add_accent(symbol, render_bare(self._simple()))
            case SymbolRole.ALPHABET:
                return self._in_alphabet(Alphabet(symbol.text))
            case SymbolRole.BINARY:
                first, second = render_bare(self._simple()), render_bare(self._simple())
                return plain(BINARY[symbol.text](first, second))
            case SymbolRole.LETTER | SymbolRole.NUMBER | SymbolRole.TEXT:
                return plain(self._letter(symbol))
            case _:
                return plain(TOKENS.get(symbol.role, operator)(symbol.text), symbol.role)

    def _brackets(self, begin: Symbol) -> Term:
        """Parse a bracketed piece; an unclosed bracket is shown without content."""
        inside = tuple(self._expression())
        if self._next >= len(self._symbols):
            return Term((plain(element("mo", begin.text)), *inside))
        end = self._take()
        cells = [] if end.text == "}" else cells_of(inside)
        if cells:
            inside = (plain(matrix(cells, is_cases=not end.text)),)
        return Term(inside, begin.text, end.text)

    def _applied(self, name: Term, *, parted: bool = False) -> Term:
        """Parse a function with its argument, so that a fraction contains both."""
        if self._peek().role in _NO_ARGUMENT:
            return name
        space = thin_space() if parted and not self._at(SymbolRole.OPEN) else NOTHING
        with self._deeper():
            return plain(element("mrow", render_term(name), space, render_term(self._scripted())))

    def _is_first(self) -> bool:
        """Whether the last symbol read begins a formula, or the content of brackets."""
        return self._next < 2 or self._symbols[self._next - 2].role is SymbolRole.OPEN

    def _in_alphabet(self, alphabet: Alphabet) -> Term:
        around, self._alphabet = self._alphabet, alphabet
        inside = plain(render_bare(self._simple()))
        self._alphabet = around
        return inside

    def _letter(self, symbol: Symbol) -> Markup:
        text = set_in(self._alphabet, symbol.text) if self._alphabet else symbol.text
        match symbol.role:
            case SymbolRole.TEXT:
                return element("mtext", text.replace(" ", "\N{NO-BREAK SPACE}"))
            case SymbolRole.NUMBER:
                return element("mn", text)
            case _:
                return element("mi", text)
