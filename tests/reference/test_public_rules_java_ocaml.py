"""Our rules on public solutions in Java and OCaml: none fails, and each says about as much as read.

KRITERION_REFERENCES names the directory with the clones. What was read, and how right it was, is in
docs/reference/analyzer-precision.md.
"""

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from kriterion_tools.analyzer.engine.analysing import analyse
from kriterion_tools.analyzer.engine.shipped import load_rulebook

REFERENCES = Path(os.environ.get("KRITERION_REFERENCES", "nowhere"))
SUFFIXES = {"java": ".java", "ocaml": ".ml"}

# Language, repository, solutions in it and comments on them. Look at the comments of a change that
# makes many more or fewer, then count again.
COUNTED = (
    ("java", "exercism+java", 452, 465),
    ("java", "BogdanKocsis+Exercism-Java", 206, 258),
    ("java", "jcloix+exercism-java", 207, 458),
    ("java", "kipijz+java-homework", 231, 311),
    ("java", "MohammadTamjeed+java-homework", 117, 219),
    ("java", "Podesta+MOOC-Java", 370, 404),
    ("java", "TanyEm+MOOC-Java-Programming", 454, 610),
    ("ocaml", "ocaml-sf+learn-ocaml-corpus", 1091, 775),
    ("ocaml", "andreaubbiali+ocaml-exercise", 71, 185),
    ("ocaml", "dantol29+ocaml-exercises", 83, 69),
    ("ocaml", "Edwardzcn+ocaml-exercise", 62, 77),
    ("ocaml", "egoist000+ocaml-exercises", 142, 129),
    ("ocaml", "filippovisconti+ocaml-exercises", 32, 96),
    ("ocaml", "numb86+learn-ocaml", 98, 75),
)

pytestmark = [
    pytest.mark.reference,
    pytest.mark.skipif(not REFERENCES.is_dir(), reason="set KRITERION_REFERENCES"),
]


@pytest.mark.parametrize(
    ("language", "repository", "solutions", "comments"), COUNTED, ids=[row[1] for row in COUNTED]
)
def test_rules_match_about_as_often_as_counted(
    language: str, repository: str, solutions: int, comments: int
) -> None:
    root = REFERENCES / repository
    if not root.is_dir():
        pytest.skip(f"there is no {repository}")
    book = load_rulebook(language, "any")
    found, value = Counter[str](), 0
    for file in _list_solutions(root, SUFFIXES[language]):
        analysed = analyse({file.name: file.read_bytes()}, language, book)
        assert not [line for line in analysed.log if "left out" in line], file
        value += not analysed.analysis.summary
        found.update(comment.pointer for comment in analysed.analysis.comments)

    assert solutions * 0.9 <= value <= solutions * 1.1
    assert comments / 2 <= found.total() <= comments * 2, found


def _list_solutions(root: Path, suffix: str) -> Iterator[Path]:
    """What students and authors wrote, without tests."""
    for file in sorted(root.rglob(f"*{suffix}")):
        parts = file.relative_to(root).parts
        if file.is_file() and not any("test" in part.lower() for part in parts):
            yield file
