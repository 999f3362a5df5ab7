"""Compiles all translations: those of the host, its site included, and those of the tools.

`python -m kriterion.web.base.translations` runs after each update of the sources.
"""

from pathlib import Path

from kriterion import translators as translations
from kriterion_tools.translation import catalogs
from kriterion_tools.translation.po_files import compile_catalogs

LOCALE = Path(translations.LOCALE)
LOCALES = (LOCALE, Path(catalogs.LOCALE))


if __name__ == "__main__":
    for locale in LOCALES:
        compile_catalogs(locale)
