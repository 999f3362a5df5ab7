"""Every phrase in the sources is translated into every language, with the same gaps."""

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from kriterion import translators as translations
from kriterion_tools.translation import catalogs
from kriterion_tools.translation.po_files import Entry, read_po
from kriterion_tools.translation.translator import Phrase

PACKAGES = {translations.DOMAIN: translations.LOCALE, catalogs.DOMAIN: catalogs.LOCALE}
LANGUAGES = sorted({file.name for locale in PACKAGES.values() for file in Path(locale).iterdir()})
CASES = [(domain, language) for domain in PACKAGES for language in LANGUAGES]


def find_phrases(package: Path) -> Iterator[Phrase]:
    """The literal arguments of each call of `Phrase`."""
    for file in sorted(package.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_bytes())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Phrase":
                assert not node.keywords, f"{file}:{node.lineno}: pass the texts by position"
                yield Phrase(*(ast.literal_eval(argument) for argument in node.args))


def read_entries(domain: str, language: str) -> dict[Phrase, Entry]:
    file = Path(PACKAGES[domain]) / language / "LC_MESSAGES" / f"{domain}.po"
    entries = read_po(file.read_text(encoding="utf-8"))
    return {Phrase(entry.text, entry.plural or ""): entry for entry in entries if entry.text}


def list_placeholders(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


def test_dutch_is_available() -> None:
    assert LANGUAGES == ["nl"]


@pytest.mark.parametrize(("domain", "language"), CASES)
def test_a_catalogue_has_exactly_the_texts_of_its_package(domain: str, language: str) -> None:
    found = set(find_phrases(Path(PACKAGES[domain]).parent))
    assert len(found) > 50
    assert set(read_entries(domain, language)) == found


@pytest.mark.parametrize(("domain", "language"), CASES)
def test_every_text_is_translated_and_none_is_fuzzy(domain: str, language: str) -> None:
    for entry in read_entries(domain, language).values():
        assert entry.is_translated and not entry.fuzzy, entry.text


@pytest.mark.parametrize(("domain", "language"), CASES)
def test_translations_keep_the_placeholders_of_their_texts(domain: str, language: str) -> None:
    for phrase, entry in read_entries(domain, language).items():
        for form in entry.plurals.values():
            assert list_placeholders(form) == list_placeholders(phrase.plural or phrase.text), (
                phrase
            )


def test_texts_shared_by_both_packages_are_translated_alike() -> None:
    host, tools = (read_entries(domain, "nl") for domain in PACKAGES)
    for phrase in host.keys() & tools.keys():
        assert host[phrase].plurals == tools[phrase].plurals
