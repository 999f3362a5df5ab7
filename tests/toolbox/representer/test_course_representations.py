"""The solutions of our own OCaml course: all are read, whatever is between their words."""

from pathlib import Path

from kriterion_tools.contracts.exercism_representer.representation import Representation
from kriterion_tools.representer.languages import load_language
from kriterion_tools.representer.represent import represent
from tests.toolbox.representer import edits
from tests.toolbox.representer.test_edits import load_syntax

COURSE = Path(__file__).parents[3] / "examples" / "ocaml-course"
HARMLESS = ("a comment on top", "comments", "blank lines", "trailing blanks", "line ends")


def get_text(source: str, name: str) -> str:
    language = load_language(name)
    assert language is not None
    representation = represent({"solution": source.encode()}, language)
    assert isinstance(representation, Representation), representation
    return representation.text


def assert_that_layout_says_nothing(source: str) -> None:
    text = get_text(source, "ocaml")
    for name in HARMLESS:
        edited = edits.SAME[name](source, load_syntax("ocaml"))
        if edited is not None:
            assert get_text(edited, "ocaml") == text, name


def test_our_courses_solutions_are_independent_of_layout() -> None:
    solutions = sorted(COURSE.rglob("solution.ml"))
    assert solutions
    for solution in solutions:
        assert_that_layout_says_nothing(solution.read_text())
