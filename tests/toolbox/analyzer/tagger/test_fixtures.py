"""Our own solutions have exactly the tags that somebody read in them."""

from pathlib import Path

import pytest

from kriterion_tools.analyzer.engine.analysing import analyse
from kriterion_tools.analyzer.engine.shipped import load_rulebook
from kriterion_tools.analyzer.tagger.tagger import find_tags
from kriterion_tools.languages import SUFFIXES
from tests.toolbox.analyzer.tables import TAGGED

FIXTURES = Path(__file__).parent / "fixtures"
EXPECTATIONS = sorted(FIXTURES.glob("*/*.tags"))


def read_expected(path: Path) -> set[str]:
    """`construct: if else`: a category and its things on each line."""
    lines = (line.split(":", 1) for line in path.read_text().splitlines())
    return {f"{category}:{thing}" for category, things in lines for thing in things.split()}


def find_solution(path: Path) -> tuple[Path, str]:
    """The file that expectations are of, and its language."""
    language = path.parent.name
    [source] = (one for suffix in SUFFIXES[language] if (one := path.with_suffix(suffix)).exists())
    return source, language


@pytest.mark.parametrize(
    "path",
    EXPECTATIONS,
    ids=[f"{expectation.parent.name}/{expectation.stem}" for expectation in EXPECTATIONS],
)
def test_a_solution_has_the_expected_tags(path: Path) -> None:
    source, language = find_solution(path)
    tags = find_tags({source.name: source.read_text()}, language)
    assert set(tags) == read_expected(path)
    assert list(tags) == sorted(set(tags))


@pytest.mark.parametrize(
    "path",
    EXPECTATIONS,
    ids=[f"{expectation.parent.name}/{expectation.stem}" for expectation in EXPECTATIONS],
)
def test_built_in_rules_agree_with_the_tagger(path: Path) -> None:
    source, language = find_solution(path)
    book = load_rulebook(language, path.stem)
    assert set(analyse({source.name: source.read_bytes()}, language, book).tags) == read_expected(
        path
    )


@pytest.mark.parametrize("language", TAGGED)
def test_there_are_ten_solutions_of_each_language(language: str) -> None:
    assert len(list((FIXTURES / language).glob("*.tags"))) >= 10
