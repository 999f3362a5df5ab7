"""Every diagnostic has its text in every language; values are read back from the English text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.authoring.diagnostics.codes import CODES
from kriterion.authoring.diagnostics.diagnostic_text import (
    DOMAIN,
    PLACEHOLDER,
    LocalizedText,
    insert_values,
    read_values,
    translate_fix,
    translate_what,
)
from kriterion.authoring.diagnostics.fixes import FIXES
from tests.translation.catalogues import TRANSLATED, demand_texts, read_catalogue

WHATS = sorted({template for templates in CODES.values() for template in templates})
FIX_TEMPLATES = sorted({template for templates in FIXES.values() for template in templates})


def list_placeholders(template: str) -> list[str]:
    return PLACEHOLDER.findall(template)


def has_words(template: str) -> bool:
    return any(character.isalpha() for character in PLACEHOLDER.sub("", template))


# Remedies to copy, which have no words of a language.
COMMANDS = ("kriterion check ", "chmod ", "ENTRYPOINT ", "WORKDIR ")


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_has_exactly_the_texts_with_words(language: str) -> None:
    remedies = [text for text in FIX_TEMPLATES if not text.startswith(COMMANDS)]
    texts = {(None, text, None) for text in (*WHATS, *remedies) if has_words(text)}
    optional = {(None, text, None) for text in (*WHATS, *FIX_TEMPLATES)}
    demand_texts(DOMAIN, language, texts | (optional & set(read_catalogue(DOMAIN, language))))


@pytest.mark.parametrize(
    ("template", "text", "values"),
    [
        ("is empty", "is empty", {}),
        ("is empty", "is empty!", None),
        ("{name} does not exist", "a b does not exist", {"name": "a b"}),
        ("{name} does not exist", " does not exist", {"name": ""}),
        ("{name} does not exist", "does not exist", None),
        ("{a} of {b} points", "1 of 2 of 3 points", {"a": "1", "b": "2 of 3"}),
        ("{a} of {b}", "1 or 2", None),
        ("{a}{b}", "1 or 2", {"a": "", "b": "1 or 2"}),
        ("aba{a}aba", "abaaba", {"a": ""}),
        ("aba{a}aba", "ababa", None),
        ("%{{name}} is unknown", "%{x} is unknown", {"name": "x"}),
        ("{a} and {a}", "1 and 1", {"a": "1"}),
        ("{a} and {a}", "1 and 2", None),
        ('write {"a": {b}}', 'write {"a": 5}', {"b": "5"}),
    ],
)
def test_values_come_back_from_the_text(
    template: str, text: str, values: dict[str, str] | None
) -> None:
    assert read_values(template, text) == values


@given(st.sampled_from(WHATS), st.data())
def test_any_text_of_a_template_is_read(template: str, data: st.DataObject) -> None:
    names = list_placeholders(template)
    text = insert_values(template, {name: data.draw(st.text()) for name in names})
    values = read_values(template, text)
    if values is None:
        assert len(set(names)) < len(names)
    else:
        assert insert_values(template, values) == text


@given(st.sampled_from(sorted(CODES)), st.text())
def test_any_other_text_stays_as_it_is_or_keeps_its_values(code: str, text: str) -> None:
    assert translate_what(code, text, "en") == LocalizedText(text, "en")
    for language in TRANSLATED:
        assert translate_what(code, text, language).language in {"en", language}


def test_a_text_is_translated_by_its_code() -> None:
    text = translate_what("file.missing", "does not exist", "nl-BE")
    assert text == LocalizedText("bestaat niet", "nl")
    assert translate_what("file.missing", "does not exist any more", "nl").language == "en"
    assert translate_what("unknown.code", "does not exist", "nl").language == "en"
    assert translate_what("file.missing", "does not exist", "de").language == "en"
    fix = translate_fix("file.invalid-utf8", "save the file as UTF-8", "nl")
    assert fix == LocalizedText("sla het bestand op als UTF-8", "nl")


def test_the_longest_template_that_fits_is_taken() -> None:
    # This one also fits the template "must be {called}, not {value}" of its code.
    text = translate_what("dodona.config.wrong-type", "must be a list, not 5", "nl")
    assert text == LocalizedText("moet een lijst zijn, niet 5", "nl")
