from pathlib import Path

from kriterion.authoring.diagnostics.codes import CODES
from kriterion.authoring.diagnostics.diagnostics_page import render_page
from tests.conftest import Golden

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "diagnostics.md"


def test_the_documentation_page_is_up_to_date(golden: Golden) -> None:
    golden(PAGE, render_page())


def test_every_code_is_on_the_page() -> None:
    page = render_page()
    assert [code for code in CODES if f"`{code}`" not in page] == []
