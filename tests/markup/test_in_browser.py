"""Descriptions in a real browser: hostile ones ask for nothing, formulas are drawn."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from kriterion.markup.description import render_html_description, render_markdown_description
from kriterion.markup.html.link_base import Base
from tests.markup.formulas.formula_tables import ASCIIMATH, LATEX, list_lines
from tests.markup.hostile import HOSTILE

pytestmark = pytest.mark.browser


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    yield context.new_page()
    context.close()


def test_hostile_descriptions_request_nothing(page: Page, tmp_path: Path) -> None:
    """No policy of the page helps here: what is left of them would load anything it could."""
    renders = (render_html_description, render_markdown_description)
    pieces = [render(html, Base()).html for html in HOSTILE for render in renders]
    pieces.append(render_html_description("".join(HOSTILE), Base()).html)
    file = tmp_path / "hostile.html"
    file.write_text("<!doctype html><meta charset=utf-8>" + "\n".join(pieces))
    requests: list[str] = []
    acted: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.on("dialog", lambda dialog: acted.append(dialog.message))
    page.on("pageerror", lambda error: acted.append(str(error)))
    page.goto(file.as_uri())
    page.wait_for_timeout(200)
    assert requests == [file.as_uri()]
    assert acted == []
    assert page.evaluate("document.querySelectorAll('script, style, iframe, form').length") == 0


def test_formulas_are_rendered_as_mathml(page: Page, tmp_path: Path) -> None:
    texts = [f"<p>`{line}`</p>" for line in list_lines(ASCIIMATH.replace("<", "&lt;"))]
    texts += [rf"<p>\({line}\)</p>" for line in list_lines(LATEX.replace("&", "&amp;"))]
    file = tmp_path / "formulas.html"
    html = render_html_description("".join(texts).replace("<b>", "&lt;b&gt;"), Base()).html
    file.write_text("<!doctype html><meta charset=utf-8>" + html)
    page.goto(file.as_uri())
    sizes = page.evaluate(
        "[...document.querySelectorAll('p')].map(p => p.querySelector('math')"
        "?.getBoundingClientRect().width ?? 0)"
    )
    assert len(sizes) == len(texts)
    assert min(sizes) > 0
    fraction = "document.querySelector('mfrac').getBoundingClientRect().height"
    letter = "document.querySelector('mi').getBoundingClientRect().height"
    assert page.evaluate(f"{fraction} > 1.2 * {letter}")
