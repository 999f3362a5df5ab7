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


def phrases_in(package: Path) -> Iterator[Phrase]:
    """The literal arguments of each call of `Phrase`."""
    for file in sorted(package.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_bytes())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Phrase":
                assert not node.keywords, f"{file}:{node.lineno}: pass the texts by position"
                yield Phrase(*(ast.literal_eval(argument) for argument in node.args))


def entries_of(domain: str, language: str) -> dict[Phrase, Entry]:
    file = Path(PACKAGES[domain]) / language / "LC_MESSAGES" / f"{domain}.po"
    entries = read_po(file.read_text(encoding="utf-8"))
    return {Phrase(entry.text, entry.plural or ""): entry for entry in entries if entry.text}


def gaps(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


def test_there_is_dutch() -> None:
    assert LANGUAGES == ["nl"]


@pytest.mark.parametrize(("domain", "language"), CASES)
def test_a_catalogue_has_each_phrase_of_its_package_and_no_other(
    domain: str, language: str
) -> None:
    found = set(phrases_in(Path(PACKAGES[domain]).parent))
    assert len(found) > 50
    assert set(entries_of(domain, language)) == found


@pytest.mark.parametrize(("domain", "language"), CASES)
def test_each_phrase_is_translated_and_sure(domain: str, language: str) -> None:
    for entry in entries_of(domain, language).values():
        assert entry.is_translated and not entry.fuzzy, entry.text


@pytest.mark.parametrize(("domain", "language"), CASES)
def test_a_translation_has_the_gaps_of_its_phrase(domain: str, language: str) -> None:
    for phrase, entry in entries_of(domain, language).items():
        for form in entry.plurals.values():
            assert gaps(form) == gaps(phrase.plural or phrase.text), phrase


def test_phrases_of_both_packages_that_read_alike_are_translated_alike() -> None:
    host, tools = (entries_of(domain, "nl") for domain in PACKAGES)
    for phrase in host.keys() & tools.keys():
        assert host[phrase].plurals == tools[phrase].plurals
