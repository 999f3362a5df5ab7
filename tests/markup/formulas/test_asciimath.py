"""AsciiMath: what each piece of its grammar becomes."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.markup.formulas.asciimath import MAXIMUM_CHARACTERS, render_asciimath
from kriterion.markup.formulas.asciimath_symbols import SYMBOLS
from tests.conftest import Golden
from tests.markup.formulas.formula_tables import ASCIIMATH, write_out

GOLDEN = Path(__file__).parent / "golden" / "asciimath.txt"


def render_inside(text: str) -> str:
    formula = render_asciimath(text)
    assert formula is not None
    return formula.removeprefix("<math>").removesuffix("</math>")


def test_asciimath_formulas_match_their_golden_file(golden: Golden) -> None:
    golden(GOLDEN, write_out(ASCIIMATH, render_asciimath))


@pytest.mark.parametrize(
    ("text", "mathml"),
    [
        ("2^30", "<msup><mn>2</mn><mn>30</mn></msup>"),
        ("(a)/(b)", "<mfrac><mi>a</mi><mi>b</mi></mfrac>"),
        ("|x|", "<mrow><mo>|</mo><mi>x</mi><mo>|</mo></mrow>"),
        ("x|y", "<mi>x</mi><mo>|</mo><mi>y</mi>"),
        ("sqrt x", "<msqrt><mi>x</mi></msqrt>"),
        (r"\alpha \le b", "<mi>α</mi><mo>≤</mo><mi>b</mi>"),
        ('cc"R"', "<mtext>ℛ</mtext>"),
        ("x_1^2", "<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>"),
        ("x^2_1", "<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>"),
        ("<b>", "<mo>&lt;</mo><mi>b</mi><mo>&gt;</mo>"),
    ],
)
def test_a_formula_follows_the_grammar(text: str, mathml: str) -> None:
    assert render_inside(text) == mathml


def test_a_set_of_pairs_is_not_a_matrix() -> None:
    assert "<mtable>" in render_inside("{(a,b),(c,d):}")
    assert "<mtable>" not in render_inside("{(a,b),(c,d)}")


def test_a_display_formula_is_marked_as_such() -> None:
    assert str(render_asciimath("x", display=True)).startswith('<math display="block">')


@pytest.mark.parametrize("piece", ["(", "sin ", "sin^2 ", "bb ", "frac ", "hat ", "((a),", "sqrt"])
def test_too_deep_nesting_is_not_rendered(piece: str) -> None:
    assert render_asciimath((piece * MAXIMUM_CHARACTERS)[:MAXIMUM_CHARACTERS]) is None


def test_a_very_long_formula_is_not_rendered() -> None:
    assert render_asciimath("x" * MAXIMUM_CHARACTERS) is not None
    assert render_asciimath("x" * (MAXIMUM_CHARACTERS + 1)) is None


@given(st.lists(st.sampled_from([*SYMBOLS, "a", "1.5", '"', "\\", " ", "é"]), max_size=60))
def test_any_sequence_of_symbols_is_handled(symbols: list[str]) -> None:
    formula = render_asciimath("".join(symbols))
    assert formula is None or formula.startswith("<math>")
