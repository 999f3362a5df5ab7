"""The languages there are tables for: one module each, loaded when it is asked for."""

from importlib import import_module

from kriterion.toolbox.representer.language import Language
from kriterion.toolbox.solution.languages import SUFFIXES, canonical_name


def load_language(name: str) -> Language | None:
    """The table of the language of that name: LANGUAGE in the module that is called so."""
    name = canonical_name(name)
    if name not in SUFFIXES:
        return None
    language = import_module(f"{__name__}.{name}").LANGUAGE
    assert isinstance(language, Language)
    return language
