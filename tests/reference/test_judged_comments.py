"""Comments that were judged by reading: what was useful is still said, what was needless is not.

docs/reference/analyzer-precision-sample.tsv lists them. KRITERION_REFERENCES names the directory
with the clones, at the commits of docs/reference/analyzer-precision.md.
"""

import csv
import functools
import os
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from kriterion_tools.analyzer.engine.analysing import analyse
from kriterion_tools.analyzer.engine.shipped import load_rulebook

REFERENCES = Path(os.environ.get("KRITERION_REFERENCES", "nowhere"))
SAMPLE = Path(__file__).parents[2] / "docs" / "reference" / "analyzer-precision-sample.tsv"

pytestmark = [
    pytest.mark.reference,
    pytest.mark.skipif(not REFERENCES.is_dir(), reason="KRITERION_REFERENCES names no directory"),
]


class Judged(NamedTuple):
    """One comment of the sample."""

    language: str
    repository: str
    file: str
    line: str
    exercise: str
    comment: str
    judged: str


def _load_sample() -> list[Judged]:
    with SAMPLE.open(encoding="utf-8", newline="") as file:
        return [Judged(*row) for row in list(csv.reader(file, delimiter="\t"))[1:]]


@functools.cache
def _list_messages(language: str, exercise: str, file: Path) -> frozenset[tuple[str, str]]:
    """The comments on a solution, with the lines they are about."""
    book = load_rulebook(language, exercise)
    comments = analyse({file.name: file.read_bytes()}, language, book).analysis.comments
    return frozenset(
        (comment.pointer, str(place.row + 1)) for comment in comments for place in comment.places
    )


def _count(language: str) -> Counter[tuple[str, bool]]:
    """How many of a language were judged so, and are still said or not."""
    counted: Counter[tuple[str, bool]] = Counter()
    for solution in _load_sample():
        if solution.language != language:
            continue
        repository = REFERENCES / solution.repository.replace("/", "+")
        if not repository.is_dir():
            pytest.skip(f"there is no {solution.repository}")
        messages = _list_messages(language, solution.exercise, repository / solution.file)
        counted[solution.judged, (solution.comment, solution.line) in messages] += 1
    return counted


@pytest.mark.parametrize("language", sorted({solution.language for solution in _load_sample()}))
def test_comments_judged_useful_are_made_and_few_others(language: str) -> None:
    counted = _count(language)
    useful, needless = counted["useful", True], counted["needless", True]
    # Not all: rules that were too often needless were narrowed down.
    assert useful >= 0.95 * (useful + counted["useful", False])
    assert useful >= 0.9 * (useful + needless)
