"""How a description marks its formulas: by our rule, or as its own scripts ask MathJax to.

learn-ocaml's pages show AsciiMath between back-ticks and nothing else; descriptions that want more
bring their own configuration of MathJax, which is read here and never run.
Source: MathJax 3's options `asciimath.delimiters`, `tex.inlineMath` and `tex.displayMath`, and the
same of MathJax 2's preprocessors.
"""

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum, unique


@unique
class FormulaNotation(StrEnum):
    """What a formula is written in."""

    ASCIIMATH = "AsciiMath"
    LATEX = "LaTeX"


@unique
class Delimiter(StrEnum):
    """What a formula begins with; `ENDS` says what it ends with."""

    DOLLARS = "$$"
    DOLLAR = "$"
    ROUND = r"\("
    SQUARE = r"\["
    BACK_TICK = "`"


ENDS = {
    Delimiter.DOLLARS: "$$",
    Delimiter.DOLLAR: "$",
    Delimiter.ROUND: r"\)",
    Delimiter.SQUARE: r"\]",
    Delimiter.BACK_TICK: "`",
}
DISPLAYED = frozenset({Delimiter.DOLLARS, Delimiter.SQUARE})

Notations = Mapping[Delimiter, FormulaNotation]
"""The delimiters that count, each with what is between them."""

IN_MARKDOWN: Notations = {
    delimiter: FormulaNotation.LATEX
    for delimiter in Delimiter
    if delimiter is not Delimiter.BACK_TICK
}
IN_HTML: Notations = {**IN_MARKDOWN, Delimiter.BACK_TICK: FormulaNotation.ASCIIMATH}

_OPTION = re.compile(r"\b(delimiters|inlineMath|displayMath)\b[\"']?\s*:\s*\[")
_PAIR = re.compile(
    r"""\s*,?\s*\[\s*(["'])(?P<begin>[^"'\n]{1,8})\1\s*,\s*(["'])[^"'\n]{1,8}\3\s*\]"""
)
_MAXIMUM_CHARACTERS = 16 * 1024  # of a script that is looked at


def notations_of(scripts: Iterable[str], usual: Notations) -> Notations:
    """What is usual, with what the scripts of a description say about it.

    Delimiters that are not usual stay so: back-ticks in Markdown are code before MathJax runs.
    """
    said: dict[Delimiter, FormulaNotation] = {}
    for script in scripts:
        for option in _OPTION.finditer(script, 0, _MAXIMUM_CHARACTERS):
            notation = (
                FormulaNotation.ASCIIMATH if option[1] == "delimiters" else FormulaNotation.LATEX
            )
            position = option.end()
            while pair := _PAIR.match(script, position):
                begin = pair["begin"].replace(r"\\", "\\")
                said |= {delimiter: notation for delimiter in usual if delimiter == begin}
                position = pair.end()
    return {**usual, **said}
