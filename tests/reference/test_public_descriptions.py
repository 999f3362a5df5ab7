"""Descriptions of public exercises: rendered safely, with all their formulas."""

import os
from pathlib import Path

import pytest

from kriterion.markup.description import (
    RenderedDescription,
    render_html_description,
    render_markdown_description,
)
from kriterion.markup.html.link_base import Base
from kriterion.markup.html.removed_content import ContentKind
from tests.markup.parsed import list_elements

REFERENCES = os.environ.get("KRITERION_REFERENCES", "")
CORPUS = Path(REFERENCES, "ocaml-sf+learn-ocaml-corpus", "exercises")
BASE = Base(
    link=lambda address: "/" + address.lstrip("/"),
    picture=lambda address: None if ":" in address else "/" + address.lstrip("/"),
)

pytestmark = [
    pytest.mark.reference,
    pytest.mark.skipif(not REFERENCES, reason="KRITERION_REFERENCES names no directory"),
]


@pytest.fixture(scope="module")
def rendered() -> dict[str, RenderedDescription]:
    html = {
        str(file): render_html_description(file.read_text(), BASE)
        for file in CORPUS.rglob("descr.html")
    }
    markdown = {
        str(file): render_markdown_description(file.read_text(), BASE)
        for file in CORPUS.rglob("descr.md")
    }
    return html | markdown


def test_every_formula_of_the_corpus_is_rendered(rendered: dict[str, RenderedDescription]) -> None:
    assert len(rendered) == 142
    assert sum("<math" in description.html for description in rendered.values()) == 36
    assert [file for file, one in rendered.items() if "formula-source" in one.html] == []


def test_scripts_of_the_corpus_are_reported_and_removed(
    rendered: dict[str, RenderedDescription],
) -> None:
    scripts = [
        removed.target
        for description in rendered.values()
        for removed in description.removed
        if removed.kind is ContentKind.SCRIPT
    ]
    assert len([script for script in scripts if "polyfill.io" in script]) == 33
    for description in rendered.values():
        for tag, attributes in list_elements(description.html):
            assert tag not in {"script", "style", "iframe"}
            assert attributes.get("src", "/").startswith(("/", "data:image/"))
