"""Texts of diagnostics in the reader's language.

A diagnostic is stored with its code and its English text. The code has the English templates of
that text: the one that fits gives the values, and the catalogue `diagnostics` has its translation.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from kriterion import translators
from kriterion.authoring.diagnostics.codes import CODES
from kriterion.authoring.diagnostics.fixes import FIXES
from kriterion_tools.translation.catalogs import load_catalogs
from kriterion_tools.translation.translator import Translator

DOMAIN = "diagnostics"
PLACEHOLDER = re.compile(r"\{([a-z_]*)\}")


@dataclass(frozen=True, slots=True)
class LocalizedText:
    """A text and its language: "en" where it could not be translated."""

    text: str
    language: str


def translate_what(code: str, english: str, language: str) -> LocalizedText:
    """Translate what is wrong, for a language such as "nl" or "nl-BE"."""
    return _translate(CODES.get(code, ()), english, _load_catalog(language))


def translate_fix(code: str, english: str, language: str) -> LocalizedText:
    """Translate the remedy, for a language such as "nl" or "nl-BE"."""
    return _translate(FIXES.get(code, ()), english, _load_catalog(language))


def read_values(template: str, text: str) -> Mapping[str, str] | None:
    """Return the values with which the template gives the text, or None if it does not fit.

    Each value ends at the first occurrence of the words after it, and the last value where these
    words end the text, so the time is linear in the length of the text.
    """
    words = PLACEHOLDER.split(template)
    literals, names = words[::2], words[1::2]
    if not names:
        return {} if text == template else None
    first, last = literals[0], literals[-1]
    start, end = len(first), len(text) - len(last)
    if start > end or not text.startswith(first) or not text.endswith(last):
        return None
    parts = []
    for words_after in literals[1:-1]:
        place = text.find(words_after, start, end)
        if place < 0:
            return None
        parts.append(text[start:place])
        start = place + len(words_after)
    parts.append(text[start:end])
    values = dict(zip(names, parts, strict=True))
    is_consistent = all(values[name] == value for name, value in zip(names, parts, strict=True))
    return values if is_consistent else None


def insert_values(template: str, values: Mapping[str, str]) -> str:
    """Return the template with its values."""
    return PLACEHOLDER.sub(lambda placeholder: values[placeholder[1]], template)


def _load_catalog(language: str) -> Translator:
    return load_catalogs(language, ((translators.LOCALE, DOMAIN),))


def _translate(templates: tuple[str, ...], english: str, translator: Translator) -> LocalizedText:
    for template in sorted(templates, key=_count_literal_letters, reverse=True):
        values = read_values(template, english)
        translated = translator.look_up(template)
        if values is not None and translated is not None:
            return LocalizedText(insert_values(translated, values), translator.language)
    return LocalizedText(english, "en")


def _count_literal_letters(template: str) -> int:
    return len(PLACEHOLDER.sub("", template))
