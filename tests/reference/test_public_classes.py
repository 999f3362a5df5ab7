"""What Exercism's Rust and Go representers find alike, ours finds alike, and nothing else.

KRITERION_REFERENCES names the directory with their clones (`exercism+rust-representer` …).
"""

import os
from collections.abc import Callable, Mapping
from itertools import combinations
from pathlib import Path

import pytest

from kriterion_tools.contracts.exercism_representer.representation import Representation
from kriterion_tools.representer.languages import load_language
from kriterion_tools.representer.represent import represent

REFERENCES = Path(os.environ.get("KRITERION_REFERENCES", "nowhere"))
GOLDEN = "expected_representation.txt"

pytestmark = [
    pytest.mark.reference,
    pytest.mark.skipif(not REFERENCES.is_dir(), reason="set KRITERION_REFERENCES"),
]


def _list_rust_files(directory: Path) -> list[Path]:
    return [directory / "src" / "lib.rs"]


def _list_go_files(directory: Path) -> list[Path]:
    return [file for file in directory.glob("*.go") if file.name != "embed.go"]  # the test's own


SETS: Mapping[str, tuple[str, Callable[[Path], list[Path]], int]] = {
    "rust": ("exercism+rust-representer/tests/*/", _list_rust_files, 33),
    "go": ("exercism+go-representer/testdata/*/*/", _list_go_files, 17),
}


@pytest.mark.parametrize("name", SETS)
def test_the_public_representer_and_ours_agree_on_equivalence(name: str) -> None:
    pattern, solution, expected = SETS[name]
    language = load_language(name)
    assert language is not None
    theirs, ours = {}, {}
    for directory in sorted(REFERENCES.glob(pattern)):
        if not (directory / GOLDEN).is_file():
            continue
        files = {file.name: file.read_bytes() for file in solution(directory)}
        representation = represent(files, language)
        assert isinstance(representation, Representation), representation
        theirs[directory] = (directory / GOLDEN).read_text()
        ours[directory] = representation.text
    assert len(theirs) == expected
    assert _find_equal_pairs(ours) == _find_equal_pairs(theirs)
    assert _find_equal_pairs(theirs)


def _find_equal_pairs(texts: Mapping[Path, str]) -> set[tuple[Path, Path]]:
    return {(one, other) for one, other in combinations(texts, 2) if texts[one] == texts[other]}
