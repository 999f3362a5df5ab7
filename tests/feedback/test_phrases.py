import pytest

from kriterion.feedback.phrases import SEVERITY_NAMES
from kriterion.translators import load_translator
from kriterion_tools.contracts.dodona_judge.host_phrases import name_status
from kriterion_tools.contracts.dodona_judge.output_records import AnnotationSeverity
from kriterion_tools.contracts.dodona_judge.statuses import Status


def test_every_status_and_severity_has_a_name() -> None:
    assert len({name_status(status) for status in Status}) == len(Status)
    assert set(SEVERITY_NAMES) == set(AnnotationSeverity)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Wrong"),
        ("nl", "Fout"),
        ("nl-BE", "Fout"),
        ("NL", "Fout"),
        ("fr-BE", "Faux"),
        ("de", "Wrong"),
        ("", "Wrong"),
    ],
)
def test_an_unknown_language_falls_back_to_english(language: str, text: str) -> None:
    assert load_translator(language).translate(name_status(Status.WRONG)) == text
