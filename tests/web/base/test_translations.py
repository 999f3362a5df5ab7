"""Dutch is complete, and catalogues are compiled as gettext itself would."""

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

from kriterion.web.base.translations import LOCALE
from kriterion_tools.translation.po_files import Entry, compile_catalogs, read_po, render_mo

PROJECT = Path(__file__).parents[3]
CATALOGUES = sorted(LOCALE.glob("*/LC_MESSAGES/django.po"))
HEAD = Entry(
    plurals={
        0: "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"
    }
)


def list_texts(catalogue: Path) -> list[Entry]:
    return [entry for entry in read_po(catalogue.read_text(encoding="utf-8")) if entry.text]


def test_dutch_is_available() -> None:
    assert [catalogue.parts[-3] for catalogue in CATALOGUES] == ["nl"]


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=str)
def test_every_text_is_translated_and_none_is_fuzzy(catalogue: Path) -> None:
    unsure = [
        entry.text for entry in list_texts(catalogue) if not entry.is_translated or entry.fuzzy
    ]
    assert unsure == []


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=str)
def test_translations_keep_the_placeholders_of_their_texts(catalogue: Path) -> None:
    """What is put in, and elements: else a page shows raw names or loses its marks."""
    placeholder = re.compile(r"%\(\w+\)[sd]|%[sd%]|</?\w+[^>]*>")
    different = [
        entry.text
        for entry in list_texts(catalogue)
        for number, translated in entry.plurals.items()
        if sorted(placeholder.findall(translated))
        != sorted(placeholder.findall(entry.plural if number and entry.plural else entry.text))
        # The singular may say "one" for the number.
        and not (number == 0 and entry.plural is not None)
    ]
    assert different == []


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=str)
def test_the_catalogues_are_up_to_date(catalogue: Path, tmp_path: Path) -> None:
    """Every text of the pages is in the catalogue: `make messages` finds no more."""
    if shutil.which("xgettext") is None:
        pytest.skip("gettext is not installed")
    copy = tmp_path / "src" / "kriterion"
    shutil.copytree(
        PROJECT / "src" / "kriterion",
        copy,
        ignore=shutil.ignore_patterns("assets", "static", "__pycache__"),
    )
    (tmp_path / "scripts").mkdir()
    shutil.copy(PROJECT / "scripts" / "messages", tmp_path / "scripts")
    (tmp_path / ".venv").symlink_to(PROJECT / ".venv")
    # The copy's own settings: those of the project would have the project's catalogue written.
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "src")}
    subprocess.run(
        ["scripts/messages"], cwd=tmp_path, env=environment, check=True, capture_output=True
    )
    collected = copy / catalogue.relative_to(PROJECT / "src" / "kriterion")
    assert {entry.text for entry in list_texts(collected)} == {
        entry.text for entry in list_texts(catalogue)
    }


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
