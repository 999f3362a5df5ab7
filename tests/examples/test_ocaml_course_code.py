"""OCaml accepts the code in the example course's lessons, tutorials and playgrounds."""

import re
import shutil
import subprocess
from functools import cache

import pytest

from kriterion_tools.contracts.learn_ocaml_repository.tutorial.html_form import read_html_tutorial
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.markdown_form import read_markdown_tutorial
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.model import Code, CodeBlock, Tutorial
from tests.examples.course import COURSE, LESSONS, PLAYGROUNDS, TUTORIALS, load


@pytest.mark.parametrize("file", TUTORIALS)
def test_a_tutorial_has_steps_with_code_to_run(file: str) -> None:
    tutorial = _load_tutorial(file)
    assert len(tutorial.steps) >= 4
    assert len(_list_runnable(tutorial)) >= 5


@pytest.mark.machine
@pytest.mark.parametrize("name", LESSONS)
def test_the_code_of_a_lesson_runs_in_order(name: str) -> None:
    steps = load(COURSE / "lessons" / f"{name}.json")["steps"]
    code = [block["code"] for step in steps for block in step["contents"] if "code" in block]
    assert code
    assert _list_complaints("\n".join(code)) == []


@pytest.mark.machine
@pytest.mark.parametrize("name", PLAYGROUNDS)
def test_a_playground_runs_unchanged(name: str) -> None:
    files = [COURSE / "playground" / name / file for file in ("prelude.ml", "template.ml")]
    code = "\n;;\n".join(file.read_text() for file in files if file.exists())
    assert _list_complaints(code + "\n;;\n") == []


@pytest.mark.machine
@pytest.mark.parametrize(("file", "refused"), TUTORIALS.items())
def test_the_code_of_a_tutorial_runs_unless_it_shows_a_mistake(file: str, refused: int) -> None:
    accepted, complaints = "", []
    for code in _list_runnable(_load_tutorial(file)):
        if found := _list_complaints(f"{accepted}{code}\n;;\n"):
            complaints.append((code, found))
        else:
            accepted += f"{code}\n;;\n"
    assert len(complaints) == refused, complaints


def _load_tutorial(file: str) -> Tutorial:
    path = COURSE / "tutorials" / file
    value = read_markdown_tutorial if path.suffix == ".md" else read_html_tutorial
    tutorial, faults = value(path.stem, path.read_text())
    assert faults == []
    assert tutorial is not None
    return tutorial


def _list_runnable(part: object) -> list[str]:
    """Return the code that a part of a tutorial runs, in order."""
    if isinstance(part, Code | CodeBlock):
        return [part.code] if part.runnable else []
    if isinstance(part, tuple):
        return [code for inner in part for code in _list_runnable(inner)]
    fields = getattr(part, "__dataclass_fields__", ())
    return [code for field in fields for code in _list_runnable(getattr(part, field))]


@cache
def _find_ocaml() -> str:
    program = shutil.which("ocaml")
    if program is None:
        pytest.skip("NO OCAML ON THIS MACHINE: apt-get install ocaml")
    return program


def _list_complaints(phrases: str) -> list[str]:
    """Return OCaml's errors for the phrases, each read after those before it."""
    command = (_find_ocaml(), "-noprompt")
    result = subprocess.run(command, input=phrases.encode(), capture_output=True, timeout=60)
    return re.findall("(?:Error|Exception):.*", (result.stdout + result.stderr).decode())
