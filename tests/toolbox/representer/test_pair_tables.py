"""Programs that mean the same keep a class, and programs that do not split it, as tables say."""

import pytest

from kriterion_tools.languages import SUFFIXES
from tests.cases import collect_failures
from tests.toolbox.representer.pair_tables import KEEP, LIMIT, SPLIT, read_pairs
from tests.toolbox.representer.test_edits import represent_solution

LANGUAGES = sorted(SUFFIXES)
MAX_LIMITS = 2  # pairs of a language that should keep a class and do not yet


@pytest.mark.parametrize("language", LANGUAGES)
def test_pairs_keep_or_split_a_class(language: str) -> None:
    with collect_failures() as cases:
        for verdict, reason, one, other in read_pairs(language):
            with cases.case(f"{verdict} {reason}"):
                assert one != other
                are_same = (
                    represent_solution(one, language).text
                    == represent_solution(other, language).text
                )
                assert are_same == (verdict == KEEP)


@pytest.mark.parametrize("language", LANGUAGES)
def test_few_limits_are_known(language: str) -> None:
    verdicts = [pair.verdict for pair in read_pairs(language)]
    kept, limits = verdicts.count(KEEP), verdicts.count(LIMIT)
    assert kept + limits >= 20 and verdicts.count(SPLIT) >= 19
    assert limits <= MAX_LIMITS
