import pytest

from kriterion_tools.contracts.learn_ocaml_repository.grader_report import (
    Display,
    Inline,
    LineBreak,
    ReportText,
)
from kriterion_tools.contracts.learn_ocaml_repository.report_spacing import set_words_apart


def make_code(text: str) -> Inline:
    return Inline(text, Display.CODE)


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        ((), ""),
        ((Inline("Found"), make_code("f"), Inline("at last")), "Found f at last"),
        ((Inline("Found "), make_code("f"), Inline(", at last")), "Found f, at last"),
        ((Inline("("), make_code("f"), Inline(")")), "(f)"),
        ((Inline("Found"), LineBreak(), make_code("f")), "Found/f"),
        # Blanks and brackets in code belong to the code.
        ((make_code("f "), Inline("is")), "f  is"),
        ((make_code("f ("), make_code(")")), "f ( )"),
        ((Inline("a"), Inline(""), Inline("b")), "ab"),
    ],
)
def test_words_are_separated_by_spaces_unless_punctuation_joins_them(
    text: ReportText, reads: str
) -> None:
    pieces = (
        "/" if isinstance(piece, LineBreak) else piece.text for piece in set_words_apart(text)
    )
    assert "".join(pieces) == reads
