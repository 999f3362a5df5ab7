"""Public solutions: Ruby's fall into the classes of the official representer, OCaml's are all read.

KRITERION_REFERENCES is the directory with the public repositories as OWNER+NAME.
"""

import os
from collections.abc import Callable, Hashable, Iterable
from pathlib import Path

import pytest

from kriterion.contracts.exercism_representer.representation import Representation
from kriterion.toolbox.representer.languages import load_language
from kriterion.toolbox.representer.represent import represent
from tests.toolbox.representer import edits
from tests.toolbox.representer.test_edits import syntax_of

RUBY = "exercism+ruby-representer"
RUBY_FIXTURES = 21
CORPORA = {"ocaml-sf+learn-ocaml-corpus": 142, "gasche+paris8-corpus-2019": 33}
COURSE = Path(__file__).parents[3] / "examples" / "ocaml-course"
HARMLESS = ("a comment on top", "comments", "blank lines", "trailing blanks", "line ends")


@pytest.fixture
def references() -> Path:
    if "KRITERION_REFERENCES" not in os.environ:
        pytest.skip("KRITERION_REFERENCES names no directory with the public repositories")
    return Path(os.environ["KRITERION_REFERENCES"])


def text_of(source: str, name: str) -> str:
    language = load_language(name)
    assert language is not None
    found = represent({"solution": source.encode()}, language)
    assert isinstance(found, Representation), found
    return found.text


def classes(paths: Iterable[Path], key: Callable[[Path], Hashable]) -> set[frozenset[Path]]:
    found: dict[Hashable, set[Path]] = {}
    for path in paths:
        found.setdefault(key(path), set()).add(path)
    return {frozenset(one) for one in found.values()}


@pytest.mark.reference
def test_ruby_solutions_fall_into_the_official_classes(references: Path) -> None:
    official = sorted((references / RUBY / "tests").rglob("expected_representation.txt"))
    folders = [one.parent for one in official]
    assert len(folders) == RUBY_FIXTURES

    theirs = classes(folders, lambda one: (one / "expected_representation.txt").read_text())
    ours = classes(folders, lambda one: text_of(next(one.glob("*.rb")).read_text(), "ruby"))

    assert ours == theirs
    assert len(ours) < len(folders), "two of them are alike"


@pytest.mark.reference
@pytest.mark.parametrize("repository", CORPORA)
def test_ocaml_solutions_are_read_whatever_is_between_their_words(
    references: Path, repository: str
) -> None:
    solutions = sorted((references / repository).rglob("solution.ml"))
    assert len(solutions) == CORPORA[repository]
    for solution in solutions:
        assert_that_layout_says_nothing(solution.read_text())


def test_the_solutions_of_our_own_course_are_read_whatever_is_between_their_words() -> None:
    solutions = sorted(COURSE.rglob("solution.ml"))
    assert solutions
    for solution in solutions:
        assert_that_layout_says_nothing(solution.read_text())


def assert_that_layout_says_nothing(source: str) -> None:
    text = text_of(source, "ocaml")
    for name in HARMLESS:
        edited = edits.SAME[name](source, syntax_of("ocaml"))
        if edited is not None:
            assert text_of(edited, "ocaml") == text, name
