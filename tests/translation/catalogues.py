"""Which catalogues there are, and what must hold for each of them."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path

from kriterion import translators
from kriterion_tools.translation import catalogs
from kriterion_tools.translation.po_files import Entry, read_po

PROJECT = Path(__file__).parents[2]
HOST, TOOLS = Path(translators.LOCALE), Path(catalogs.LOCALE)
# The languages that need catalogues: what the code says is English.
TRANSLATED = sorted(set(translators.LANGUAGES) - {translators.ENGLISH})
LOCALES = {"django": HOST, "diagnostics": HOST, "kriterion": HOST, "kriterion_tools": TOOLS}

Key = tuple[str | None, str, str | None]


def find_catalogue(domain: str, language: str) -> Path:
    return LOCALES[domain] / language / "LC_MESSAGES" / f"{domain}.po"


def read_catalogue(domain: str, language: str) -> dict[Key, Entry]:
    """The entries by context, text and plural, without the header."""
    entries = read_po(find_catalogue(domain, language).read_text(encoding="utf-8"))
    return {(entry.context, entry.text, entry.plural): entry for entry in entries if entry.text}


def read_header(domain: str, language: str) -> dict[str, str]:
    [header, *_] = read_po(find_catalogue(domain, language).read_text(encoding="utf-8"))
    assert not header.text
    lines = (line.partition(": ") for line in header.plurals[0].splitlines())
    return {name: value for name, _, value in lines}


def demand_texts(domain: str, language: str, texts: Iterable[Key]) -> None:
    """Fail unless the catalogue has exactly these texts, and say what to add and to remove."""
    demanded, found = set(texts), set(read_catalogue(domain, language))
    catalogue = find_catalogue(domain, language).relative_to(PROJECT)
    name = translators.LANGUAGES[language]
    missing = sorted(demanded - found, key=str)
    assert not missing, (
        f"translate these texts into {name}: append to {catalogue}\n\n"
        + "\n\n".join(map(_write_empty_entry, missing))
    )
    obsolete = sorted(found - demanded, key=str)
    assert not obsolete, f"nothing uses these texts any more: remove them from {catalogue}\n" + (
        "\n".join(repr(text) for _, text, _ in obsolete)
    )


def find_untranslated(domain: str, language: str) -> list[str]:
    return [
        entry.text
        for entry in read_catalogue(domain, language).values()
        if entry.fuzzy or not entry.is_translated
    ]


def find_changed_placeholders(
    domain: str, language: str, list_placeholders: Callable[[str], object]
) -> list[str]:
    """Return the texts whose translation puts other values, or other elements, in.

    A singular may spell its number out.
    """
    return [
        entry.text
        for entry in read_catalogue(domain, language).values()
        for number, form in entry.plurals.items()
        if list_placeholders(form)
        != list_placeholders(entry.plural if number and entry.plural else entry.text)
        and not (number == 0 and entry.plural is not None)
    ]


def count_forms(plural_forms: str) -> int:
    match = re.search(r"nplurals=(\d+)", plural_forms)
    assert match, plural_forms
    return int(match[1])


def _write_empty_entry(key: Key) -> str:
    context, text, plural = key
    lines = [] if context is None else [f"msgctxt {_quote(context)}"]
    lines.append(f"msgid {_quote(text)}")
    if plural is None:
        return "\n".join([*lines, 'msgstr ""'])
    return "\n".join([*lines, f"msgid_plural {_quote(plural)}", 'msgstr[0] ""', 'msgstr[1] ""'])


def _quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
