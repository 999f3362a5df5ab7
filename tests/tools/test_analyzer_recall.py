"""The table of recall in the code is the one in the documents."""

import re
from pathlib import Path

from kriterion.tools.analyzer_recall import MEASURED, Recall, has_few_rules
from kriterion_tools.languages import find_canonical_name

DOCUMENT = Path(__file__).parents[2] / "docs" / "reference" / "analyzer-recall.md"
# The last row of a language is its last sample.
ROW = re.compile(r"\| (\S+) \| \d, first run \|((?: \d+ \|)+) (\d+) of (\d+), \d+ % \|")


def test_what_was_measured_is_what_the_document_says() -> None:
    documented = {}
    for language, numbers, said, remarks in ROW.findall(DOCUMENT.read_text(encoding="utf-8")):
        _, comments, right, _, _ = map(int, re.findall(r"\d+", numbers))
        documented[find_canonical_name(language.lower())] = Recall(
            comments=comments, right=right, remarks=int(remarks), said=int(said)
        )
    assert documented == MEASURED


def test_the_document_says_which_languages_have_few_rules() -> None:
    text = " ".join(DOCUMENT.read_text(encoding="utf-8").split())
    assert all(map(has_few_rules, MEASURED)) == ("all these languages have *few rules*" in text)


def test_a_language_has_enough_rules_at_half_of_the_remarks_and_95_percent() -> None:
    assert Recall(comments=100, right=95, remarks=60, said=30).suffices
    assert not Recall(comments=100, right=94, remarks=60, said=30).suffices
    assert not Recall(comments=100, right=95, remarks=61, said=30).suffices


def test_a_language_that_was_not_measured_has_few_rules() -> None:
    assert has_few_rules("klingon")
