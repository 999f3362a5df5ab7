"""Load translators from the catalogues of installed packages.

English needs neither a file nor gettext, whose import would slow each run of a judge.
"""

import os
from functools import cache
from typing import TYPE_CHECKING

from kriterion_tools.translation.translator import ENGLISH, Translator

if TYPE_CHECKING:
    from gettext import NullTranslations

LOCALE = os.path.join(os.path.dirname(os.path.dirname(__file__)), "locale")
DOMAIN = "kriterion_tools"


def load_translator(language: str) -> Translator:
    """Return the translator of the tools for a language such as "nl" or "nl-BE".

    For a language without a catalogue, the translator returns English.
    """
    return load_catalogs(language, ((LOCALE, DOMAIN),))


@cache
def load_catalogs(language: str, catalogs: tuple[tuple[str, str], ...]) -> Translator:
    """Return a translator that tries several catalogues in order, each a directory and a domain."""
    code = language.partition("-")[0].lower()
    if code == "en" or not code.isalpha():
        return ENGLISH
    merged: NullTranslations | None = None
    for directory, domain in reversed(catalogs):
        catalog = _load(os.path.join(directory, code, "LC_MESSAGES", domain))
        if catalog is not None and merged is not None:
            catalog.add_fallback(merged)
        merged = catalog or merged
    return ENGLISH if merged is None else Translator(code, merged)


def _load(path: str) -> "NullTranslations | None":
    """Load PATH.mo, or PATH.po if that is newer."""
    compiled, source = _find_modification_time(f"{path}.mo"), _find_modification_time(f"{path}.po")
    if not compiled and not source:
        return None
    from gettext import GNUTranslations

    if compiled >= source:
        with open(f"{path}.mo", "rb") as file:
            return GNUTranslations(file)
    from io import BytesIO

    from kriterion_tools.translation.po_files import read_po, render_mo

    with open(f"{path}.po", encoding="utf-8") as text:
        return GNUTranslations(BytesIO(render_mo(read_po(text.read()))))


def _find_modification_time(file: str) -> float:
    """Return a file's modification time, or 0 if it does not exist."""
    try:
        return os.stat(file).st_mtime
    except FileNotFoundError:
        return 0
