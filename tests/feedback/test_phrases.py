import string

import pytest

from kriterion.feedback import phrases
from kriterion.feedback.phrases import SEVERITY_NAMES
from kriterion_tools.contracts.dodona_judge import texts
from kriterion_tools.contracts.dodona_judge.output import Severity
from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.contracts.dodona_judge.texts import STATUS_NAMES, Phrase

PHRASES = {
    name: value
    for table in (phrases, texts)
    for name, value in vars(table).items()
    if isinstance(value, Phrase)
}


@pytest.mark.parametrize("name", PHRASES)
def test_a_phrase_has_the_same_gaps_in_every_language(name: str) -> None:
    english, dutch = (
        {field for _, field, _, _ in string.Formatter().parse(text) if field}
        for text in PHRASES[name]
    )
    assert english == dutch


def test_every_status_and_severity_has_a_name() -> None:
    assert set(STATUS_NAMES) == set(Status)
    assert set(SEVERITY_NAMES) == set(Severity)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Wrong"),
        ("nl", "Fout"),
        ("nl-BE", "Fout"),
        ("NL", "Fout"),
        ("fr", "Wrong"),
        ("", "Wrong"),
    ],
)
def test_a_language_of_others_is_answered_in_english(language: str, text: str) -> None:
    assert STATUS_NAMES[Status.WRONG].told(language) == text
