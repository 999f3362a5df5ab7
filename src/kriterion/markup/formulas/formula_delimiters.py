"""The delimiters of formulas in a description: our defaults, or those configured for MathJax.

learn-ocaml's pages render only AsciiMath between back-ticks. Descriptions that need more configure
MathJax in a script, which is read here but never run. Source: MathJax 3's options
`asciimath.delimiters`, `tex.inlineMath` and `tex.displayMath`, and those of MathJax 2's
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
"""Maps each delimiter in use to the notation of the formulas between them."""

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
_MAXIMUM_CHARACTERS = 16 * 1024  # the part of a script that is read


def read_notations(scripts: Iterable[str], defaults: Notations) -> Notations:
    """Return the default notations, changed as the scripts of a description configure MathJax.

    A script cannot add delimiters: in Markdown, for example, back-ticks always mean code.
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
