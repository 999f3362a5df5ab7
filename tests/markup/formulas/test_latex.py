"""LaTeX: formulas that are drawn, and those that are left as they are."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.markup.formulas.latex import MAXIMUM_CHARACTERS, render_latex
from tests.conftest import Golden
from tests.markup.formulas.formula_tables import LATEX, list_lines, write_out
from tests.markup.parsed import assert_harmless, list_elements

GOLDEN = Path(__file__).parent / "golden" / "latex.txt"


def test_latex_formulas_match_their_golden_file(golden: Golden) -> None:
    golden(GOLDEN, write_out(LATEX, render_latex))


@pytest.mark.parametrize("formula", list_lines(LATEX))
def test_common_notation_is_rendered(formula: str) -> None:
    assert render_latex(formula) is not None


@pytest.mark.parametrize(
    "formula",
    [
        r"\unknown x",
        r"\frac{1}",
        "{",
        "}",
        "x_",
        "",
        "\\",
        "a & b",
        r"\newcommand{\a}{\b\b}\a",
        r"\def\a{x}\a",
        r"\cancel{x}",
    ],
)
def test_unknown_notation_is_not_rendered(formula: str) -> None:
    assert render_latex(formula) is None


@pytest.mark.parametrize(
    "formula",
    [
        r"\href{javascript:alert(1)}{x}",
        r"\style{position:fixed}{x}",
        r"\class{verdict}{x}",
        r"\color{red}{x}",
        r"\text{<script>alert(1)</script>}",
        r"\text{<img src=x onerror=alert(1)>}",
        r"\text{&lt;script&gt;}",
        r"\hspace{-999em} x",
    ],
)
def test_a_formula_cannot_inject_markup(formula: str) -> None:
    mathml = render_latex(formula)
    assert mathml is not None
    assert_harmless(mathml)
    allowed = {"displaystyle", "scriptlevel", "stretchy", "mathvariant", "width"}
    for tag, attributes in list_elements(mathml):
        assert tag.startswith("m")
        assert attributes.keys() <= allowed
        assert "-999em" not in attributes.values()


@pytest.mark.parametrize(
    "piece",
    ["{", r"\frac", r"x^{", r"\hat", r"\left(", r"\begin{matrix}", r"\sqrt[", "\\", "&", "'"],
)
def test_a_hostile_formula_takes_bounded_time(piece: str) -> None:
    mathml = render_latex((piece * MAXIMUM_CHARACTERS)[:MAXIMUM_CHARACTERS])
    assert mathml is None or mathml.startswith("<math>")


def test_a_very_long_formula_is_not_rendered() -> None:
    assert render_latex("x" * (MAXIMUM_CHARACTERS + 1)) is None


@given(st.lists(st.sampled_from([*"ax1^_{}&'<", r"\frac", r"\left(", r"\right)", r"\\ "])))
def test_any_text_is_handled(pieces: list[str]) -> None:
    mathml = render_latex("".join(pieces))
    assert mathml is None or mathml.startswith("<math>")
