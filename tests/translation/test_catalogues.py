"""Every phrase in the sources is translated into every language, with the same gaps."""

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from kriterion_tools.translation.translator import Phrase
from tests.translation.catalogues import (
    LOCALES,
    TRANSLATED,
    count_forms,
    demand_texts,
    find_catalogue,
    find_changed_placeholders,
    find_untranslated,
    read_catalogue,
    read_header,
)

PHRASES = ("kriterion", "kriterion_tools")  # the catalogues of texts that are Phrases
BRACES = ("diagnostics", *PHRASES)  # those whose placeholders are names in braces
ALL = [(domain, language) for domain in LOCALES for language in TRANSLATED]
PLAIN_SPACE = re.compile(r" (?=[;!?»]|:(?!/))|(?<=«) |(?<=\d) (?=%)")
STRAIGHT = re.compile(r"(?<=[a-zà-ÿ])'(?=[a-zà-ÿ%{])", re.IGNORECASE)


def find_phrases(package: Path) -> Iterator[Phrase]:
    """The literal arguments of each call of `Phrase`."""
    for file in sorted(package.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_bytes())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Phrase":
                assert not node.keywords, f"{file}:{node.lineno}: pass the texts by position"
                yield Phrase(*(ast.literal_eval(argument) for argument in node.args))


def list_placeholders(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


@pytest.mark.parametrize(("domain", "language"), ALL)
def test_every_language_has_every_catalogue(domain: str, language: str) -> None:
    header = read_header(domain, language)
    assert header["Language"] == language
    assert header["Content-Type"] == "text/plain; charset=UTF-8"
    plurals = [entry for entry in read_catalogue(domain, language).values() if entry.plural]
    if plurals:
        forms = set(range(count_forms(header["Plural-Forms"])))
        assert [entry.text for entry in plurals if entry.plurals.keys() != forms] == []


@pytest.mark.parametrize("domain", LOCALES)
def test_no_language_has_catalogues_without_being_offered(domain: str) -> None:
    found = {file.name for file in LOCALES[domain].iterdir() if file.is_dir()}
    assert found == set(TRANSLATED)


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("domain", PHRASES)
def test_a_catalogue_has_exactly_the_texts_of_its_package(domain: str, language: str) -> None:
    phrases = set(find_phrases(LOCALES[domain].parent))
    assert len(phrases) > 50
    demand_texts(domain, language, [(None, text, plural or None) for text, plural in phrases])


@pytest.mark.parametrize(("domain", "language"), ALL)
def test_every_text_is_translated_and_none_is_fuzzy(domain: str, language: str) -> None:
    assert find_untranslated(domain, language) == []


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("domain", BRACES)
def test_translations_keep_the_placeholders_of_their_texts(domain: str, language: str) -> None:
    assert find_changed_placeholders(domain, language, list_placeholders) == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_texts_shared_by_both_packages_are_translated_alike(language: str) -> None:
    host, tools = (read_catalogue(domain, language) for domain in PHRASES)
    for key in host.keys() & tools.keys():
        assert host[key].plurals == tools[key].plurals


@pytest.mark.parametrize("domain", LOCALES)
def test_french_has_its_own_spaces_and_apostrophes(domain: str) -> None:
    """A line must not break before ; : ! ? or inside « », so the spaces there are U+202F."""
    forms = [
        form for entry in read_catalogue(domain, "fr").values() for form in entry.plurals.values()
    ]
    catalogue = find_catalogue(domain, "fr")
    broken = [form for form in forms if PLAIN_SPACE.search(form)]
    assert not broken, f"{catalogue}: write U+202F for the space before or inside: {broken}"
    straight = [form for form in forms if STRAIGHT.search(form)]
    assert not straight, f"{catalogue}: write ’ for ': {straight}"
