"""The judge speaks the reader's language where it can."""

from kriterion_tools.suite_judge import judge_phrases as texts


def test_an_unknown_language_falls_back_to_english() -> None:
    assert texts.translate_phrase("de", "default tab") == "Tests"
    assert texts.translate_phrase("nl", "default tab") == "Testen"


def test_an_authors_text_falls_back_step_by_step() -> None:
    assert texts.choose_text({"en": "Sum", "nl": "Som"}, "nl") == "Som"
    assert texts.choose_text({"en": "Sum", "nl": "Som"}, "fr") == "Sum"
    assert texts.choose_text({"": "Sum"}, "fr") == "Sum"
    assert texts.choose_text({"de": "Summe"}, "fr") == "Summe"
    assert texts.choose_text({}, "fr") == ""
