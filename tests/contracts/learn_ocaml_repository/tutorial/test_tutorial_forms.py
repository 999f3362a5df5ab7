"""Tutorials of our own in both forms: one model, in learn-ocaml's JSON."""

import json
from pathlib import Path

import pytest

from kriterion_tools.contracts.learn_ocaml_repository.tutorial.html_form import read_html_tutorial
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.markdown_form import (
    read_markdown_tutorial,
)
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.tutorial_json import (
    encode_tutorial,
    read_tutorial,
)
from tests.conftest import Golden

GOLDEN = Path(__file__).parent / "golden"
READ = {".md": read_markdown_tutorial, ".html": read_html_tutorial}


@pytest.mark.parametrize("form", READ)
def test_both_forms_give_the_same_tutorial(form: str, golden: Golden) -> None:
    file = GOLDEN / f"sums{form}"
    tutorial, faults = READ[form]("sums", file.read_text())
    assert tutorial is not None
    assert faults == []
    text = json.dumps(encode_tutorial(tutorial), indent=1)
    golden(GOLDEN / "sums.json", text)
    assert read_tutorial("sums", text.encode()) == (tutorial, [])


@pytest.mark.parametrize("form", READ)
def test_an_oversized_tutorial_is_not_parsed(form: str) -> None:
    tutorial, [fault] = READ[form]("long", "x" * 5_000_000)
    assert tutorial is None
    assert fault.fatal
