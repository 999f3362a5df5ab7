"""Code of the Markdown form: marks in it say that it runs, or that it is a formula.

Source: ocaml-sf/learn-ocaml 5ffd748, src/repo/learnocaml_tutorial_parser.ml and the tutorial
"md-syntax" of its demo-repository.
"""

import re
from collections.abc import Iterator

from kriterion_tools.contracts.learn_ocaml_repository.tutorial.model import (
    Block,
    Code,
    CodeBlock,
    Math,
    Paragraph,
)

RUNS = "|"
IS_MATH = "$"
_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n)+")


def read_code(text: str) -> Code | Math:
    """Read inline code: `| it runs |`, `$ it is a formula $`, otherwise it is only displayed."""
    if len(text) > 2 and text[0] == text[-1] != text[1]:
        inside = text[1:-1].strip()
        if text[0] == RUNS:
            return Code(inside, runnable=True)
        if text[0] == IS_MATH:
            return Math(inside)
    return Code(text)


def read_code_blocks(text: str) -> Iterator[Block]:
    """Split a block at blank lines; each part may be marked on all of its lines."""
    for piece in _BLANK_LINES.split(text.strip("\n")):
        code = strip_margin(piece)
        marks = {line[:1] for line in code.split("\n")}
        if marks in ({RUNS}, {IS_MATH}):
            code = strip_margin("\n".join(line[1:] for line in code.split("\n")))
        if not code:
            continue
        yield Paragraph((Math(code),)) if marks == {IS_MATH} else CodeBlock(code, marks == {RUNS})


def strip_margin(code: str) -> str:
    """Remove blank lines around the code, blanks at line ends, and the common indentation."""
    lines = [line.rstrip(" \t\r") for line in code.split("\n")]
    margin = min((len(line) - len(line.lstrip(" \t")) for line in lines if line), default=0)
    return "\n".join(line[margin:] for line in lines).strip("\n")
