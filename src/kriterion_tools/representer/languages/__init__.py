"""The languages with tables: one module each, loaded on demand."""

from importlib import import_module

from kriterion_tools.languages import SUFFIXES, find_canonical_name
from kriterion_tools.representer.language import Language


def load_language(name: str) -> Language | None:
    """Return the table of a language (LANGUAGE in the module of that name), or None."""
    name = find_canonical_name(name)
    if name not in SUFFIXES:
        return None
    language = import_module(f"{__name__}.{name}").LANGUAGE
    assert isinstance(language, Language)
    return language
