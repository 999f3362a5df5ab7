"""Tutorials of public repositories: learn-ocaml takes them all, and so do we."""

import json
import os
from pathlib import Path

import pytest

from kriterion_tools.contracts.learn_ocaml_repository.tutorial.html_form import read_html_tutorial
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.markdown_form import (
    read_markdown_tutorial,
)
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.tutorial_index import read_series
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.tutorial_json import (
    encode_tutorial,
    read_tutorial,
)

REFERENCES = os.environ.get("KRITERION_REFERENCES", "")
DIRECTORIES = {
    "ocaml-sf+learn-ocaml/demo-repository/tutorials": 4,
    "ocaml-sf+learn-ocaml-example-repository/tutorials": 6,
    "yurug+learn-ocaml-tutorial/tutorials": 1,
}
DEMO = "ocaml-sf+learn-ocaml/demo-repository/tutorials"

pytestmark = [
    pytest.mark.reference,
    pytest.mark.skipif(not REFERENCES, reason="KRITERION_REFERENCES names no directory"),
]


@pytest.mark.parametrize("directory", DIRECTORIES)
def test_public_tutorials_are_read_without_a_fault(directory: str) -> None:
    folder = Path(REFERENCES, directory)
    series, faults = read_series((folder / "index.json").read_bytes())
    assert faults == []
    assert series is not None
    names = [name for series_row in series for name in series_row.tutorials]
    assert len(names) == DIRECTORIES[directory]
    for name in names:
        markdown = folder / f"{name}.md"
        if markdown.exists():
            tutorial, faults = read_markdown_tutorial(name, markdown.read_text())
        else:
            tutorial, faults = read_html_tutorial(name, (folder / f"{name}.html").read_text())
        assert faults == []
        assert tutorial is not None
        assert tutorial.steps
        content = json.dumps(encode_tutorial(tutorial)).encode()
        assert read_tutorial(name, content) == (tutorial, [])


def test_both_forms_of_a_public_tutorial_are_equal() -> None:
    """They differ in blanks before punctuation, which their HTML has and their Markdown has not."""
    demo = Path(REFERENCES, DEMO)
    in_markdown, _ = read_markdown_tutorial("demo", (demo / "md-demo.md").read_text())
    in_html, _ = read_html_tutorial("demo", (demo / "md-demo.html").read_text())
    assert in_markdown is not None
    assert in_html is not None
    assert _remove_spaces(encode_tutorial(in_markdown)) == _remove_spaces(encode_tutorial(in_html))


def _remove_spaces(document: dict[str, object]) -> str:
    return json.dumps(document).replace(" ", "").replace("\\n", "")
