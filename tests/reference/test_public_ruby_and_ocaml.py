"""Public solutions: Ruby's fall into the classes of the official representer, OCaml's are all read.

KRITERION_REFERENCES names the directory with the clones.
"""

import os
from collections.abc import Callable, Hashable, Iterable
from pathlib import Path

import pytest

from tests.toolbox.representer.test_course_representations import (
    assert_that_layout_says_nothing,
    get_text,
)

REFERENCES = Path(os.environ.get("KRITERION_REFERENCES", "nowhere"))
RUBY = REFERENCES / "exercism+ruby-representer" / "tests"
RUBY_GOLDENS = 21
CORPORA = {"ocaml-sf+learn-ocaml-corpus": 142, "gasche+paris8-corpus-2019": 33}

pytestmark = [
    pytest.mark.reference,
    pytest.mark.skipif(not REFERENCES.is_dir(), reason="set KRITERION_REFERENCES"),
]


def test_ruby_solutions_have_the_official_classes() -> None:
    folders = sorted(path.parent for path in RUBY.rglob("expected_representation.txt"))
    assert len(folders) == RUBY_GOLDENS

    theirs = run_classes(folders, lambda one: (one / "expected_representation.txt").read_text())
    ours = run_classes(folders, lambda one: get_text(next(one.glob("*.rb")).read_text(), "ruby"))

    assert ours == theirs
    assert len(ours) < len(folders), "two of them are alike"


@pytest.mark.parametrize("repository", CORPORA)
def test_ocaml_solutions_are_independent_of_whitespace(repository: str) -> None:
    solutions = sorted((REFERENCES / repository).rglob("solution.ml"))
    assert len(solutions) == CORPORA[repository]
    for solution in solutions:
        assert_that_layout_says_nothing(solution.read_text())


def run_classes(folders: Iterable[Path], key: Callable[[Path], Hashable]) -> set[frozenset[Path]]:
    found: dict[Hashable, set[Path]] = {}
    for folder in folders:
        found.setdefault(key(folder), set()).add(folder)
    return {frozenset(names) for names in found.values()}
