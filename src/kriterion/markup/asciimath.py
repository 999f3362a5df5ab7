"""Formulas in AsciiMath as MathML.

    E ::= I | I/I | I E                     an expression
    I ::= S | S_S | S^S | S_S^S             with what is below and above
    S ::= symbol | (E) | unary S | binary S S

Source: the grammar and the table of symbols on asciimath.org. learn-ocaml's descriptions and
tutorials are read by MathJax 2 with AsciiMath's own parser.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from kriterion.markup.alphabets import Alphabet, set_in
from kriterion.markup.asciimath_symbols import Role, Symbol
from kriterion.markup.asciimath_tokens import read_symbols
from kriterion.markup.element import NOTHING, Markup, element
from kriterion.markup.mathml import formula, function, row, thin_space

MAXIMUM_CHARACTERS = 4_000
MAXIMUM_DEPTH = 40  # each level is a few calls of Python

_COMMA = element("mo", ",")
_END = Symbol(Role.CLOSE, "")
_SCRIPTS = frozenset({Role.SUB, Role.SUPER, Role.OVER})
# After the name of a function these mean that it stands alone.
_NO_ARGUMENT = _SCRIPTS | {Role.CLOSE, Role.OPERATOR, Role.WORD}
_STRETCHING = frozenset("¯_⏞⏟⏜")
_BRACES = frozenset("⏞⏟")  # what is said of them stands over or under
_HOLDING = {"", "(", "[", "{"}, {"", ")", "]", "}"}


def render_asciimath(text: str, *, display: bool = False) -> Markup | None:
    """The formula; None when it is too long or nested too deep."""
    if len(text) > MAXIMUM_CHARACTERS:
        return None
    try:
        return formula(*_Parser(read_symbols(text)).whole(), display=display)
    except _TooDeepError:
        return None


class _TooDeepError(Exception):
    """Brackets in brackets, or functions of functions, without end."""


@dataclass(frozen=True, slots=True)
class _Term:
    """A piece of a formula. Brackets around it are kept apart: where they only hold it, they go."""

    inside: tuple["_Term", ...] = ()
    left: str = ""
    right: str = ""
    markup: Markup = NOTHING  # of a piece that has nothing inside
    role: Role = Role.LETTER

    @property
    def is_bracketed(self) -> bool:
        return self.markup is NOTHING


def _plain(markup: Markup, role: Role = Role.LETTER) -> _Term:
    return _Term(markup=markup, role=role)


class _Parser:
    """Symbols from left to right; nothing is read twice."""

    def __init__(self, symbols: Sequence[Symbol]) -> None:
        self._symbols = symbols
        self._next = 0
        self._depth = 0
        self._alphabet: Alphabet | None = None

    def whole(self) -> list[Markup]:
        """All of the formula; brackets that close what is not open are shown."""
        found: list[Markup] = []
        while self._next < len(self._symbols):
            found += map(_shown, self._expression())
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

    def _at(self, role: Role) -> bool:
        return self._peek().role is role

    def _expression(self) -> list[_Term]:
        found = []
        while not self._at(Role.CLOSE):
            term = self._scripted()
            if self._at(Role.OVER):
                self._take()
                term = _plain(element("mfrac", _bare(term), _bare(self._scripted())))
            found.append(term)
        return found

    def _scripted(self) -> _Term:
        """A simple piece with what is below and above it, in either order."""
        is_function = self._at(Role.FUNCTION)
        base = self._simple()
        below = self._script(Role.SUB)
        above = self._script(Role.SUPER)
        if below is None and above is not None:
            below = self._script(Role.SUB)
        if below is None and above is None:
            return base
        scripted = _with_scripts(base, below, above)
        return self._applied(scripted, parted=True) if is_function else scripted

    def _script(self, role: Role) -> Markup | None:
        if not self._at(role):
            return None
        self._take()
        return _bare(self._simple())

    def _simple(self) -> _Term:
        with self._deeper():
            if self._at(Role.CLOSE):
                return _plain(element("mrow"))
            return self._read(self._take())

    def _read(self, symbol: Symbol) -> _Term:
        match symbol.role:
            case Role.OPEN:
                return self._brackets(symbol)
            case Role.FUNCTION:
                name = _plain(function(symbol.text, begins=self._is_first()))
                # In sin^2 x the power belongs to the name.
                return self._applied(name, parted=True)
            case Role.LETTER_FUNCTION:
                name = _plain(self._letter(symbol))
                return self._applied(name) if self._peek().text == "(" else name
            case Role.ROOT:
                return _plain(element("msqrt", _bare(self._simple())))
            case Role.ENCLOSING:
                inside = _plain(_bare(self._simple()))
                return _Term((inside,), symbol.text[0], symbol.text[1])
            case Role.ABOVE | Role.BELOW:
                return _accented(symbol, _bare(self._simple()))
            case Role.ALPHABET:
                return self._in_alphabet(Alphabet(symbol.text))
            case Role.BINARY:
                first, second = _bare(self._simple()), _bare(self._simple())
                return _plain(_BINARY[symbol.text](first, second))
            case Role.LETTER | Role.NUMBER | Role.TEXT:
                return _plain(self._letter(symbol))
            case _:
                return _plain(_TOKENS.get(symbol.role, _operator)(symbol.text), symbol.role)

    def _brackets(self, begin: Symbol) -> _Term:
        """What is in brackets; those that are never closed are shown, and hold nothing."""
        inside = tuple(self._expression())
        if self._next >= len(self._symbols):
            return _Term((_plain(element("mo", begin.text)), *inside))
        end = self._take()
        cells = [] if end.text == "}" else _cells(inside)
        if cells:
            inside = (_plain(_matrix(cells, is_cases=not end.text)),)
        return _Term(inside, begin.text, end.text)

    def _applied(self, name: _Term, *, parted: bool = False) -> _Term:
        """A function with its argument, so that a fraction takes both."""
        if self._peek().role in _NO_ARGUMENT:
            return name
        space = thin_space() if parted and not self._at(Role.OPEN) else NOTHING
        with self._deeper():
            return _plain(element("mrow", _shown(name), space, _shown(self._scripted())))

    def _is_first(self) -> bool:
        """Whether the symbol that was just taken begins a formula, or what is in brackets."""
        return self._next < 2 or self._symbols[self._next - 2].role is Role.OPEN

    def _in_alphabet(self, alphabet: Alphabet) -> _Term:
        around, self._alphabet = self._alphabet, alphabet
        inside = _plain(_bare(self._simple()))
        self._alphabet = around
        return inside

    def _letter(self, symbol: Symbol) -> Markup:
        text = set_in(self._alphabet, symbol.text) if self._alphabet else symbol.text
        match symbol.role:
            case Role.TEXT:
                return element("mtext", text.replace(" ", "\N{NO-BREAK SPACE}"))
            case Role.NUMBER:
                return element("mn", text)
            case _:
                return element("mi", text)


def _shown(term: _Term) -> Markup:
    """The piece with its brackets."""
    if not term.is_bracketed:
        return term.markup
    inside = map(_shown, term.inside)
    left, right = (element("mo", side) if side else NOTHING for side in (term.left, term.right))
    return element("mrow", left, *inside, right)


def _bare(term: _Term) -> Markup:
    """The piece without brackets that only hold it together."""
    openings, closings = _HOLDING
    if term.is_bracketed and term.left in openings and term.right in closings:
        return row(*map(_shown, term.inside))
    return _shown(term)


def _with_scripts(base: _Term, below: Markup | None, above: Markup | None) -> _Term:
    tags = _UNDER_AND_OVER if base.role is Role.BIG else _SUB_AND_SUPER
    scripts = [script for script in (below, above) if script is not None]
    tag = tags[below is not None, above is not None]
    return _plain(element(tag, _shown(base), *scripts))


def _accented(symbol: Symbol, inside: Markup) -> _Term:
    """A piece with an accent above or below; what is said of a brace stands beyond it."""
    stretchy = "true" if symbol.text in _STRETCHING else "false"
    accent = element("mo", symbol.text, stretchy=stretchy)
    role = Role.BIG if symbol.text in _BRACES else Role.LETTER
    if symbol.role is Role.BELOW:
        return _plain(element("munder", inside, accent, accentunder="true"), role)
    return _plain(element("mover", inside, accent, accent="true"), role)


def _cells(inside: Sequence[_Term]) -> list[list[Markup]]:
    """The cells of a matrix, when all there is are rows in brackets with commas between them."""
    rows, commas = inside[::2], inside[1::2]
    if len(inside) % 2 == 0 or any(comma.markup != _COMMA for comma in commas):
        return []
    if len({(row.left, row.right) for row in rows} | _ROW_BRACKETS) > len(_ROW_BRACKETS):
        return []
    cells = [list(_parted(row.inside)) for row in rows]
    alike = len({(row.left, len(row_cells)) for row, row_cells in zip(rows, cells, strict=True)})
    is_matrix = alike == 1 and (len(rows) > 1 or len(cells[0]) > 1)
    return cells if is_matrix else []


def _parted(terms: Sequence[_Term]) -> Iterator[Markup]:
    """What stands between commas."""
    cell: list[Markup] = []
    for term in terms:
        if term.markup == _COMMA:
            yield row(*cell)
            cell = []
        else:
            cell.append(_shown(term))
    yield row(*cell)


def _matrix(cells: list[list[Markup]], *, is_cases: bool) -> Markup:
    """Rows and columns; cases of a definition begin at the left."""
    align = "left" if is_cases else None
    rows = (
        element("mtr", *(element("mtd", cell, columnalign=align) for cell in row)) for row in cells
    )
    return element("mtable", *rows)


def _operator(text: str) -> Markup:
    return element("mo", text)


def _word(text: str) -> Markup:
    return element("mo", text, lspace="0.2778em", rspace="0.2778em")


def _big(text: str) -> Markup:
    if text.isalpha():
        return element("mo", text, lspace="0.1667em", rspace="0.1667em", movablelimits="true")
    return element("mo", text)


def _differential(text: str) -> Markup:
    return element("mrow", *(element("mi", letter) for letter in text))


_ROW_BRACKETS = {("(", ")"), ("[", "]")}
_SUB_AND_SUPER = {(True, False): "msub", (False, True): "msup", (True, True): "msubsup"}
_UNDER_AND_OVER = {(True, False): "munder", (False, True): "mover", (True, True): "munderover"}
_TOKENS: dict[Role, Callable[[str], Markup]] = {
    Role.BIG: _big,
    Role.DIFFERENTIAL: _differential,
    Role.SPACE: lambda width: element("mspace", width=width),
    Role.WORD: _word,
}
_BINARY: dict[str, Callable[[Markup, Markup], Markup]] = {
    "color": lambda _, text: text,
    "frac": lambda over, under: element("mfrac", over, under),
    "overset": lambda above, base: element("mover", base, above),
    "root": lambda degree, base: element("mroot", base, degree),
    "stackrel": lambda above, base: element("mover", base, above),
    "underset": lambda below, base: element("munder", base, below),
}
