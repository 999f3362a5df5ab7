"""A translator speaks a language that it has, and English otherwise."""

import os
from pathlib import Path

import pytest

from kriterion_tools.translation.catalogs import load_catalogs
from kriterion_tools.translation.po_files import compile_catalogs
from kriterion_tools.translation.translator import ENGLISH, Phrase, Translator

HEADER = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"
"""
DUTCH = f"""{HEADER}
msgid "Hello, {{name}}"
msgstr "Dag, {{name}}"

msgid "{{count}} test"
msgid_plural "{{count}} tests"
msgstr[0] "{{count}} toets"
msgstr[1] "{{count}} toetsen"
"""
HELLO = Phrase("Hello, {name}")
TESTS = Phrase("{count} test", "{count} tests")


def write(locale: Path, domain: str, document: str) -> Path:
    file = locale / "nl" / "LC_MESSAGES" / f"{domain}.po"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(document, encoding="utf-8")
    return file


def load(locale: Path, *domains: str, language: str = "nl") -> Translator:
    load_catalogs.cache_clear()
    return load_catalogs(language, tuple((str(locale), domain) for domain in domains))


def test_english_needs_no_catalogue() -> None:
    assert ENGLISH.translate(HELLO, name="Ada") == "Hello, Ada"
    assert [ENGLISH.translate(TESTS, count=count) for count in (0, 1)] == ["0 tests", "1 test"]


@pytest.mark.parametrize("compiled", [False, True])
def test_a_catalogue_is_read_compiled_or_not(tmp_path: Path, *, compiled: bool) -> None:
    write(tmp_path, "host", DUTCH)
    if compiled:
        assert compile_catalogs(tmp_path)
    translator = load(tmp_path, "host")
    assert translator.language == "nl"
    assert translator.translate(HELLO, name="Ada") == "Dag, Ada"
    assert [translator.translate(TESTS, count=n) for n in (1, 2)] == ["1 toets", "2 toetsen"]


def test_a_source_newer_than_its_compiled_catalogue_counts(tmp_path: Path) -> None:
    source = write(tmp_path, "host", DUTCH)
    [compiled] = compile_catalogs(tmp_path)
    write(tmp_path, "host", DUTCH.replace("Dag", "Hallo"))
    os.utime(source, (compiled.stat().st_mtime + 2,) * 2)
    assert load(tmp_path, "host").translate(HELLO, name="Ada") == "Hallo, Ada"


def test_missing_texts_come_from_the_next_catalogue_or_stay_english(
    tmp_path: Path,
) -> None:
    write(tmp_path, "host", HEADER)
    write(tmp_path, "tools", DUTCH)
    translator = load(tmp_path, "host", "tools")
    assert translator.translate(HELLO, name="Ada") == "Dag, Ada"
    assert translator.translate(Phrase("Unheard of")) == "Unheard of"


@pytest.mark.parametrize("language", ["fr", "", "en-GB", "../nl", "nl/LC_MESSAGES", "n\0l"])
def test_any_other_language_falls_back_to_english(tmp_path: Path, language: str) -> None:
    write(tmp_path, "host", DUTCH)
    assert load(tmp_path, "host", language=language) is ENGLISH
