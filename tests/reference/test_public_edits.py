"""Our representer on programs that nobody here wrote, in fifteen languages: another layout changes
no representation, another operator or literal each one.

KRITERION_REFERENCES names the directory with the clones (`TheAlgorithms+Java` …).
"""

import os
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

import pytest

from kriterion_tools.contracts.exercism_representer.representation import Representation
from kriterion_tools.representer.languages import load_language
from kriterion_tools.representer.represent import represent
from tests.toolbox.representer import edits
from tests.toolbox.representer.test_edits import load_syntax

REFERENCES = Path(os.environ.get("KRITERION_REFERENCES", "nowhere"))
PROGRAMS = 12  # of each language
LARGEST_BYTES = 4000
MAX_EDITS = 8  # of one kind in one program

SETS: Mapping[str, str] = {
    "bash": "glennj+exercism.io/bash/*/*.sh",
    "c": "TheAlgorithms+C/*/*.c",
    "cpp": "TheAlgorithms+C-Plus-Plus/*/*.cpp",
    "c_sharp": "TheAlgorithms+C-Sharp/Algorithms/*/*.cs",
    "go": "TheAlgorithms+Go/*/*.go",
    "haskell": "TheAlgorithms+Haskell/src/*/*.hs",
    "java": "TheAlgorithms+Java/src/main/java/com/thealgorithms/*/*.java",
    "javascript": "TheAlgorithms+JavaScript/*/*.js",
    "kotlin": "TheAlgorithms+Kotlin/src/main/kotlin/*/*.kt",
    "ocaml": "backtracking+ocamlgraph/src/*.ml",
    "php": "TheAlgorithms+PHP/*/*.php",
    "python": "TheAlgorithms+Python/*/*.py",
    "ruby": "TheAlgorithms+Ruby/*/*.rb",
    "rust": "TheAlgorithms+Rust/src/*/*.rs",
    "typescript": "TheAlgorithms+TypeScript/*/*.ts",
}
LAYOUT = ("comments", "blank lines", "trailing blanks", "line ends")
MEANING = ("another operator", "another literal")

pytestmark = [
    pytest.mark.reference,
    pytest.mark.skipif(not REFERENCES.is_dir(), reason="set KRITERION_REFERENCES"),
]


@pytest.mark.parametrize("language", SETS)
def test_a_changed_layout_makes_no_difference(language: str) -> None:
    edited = 0
    for file, source, text in _list_programs(language):
        for name in LAYOUT:
            changed = edits.SAME[name](source, load_syntax(language))
            if changed is not None and changed != source:
                assert _get_text(changed, language) == text, (file, name)
                edited += 1
    assert edited > PROGRAMS


@pytest.mark.parametrize("language", SETS)
def test_a_changed_meaning_makes_a_difference(language: str) -> None:
    edited = 0
    for file, source, text in _list_programs(language):
        for name in MEANING:
            sources = edits.DIFFERENT[name](source, load_syntax(language))
            for changed in islice(sources, MAX_EDITS):
                assert _get_text(changed, language) != text, (file, changed)
                edited += 1
    assert edited > PROGRAMS


def _list_programs(language: str) -> Iterator[tuple[Path, str, str]]:
    """Each program that has a representation, with that."""
    found = 0
    for file in sorted(REFERENCES.glob(SETS[language])):
        if file.stat().st_size > LARGEST_BYTES or found == PROGRAMS:
            continue
        source = file.read_text(encoding="utf-8-sig").replace("\r\n", "\n")
        text = _get_text(source, language)
        if text is not None:
            found += 1
            yield file, source, text
    assert found == PROGRAMS, f"fetch what is meant by {SETS[language]}"


def _get_text(source: str, name: str) -> str | None:
    language = load_language(name)
    assert language is not None
    representation = represent({"solution": source.encode()}, language)
    return representation.text if isinstance(representation, Representation) else None
