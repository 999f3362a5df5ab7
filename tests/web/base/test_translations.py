"""The site's catalogues are complete, and are compiled as gettext itself would."""

import gettext
import io
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion_tools.translation.po_files import Entry, compile_catalogs, read_po, render_mo
from tests.translation.catalogues import (
    TRANSLATED,
    Key,
    demand_texts,
    find_changed_placeholders,
    read_catalogue,
)

PROJECT = Path(__file__).parents[3]
HEAD = Entry(
    plurals={
        0: "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"
    }
)
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd%]|</?\w+[^>]*>")


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_keep_the_placeholders_of_their_texts(language: str) -> None:
    """What is put in, and elements: else a page shows raw names or loses its marks."""
    changed = find_changed_placeholders(
        "django", language, lambda text: sorted(PLACEHOLDER.findall(text))
    )
    assert changed == []


def test_all_languages_have_the_same_texts() -> None:
    """So each of them is as complete as the others, even where gettext is not installed."""
    texts = {key for language in TRANSLATED for key in read_catalogue("django", language)}
    for language in TRANSLATED:
        demand_texts("django", language, texts)


@pytest.fixture(scope="module")
def collected_texts(tmp_path_factory: pytest.TempPathFactory) -> set[Key]:
    """The texts that `make messages` finds in the pages, collected into an empty catalogue."""
    if shutil.which("xgettext") is None:
        pytest.skip("gettext is not installed")
    clone = tmp_path_factory.mktemp("clone")
    copy = clone / "src" / "kriterion"
    shutil.copytree(
        PROJECT / "src" / "kriterion",
        copy,
        ignore=shutil.ignore_patterns("assets", "static", "__pycache__", "locale"),
    )
    (clone / "scripts").mkdir()
    shutil.copy(PROJECT / "scripts" / "messages", clone / "scripts")
    (clone / ".venv").symlink_to(PROJECT / ".venv")
    # The copy's own settings: those of the project would have the project's catalogue written.
    environment = {**os.environ, "PYTHONPATH": str(clone / "src")}
    (copy / "locale").mkdir()
    subprocess.run(
        ["scripts/messages", TRANSLATED[0]],
        cwd=clone,
        env=environment,
        check=True,
        capture_output=True,
    )
    catalogue = copy / "locale" / TRANSLATED[0] / "LC_MESSAGES" / "django.po"
    entries = read_po(catalogue.read_text(encoding="utf-8"))
    return {(entry.context, entry.text, entry.plural) for entry in entries if entry.text}


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_catalogues_are_up_to_date(language: str, collected_texts: set[Key]) -> None:
    """Every text of the pages is in the catalogue: `make messages` finds no more."""
    demand_texts("django", language, collected_texts)


TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\4"), min_size=1)


@given(st.dictionaries(TEXT, TEXT))
def test_python_reads_the_compiled_catalogue_the_same_way(texts: dict[str, str]) -> None:
    entries = [HEAD, *(Entry(text=text, plurals={0: said}) for text, said in texts.items())]
    translations = gettext.GNUTranslations(io.BytesIO(render_mo(entries)))
    assert {text: translations.gettext(text) for text in texts} == texts


@given(st.text())
def test_any_text_is_a_catalogue_or_an_error(document: str) -> None:
    try:
        entries = read_po(document)
    except ValueError as error:
        assert str(error).startswith("line ")
    else:
        assert all(entry.plurals for entry in entries)


@pytest.mark.parametrize(
    ("document", "line"),
    [
        ('msgid "a"\nmsgstr "b"\n\nmsgstr "c"\n', 4),  # would be the header
        ('msgid "a"\nmsgstr "b"\n\n#, fuzzy\nmsgid "a"\nmsgstr "c"\n', 5),
    ],
    ids=["no text", "twice"],
)
def test_a_translation_has_one_text_of_its_own(document: str, line: int) -> None:
    with pytest.raises(ValueError, match=f"^line {line}: "):
        read_po(document)


def test_a_catalogue_is_parsed_with_its_parts() -> None:
    document = r"""
# A translator's remark.
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"

#, fuzzy
msgid "unsure"
msgstr "onzeker"
msgctxt "a key"
msgid "enter"
msgstr "invoer"

msgid "%(n)d file"
msgid_plural "%(n)d files"
msgstr[0] "%(n)d bestand"
msgstr[1] ""
"%(n)d bestanden \"samen\""
"""
    translations = gettext.GNUTranslations(io.BytesIO(render_mo(read_po(document))))
    assert translations.gettext("unsure") == "unsure"
    assert translations.pgettext("a key", "enter") == "invoer"
    assert translations.ngettext("%(n)d file", "%(n)d files", 1) == "%(n)d bestand"
    assert translations.ngettext("%(n)d file", "%(n)d files", 2) == '%(n)d bestanden "samen"'


def test_a_catalogue_is_recompiled_when_its_source_is_newer(tmp_path: Path) -> None:
    folder = tmp_path / "nl" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.po").write_text('msgid "yes"\nmsgstr "ja"\n')
    assert [file.name for file in compile_catalogs(tmp_path)] == ["django.mo"]
    assert compile_catalogs(tmp_path) == []
