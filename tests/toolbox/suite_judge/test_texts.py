"""Everything the judge says is said in every language it speaks, with the same blanks."""

import string

from kriterion_tools.suite_judge import texts


def blanks(text: str) -> set[str]:
    """The names of what is to be filled in."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_every_text_is_there_in_both_languages_with_the_same_blanks() -> None:
    for english, dutch in texts._TEXTS.values():
        assert english and dutch
        assert blanks(english) == blanks(dutch)


def test_a_language_that_it_does_not_speak_is_answered_in_english() -> None:
    assert texts.text("fr", "default tab") == "Tests"
    assert texts.text("nl", "default tab") == "Testen"


def test_an_author_text_falls_back_step_by_step() -> None:
    assert texts.in_language({"en": "Sum", "nl": "Som"}, "nl") == "Som"
    assert texts.in_language({"en": "Sum", "nl": "Som"}, "fr") == "Sum"
    assert texts.in_language({"": "Sum"}, "fr") == "Sum"
    assert texts.in_language({"de": "Summe"}, "fr") == "Summe"
    assert texts.in_language({}, "fr") == ""
