"""Texts for people, in English in the code and translated by a gettext catalogue.

Code that renders text takes a `Translator` as an argument; programs load one (`catalogs.py`).
"""

from typing import NamedTuple, Protocol


class Phrase(NamedTuple):
    """A text in English, with names in braces to be filled in.

    A phrase with a `plural` is chosen by the value `count`. `scripts/messages` finds the literals
    in calls of `Phrase` and adds them to the catalogues.
    """

    text: str
    plural: str = ""


class Catalog(Protocol):
    """The methods of `gettext.NullTranslations` that a translator uses."""

    def gettext(self, message: str, /) -> str: ...
    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str: ...


class Translator:
    """Translates phrases into one language, into English without a catalogue."""

    __slots__ = ("_catalog", "language")

    def __init__(self, language: str = "en", catalog: Catalog | None = None) -> None:
        self.language = language
        self._catalog = catalog

    def translate(self, phrase: Phrase, **values: object) -> str:
        """Return the phrase with its values; in English if the catalogue lacks it."""
        if not phrase.plural:
            text = self._catalog.gettext(phrase.text) if self._catalog else phrase.text
            return text.format(**values)
        count = values["count"]
        assert isinstance(count, int)
        if self._catalog:
            text = self._catalog.ngettext(phrase.text, phrase.plural, count)
        else:
            text = phrase.text if count == 1 else phrase.plural
        return text.format(**values)

    def look_up(self, text: str) -> str | None:
        """Return the translation of a text without filling it in; None if there is none."""
        if self._catalog is None:
            return None
        translated = self._catalog.gettext(text)
        return None if translated == text else translated


ENGLISH = Translator()
