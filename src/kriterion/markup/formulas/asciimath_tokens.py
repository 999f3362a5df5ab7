"""Splits AsciiMath into symbols: the longest known spelling wins, and blanks separate."""

import re
from collections.abc import Iterator

from kriterion.markup.formulas.asciimath_symbols import LONGEST, SYMBOLS, Symbol, SymbolRole

_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?|\.[0-9]+")
_QUOTED = re.compile(r'"([^"]*)"?')
_BRACKETED = re.compile(r"\s*(?:\(([^()]*)\)|\[([^\[\]]*)\]|\{([^{}]*)\})")


def read_symbols(text: str) -> list[Symbol]:
    """Return the symbols of a formula. A bar that has no partner is an operator."""
    return _pair_bars(list(_split_symbols(text)))


def _split_symbols(text: str) -> Iterator[Symbol]:
    position = 0
    while position < len(text):
        if text[position].isspace():
            position += 1
            continue
        if text[position] == '"' and (quoted := _QUOTED.match(text, position)):
            yield Symbol(SymbolRole.TEXT, quoted[1])
            position = quoted.end()
            continue
        if _is_tex_backslash(text, position):
            position += 1
        symbol, position = _read_symbol(text, position)
        if symbol.role is SymbolRole.TEXT and (bracketed := _BRACKETED.match(text, position)):
            symbol = Symbol(SymbolRole.TEXT, bracketed[bracketed.lastindex or 0])
            position = bracketed.end()
        yield symbol


def _is_tex_backslash(text: str, position: int) -> bool:
    r"""Whether the character is TeX's backslash before a name, as in "\alpha", to be ignored."""
    return text[position] == "\\" and text[position + 1 : position + 2] not in ("", " ", "\\")


def _read_symbol(text: str, position: int) -> tuple[Symbol, int]:
    """Return the symbol at a position, and the position of its end."""
    for length in range(min(LONGEST, len(text) - position), 0, -1):
        symbol = SYMBOLS.get(text[position : position + length])
        if symbol:
            return symbol, position + length
    number = _NUMBER.match(text, position)
    if number:
        return Symbol(SymbolRole.NUMBER, number[0]), number.end()
    character = text[position]
    role = SymbolRole.LETTER if character.isalpha() else SymbolRole.OPERATOR
    return Symbol(role, character), position + 1


def _pair_bars(symbols: list[Symbol]) -> list[Symbol]:
    """Turn pairs of equal bars into opening and closing brackets, all others into operators."""
    paired = list(symbols)
    open_bars: list[int | None] = [None]  # for each open bracket, the index of its open bar
    for index, symbol in enumerate(symbols):
        if symbol.role is SymbolRole.OPEN:
            open_bars.append(None)
        elif symbol.role is SymbolRole.CLOSE and len(open_bars) > 1:
            open_bars.pop()
        elif symbol.role is SymbolRole.BAR:
            begin = open_bars[-1]
            paired[index] = Symbol(SymbolRole.OPERATOR, symbol.text)
            if begin is None or symbols[begin] != symbol:
                open_bars[-1] = index
            else:
                paired[begin] = Symbol(SymbolRole.OPEN, symbol.text)
                paired[index] = Symbol(SymbolRole.CLOSE, symbol.text)
                open_bars[-1] = None
    return paired
