"""Pairs written by readers of docs/author/representer.md who had not read the representer.

Each language has 100 pairs of programs that mean the same and that the document promises to keep in
one class, and 100 of programs that do not mean the same. The representer fails some of them:
`held_out/failures/` lists these, so that a change can only fix pairs, or break some knowingly.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conftest import Golden
from tests.toolbox.representer.test_edits import represent_if_right

HERE = Path(__file__).parent / "held_out"
LANGUAGES = sorted(file.stem for file in HERE.glob("*.json"))
WANTED = 100  # of each kind


@dataclass(frozen=True, kw_only=True, slots=True)
class Pair:
    """Two programs; `kind` is `keep` if they belong in one class, `split` if not."""

    kind: str
    name: str
    one: str
    other: str


def load_pairs(language: str) -> list[Pair]:
    written = json.loads((HERE / f"{language}.json").read_text(encoding="utf-8"))
    return [Pair(**pair) for pair in written]


def list_failures(language: str) -> Iterator[str]:
    """Yield a line for each pair that the representer fails: its kind, name, and why."""
    for pair in load_pairs(language):
        one = represent_if_right(pair.one, language)
        other = represent_if_right(pair.other, language)
        if one is None or other is None:
            yield f"{pair.kind}: {pair.name} (no representation)"
        elif (one.text == other.text) != (pair.kind == "keep"):
            yield f"{pair.kind}: {pair.name}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_enough_different_pairs(language: str) -> None:
    pairs = load_pairs(language)
    for kind in ("keep", "split"):
        assert sum(pair.kind == kind for pair in pairs) >= WANTED
    assert len({(pair.kind, pair.name) for pair in pairs}) == len(pairs)
    assert len({(pair.one, pair.other) for pair in pairs}) == len(pairs)
    assert all(pair.one != pair.other for pair in pairs)


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_the_listed_pairs_fail(language: str, golden: Golden) -> None:
    failures = "".join(f"{line}\n" for line in list_failures(language))
    golden(HERE / "failures" / f"{language}.txt", failures)
