"""How a description marks its formulas: by our rule, or as its own scripts configure MathJax.

learn-ocaml's pages show AsciiMath between back-ticks and nothing else. Descriptions that want more
bring their own configuration of MathJax, which is read here and never run. Source: MathJax 3's
options `asciimath.delimiters`, `tex.inlineMath` and `tex.displayMath`, and those of MathJax 2's
preprocessors.
"""

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum, unique


@unique
class FormulaNotation(StrEnum):
    """The notation of a formula."""

    ASCIIMATH = "AsciiMath"
    LATEX = "LaTeX"


@unique
class Delimiter(StrEnum):
    """The beginning of a formula; `ENDS` has the matching end."""

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


def read_notations(scripts: Iterable[str], defaults: Notations) -> Notations:
    """Return the notation of each usual delimiter, as changed by the scripts of a description.

    A script cannot add delimiters: back-ticks in Markdown, for example, are code before MathJax
    runs.
    """
    configured: dict[Delimiter, FormulaNotation] = {}
    for script in scripts:
        for option in _OPTION.finditer(script, 0, _MAXIMUM_CHARACTERS):
            notation = (
                FormulaNotation.ASCIIMATH if option[1] == "delimiters" else FormulaNotation.LATEX
            )
            position = option.end()
            while pair := _PAIR.match(script, position):
                begin = pair["begin"].replace(r"\\", "\\")
                configured |= {delimiter: notation for delimiter in defaults if delimiter == begin}
                position = pair.end()
    return {**defaults, **configured}
